package store

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"path/filepath"

	"modernc.org/sqlite"
)

// backupStep is how many pages are copied between two looks at the context.
const backupStep = 1024

// Backup writes a copy of the memory, as it is now, to the file at path, page by
// page, readable by nobody else. Others may go on reading and writing meanwhile.
// It fails with os.ErrExist if there is a file of that name, and leaves it. The
// copy gets its name once it is whole and on the disk.
func (s *Store) Backup(ctx context.Context, path string) error {
	err := writeNew(path, func(part string) error { return s.backup(ctx, part) })
	if err != nil {
		return fmt.Errorf("copy the memory to %s: %w", path, explain(err))
	}
	return nil
}

func (s *Store) backup(ctx context.Context, part string) (err error) {
	conn, err := s.reads.Conn(ctx)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, conn.Close()) }()
	// One state of the file is held throughout; else every write of somebody
	// else would begin the copy anew.
	tx, err := conn.BeginTx(ctx, &sql.TxOptions{ReadOnly: true})
	if err != nil {
		return err
	}
	defer func() { _ = tx.Rollback() }() // nothing was written
	if err := touch(ctx, tx); err != nil {
		return err
	}
	part, err = filepath.Abs(part)
	if err != nil {
		return err
	}
	return conn.Raw(func(c any) error { return copyPages(ctx, c.(driver.Conn), part) })
}

func copyPages(ctx context.Context, from driver.Conn, part string) error {
	source, ok := from.(interface {
		NewBackup(string) (*sqlite.Backup, error)
	})
	if !ok {
		return errors.New("the driver makes no copies")
	}
	b, err := source.NewBackup(fileURL(part, nil))
	if err != nil {
		return err
	}
	for more := true; more && err == nil; {
		if err = ctx.Err(); err == nil {
			more, err = b.Step(backupStep)
		}
	}
	return errors.Join(err, b.Finish())
}
