//go:build unix

package store

import (
	"errors"
	"os"
)

// syncFolder puts the names in a folder on the disk: without it a renamed file
// may be gone after a power cut.
func syncFolder(dir string) error {
	f, err := os.Open(dir)
	if err != nil {
		return err
	}
	return errors.Join(f.Sync(), f.Close())
}
