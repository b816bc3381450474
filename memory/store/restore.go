package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"iter"

	sqlite3 "modernc.org/sqlite/lib"

	"muisto/memory"
	"muisto/memory/archive"
)

// ErrNotEmpty: the memory holds something already.
var ErrNotEmpty = errors.New("this memory holds something already; a whole memory is restored into an empty one: name another file with --db")

// Restored counts what a restore brought.
type Restored struct {
	Conversations, Messages, Episodes, Facts int
}

// Restore makes the memory that an archive was written from, all of it or, on an
// error, nothing. It fails with ErrNotEmpty unless nothing is in this one. The
// lines must be there to range over again, from the first; an error of theirs
// comes back as it is.
func (s *Store) Restore(ctx context.Context, lines iter.Seq2[archive.Line, error]) (Restored, error) {
	var done Restored
	err := s.write(ctx, func(tx *sql.Tx) error {
		done = Restored{}
		if err := checkEmpty(ctx, tx); err != nil {
			return err
		}
		// A fact may point to one that comes later.
		if _, err := tx.ExecContext(ctx, `PRAGMA defer_foreign_keys = 1`); err != nil {
			return err
		}
		err := withPrepared(ctx, tx, func(free context.Context, tx runner) error {
			r := restoring{tx: tx, done: &done, branched: map[string]bool{}}
			return r.all(ctx, free, lines)
		})
		if err != nil {
			return err
		}
		return checkReferences(ctx, tx)
	})
	if err != nil {
		return Restored{}, wrapOwn(err, "restore a memory")
	}
	return done, nil
}

func checkEmpty(ctx context.Context, tx *sql.Tx) error {
	var holds bool
	err := tx.QueryRowContext(ctx, `SELECT EXISTS (SELECT 1 FROM conversations) OR EXISTS (SELECT 1 FROM messages)
		OR EXISTS (SELECT 1 FROM passes) OR EXISTS (SELECT 1 FROM names) OR EXISTS (SELECT 1 FROM speakers)`).Scan(&holds)
	if err == nil && holds {
		err = ErrNotEmpty
	}
	return err
}

// checkReferences holds what points to something to what is there.
func checkReferences(ctx context.Context, tx *sql.Tx) error {
	return each(ctx, tx, func(rows *sql.Rows) error {
		var table, parent string
		var id, rowid any
		if err := rows.Scan(&table, &rowid, &parent, &id); err != nil {
			return err
		}
		return fmt.Errorf("something among the %s points to something among the %s that is not there", table, parent)
	}, `PRAGMA foreign_key_check`)
}

type restoring struct {
	tx   runner
	done *Restored
	// branched are the conversations with branches.
	branched map[string]bool
}

func (r restoring) all(ctx, free context.Context, lines iter.Seq2[archive.Line, error]) error {
	n := 1 // the header
	for line, err := range lines {
		if err != nil {
			return sourceError{err}
		}
		n++
		if err := errors.Join(ctx.Err(), r.line(free, line)); err != nil {
			if codeOf(err) == sqlite3.SQLITE_CONSTRAINT {
				err = fmt.Errorf("it is there twice, says what cannot be, or points to what is not there: %w", err)
			}
			return fmt.Errorf("line %d: %w", n, err)
		}
	}
	if err := r.aside(free); err != nil {
		return err
	}
	return r.exec(free, setOpening+`WHERE true`)
}

// aside works out which messages are not shown.
func (r restoring) aside(ctx context.Context) error {
	for conversation := range r.branched {
		var key int64
		if err := r.tx.QueryRowContext(ctx, `SELECT key FROM conversations WHERE id = ?`, conversation).Scan(&key); err != nil {
			return err
		}
		if err := setAside(ctx, r.tx, key); err != nil {
			return err
		}
	}
	return nil
}

