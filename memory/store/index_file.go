package store

import (
	"bufio"
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"

	"muisto/memory"
)

// indexMark is what the name of the index file has after that of the memory.
const indexMark = ".index"

// IndexFile is the file beside a memory in which recall keeps its index from one
// run of the program to the next. It holds nothing that is not in the memory, and
// may be deleted at any time.
type IndexFile struct{ store *Store }

// IndexFile gives the index file of the memory, which need not be there.
func (s *Store) IndexFile() IndexFile { return IndexFile{s} }

// Path is where it is.
func (f IndexFile) Path() string { return f.store.path + indexMark }

// Open gives the file, and its size in bytes. It fails with os.ErrNotExist where
// there is none.
func (f IndexFile) Open() (io.ReadCloser, int64, error) {
	file, err := os.Open(f.Path())
	if err != nil {
		return nil, 0, err
	}
	info, err := file.Stat()
	if err == nil && !info.Mode().IsRegular() {
		err = errors.New("that is not a file")
	}
	if err != nil {
		return nil, 0, errors.Join(err, file.Close())
	}
	return file, info.Size(), nil
}

// indexBuffer is how much is written to the file at once, in bytes.
const indexBuffer = 1 << 20

// Replace has fill write a new file, and puts it in the place of the one that is
// there once it is whole. Only the owner can read it.
func (f IndexFile) Replace(fill func(io.Writer) error) error {
	return WriteOver(f.Path(), func(part string) (err error) {
		file, err := os.OpenFile(part, os.O_WRONLY|os.O_TRUNC, 0)
		if err != nil {
			return err
		}
		defer func() { err = errors.Join(err, file.Close()) }()
		to := bufio.NewWriterSize(file, indexBuffer)
		if err := fill(to); err != nil {
			return err
		}
		return to.Flush()
	})
}

// Remove deletes the file, and what was being written of another.
func (f IndexFile) Remove() error {
	return removeAll(append(indexParts(f.store.path), f.Path())...)
}

// printSamples is how many moments tell one memory from another.
const printSamples = 32

// Print identifies what the memory holds up to r: it stays the same as long as
// nothing of that is replaced, as it is where an older copy takes the file's place.
func (f IndexFile) Print(ctx context.Context, r memory.Revision) ([]byte, error) {
	sum := sha256.New()
	err := f.store.read(ctx, func(tx *sql.Tx) error {
		add := func(query string, args ...any) error {
			return each(ctx, tx, func(rows *sql.Rows) error {
				var row string
				err := rows.Scan(&row)
				fmt.Fprintf(sum, "%q\n", row) // a hash takes all that it is given
				return err
			}, query, args...)
		}
		ids, err := json.Marshal(samples(int64(r.Episode)))
		if err != nil {
			return err
		}
		for _, part := range []struct {
			query string
			arg   any
		}{
			{`SELECT json_array(e.id, e.what, e.formed_at, e.last_at) FROM json_each(?) wanted
				JOIN episodes e ON e.id = (SELECT min(id) FROM episodes WHERE id >= wanted.value) ORDER BY wanted.key`, string(ids)},
			{`SELECT json_array(key, fact, effect, by, at) FROM fact_changes WHERE key <= ? ORDER BY key DESC LIMIT 1`, r.Change},
			{`SELECT json_array(seq, model, kind, key) FROM vectors WHERE seq <= ? ORDER BY seq DESC LIMIT 1`, r.Vector},
		} {
			if err := add(part.query, part.arg); err != nil {
				return err
			}
		}
		return nil
	})
	return sum.Sum(nil), wrap(err, "tell which memory this is")
}

// samples are numbers from 1 to last, the last among them.
func samples(last int64) []int64 {
	var list []int64
	for i := range int64(printSamples) {
		if id := last * (i + 1) / printSamples; id > 0 {
			list = append(list, id)
		}
	}
	return list
}
