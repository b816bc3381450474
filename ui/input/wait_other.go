//go:build !(linux || darwin || freebsd || netbsd || openbsd || dragonfly)

package input

import (
	"errors"
	"os"
	"time"
)

type waited struct{ *os.File }

func canWait(*os.File) bool { return false }

// Wait implements source.
func (waited) Wait(time.Duration) (bool, error) { return false, errors.ErrUnsupported }
