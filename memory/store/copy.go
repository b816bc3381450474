package store

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// copiesKept is how many copies from before a migration stay: the person's
// whole memory is in each.
const copiesKept = 3

// Copies lists the copies of the memory at path that were made before it was
// brought up to date, the newest form first.
func Copies(path string) []string {
	entries, err := os.ReadDir(filepath.Dir(path))
	if err != nil {
		return nil
	}
	var found []string
	for _, e := range entries {
		if _, ok := copyNumber(path, e.Name()); ok {
			found = append(found, filepath.Join(filepath.Dir(path), e.Name()))
		}
	}
	slices.SortFunc(found, func(a, b string) int {
		x, _ := copyNumber(path, filepath.Base(a))
		y, _ := copyNumber(path, filepath.Base(b))
		return cmp.Compare(y, x)
	})
	return found
}

func copyNumber(path, name string) (int, bool) {
	rest, ok := strings.CutPrefix(name, filepath.Base(path)+".bak-")
	if !ok {
		return 0, false
	}
	n, err := strconv.Atoi(rest)
	return n, err == nil
}

// keepCopy copies the file, which has the given form, beside itself, and
// removes the oldest copies beyond those that stay.
func (s *Store) keepCopy(ctx context.Context, version int64) error {
	err := WriteOver(fmt.Sprintf("%s.bak-%d", s.path, version), func(part string) error {
		// It takes an empty file and keeps its mode.
		_, err := s.writes.ExecContext(ctx, `VACUUM INTO ?`, part)
		return explain(err)
	})
	if err != nil {
		return err
	}
	kept := Copies(s.path)
	for len(kept) > copiesKept {
		last := len(kept) - 1
		if err := os.Remove(kept[last]); err != nil && !errors.Is(err, os.ErrNotExist) {
			return err
		}
		kept = kept[:last]
	}
	return nil
}
