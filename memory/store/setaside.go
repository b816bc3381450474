package store

import (
	"context"
	"database/sql"
	"slices"
	"time"

	"muisto/memory"
)

// maxFailures is how often the work on messages may fail before their batch is
// split, or a single one is set aside.
const maxFailures = 2

// Aside is a message that is not captured, since capture fails on it.
type Aside struct {
	Message memory.Message
	At      time.Time
	Reason  string
}

// BeginAttempt notes that a batch is about to be worked on, until it is
// recorded, EndAttempt or FailAttempt. It fails with memory.ErrBusy if the lease
// was lost.
func (s *Store) BeginAttempt(ctx context.Context, l Lease, messages []int64) error {
	return wrap(s.leased(ctx, l, func(tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, `INSERT INTO capture_attempts (message, running, failures, most)
			SELECT value, 1, 0, 0 FROM json_each(?) WHERE true ON CONFLICT (message) DO UPDATE SET running = 1`, listOf(messages))
		return err
	}), "note what is about to be captured")
}

// EndAttempt notes that work on a batch ended without a result, through no fault
// of the messages.
func (s *Store) EndAttempt(ctx context.Context, l Lease, messages []int64) error {
	return wrap(s.leased(ctx, l, func(tx *sql.Tx) error {
		if _, err := tx.ExecContext(ctx, `DELETE FROM capture_attempts WHERE failures = 0 AND message IN (SELECT value FROM json_each(?))`, listOf(messages)); err != nil {
			return err
		}
		_, err := tx.ExecContext(ctx, `UPDATE capture_attempts SET running = 0 WHERE message IN (SELECT value FROM json_each(?))`, listOf(messages))
		return err
	}), "note what was not captured")
}

// FailAttempt notes that work on a batch crashed or ran out of time, and why. A
// batch that has failed twice is halved the next time; a single message is set
// aside. It returns how many were.
func (s *Store) FailAttempt(ctx context.Context, l Lease, messages []int64, reason string) (aside int, err error) {
	err = s.leased(ctx, l, func(tx *sql.Tx) (err error) {
		aside, err = failAttempt(ctx, tx, micros(s.clock.Now()), messages, reason)
		return err
	})
	return aside, wrap(err, "note what failed to be captured")
}

// SlowAttempt notes that an endpoint did not answer about a batch in time. A batch
// of which that is so twice is halved the next time; nothing is set aside.
func (s *Store) SlowAttempt(ctx context.Context, l Lease, messages []int64) error {
	return wrap(s.leased(ctx, l, func(tx *sql.Tx) error {
		failures, err := countFailure(ctx, tx, messages)
		switch {
		case err != nil || failures < maxFailures:
			return err
		case len(messages) > 1:
			return halve(ctx, tx, messages)
		}
		_, err = tx.ExecContext(ctx, `UPDATE capture_attempts SET most = ? WHERE message = ?`, gaveUp, messages[0])
		return err
	}), "note that an answer did not come in time")
}

// gaveUp stands for how many messages a batch may have where an endpoint did not
// answer in time about one alone.
const gaveUp = -1

// GaveUp reports whether an endpoint did not answer in time about a message alone,
// so that it is not asked again.
func (s *Store) GaveUp(ctx context.Context, message int64) (bool, error) {
	var often bool
	err := s.read(ctx, func(tx *sql.Tx) error {
		return tx.QueryRowContext(ctx, `SELECT EXISTS (SELECT 1 FROM capture_attempts WHERE message = ? AND most = ?)`, message, gaveUp).Scan(&often)
	})
	return often, wrap(err, "read what failed to be captured")
}

// FailAbandoned does the same for a batch that a program which ended without a
// word was working on.
func (s *Store) FailAbandoned(ctx context.Context, l Lease, reason string) (aside int, err error) {
	err = s.leased(ctx, l, func(tx *sql.Tx) error {
		var messages []int64
		err := each(ctx, tx, func(rows *sql.Rows) error {
			var key int64
			err := rows.Scan(&key)
			messages = append(messages, key)
			return err
		}, `SELECT message FROM capture_attempts WHERE running = 1`)
		if err != nil || len(messages) == 0 {
			return err
		}
		aside, err = failAttempt(ctx, tx, micros(s.clock.Now()), messages, reason)
		return err
	})
	return aside, wrap(err, "look for a capture that did not end")
}

func failAttempt(ctx context.Context, tx *sql.Tx, at int64, messages []int64, reason string) (aside int, err error) {
	failures, err := countFailure(ctx, tx, messages)
	switch {
	case err != nil || failures < maxFailures:
		return 0, err
	case len(messages) > 1:
		return 0, halve(ctx, tx, messages)
	}
	if err := forgetPending(ctx, tx, messages); err != nil {
		return 0, err
	}
	_, err = tx.ExecContext(ctx, `INSERT INTO set_aside (message, at, reason) VALUES (?, ?, ?)`, messages[0], at, reason)
	return 1, err
}

