package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"muisto/memory"
	"muisto/memory/archive"
)

// Purpose is what a model was asked for.
type Purpose string

// The purposes.
const (
	ForReply   Purpose = "reply"
	ForCapture Purpose = "capture"
	ForNight   Purpose = "night"
)

// Usage is what a model took for a purpose on a local day.
type Usage struct {
	Day     memory.Day
	Model   string
	Purpose Purpose
	// Calls is how often it was asked; Reported of how many of these the endpoint
	// told the tokens.
	Calls, Reported int64
	// Read and Wrote are those tokens: of what was sent, and of what came back.
	Read, Wrote int64
	// Sent is how long the prompts were, and Whole how long they would have been
	// with the whole history in them; both are estimates, in tokens.
	Sent, Whole int64
}

// AddUsage adds to what is on record of a day, a model and a purpose.
func (s *Store) AddUsage(ctx context.Context, u Usage) error {
	err := s.write(ctx, func(tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, insertUsage+` ON CONFLICT (day, model, purpose) DO UPDATE SET calls = usage.calls + excluded.calls,
			reported = usage.reported + excluded.reported, read = usage.read + excluded.read, wrote = usage.wrote + excluded.wrote,
			sent = usage.sent + excluded.sent, whole = usage.whole + excluded.whole`, usageValues(u)...)
		return err
	})
	return wrap(err, "keep count of what the model took")
}

const insertUsage = `INSERT INTO usage (day, model, purpose, calls, reported, read, wrote, sent, whole) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`

func usageValues(u Usage) []any {
	return []any{u.Day, u.Model, u.Purpose, u.Calls, u.Reported, u.Read, u.Wrote, u.Sent, u.Whole}
}

// Usage gives what models took from a day on, the newest day first.
func (s *Store) Usage(ctx context.Context, from memory.Day) ([]Usage, error) {
	list := []Usage{}
	err := s.read(ctx, func(tx *sql.Tx) error {
		return each(ctx, tx, func(rows *sql.Rows) error {
			u, err := scanUsage(rows)
			list = append(list, u)
			return err
		}, selectUsage+` WHERE day >= ? ORDER BY day DESC, model, purpose`, from)
	})
	return list, wrap(err, "read what the model took")
}

const selectUsage = `SELECT day, model, purpose, calls, reported, read, wrote, sent, whole FROM usage`

func scanUsage(r row) (Usage, error) {
	var u Usage
	err := r.Scan(&u.Day, &u.Model, &u.Purpose, &u.Calls, &u.Reported, &u.Read, &u.Wrote, &u.Sent, &u.Whole)
	return u, err
}

func (x exporting) usage(ctx context.Context) error {
	return x.each(ctx, func(r row) (archive.Line, error) {
		u, err := scanUsage(r)
		return &archive.Usage{
			Day: archive.Day(u.Day), Model: u.Model, Purpose: string(u.Purpose), Calls: u.Calls, Reported: u.Reported,
			Read: u.Read, Wrote: u.Wrote, Sent: u.Sent, Whole: u.Whole,
		}, err
	}, selectUsage+` ORDER BY day, model, purpose`)
}

func (r restoring) usage(ctx context.Context, l *archive.Usage) error {
	return r.exec(ctx, insertUsage, usageValues(Usage{
		Day: memory.Day(l.Day), Model: l.Model, Purpose: Purpose(l.Purpose), Calls: l.Calls, Reported: l.Reported,
		Read: l.Read, Wrote: l.Wrote, Sent: l.Sent, Whole: l.Whole,
	})...)
}

// Formed says how many moments are of each day, and how many facts formed on
// it, from a day on; days turn at the hour turn.
func (s *Store) Formed(ctx context.Context, from memory.Day, turn int) (moments, facts map[memory.Day]int, err error) {
	moments, facts = map[memory.Day]int{}, map[memory.Day]int{}
	err = s.read(ctx, func(tx *sql.Tx) error {
		if err := each(ctx, tx, func(rows *sql.Rows) error {
			var day memory.Day
			var n int
			err := rows.Scan(&day, &n)
			moments[day] = n
			return err
		}, `SELECT day, count(*) FROM episodes WHERE day >= ? AND id NOT IN (SELECT episode FROM withdrawn_episodes) GROUP BY day`, from); err != nil {
			return err
		}
		return each(ctx, tx, func(rows *sql.Rows) error {
			var at int64
			var zone int
			err := rows.Scan(&at, &zone)
			if day := memory.DayOf(timeOf(at, zone), turn); day >= from {
				facts[day]++
			}
			return err
		}, `SELECT formed_at, formed_offset FROM facts WHERE id NOT IN (SELECT fact FROM withdrawn_facts)`)
	})
	return moments, facts, wrap(err, "count what was remembered")
}