func (r restoring) line(ctx context.Context, line archive.Line) error {
	switch l := line.(type) {
	case *archive.Speaker:
		return r.exec(ctx, `INSERT INTO speakers (key, stats) VALUES (?, ?)`, l.Speaker, l.Stats)
	case *archive.Name:
		return r.name(ctx, l)
	case *archive.Conversation:
		return r.conversation(ctx, l)
	case *archive.Message:
		return r.message(ctx, l)
	case *archive.Capture:
		return r.capture(ctx, l)
	case *archive.Episode:
		return r.episode(ctx, l)
	case *archive.Fact:
		return r.fact(ctx, l)
	case *archive.Pass:
		return r.pass(ctx, l)
	case *archive.Group:
		return r.group(ctx, l)
	case *archive.Change:
		return r.exec(ctx, `INSERT INTO fact_changes (fact, effect, by, pass, grp, at, offset)
			VALUES (?, ?, nullif(?, 0), nullif(?, 0), nullif(?, 0), ?, ?)`,
			l.Fact, l.Effect, l.By, l.Pass, l.Group, micros(l.At.Time), offset(l.At.Time))
	case *archive.Recalled:
		return r.recalled(ctx, l)
	case *archive.Review:
		return r.review(ctx, l)
	case *archive.Usage:
		return r.usage(ctx, l)
	}
	return fmt.Errorf("a %T is not part of a memory", line)
}

func (r restoring) exec(ctx context.Context, query string, args ...any) error {
	_, err := r.tx.ExecContext(ctx, query, args...)
	return err
}

// mark notes that something was withdrawn or erased, if it was.
func (r restoring) mark(ctx context.Context, query string, key any, at archive.Time) error {
	if at.IsZero() {
		return nil
	}
	return r.exec(ctx, query, key, micros(at.Time))
}

func (r restoring) name(ctx context.Context, l *archive.Name) error {
	folded := memory.FoldName(l.Name)
	if folded == "" || len(l.Name) > maxID {
		return errors.New("the name is empty or too long")
	}
	var key int64
	err := r.tx.QueryRowContext(ctx, `INSERT INTO names (text, folded, type, uses, last_at) VALUES (?, ?, ?, ?, ?) RETURNING key`,
		l.Name, folded, l.Kind, l.Uses, micros(l.LastAt.Time)).Scan(&key)
	for _, alias := range l.Aliases {
		err = errors.Join(err, r.exec(ctx, `INSERT INTO name_aliases (folded, name) VALUES (?, ?)`, alias, key))
	}
	return err
}

func (r restoring) conversation(ctx context.Context, l *archive.Conversation) error {
	if l.ID == "" || len(l.ID) > maxID {
		return errors.New("the conversation's id is empty or too long")
	}
	r.done.Conversations++
	if err := r.exec(ctx, `INSERT INTO conversations (id, title, last_at) VALUES (?, ?, ?)`, l.ID, shortTitle(l.Title), micros(l.LastAt.Time)); err != nil {
		return err
	}
	return r.mark(ctx, `INSERT INTO hidden_conversations (conversation, at) VALUES ((SELECT key FROM conversations WHERE id = ?), ?)`, l.ID, l.HiddenAt)
}

func (r restoring) message(ctx context.Context, l *archive.Message) error {
	m := memory.Message{
		Key: l.Key, ID: l.ID, Conversation: l.Conversation, Parent: l.Parent, Role: memory.Role(l.Role), Speaker: l.Speaker,
		At: l.SaidAt(), Text: l.Text,
	}
	switch {
	case m.ID == "" || m.Key <= 0:
		return errors.New("the message has no id or key")
	case l.Waiting && !l.WithdrawnAt.IsZero():
		return errors.New("the message is withdrawn and cannot wait for capture")
	}
	if err := checkMessage(m); err != nil {
		return err
	}
	r.done.Messages++
	state, digest := stateFinished, any(nil)
	if l.Stopped {
		state = stateStopped
	}
	if l.OwnID && l.ErasedAt.IsZero() {
		digest = fingerprintOf(m).digest()
	}
	if err := r.exec(ctx, `INSERT INTO messages (key, conversation, id, own_id, parent, role, speaker, at, offset, text, state, digest)
		VALUES (?, (SELECT key FROM conversations WHERE id = ?), ?, ?, nullif(?, 0), ?, ?, ?, ?, ?, ?, ?)`,
		m.Key, m.Conversation, m.ID, l.OwnID, m.Parent, m.Role, m.Speaker, micros(m.At), offset(m.At), m.Text, state, digest); err != nil {
		return err
	}
	if l.Waiting {
		if err := r.exec(ctx, `INSERT INTO waiting SELECT conversation, at, key FROM messages WHERE key = ?`, m.Key); err != nil {
			return err
		}
	}
	if l.Place != 0 {
		r.branched[m.Conversation] = true
		if err := r.exec(ctx, `INSERT INTO branches (message, conversation, place, chosen)
			VALUES (?, (SELECT key FROM conversations WHERE id = ?), ?, ?)`, m.Key, m.Conversation, l.Place, l.Chosen); err != nil {
			return err
		}
	}
	if len(l.Mark) > 0 {
		if err := r.exec(ctx, `INSERT INTO erased_marks (message, mark) VALUES (?, ?)`, m.Key, l.Mark); err != nil {
			return err
		}
	}
	return errors.Join(
		r.mark(ctx, `INSERT INTO withdrawn_messages (message, at) VALUES (?, ?)`, m.Key, l.WithdrawnAt),
		r.mark(ctx, `INSERT INTO erased (kind, key, at) VALUES ('message', ?, ?)`, m.Key, l.ErasedAt))
}

