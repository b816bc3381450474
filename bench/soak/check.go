package main

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
	"path/filepath"

	"muisto/memory"
	"muisto/memory/archive"
	"muisto/memory/store"
)

// verdict is what the end of it is held to.
type verdict struct {
	Troubles []string
	// Facts and Moments were looked at; each fact cites moments that are there,
	// each of these messages that are there.
	Facts, Moments int
	// Export is its size in bytes.
	Export int64
}

// check looks at the whole memory, and takes it through an export and back.
func check(ctx context.Context, path string) (v verdict, err error) {
	file, err := store.Open(ctx, path, store.Options{})
	if err != nil {
		return v, err
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	health, err := file.Health(ctx)
	if err != nil {
		return v, err
	}
	v.Troubles = health.Troubles
	if err := v.citations(ctx, file); err != nil {
		return v, err
	}
	return v, v.thereAndBack(ctx, file)
}

// citations follows every fact to its moments and every moment to its messages.
func (v *verdict) citations(ctx context.Context, file *store.Store) error {
	facts, err := file.Facts(ctx, store.FactQuery{Retired: true})
	if err != nil {
		return err
	}
	for _, f := range facts {
		moments, err := file.EpisodesByID(ctx, f.Sources)
		if err != nil {
			return err
		}
		if len(f.Sources) == 0 || len(moments) != len(f.Sources) {
			v.Troubles = append(v.Troubles, fmt.Sprintf("%s cites %d moments, of which %d are there", f.ID, len(f.Sources), len(moments)))
		}
		v.Facts++
	}
	const page = 500
	for after := memory.EpisodeID(0); ; {
		moments, err := file.EpisodesAfter(ctx, after, page)
		if err != nil || len(moments) == 0 {
			return err
		}
		for _, e := range moments {
			after = e.ID
			v.Moments++
			if err := v.sources(ctx, file, e); err != nil {
				return err
			}
		}
	}
}

func (v *verdict) sources(ctx context.Context, file *store.Store, e memory.Episode) error {
	var keys []int64
	for _, s := range e.Sources {
		keys = append(keys, s.Key)
	}
	messages, err := file.MessagesByKey(ctx, keys)
	if err == nil && (len(keys) == 0 || len(messages) != len(keys)) {
		v.Troubles = append(v.Troubles, fmt.Sprintf("%s cites %d messages, of which %d are there", e.ID, len(keys), len(messages)))
	}
	return err
}

// thereAndBack exports the memory, makes it anew of that, and exports it again.
func (v *verdict) thereAndBack(ctx context.Context, file *store.Store) (err error) {
	folder, err := os.MkdirTemp("", "soak-export-")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(folder)) }()
	name := filepath.Join(folder, "export.jsonl")
	first, err := export(ctx, file, name)
	if err != nil {
		return fmt.Errorf("export: %w", err)
	}
	again, err := store.Open(ctx, filepath.Join(folder, "again.db"), store.Options{})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, again.Close()) }()
	if _, err := again.Restore(ctx, linesOf(name)); err != nil {
		return fmt.Errorf("restore: %w", err)
	}
	second, err := export(ctx, again, filepath.Join(folder, "again.jsonl"))
	if err != nil {
		return fmt.Errorf("export once more: %w", err)
	}
	if !bytes.Equal(first, second) {
		v.Troubles = append(v.Troubles, "an export of what was restored differs from the first")
	}
	info, err := os.Stat(name)
	if err == nil {
		v.Export = info.Size()
	}
	return err
}

// export writes all of a memory to a file and gives the sum of it.
func export(ctx context.Context, file *store.Store, name string) (sum []byte, err error) {
	to, err := os.Create(name)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, to.Close()) }()
	hash := sha256.New()
	out, err := archive.NewWriter(io.MultiWriter(to, hash))
	if err != nil {
		return nil, err
	}
	if err := file.Export(ctx, out.Write); err != nil {
		return nil, err
	}
	return hash.Sum(nil), out.End()
}

// linesOf reads an export anew whenever it is ranged over.
func linesOf(name string) iter.Seq2[archive.Line, error] {
	return func(yield func(archive.Line, error) bool) {
		file, err := os.Open(name)
		if err != nil {
			yield(nil, err)
			return
		}
		for line, err := range archive.Read(file) {
			if !yield(line, err) {
				break
			}
		}
		if err := file.Close(); err != nil {
			return // it was only read
		}
	}
}
