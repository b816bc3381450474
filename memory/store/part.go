package store

import (
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// partMark is what is in the name of a file that is being written, and in no
// other that we make. After it comes who writes it.
const partMark = ".part-"

// writeNew has fill write a file under another name beside path, and gives it
// that name once it is whole and on the disk, unless there is something of that
// name by then.
func writeNew(path string, fill func(part string) error) error {
	if err := refuseTaken(path); err != nil {
		return err
	}
	return writePart(path, fill, func(part string) error {
		err := os.Link(part, path)
		if err == nil {
			return os.Remove(part)
		}
		if errors.Is(err, os.ErrExist) {
			return errTaken(path)
		}
		// There are file systems without links.
		if err := refuseTaken(path); err != nil {
			return err
		}
		return os.Rename(part, path)
	})
}

func refuseTaken(path string) error {
	_, err := os.Lstat(path)
	if err == nil {
		return errTaken(path)
	}
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	return err
}

// takenError: a file that nothing may be written over.
type takenError struct{ path string }

func (e takenError) Error() string {
	return e.path + " is there already and was left as it is; name a file that is not there yet"
}

func (takenError) Is(target error) bool { return target == os.ErrExist }

func errTaken(path string) error { return takenError{path} }

// WriteOver has fill write a file under another name beside path, readable by
// nobody else, and puts it in the place of what is there once it is whole and on
// the disk. What programs that were killed have left of such files goes. A link
// stays one: the file that it points to is written. It fails for what is there
// and is no plain file, a device say, and leaves it.
func WriteOver(path string, fill func(part string) error) error {
	path, err := plainFile(path)
	if err != nil {
		return err
	}
	return writePart(path, fill, func(part string) error { return os.Rename(part, path) })
}

// plainFile is the file that a path stands for, there or not yet.
func plainFile(path string) (string, error) {
	info, err := os.Lstat(path)
	if errors.Is(err, os.ErrNotExist) {
		return path, nil
	}
	if err == nil && info.Mode()&os.ModeSymlink != 0 {
		if info, err = os.Stat(path); err == nil && info.Mode().IsRegular() {
			return filepath.EvalSymlinks(path)
		}
	}
	switch {
	case errors.Is(err, os.ErrNotExist):
		return "", fmt.Errorf("%s is a link to a file that is not there; name the file itself", path)
	case err != nil:
		return "", err
	case info.IsDir():
		return "", fmt.Errorf("%s is a folder; name a file", path)
	case !info.Mode().IsRegular():
		return "", fmt.Errorf("%s is a device, a pipe or a socket and was left as it is; name a file, or write to standard output", path)
	}
	return path, nil
}

func writePart(path string, fill, place func(part string) error) error {
	if err := sweep(path, dead); err != nil {
		return err
	}
	// The mode is set before there is anything to read.
	f, err := os.CreateTemp(filepath.Dir(path), filepath.Base(path)+partMark+thisProcess().spelled()+"-*")
	if err != nil {
		return err
	}
	part := f.Name()
	err = errors.Join(f.Chmod(0o600), f.Close())
	if err == nil {
		err = fill(part)
	}
	if err == nil {
		err = syncFile(part)
	}
	if err == nil {
		err = place(part)
	}
	if err != nil {
		return errors.Join(err, removeAll(part, part+"-journal"))
	}
	return syncFolder(filepath.Dir(path))
}

func syncFile(path string) error {
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		return err
	}
	return errors.Join(f.Sync(), f.Close())
}

// removeAll removes what is there of the files.
func removeAll(names ...string) error {
	var errs []error
	for _, name := range names {
		if err := os.Remove(name); err != nil && !errors.Is(err, os.ErrNotExist) {
			errs = append(errs, err)
		}
	}
	return errors.Join(errs...)
}

// parts lists the unfinished copies of the file at path, and of those that are
// kept beside it, whose writers are in one of these states.
func parts(path string, states ...liveness) []string {
	entries, err := os.ReadDir(filepath.Dir(path))
	if err != nil {
		return nil
	}
	var found []string
	for _, e := range entries {
		rest, ok := strings.CutPrefix(e.Name(), filepath.Base(path))
		if !ok {
			continue
		}
		before, by, ok := strings.Cut(rest, partMark)
		if !ok || before != "" && before != indexMark && !strings.HasPrefix(before, ".bak-") {
			continue
		}
		// SQLite names its own files after ours.
		by = strings.TrimSuffix(by, "-journal")
		if slices.Contains(states, look(processSpelled(by))) {
			found = append(found, filepath.Join(filepath.Dir(path), e.Name()))
		}
	}
	return found
}

// indexParts lists the index files that were begun beside the memory at path.
func indexParts(path string) []string { return parts(path+indexMark, dead, unknown, alive) }

// sweep removes what programs that were killed have left of copies.
func sweep(path string, states ...liveness) error { return removeAll(parts(path, states...)...) }

// writer is a process in the name of a file.
type writer struct {
	Host string `json:"h"`
	PID  int    `json:"p"`
	Born string `json:"b"`
}

// spelled is a process as part of a file's name.
func (p process) spelled() string {
	text, err := json.Marshal(writer{p.host, p.pid, p.born})
	if err != nil { // strings and a number always marshal
		panic(err)
	}
	return base64.RawURLEncoding.EncodeToString(text)
}

// processSpelled reads what spelled has written, as far as the last hyphen; a
// process of which nothing is known where it is something else.
func processSpelled(text string) process {
	var w writer
	cut := strings.LastIndexByte(text, '-')
	data, err := base64.RawURLEncoding.DecodeString(text[:max(cut, 0)])
	if err != nil || json.Unmarshal(data, &w) != nil {
		return process{}
	}
	return process{w.Host, w.PID, w.Born}
}
