package store

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"errors"
	"fmt"
	"iter"

	"muisto/memory"
)

// PreviewImport says what an import of messages would do, and writes nothing.
func (s *Store) PreviewImport(ctx context.Context, messages iter.Seq2[memory.Message, error]) (ImportReport, error) {
	var report ImportReport
	err := s.read(ctx, func(tx *sql.Tx) (err error) {
		known, err := prepareKnown(ctx, tx)
		if err != nil {
			return err
		}
		report, err = foresee(ctx, messages, known)
		return errors.Join(err, known.close())
	})
	return report, wrapOwn(err, "look through messages")
}

// PreviewNewImport says what an import would do to a memory that is not there yet.
func PreviewNewImport(ctx context.Context, messages iter.Seq2[memory.Message, error]) (ImportReport, error) {
	report, err := foresee(ctx, messages, nil)
	return report, wrapOwn(err, "look through messages")
}

// previewing goes through an import as importing does, but for the writing.
type previewing struct {
	known         *known           // nil: nothing is there
	conversations map[string]int64 // 0: it is not there
	ids           map[[16]byte]struct{}
	report        ImportReport
}

func foresee(ctx context.Context, messages iter.Seq2[memory.Message, error], known *known) (ImportReport, error) {
	f := &previewing{known: known, conversations: map[string]int64{}, ids: map[[16]byte]struct{}{}}
	n := 0
	for m, err := range messages {
		if err != nil {
			return ImportReport{}, sourceError{err}
		}
		if err := ctx.Err(); err != nil {
			return ImportReport{}, err
		}
		n++
		if err := f.take(ctx, m); err != nil {
			return ImportReport{}, fmt.Errorf("message %d: %w", n, err)
		}
	}
	f.report.Conversations = len(f.conversations)
	return f.report, nil
}

func (f *previewing) take(ctx context.Context, m memory.Message) error {
	if err := checkMessage(m); err != nil {
		return err
	}
	m.At = stored(m.At)
	conversation, ok := f.conversations[m.Conversation]
	if !ok && f.known != nil {
		var err error
		if conversation, err = f.known.conversation(ctx, m.Conversation); err != nil {
			return err
		}
	}
	f.conversations[m.Conversation] = conversation
	there, err := f.isThere(ctx, conversation, m)
	if err != nil {
		return err
	}
	if there {
		f.report.Duplicates++
	} else {
		f.report.Messages++
	}
	return nil
}

func (f *previewing) isThere(ctx context.Context, conversation int64, m memory.Message) (bool, error) {
	if m.ID == "" {
		if conversation == 0 {
			return false, nil
		}
		key, err := f.known.alike(ctx, conversation, m)
		return key != 0, err
	}
	id := m.ID
	if conversation != 0 {
		key, free, err := f.known.named(ctx, conversation, m)
		if err != nil || key != 0 {
			return true, err
		}
		id = free
	}
	sum := sha256.Sum256([]byte(m.Conversation + "\x00" + id))
	_, met := f.ids[[16]byte(sum[:])]
	f.ids[[16]byte(sum[:])] = struct{}{}
	return met, nil
}
