package store

import (
	"context"
	"database/sql"
)

// process tells one run of a program from every other, as far as the system
// lets us.
type process struct {
	// host is the machine since it was started, or the part of it in which pids
	// mean the same; empty where that cannot be told.
	host string
	pid  int
	// born is when the process began, in the system's own spelling.
	born string
}

// liveness is what can be told of a process.
type liveness int

const (
	unknown liveness = iota
	alive
	dead
)

// scanned fills in a process from three columns.
func (p *process) scanned() []any { return []any{&p.host, &p.pid, &p.born} }

// FinishAbandoned marks as stopped the replies that were streaming in when their
// program died, and gives their number. What had been saved of them stays.
func (s *Store) FinishAbandoned(ctx context.Context) (int, error) {
	n := 0
	err := s.write(ctx, func(tx *sql.Tx) error {
		n = 0
		keys, err := s.abandoned(ctx, tx)
		if err != nil {
			return err
		}
		for _, key := range keys {
			if err := endMessage(ctx, tx, key, stateStopped); err != nil {
				return err
			}
			n++
		}
		return nil
	})
	return n, wrap(err, "mark replies that were cut short")
}

// abandoned lists the streaming replies that nobody can be saving any more.
// Where a process cannot be looked up, a reply counts as such after
// abandonedAfter.
func (s *Store) abandoned(ctx context.Context, tx *sql.Tx) ([]int64, error) {
	var keys []int64
	longAgo := micros(s.clock.Now().Add(-abandonedAfter))
	err := each(ctx, tx, func(rows *sql.Rows) error {
		var key, at int64
		var p process
		if err := rows.Scan(append([]any{&key, &at}, p.scanned()...)...); err != nil {
			return err
		}
		is := look(p)
		if is == dead || is == unknown && at < longAgo {
			keys = append(keys, key)
		}
		return nil
	}, `SELECT m.key, m.at, s.host, s.pid, s.born FROM streaming s JOIN messages m ON m.key = s.message`)
	return keys, err
}
