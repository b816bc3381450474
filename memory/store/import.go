package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strconv"

	"muisto/memory"
)

// ImportReport says what an import did.
type ImportReport struct {
	// Conversations is how many the messages belong to, new or not.
	Conversations int
	// Messages is how many were added, Duplicates how many were there already.
	Messages, Duplicates int
}

// Import stores messages that come from outside, in the order in which they
// come, all of them or, on an error, none. Each counts as whole, and is to be
// captured.
//
// One with an ID is there already if its conversation has a message of that ID.
// Among those without, the n-th of the same conversation, time, role and text is
// there already if n such were stored before; so a second import adds nothing,
// and what stands twice in one import is two messages. Parent and Key are not
// read: the parent is the message before it in the same conversation.
func (s *Store) Import(ctx context.Context, messages []memory.Message) (ImportReport, error) {
	var report ImportReport
	err := s.write(ctx, func(tx *sql.Tx) (err error) {
		report, err = importMessages(ctx, tx, messages)
		return err
	})
	return report, wrap(err, "import messages")
}

func importMessages(ctx context.Context, tx *sql.Tx, messages []memory.Message) (ImportReport, error) {
	im, err := beginImport(ctx, tx)
	if err != nil {
		return ImportReport{}, err
	}
	for i, m := range messages {
		if err := im.take(ctx, m); err != nil {
			return ImportReport{}, errors.Join(fmt.Errorf("message %d: %w", i+1, err), im.close())
		}
	}
	im.report.Conversations = len(im.conversations)
	return im.report, errors.Join(im.finish(ctx), im.close())
}

// importing is one import on its way.
type importing struct {
	tx            *sql.Tx
	writer        *messageWriter
	byID, alike   *sql.Stmt
	conversations map[string]*importedConversation
	report        ImportReport
}

type importedConversation struct {
	key     int64
	fresh   bool  // it was not there before
	started bool  // last is set
	last    int64 // the message that the next one follows
	added   bool  // lastAt is set
	lastAt  int64 // the newest time of what was added
	copies  map[fingerprint]*copies
}

// copies counts messages without an id that say the same at the same time: the
// keys of those stored before, and how many of these the import has met.
type copies struct {
	stored []int64
	seen   int
}

func beginImport(ctx context.Context, tx *sql.Tx) (*importing, error) {
	im := &importing{tx: tx, conversations: map[string]*importedConversation{}}
	var err error
	if im.writer, err = prepareMessages(ctx, tx); err != nil {
		return nil, err
	}
	if im.byID, err = tx.PrepareContext(ctx, `SELECT key, own_id, role, at, text FROM messages WHERE conversation = ? AND id = ?`); err != nil {
		return nil, errors.Join(err, im.close())
	}
	if im.alike, err = tx.PrepareContext(ctx, `SELECT key FROM messages
		WHERE conversation = ? AND digest = ? AND at = ? AND role = ? AND text = ? ORDER BY key`); err != nil {
		return nil, errors.Join(err, im.close())
	}
	return im, nil
}

func (im *importing) close() error {
	errs := []error{im.writer.close()}
	for _, stmt := range []*sql.Stmt{im.byID, im.alike} {
		if stmt != nil {
			errs = append(errs, stmt.Close())
		}
	}
	return errors.Join(errs...)
}

// take stores m, or counts it as a duplicate.
func (im *importing) take(ctx context.Context, m memory.Message) error {
	m.Finished = true
	if err := checkMessage(m); err != nil {
		return err
	}
	m.At = stored(m.At)
	c, err := im.conversation(ctx, m)
	if err != nil {
		return err
	}
	key, id, err := im.find(ctx, c, m)
	if err != nil {
		return err
	}
	if key == 0 {
		m.ID = id
		if m.Parent, err = im.parent(ctx, c, m); err != nil {
			return err
		}
		if m, err = im.writer.insert(ctx, c.key, m); err != nil {
			return err
		}
		key = m.Key
		c.add(micros(m.At))
		im.report.Messages++
	} else {
		im.report.Duplicates++
	}
	c.last, c.started = key, true
	return nil
}