// forgetPending takes messages out of all that is still to be done with them.
func forgetPending(ctx context.Context, tx runner, messages []int64) error {
	for _, query := range []string{
		`DELETE FROM waiting WHERE message IN (SELECT value FROM json_each(?))`,
		`DELETE FROM capture_attempts WHERE message IN (SELECT value FROM json_each(?))`,
		`DELETE FROM set_aside WHERE message IN (SELECT value FROM json_each(?))`,
	} {
		if _, err := tx.ExecContext(ctx, query, listOf(messages)); err != nil {
			return err
		}
	}
	return nil
}

// Together returns how many of the messages, from the first on, a batch may have
// after what failed before; never 0.
func (s *Store) Together(ctx context.Context, messages []memory.Message) (int, error) {
	most := make(map[int64]int)
	err := s.read(ctx, func(tx *sql.Tx) error {
		return each(ctx, tx, func(rows *sql.Rows) error {
			var key int64
			var n int
			err := rows.Scan(&key, &n)
			most[key] = n
			return err
		}, `SELECT message, most FROM capture_attempts WHERE most > 0`)
	})
	if err != nil || len(messages) == 0 {
		return len(messages), wrap(err, "look for captures that failed")
	}
	together := len(messages)
	for i, m := range messages {
		if n, ok := most[m.Key]; ok {
			together = min(together, max(n, i))
		}
		if i+1 >= together {
			break
		}
	}
	return max(together, 1), nil
}

// WithoutAside returns those of the messages that are not set aside and have not
// failed: the others must not be read with what comes after them.
func (s *Store) WithoutAside(ctx context.Context, messages []memory.Message) ([]memory.Message, error) {
	odd := make(map[int64]bool)
	err := s.read(ctx, func(tx *sql.Tx) error {
		return each(ctx, tx, func(rows *sql.Rows) error {
			var key int64
			err := rows.Scan(&key)
			odd[key] = true
			return err
		}, `SELECT message FROM set_aside UNION SELECT message FROM capture_attempts WHERE failures > 0`)
	})
	kept := slices.DeleteFunc(slices.Clone(messages), func(m memory.Message) bool { return odd[m.Key] })
	return kept, wrap(err, "look for captures that failed")
}

// SetAside lists the messages that were set aside, the oldest first.
func (s *Store) SetAside(ctx context.Context) ([]Aside, error) {
	list := []Aside{}
	err := s.read(ctx, func(tx *sql.Tx) error {
		messages, err := queryMessages(ctx, tx, selectMessages+`JOIN set_aside a ON a.message = m.key ORDER BY a.at, m.key`)
		if err != nil {
			return err
		}
		for _, m := range messages {
			a := Aside{Message: m}
			var at int64
			if err := tx.QueryRowContext(ctx, `SELECT at, reason FROM set_aside WHERE message = ?`, m.Key).Scan(&at, &a.Reason); err != nil {
				return err
			}
			a.At = timeOf(at, 0)
			list = append(list, a)
		}
		return nil
	})
	return list, wrap(err, "read what was set aside")
}

// TakeUp puts the messages that were set aside back among those that wait for
// capture, and returns how many.
func (s *Store) TakeUp(ctx context.Context) (int, error) {
	n := int64(0)
	err := s.write(ctx, func(tx *sql.Tx) error {
		result, err := tx.ExecContext(ctx, `INSERT INTO waiting (conversation, at, message)
			SELECT m.conversation, m.at, m.key FROM messages m JOIN set_aside a ON a.message = m.key ON CONFLICT DO NOTHING`)
		if err != nil {
			return err
		}
		if n, err = result.RowsAffected(); err != nil {
			return err
		}
		_, err = tx.ExecContext(ctx, `DELETE FROM set_aside`)
		return err
	})
	return int(n), wrap(err, "take up what was set aside")
}

// leased is a write under a lease.
func (s *Store) leased(ctx context.Context, l Lease, work func(*sql.Tx) error) error {
	return s.write(ctx, func(tx *sql.Tx) error {
		if err := checkLease(ctx, tx, l); err != nil {
			return err
		}
		return work(tx)
	})
}

// countFailure notes that work on a batch failed, and returns how often it has for
// one of its messages.
func countFailure(ctx context.Context, tx *sql.Tx, messages []int64) (failures int, err error) {
	keys := listOf(messages)
	if _, err := tx.ExecContext(ctx, `INSERT INTO capture_attempts (message, running, failures, most)
		SELECT value, 0, 1, 0 FROM json_each(?) WHERE true ON CONFLICT (message) DO UPDATE SET running = 0, failures = capture_attempts.failures + 1`, keys); err != nil {
		return 0, err
	}
	err = tx.QueryRowContext(ctx, `SELECT max(failures) FROM capture_attempts WHERE message IN (SELECT value FROM json_each(?))`, keys).Scan(&failures)
	return failures, err
}

// halve has the messages of a batch captured in smaller ones.
func halve(ctx context.Context, tx *sql.Tx, messages []int64) error {
	_, err := tx.ExecContext(ctx, `UPDATE capture_attempts SET most = ? WHERE message IN (SELECT value FROM json_each(?))`, len(messages)/2, listOf(messages))
	return err
}
