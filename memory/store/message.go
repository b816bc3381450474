package store

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/binary"
	"errors"
	"fmt"
	"strconv"
	"time"

	"muisto/memory"
)

// Bounds on what a message may bring, far above what people write.
const (
	maxText = 16 << 20 // bytes; SQLite itself ends at a billion
	maxID   = 4 << 10  // bytes of an id, a speaker, a conversation
)

// abandonedAfter is how long a reply may stream in at most.
const abandonedAfter = time.Hour

// The states of a message.
const (
	stateStreaming = "streaming"
	stateFinished  = "finished"
	stateStopped   = "stopped" // cut short, by the person or by a crash
)

// AppendMessage stores a message as the newest of its conversation, which begins
// with it if need be, and gives it back with its Key, and with ID and Parent
// where they were empty: an ID of its own, and the newest message that was shown.
// With Finished unset it is a reply that streams in: it may grow until
// FinishMessage, and is left out of captures until then.
//
// The message is on the disk when this returns.
func (s *Store) AppendMessage(ctx context.Context, m memory.Message) (memory.Message, error) {
	var done memory.Message
	err := s.write(ctx, func(tx *sql.Tx) (err error) {
		done, err = s.appendMessage(ctx, tx, m)
		return err
	})
	return done, wrap(err, "store a message")
}

func (s *Store) appendMessage(ctx context.Context, tx *sql.Tx, m memory.Message) (memory.Message, error) {
	if m.Parent == 0 {
		var err error
		if m.Parent, err = newestKey(ctx, tx, m.Conversation); err != nil {
			return m, err
		}
	}
	m, err := s.appendAfter(ctx, tx, m, m.Parent)
	if err != nil || m.Role != memory.RoleUser {
		return m, err
	}
	_, err = tx.ExecContext(ctx, setOpening+`WHERE id = ?`, m.Conversation)
	return m, err
}

// appendAfter stores a message after another; 0 for the first one.
func (s *Store) appendAfter(ctx context.Context, tx *sql.Tx, m memory.Message, parent int64) (memory.Message, error) {
	if err := checkMessage(m); err != nil {
		return m, err
	}
	m.Parent = parent
	conversation, err := beginConversation(ctx, tx, m.Conversation, m.At)
	if err != nil {
		return m, err
	}
	w, err := prepareMessages(ctx, tx)
	if err != nil {
		return m, err
	}
	m, err = w.insert(ctx, conversation, m)
	if err := errors.Join(err, w.close()); err != nil {
		return m, err
	}
	if m.Finished {
		return m, nil
	}
	_, err = tx.ExecContext(ctx, `INSERT INTO streaming (message, host, pid, born) VALUES (?, ?, ?, ?)`,
		m.Key, s.self.host, s.self.pid, s.self.born)
	return m, err
}

// GrowMessage replaces the text of a reply that streams in by a longer one,
// which begins with it.
func (s *Store) GrowMessage(ctx context.Context, key int64, text string) error {
	err := s.write(ctx, func(tx *sql.Tx) error { return growMessage(ctx, tx, key, text) })
	return wrap(err, "store a reply as it comes")
}

// FinishMessage stores the whole text of a reply that has streamed in, after
// which it never changes. ended says how it ended.
func (s *Store) FinishMessage(ctx context.Context, key int64, text string, ended Ending) error {
	err := s.write(ctx, func(tx *sql.Tx) error {
		if err := growMessage(ctx, tx, key, text); err != nil {
			return err
		}
		state := stateFinished
		if ended == Stopped {
			state = stateStopped
		}
		return endMessage(ctx, tx, key, state)
	})
	return wrap(err, "store a reply")
}

// Ending is how a reply came to its end.
type Ending int

// The endings.
const (
	Whole   Ending = iota // the reply is whole
	Stopped               // it was cut short
)

// growMessage sets the text of a streaming message; a trigger holds it to grow.
func growMessage(ctx context.Context, tx *sql.Tx, key int64, text string) error {
	if len(text) > maxText {
		return fmt.Errorf("the text is over %d MiB", maxText>>20)
	}
	result, err := tx.ExecContext(ctx, `UPDATE messages SET text = ? WHERE key = ? AND state = ?`, text, key, stateStreaming)
	if err != nil {
		return err
	}
	n, err := result.RowsAffected()
	if err == nil && n == 0 {
		err = fmt.Errorf("message %d does not stream in: %w", key, memory.ErrNotFound)
	}
	return err
}

// endMessage gives a streaming message its last state, and lets it wait for
// capture.
func endMessage(ctx context.Context, tx *sql.Tx, key int64, state string) error {
	var m memory.Message
	var at, conversation int64
	var own bool
	err := tx.QueryRowContext(ctx, `SELECT conversation, role, at, text, own_id FROM messages WHERE key = ?`, key).
		Scan(&conversation, &m.Role, &at, &m.Text, &own)
	if err != nil {
		return err
	}
	m.At = timeOf(at, 0)
	var digest any
	if own {
		digest = fingerprintOf(m).digest()
	}
	if _, err := tx.ExecContext(ctx, `UPDATE messages SET state = ?, digest = ? WHERE key = ?`, state, digest, key); err != nil {
		return err
	}
	if _, err := tx.ExecContext(ctx, `DELETE FROM streaming WHERE message = ?`, key); err != nil {
		return err
	}
	_, err = tx.ExecContext(ctx, insertWaiting+waitingValues, conversation, at, key)
	return err
}