// countAtOnce is how many messages are counted in one go.
const countAtOnce = 2000

// History says how long everything said is: the messages, and the tokens of
// their texts, estimated. It counts what has come since it was last asked, and
// keeps how far it is, also when ctx ends.
func (s *Store) History(ctx context.Context) (messages, tokens int64, err error) {
	for {
		upto, counted, err := s.uncounted(ctx)
		if err != nil {
			return 0, 0, wrap(err, "measure the history")
		}
		if upto.to > upto.from {
			if err := s.write(ctx, func(tx *sql.Tx) error {
				// Another program may have been quicker.
				_, err := tx.ExecContext(ctx, `UPDATE history SET upto = ?, tokens = tokens + ? WHERE upto = ?`, upto.to, counted, upto.from)
				return err
			}); err != nil {
				return 0, 0, wrap(err, "measure the history")
			}
			continue
		}
		err = s.read(ctx, func(tx *sql.Tx) error {
			return tx.QueryRowContext(ctx, `SELECT messages, tokens FROM totals, history`).Scan(&messages, &tokens)
		})
		return messages, tokens, wrap(err, "measure the history")
	}
}

// span is a stretch of keys: those after from, up to to.
type span struct{ from, to int64 }

// uncounted reads the next messages that History has not counted. What streams
// in is left for later, with all after it.
func (s *Store) uncounted(ctx context.Context) (at span, tokens int64, err error) {
	err = s.read(ctx, func(tx *sql.Tx) error {
		if err := tx.QueryRowContext(ctx, `SELECT upto FROM history`).Scan(&at.from); err != nil {
			return err
		}
		at.to = at.from
		return each(ctx, tx, func(rows *sql.Rows) error {
			var text string
			err := rows.Scan(&at.to, &text)
			tokens += int64(memory.Tokens(text))
			return err
		}, `SELECT key, text FROM messages WHERE key > ? AND key < coalesce((SELECT min(message) FROM streaming), 9223372036854775807)
			ORDER BY key LIMIT ?`, at.from, countAtOnce)
	})
	return at, tokens, err
}

// KeepDraft keeps what is written and not yet sent in a conversation, in the
// place of an earlier draft; an empty text takes away that of the conversation.
func (s *Store) KeepDraft(ctx context.Context, conversation, text string) error {
	if len(text) > maxText {
		return fmt.Errorf("keep what is written: it is over %d MiB", maxText>>20)
	}
	gone := false
	err := s.write(ctx, func(tx *sql.Tx) error {
		if text == "" {
			result, err := tx.ExecContext(ctx, `DELETE FROM draft WHERE conversation = ?`, conversation)
			if err == nil {
				var n int64
				n, err = result.RowsAffected()
				gone = n > 0
			}
			return err
		}
		_, err := tx.ExecContext(ctx, `INSERT INTO draft (one, conversation, text) VALUES (1, ?1, ?2)
			ON CONFLICT (one) DO UPDATE SET conversation = ?1, text = ?2`, conversation, text)
		return err
	})
	if err == nil && gone {
		err = explain(s.cutLog(ctx))
	}
	return wrap(err, "keep what is written")
}

// Draft gives what was written and not sent, and where: the conversation may
// not have begun. Both are empty if there is none.
func (s *Store) Draft(ctx context.Context) (conversation, text string, err error) {
	err = s.read(ctx, func(tx *sql.Tx) error {
		err := tx.QueryRowContext(ctx, `SELECT conversation, text FROM draft`).Scan(&conversation, &text)
		if errors.Is(err, sql.ErrNoRows) {
			return nil
		}
		return err
	})
	return conversation, text, wrap(err, "read what was written")
}
