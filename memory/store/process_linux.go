package store

import (
	"errors"
	"os"
	"strconv"
	"strings"
)

func thisProcess() process {
	pid := os.Getpid()
	born, _ := startOf(pid) // empty where /proc is closed: then nothing is known
	return process{host: hostOf(), pid: pid, born: born}
}

// hostOf names this boot of the kernel and this set of process numbers.
func hostOf() string {
	boot, err := os.ReadFile("/proc/sys/kernel/random/boot_id")
	if err != nil {
		return ""
	}
	space, err := os.Readlink("/proc/self/ns/pid")
	if err != nil {
		return ""
	}
	return strings.TrimSpace(string(boot)) + " " + space
}

// look tells whether the process still runs. One from an earlier boot does not;
// of one in another container nothing can be said.
func look(p process) liveness {
	here := hostOf()
	if here == "" || p.host == "" || p.born == "" {
		return unknown
	}
	if here != p.host {
		boot, _, _ := strings.Cut(p.host, " ")
		if !strings.HasPrefix(here, boot+" ") {
			return dead
		}
		return unknown
	}
	born, err := startOf(p.pid)
	if errors.Is(err, os.ErrNotExist) {
		return dead
	}
	if err != nil {
		return unknown
	}
	if born != p.born {
		return dead // the number was given to another
	}
	return alive
}

// startOf is when a process began, in ticks since the boot: field 22 of its
// stat line (proc_pid_stat(5)), counted after the name in brackets, which may
// hold anything.
func startOf(pid int) (string, error) {
	line, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
	if err != nil {
		return "", err
	}
	text := string(line)
	fields := strings.Fields(text[strings.LastIndexByte(text, ')')+1:])
	const state, start = 0, 19
	if len(fields) <= start {
		return "", errors.New("the stat line is short")
	}
	if fields[state] == "Z" || fields[state] == "X" {
		return "", os.ErrNotExist // ended, and not yet collected by its parent
	}
	return fields[start], nil
}
