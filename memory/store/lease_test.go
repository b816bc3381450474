package store

import (
	"errors"
	"testing"
	"time"

	"muisto/memory"
)

// withClock is s under another clock and, as far as leases can tell, in another
// process.
func withClock(s *Store, now time.Time, p process) *Store {
	other := *s
	other.clock, other.self = memory.FixedClock(now), p
	return &other
}

func TestOneHolderAtATime(t *testing.T) {
	here := thisProcess()
	gone := here
	gone.born = "0"
	for _, test := range []struct {
		name        string
		holder      process
		when, ttl   time.Duration // when the second asks, after the first took it
		free        bool
		linuxAlone  bool
		afterBefore func(t *testing.T, s *Store, l Lease)
	}{
		{name: "alive", holder: here},
		{name: "alive, just before the end", holder: here, when: time.Minute - time.Microsecond},
		{name: "alive, time up", holder: here, when: time.Minute, free: true},
		{name: "alive, by a clock far ahead", holder: here, when: -48 * time.Hour, linuxAlone: true},
		{name: "dead", holder: gone, free: true, linuxAlone: true},
		{name: "from an earlier boot", holder: process{"boot pid:[1]", 1, "7"}, free: true, linuxAlone: true},
		{name: "not to be looked up", holder: process{pid: 1}},
		{name: "not to be looked up, by a clock far ahead", holder: process{pid: 1}, when: -48 * time.Hour, free: true},
		{name: "not to be looked up, by a clock a little ahead", holder: process{pid: 1}, when: -10 * time.Minute},
		{name: "given back", holder: here, free: true, afterBefore: func(t *testing.T, s *Store, l Lease) {
			if err := s.Release(t.Context(), l); err != nil {
				t.Fatal(err)
			}
		}},
		{name: "renewed", holder: here, when: time.Minute, afterBefore: func(t *testing.T, s *Store, l Lease) {
			later := withClock(s, noon.Add(30*time.Second), here)
			if err := later.Renew(t.Context(), l); err != nil {
				t.Fatal(err)
			}
		}},
	} {
		t.Run(test.name, func(t *testing.T) {
			if test.linuxAlone && look(here) != alive {
				t.Skip("processes cannot be looked up here")
			}
			s := openNew(t)
			first := withClock(s, noon, test.holder)
			l := must[Lease](t)(first.Acquire(t.Context(), "capture", time.Minute))
			if test.afterBefore != nil {
				test.afterBefore(t, s, l)
			}
			_, err := withClock(s, noon.Add(test.when), here).Acquire(t.Context(), "capture", time.Minute)
			if test.free && err != nil || !test.free && !errors.Is(err, memory.ErrBusy) {
				t.Errorf("free %v, error %v", test.free, err)
			}
			must[Lease](t)(s.Acquire(t.Context(), "sleep", time.Minute))
		})
	}
}

func TestALostLeaseStaysLost(t *testing.T) {
	s, ctx := openNew(t), t.Context()
	first := must[Lease](t)(s.Acquire(ctx, "capture", time.Minute))
	later := withClock(s, noon.Add(time.Hour), s.self)
	second := must[Lease](t)(later.Acquire(ctx, "capture", time.Minute))
	if err := s.Renew(ctx, first); !errors.Is(err, memory.ErrBusy) {
		t.Errorf("renewed: %v", err)
	}
	if err := s.Release(ctx, first); err != nil {
		t.Error(err)
	}
	if err := later.Renew(ctx, second); err != nil {
		t.Errorf("the second lost it to the first: %v", err)
	}
}

func TestALeaseIsBounded(t *testing.T) {
	s := openNew(t)
	must[Lease](t)(s.Acquire(t.Context(), "capture", 1000*time.Hour))
	must[Lease](t)(withClock(s, noon.Add(maxLease), s.self).Acquire(t.Context(), "capture", time.Minute))
}