func (c *importedConversation) add(at int64) {
	if !c.added || at > c.lastAt {
		c.lastAt, c.added = at, true
	}
}

func (im *importing) conversation(ctx context.Context, m memory.Message) (*importedConversation, error) {
	if c, ok := im.conversations[m.Conversation]; ok {
		return c, nil
	}
	c := &importedConversation{copies: map[fingerprint]*copies{}}
	key, err := conversationKey(ctx, im.tx, m.Conversation)
	if errors.Is(err, memory.ErrNotFound) {
		c.fresh = true
		key, err = beginConversation(ctx, im.tx, m.Conversation, m.At)
	}
	c.key = key
	im.conversations[m.Conversation] = c
	return c, err
}

// find gives the key of a message that is there already, or 0 and the id under
// which it is to be stored.
func (im *importing) find(ctx context.Context, c *importedConversation, m memory.Message) (int64, string, error) {
	if m.ID == "" {
		key, err := im.findAlike(ctx, c, m)
		return key, "", err
	}
	// An id of our own making may stand in the way of one that came with
	// another message: neither may be lost, so the one that comes gives way.
	for id, n := m.ID, 2; ; n++ {
		key, same, err := im.findID(ctx, c, id, m)
		if err != nil || key == 0 || same {
			return key, id, err
		}
		id = m.ID + "~" + strconv.Itoa(n)
	}
}

// findID looks for a message by its id. Under an id that came with it, it is
// the same message whatever it says.
func (im *importing) findID(ctx context.Context, c *importedConversation, id string, m memory.Message) (key int64, same bool, err error) {
	var own bool
	var at int64
	var role memory.Role
	var text string
	err = im.byID.QueryRowContext(ctx, c.key, id).Scan(&key, &own, &role, &at, &text)
	if errors.Is(err, sql.ErrNoRows) {
		return 0, false, nil
	}
	return key, !own || role == m.Role && at == micros(m.At) && text == m.Text, err
}

// findAlike gives the key of the stored message that m, which has no id, is, or
// 0 if it is new.
func (im *importing) findAlike(ctx context.Context, c *importedConversation, m memory.Message) (int64, error) {
	mark := fingerprintOf(m)
	same, ok := c.copies[mark]
	if !ok {
		keys, err := im.keysAlike(ctx, c, mark, m)
		if err != nil {
			return 0, err
		}
		same = &copies{stored: keys}
		c.copies[mark] = same
	}
	same.seen++
	if same.seen <= len(same.stored) {
		return same.stored[same.seen-1], nil
	}
	return 0, nil
}

func (im *importing) keysAlike(ctx context.Context, c *importedConversation, mark fingerprint, m memory.Message) ([]int64, error) {
	if c.fresh {
		return nil, nil // whatever it holds, this import brought
	}
	var keys []int64
	rows, err := im.alike.QueryContext(ctx, c.key, mark.digest(), micros(m.At), m.Role, m.Text)
	if err != nil {
		return nil, err
	}
	for rows.Next() {
		var key int64
		if err := rows.Scan(&key); err != nil {
			return nil, errors.Join(err, rows.Close())
		}
		keys = append(keys, key)
	}
	return keys, errors.Join(rows.Err(), rows.Close())
}

// parent is the message that m follows: the one before it in this import, or
// for the first the newest that is stored and not later.
func (im *importing) parent(ctx context.Context, c *importedConversation, m memory.Message) (int64, error) {
	if c.started || c.fresh {
		return c.last, nil
	}
	var key int64
	err := im.tx.QueryRowContext(ctx, `SELECT key FROM messages WHERE conversation = ? AND at <= ?
		ORDER BY at DESC, key DESC LIMIT 1`, c.key, micros(m.At)).Scan(&key)
	if errors.Is(err, sql.ErrNoRows) {
		return 0, nil
	}
	return key, err
}

// finish notes how far each conversation goes now.
func (im *importing) finish(ctx context.Context) error {
	for _, c := range im.conversations {
		if !c.added {
			continue
		}
		if _, err := im.tx.ExecContext(ctx, `UPDATE conversations SET last_at = max(last_at, ?) WHERE key = ?`, c.lastAt, c.key); err != nil {
			return err
		}
	}
	return nil
}
