package mind

import (
	"context"
	"fmt"

	"muisto/memory"
	"muisto/memory/neocortex"
	"muisto/memory/store"
)

// sleepLease is held by the one program that consolidates.
const sleepLease = "sleep"

// SleepScope says which passes to run: those that are due, or one kind now.
type SleepScope string

// Due runs the passes that are due; the kinds of neocortex run that one now.
const Due SleepScope = "due"

// Valid reports whether s is a known scope.
func (s SleepScope) Valid() bool { return s == Due || memory.PassKind(s).Valid() }

// Sleep consolidates: it retires the states that have run out, then runs the
// passes of the scope, one after the other, and gives their records. It fails
// with memory.ErrBusy while another program sleeps. When ctx ends it stops
// cleanly, with the records of what was done; the pass goes on there the next
// time.
func (m *Mind) Sleep(ctx context.Context, scope SleepScope, progress func(neocortex.Progress)) ([]memory.PassRecord, error) {
	lease, err := m.Store.Acquire(ctx, sleepLease, leaseTime)
	if err != nil {
		return nil, fmt.Errorf("sleep: %w", err)
	}
	var records []memory.PassRecord
	err = m.holding(ctx, lease, func(ctx context.Context) error {
		deps := neocortex.Deps{
			Store: m.Store.Nights(lease), Writer: boundedWriter{m}, Fallback: m.BuiltinWriter, Clock: m.Clock,
			Settings: neocortex.Settings{
				DayTurn: m.Settings.DayTurn, StateDays: m.Settings.StateDays, MaxCalls: m.Settings.NightCalls,
				CallTokens: m.Settings.BatchTokens,
			},
			Facts: neocortex.NewFacts(),
		}
		if err := neocortex.ExpireStates(ctx, deps); err != nil {
			return err
		}
		passes, err := m.passes(ctx, scope)
		if err != nil {
			return err
		}
		for _, pass := range passes {
			var record memory.PassRecord
			err := m.Crashes.Catch("finish a pass of the night", func() (err error) {
				record, err = neocortex.Run(ctx, deps, pass, progress)
				return err
			})
			if record.ID != 0 {
				records = append(records, record)
			}
			if err != nil {
				return err
			}
		}
		return nil
	})
	return records, err
}

// passes lists what a scope asks for, in the order to run it.
func (m *Mind) passes(ctx context.Context, scope SleepScope) ([]memory.Pass, error) {
	schedule, err := m.Store.Calendar(ctx, m.Clock.Now(), m.Settings.DayTurn)
	if err != nil {
		return nil, err
	}
	if scope == Due {
		return neocortex.Due(schedule), nil
	}
	return neocortex.Asked(schedule, memory.PassKind(scope)), nil
}

// SleepDue reports whether any pass is due.
func (m *Mind) SleepDue(ctx context.Context) (bool, error) {
	passes, err := m.passes(ctx, Due)
	return len(passes) > 0, err
}

// Facts gives the facts as they stand today, the newest evidence first; the
// retired ones too if q says so. A state whose last valid day has gone by shows
// as expired, even before a pass has retired it.
func (m *Mind) Facts(ctx context.Context, q store.FactQuery) ([]memory.Fact, error) {
	facts, err := m.Store.Facts(ctx, q)
	if err != nil {
		return nil, err
	}
	return m.asOfToday(facts, q.Retired), nil
}

// FactsByID gives the facts that have these IDs, as they stand today, retired
// or not; an ID under which nothing stands is passed over.
func (m *Mind) FactsByID(ctx context.Context, ids []memory.FactID) ([]memory.Fact, error) {
	facts, err := m.Store.FactsByID(ctx, ids)
	if err != nil {
		return nil, err
	}
	return m.asOfToday(facts, true), nil
}

func (m *Mind) asOfToday(facts []memory.Fact, retired bool) []memory.Fact {
	today := m.today()
	var list []memory.Fact
	for _, f := range facts {
		if f.RunsOutBefore(today) {
			f = f.Expire(m.calendar())
			if !retired {
				continue
			}
		}
		list = append(list, f)
	}
	return list
}