func (r restoring) capture(ctx context.Context, l *archive.Capture) error {
	if len(l.Messages) == 0 {
		return errors.New("the batch is empty")
	}
	if err := r.exec(ctx, `INSERT INTO captures (key, conversation, encoder, messages, formed_at)
		VALUES (?, (SELECT key FROM conversations WHERE id = ?), ?, ?, ?)`,
		l.Capture, l.Conversation, l.Encoder, len(l.Messages), micros(l.At.Time)); err != nil {
		return err
	}
	for _, message := range l.Messages {
		if err := r.exec(ctx, `INSERT INTO captured (message, capture) VALUES (?, ?)`, message, l.Capture); err != nil {
			return err
		}
	}
	return nil
}

func (r restoring) episode(ctx context.Context, l *archive.Episode) error {
	e := memory.Episode{
		ID: memory.EpisodeID(l.ID), What: l.What, Act: memory.Act(l.Act), Actor: memory.Role(l.Actor), Lifespan: l.LifespanDays,
		FirstAt: l.FirstAt.Time, LastAt: l.LastAt.Time, FormedAt: l.FormedAt.Time,
	}
	if err := checkEpisode(e); err != nil {
		return err
	}
	if len(l.Sources) == 0 {
		return errors.New("the moment has no source")
	}
	who, err := json.Marshal(notNil(l.Who))
	if err != nil {
		return err
	}
	r.done.Episodes++
	if err := r.exec(ctx, `INSERT INTO episodes (id, capture, conversation, what, about, who, said_when, when_day, act, actor,
		floor, intensity, salience, lifespan, first_at, first_offset, last_at, last_offset, day, formed_at, formed_offset, lasting)
		VALUES (?, ?, (SELECT key FROM conversations WHERE id = ?), ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
		l.ID, l.Capture, l.Conversation, l.What, l.About, string(who), l.When, l.WhenAt, l.Act, l.Actor,
		l.Floor, l.Intensity, l.Salience, l.LifespanDays, micros(e.FirstAt), offset(e.FirstAt), micros(e.LastAt), offset(e.LastAt),
		l.Day, micros(e.FormedAt), offset(e.FormedAt), l.Lasting); err != nil {
		return err
	}
	for i, n := range l.Names {
		if err := r.exec(ctx, `INSERT INTO episode_names (episode, position, name, type)
			VALUES (?, ?, (SELECT key FROM names WHERE folded = ?), ?)`, l.ID, i, memory.FoldName(n.Name), n.Type); err != nil {
			return err
		}
	}
	for i, message := range l.Sources {
		if err := r.exec(ctx, `INSERT INTO episode_sources (episode, position, message) VALUES (?, ?, ?)`, l.ID, i, message); err != nil {
			return err
		}
	}
	if l.Night != 0 {
		if err := r.exec(ctx, `INSERT INTO nights (episode, pass) VALUES (?, ?)`, l.ID, l.Night); err != nil {
			return err
		}
	}
	return errors.Join(
		r.mark(ctx, `INSERT INTO withdrawn_episodes (episode, at) VALUES (?, ?)`, l.ID, l.WithdrawnAt),
		r.mark(ctx, `INSERT INTO unlisted_episodes (episode, at) VALUES (?, ?)`, l.ID, l.UnlistedAt),
		r.mark(ctx, `INSERT INTO erased (kind, key, at) VALUES ('episode', ?, ?)`, l.ID, l.ErasedAt))
}