func checkMessage(m memory.Message) error {
	switch {
	case m.Conversation == "":
		return errors.New("the message has no conversation")
	case !m.Role.Valid():
		return fmt.Errorf("the role %q is not known", m.Role)
	case len(m.Text) > maxText:
		return fmt.Errorf("the text is over %d MiB", maxText>>20)
	case len(m.ID) > maxID, len(m.Speaker) > maxID, len(m.Conversation) > maxID:
		return fmt.Errorf("the id, speaker or conversation is over %d KiB", maxID>>10)
	}
	return checkTime(m.At)
}

// fingerprint is what tells messages without an id apart within a conversation:
// a hash of time, role and text.
type fingerprint [sha256.Size]byte

func fingerprintOf(m memory.Message) fingerprint {
	h := sha256.New()
	var at [8]byte
	binary.BigEndian.PutUint64(at[:], uint64(micros(m.At)))
	h.Write(at[:])
	h.Write([]byte(m.Role))
	h.Write([]byte{0})
	h.Write([]byte(m.Text))
	return fingerprint(h.Sum(nil))
}

// digest is short enough for an index. Rows with equal digests are looked at
// again.
func (f fingerprint) digest() int64 { return int64(binary.BigEndian.Uint64(f[:])) }

// Statements go on with the values, once or more often.
const (
	insertMessage = `INSERT INTO messages (key, conversation, id, own_id, parent, role, speaker, at, offset, text, state, digest) VALUES `
	messageValues = `(?, ?, ?, ?, nullif(?, 0), ?, ?, ?, ?, ?, ?, ?)`
	insertWaiting = `INSERT INTO waiting (conversation, at, message) VALUES `
	waitingValues = `(?, ?, ?)`
	nextKey       = `SELECT coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'messages'), 0) + 1`
	messageTaken  = `SELECT 1 FROM messages WHERE conversation = ? AND id = ?`
)

// messageWriter inserts messages with statements that are prepared once.
type messageWriter struct {
	message, waiting, next, taken *sql.Stmt
}

func prepareMessages(ctx context.Context, tx *sql.Tx) (*messageWriter, error) {
	w := &messageWriter{}
	for _, p := range []struct {
		to    **sql.Stmt
		query string
	}{
		{&w.message, insertMessage + messageValues},
		{&w.waiting, insertWaiting + waitingValues},
		{&w.next, nextKey},
		{&w.taken, messageTaken},
	} {
		var err error
		if *p.to, err = tx.PrepareContext(ctx, p.query); err != nil {
			return nil, errors.Join(err, w.close())
		}
	}
	return w, nil
}

func (w *messageWriter) close() error {
	var errs []error
	for _, stmt := range []*sql.Stmt{w.message, w.waiting, w.next, w.taken} {
		if stmt != nil {
			errs = append(errs, stmt.Close())
		}
	}
	return errors.Join(errs...)
}

// insert stores a message that has been checked.
func (w *messageWriter) insert(ctx context.Context, conversation int64, m memory.Message) (memory.Message, error) {
	m.At = stored(m.At)
	if err := w.next.QueryRowContext(ctx).Scan(&m.Key); err != nil {
		return m, err
	}
	own := m.ID == ""
	if own {
		var err error
		free := func(id string) (bool, error) { return isFree(ctx, w.taken, conversation, id) }
		if m.ID, err = ownID(m.Key, free); err != nil {
			return m, err
		}
	}
	state, digest := stateFinished, any(nil)
	if !m.Finished {
		state = stateStreaming
	} else if own {
		digest = fingerprintOf(m).digest()
	}
	if _, err := w.message.ExecContext(ctx, m.Key, conversation, m.ID, own, m.Parent, m.Role, m.Speaker,
		micros(m.At), offset(m.At), m.Text, state, digest); err != nil {
		return m, err
	}
	if !m.Finished {
		return m, nil
	}
	_, err := w.waiting.ExecContext(ctx, conversation, micros(m.At), m.Key)
	return m, err
}

// ownID makes an id for a message that has none: "m12", or "m12.1" and so on
// where an imported one is called that.
func ownID(key int64, isFree func(id string) (bool, error)) (string, error) {
	id := "m" + strconv.FormatInt(key, 10)
	for n := 1; ; n++ {
		free, err := isFree(id)
		if err != nil || free {
			return id, err
		}
		id = fmt.Sprintf("m%d.%d", key, n)
	}
}

// isFree runs messageTaken.
func isFree(ctx context.Context, taken *sql.Stmt, conversation int64, id string) (bool, error) {
	var one int
	err := taken.QueryRowContext(ctx, conversation, id).Scan(&one)
	if errors.Is(err, sql.ErrNoRows) {
		return true, nil
	}
	return false, err
}
