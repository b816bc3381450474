package store

import (
	"context"
	"crypto/rand"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"muisto/memory"
)

// maxLease is the longest that a lease may run without being renewed.
const maxLease = time.Hour

// Lease is the right to do one kind of work on this memory, which one program
// has at a time.
type Lease struct {
	// Name is the work, "capture" or "sleep", say.
	Name string
	// Holder is who has it: a word of its own for each time it is taken.
	Holder string
	TTL    time.Duration
}

// Acquire takes the lease of that name for ttl, at most an hour.
// It fails with memory.ErrBusy while another has it.
//
// A lease is over when it is released, when its time is up, or when the process
// that took it has died: a crash is seen at once, by the process's number and
// the time of its start, where the system tells these (Linux). Time is that of
// the store's Clock, which need not be the other program's: two programs whose
// clocks disagree may both believe to hold it. That costs them work but does no
// harm, since what is written under a lease is checked against its holder.
func (s *Store) Acquire(ctx context.Context, name string, ttl time.Duration) (Lease, error) {
	l := Lease{Name: name, Holder: rand.Text(), TTL: min(ttl, maxLease)}
	err := s.write(ctx, func(tx *sql.Tx) error {
		free, err := s.isFree(ctx, tx, name)
		if err != nil {
			return err
		}
		if !free {
			return memory.ErrBusy
		}
		_, err = tx.ExecContext(ctx, `INSERT INTO leases (name, holder, host, pid, born, until) VALUES (?, ?, ?, ?, ?, ?)
			ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, host = excluded.host, pid = excluded.pid,
			born = excluded.born, until = excluded.until`,
			name, l.Holder, s.self.host, s.self.pid, s.self.born, s.endOf(l))
		return err
	})
	if err != nil {
		return Lease{}, fmt.Errorf("take the lease %q: %w", name, err)
	}
	return l, nil
}

func (s *Store) endOf(l Lease) int64 { return micros(s.clock.Now().Add(l.TTL)) }

// isFree reports whether nobody has the lease any more.
func (s *Store) isFree(ctx context.Context, tx *sql.Tx, name string) (bool, error) {
	var p process
	var holder string
	var until int64
	err := tx.QueryRowContext(ctx, `SELECT holder, until, host, pid, born FROM leases WHERE name = ?`, name).
		Scan(append([]any{&holder, &until}, p.scanned()...)...)
	if errors.Is(err, sql.ErrNoRows) {
		return true, nil
	}
	if err != nil {
		return false, err
	}
	now := s.clock.Now()
	if _, ours := s.givenUp.Load(holder); ours || until <= micros(now) {
		return true, nil
	}
	switch look(p) {
	case dead:
		return true, nil
	case alive:
		return false, nil
	}
	// No lease runs that long: it was taken by a clock far ahead of this one,
	// and must not bar the way until that time comes.
	return until > micros(now.Add(maxLease)), nil
}

// Renew lets a lease run for its TTL from now. It fails with memory.ErrBusy if
// another has taken it.
func (s *Store) Renew(ctx context.Context, l Lease) error {
	err := s.write(ctx, func(tx *sql.Tx) error {
		if err := checkLease(ctx, tx, l); err != nil {
			return err
		}
		_, err := tx.ExecContext(ctx, `UPDATE leases SET until = ? WHERE name = ?`, s.endOf(l), l.Name)
		return err
	})
	return wrap(err, "renew a lease")
}

// Release gives a lease back; one that another has taken stays theirs. Where
// that cannot be written, on a full disk say, this Store takes it for given back
// all the same.
func (s *Store) Release(ctx context.Context, l Lease) error {
	err := s.write(ctx, func(tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, `DELETE FROM leases WHERE name = ? AND holder = ?`, l.Name, l.Holder)
		return err
	})
	if err != nil {
		s.givenUp.Store(l.Holder, nil)
	}
	return wrap(err, "give a lease back")
}

// checkLease fails with memory.ErrBusy unless l is held. One whose time is up
// but that nobody has taken is.
func checkLease(ctx context.Context, tx *sql.Tx, l Lease) error {
	var holder string
	err := tx.QueryRowContext(ctx, `SELECT holder FROM leases WHERE name = ?`, l.Name).Scan(&holder)
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return err
	}
	if holder == "" || holder != l.Holder {
		return fmt.Errorf("the lease %q was lost: %w", l.Name, memory.ErrBusy)
	}
	return nil
}
