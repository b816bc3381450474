//go:build linux || darwin || freebsd || netbsd || openbsd || dragonfly

package input

import (
	"errors"
	"fmt"
	"os"
	"time"

	"golang.org/x/sys/unix"
)

// waited is a file that can be waited on with a time limit. A terminal has no
// read deadline, and a poll of one fails on some systems: that leaves select.
type waited struct{ *os.File }

// maxSelect is the lowest descriptor that select cannot name.
const maxSelect = 1024

func canWait(file *os.File) bool { return file.Fd() < maxSelect }

// Wait implements source.
func (f waited) Wait(d time.Duration) (bool, error) {
	fd := int(f.Fd())
	until := time.Now().Add(d)
	for {
		var ready unix.FdSet
		ready.Set(fd)
		left := unix.NsecToTimeval(max(0, time.Until(until)).Nanoseconds())
		n, err := unix.Select(fd+1, &ready, nil, nil, &left)
		if errors.Is(err, unix.EINTR) {
			continue
		}
		if err != nil {
			return false, fmt.Errorf("wait for input: %w", err)
		}
		return n > 0, nil
	}
}
