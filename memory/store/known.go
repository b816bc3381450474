package store

import (
	"context"
	"database/sql"
	"errors"
	"strconv"

	"muisto/memory"
)

// known finds what of an import is there already.
type known struct {
	conversations, byID, says, next, erased *sql.Stmt
	// marked: messages without an id have been erased.
	marked bool
	// newest is the newest key there was at the beginning: what was stored
	// since, the import brought.
	newest int64
	// met is, of messages without an id, the key of the last stored one that
	// the import has met, or beyondAll if there are no more.
	met map[alikeKey]int64
	// metErased is the same of those that were erased.
	metErased map[alikeKey]int64
}

// alikeKey stands for all messages of a conversation without an id that say the
// same at the same time.
type alikeKey struct {
	conversation int64
	mark         [16]byte
}

const beyondAll = -1

func prepareKnown(ctx context.Context, tx *sql.Tx) (*known, error) {
	k := &known{met: map[alikeKey]int64{}, metErased: map[alikeKey]int64{}}
	if err := tx.QueryRowContext(ctx, `SELECT coalesce(max(key), 0), EXISTS (SELECT 1 FROM erased_marks) FROM messages`).Scan(&k.newest, &k.marked); err != nil {
		return nil, err
	}
	// The plus keeps the planner from reading the last statement anew for every
	// role, in view of the index that holds one role only.
	for _, p := range []struct {
		to    **sql.Stmt
		query string
	}{
		{&k.conversations, `SELECT key FROM conversations WHERE id = ?`},
		{&k.byID, `SELECT key, own_id FROM messages WHERE conversation = ? AND id = ?`},
		{&k.says, `SELECT at = ? AND role = ? AND text = ? FROM messages WHERE key = ?`},
		{&k.next, `SELECT key FROM messages
			WHERE conversation = ? AND digest = ? AND key > ? AND key <= ? AND at = ? AND +role = ? AND text = ?
			ORDER BY key LIMIT 1`},
		{&k.erased, `SELECT e.message, e.mark FROM messages m JOIN erased_marks e ON e.message = m.key
			WHERE m.conversation = ? AND m.at = ? AND +m.role = ? AND m.key > ? ORDER BY m.key`},
	} {
		var err error
		if *p.to, err = tx.PrepareContext(ctx, p.query); err != nil {
			return nil, errors.Join(err, k.close())
		}
	}
	return k, nil
}

func (k *known) close() error {
	if k == nil {
		return nil
	}
	return closeAll(k.conversations, k.byID, k.says, k.next, k.erased)
}

// conversation gives the key of a conversation, or 0.
func (k *known) conversation(ctx context.Context, id string) (int64, error) {
	var key int64
	err := k.conversations.QueryRowContext(ctx, id).Scan(&key)
	if errors.Is(err, sql.ErrNoRows) {
		return 0, nil
	}
	return key, err
}

// named gives the key of the message of m's id, or 0 and the id under which m is
// to be stored. An id of our own making may stand in the way of one that came
// with another message: neither may be lost, so the one that comes gives way.
func (k *known) named(ctx context.Context, conversation int64, m memory.Message) (int64, string, error) {
	for id, n := m.ID, 2; ; n++ {
		key, same, err := k.called(ctx, conversation, id, m)
		if err != nil || key == 0 || same {
			return key, id, err
		}
		id = m.ID + "~" + strconv.Itoa(n)
	}
}

// called looks for a message by its id. Under an id that came with it, it is
// the same message whatever it says.
func (k *known) called(ctx context.Context, conversation int64, id string, m memory.Message) (key int64, same bool, err error) {
	var own bool
	err = k.byID.QueryRowContext(ctx, conversation, id).Scan(&key, &own)
	if errors.Is(err, sql.ErrNoRows) {
		return 0, false, nil
	}
	if err != nil || !own {
		return key, true, err
	}
	err = k.says.QueryRowContext(ctx, micros(m.At), m.Role, m.Text, key).Scan(&same)
	return key, same, err
}

// alike gives the key of the stored or erased message that m, which has no id,
// is, or 0 if it is new.
func (k *known) alike(ctx context.Context, conversation int64, m memory.Message) (int64, error) {
	mark := fingerprintOf(m)
	which := alikeKey{conversation: conversation, mark: [16]byte(mark[:])}
	if met := k.met[which]; met != beyondAll {
		var key int64
		err := k.next.QueryRowContext(ctx, conversation, mark.digest(), met, k.newest, micros(m.At), m.Role, m.Text).Scan(&key)
		if !errors.Is(err, sql.ErrNoRows) {
			k.met[which] = key
			return key, err
		}
		k.met[which] = beyondAll
	}
	key, err := k.erasedAlike(ctx, conversation, m, k.metErased[which])
	if err == nil && key != 0 {
		k.metErased[which] = key
	}
	return key, err
}
