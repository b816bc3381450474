package store

import (
	"context"
	"database/sql"
	"errors"
	"strings"

	"muisto/memory"
)

// bulkSize is how many messages go into one statement; beyond, it gets no
// faster.
const bulkSize = 64

// bulk inserts whole messages many at a time. What was added can be queried
// once flush has returned. No other writer may insert messages meanwhile.
type bulk struct {
	tx                *sql.Tx
	next              int64 // the key of the next message
	rows              int
	messages, waiting []any // the arguments of those rows
	all, allWaiting   *sql.Stmt
}

func prepareBulk(ctx context.Context, tx *sql.Tx) (*bulk, error) {
	b := &bulk{tx: tx}
	if err := tx.QueryRowContext(ctx, nextKey).Scan(&b.next); err != nil {
		return nil, err
	}
	var err error
	if b.all, err = tx.PrepareContext(ctx, insertMessage+repeat(messageValues, bulkSize)); err != nil {
		return nil, err
	}
	if b.allWaiting, err = tx.PrepareContext(ctx, insertWaiting+repeat(waitingValues, bulkSize)); err != nil {
		return nil, errors.Join(err, b.close())
	}
	return b, nil
}

func repeat(values string, n int) string { return values + strings.Repeat(", "+values, n-1) }

func (b *bulk) close() error {
	if b == nil {
		return nil
	}
	return closeAll(b.all, b.allWaiting)
}

// add takes a message with its id under the key next; own tells that the id is
// of our own making.
func (b *bulk) add(ctx context.Context, conversation int64, m memory.Message, own bool) (int64, error) {
	key := b.next
	b.next++
	var digest any
	if own {
		digest = fingerprintOf(m).digest()
	}
	b.messages = append(b.messages, key, conversation, m.ID, own, m.Parent, m.Role, m.Speaker,
		micros(m.At), offset(m.At), m.Text, stateFinished, digest)
	b.waiting = append(b.waiting, conversation, micros(m.At), key)
	if b.rows++; b.rows == bulkSize {
		return key, b.flush(ctx)
	}
	return key, nil
}

func (b *bulk) flush(ctx context.Context) error {
	if b.rows == 0 {
		return nil
	}
	if err := b.insert(ctx); err != nil {
		return err
	}
	clear(b.messages) // lets go of the texts
	b.rows, b.messages, b.waiting = 0, b.messages[:0], b.waiting[:0]
	return nil
}

func (b *bulk) insert(ctx context.Context) error {
	if b.rows == bulkSize {
		if _, err := b.all.ExecContext(ctx, b.messages...); err != nil {
			return err
		}
		_, err := b.allWaiting.ExecContext(ctx, b.waiting...)
		return err
	}
	if _, err := b.tx.ExecContext(ctx, insertMessage+repeat(messageValues, b.rows), b.messages...); err != nil {
		return err
	}
	_, err := b.tx.ExecContext(ctx, insertWaiting+repeat(waitingValues, b.rows), b.waiting...)
	return err
}
