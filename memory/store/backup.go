package store

import (
	"context"
	"fmt"
)

// Backup writes a copy of the memory, as it is now, to the file at path. Others
// may go on reading and writing meanwhile. A file that is there is replaced once
// the copy is whole and on the disk; on an error it stays.
func (s *Store) Backup(ctx context.Context, path string) error {
	if err := s.copyTo(ctx, path); err != nil {
		return fmt.Errorf("copy the memory to %s: %w", path, err)
	}
	return nil
}
