package mind_test

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"muisto/memory"
	"muisto/memory/mind"
	"muisto/memory/store"
	"muisto/model/builtin"
)

// TestADayTurnsForAllStagesAtOnce: what is said at two in the night speaks of
// one day, in the moment and in the fact, whatever the setting.
func TestADayTurnsForAllStagesAtOnce(t *testing.T) {
	for turn, want := range map[int]int{0: 19, 1: 19, 2: 19, 3: 18, 4: 18} {
		t.Run(fmt.Sprint(turn), func(t *testing.T) {
			m := builtinMind(t, turn, time.Date(2026, 5, 18, 12, 0, 0, 0, helsinki))
			capture(t, m,
				say(at(18, 1, 58), memory.RoleUser, "When is the Heron launch?"),
				say(at(18, 1, 59), memory.RoleAssistant, "The Heron launch is on 30 May."),
				say(at(18, 2, 0), memory.RoleUser, "No, the Heron launch is tomorrow."),
			)
			sleep(t, m, mind.SleepScope(memory.Night))
			episodes, err := m.Store.Episodes(t.Context(), store.EpisodeQuery{})
			if err != nil {
				t.Fatal(err)
			}
			day := memory.DayOn(2026, 5, want)
			for _, e := range episodes {
				if e.Act == memory.Correction && e.WhenAt != day {
					t.Errorf("the moment speaks of %s, want %s", e.WhenAt, day)
				}
			}
			facts := factsOf(t, m)
			if len(facts) != 1 || !strings.Contains(facts[0].Text, fmt.Sprintf("%d May", want)) {
				t.Errorf("facts: %+v", facts)
			}
		})
	}
}

// TestAStateEndsWhenTheDayTurns: shown as expired or retired by a pass, a state
// ends at one and the same time.
func TestAStateEndsWhenTheDayTurns(t *testing.T) {
	for _, turn := range []int{0, 4} {
		m := builtinMind(t, turn, time.Date(2026, 5, 20, 12, 0, 0, 0, helsinki))
		capture(t, m,
			say(at(18, 10, 0), memory.RoleAssistant, "Petra stays until the 25th."),
			say(at(18, 10, 1), memory.RoleUser, "No, Petra stays with us until 19 May."),
		)
		m.Clock = memory.FixedClock(at(19, 12, 0))
		sleep(t, m, mind.Due)
		m.Clock = memory.FixedClock(at(20, 12, 0))
		want := memory.DayOn(2026, 5, 19).Ends(turn, helsinki)
		for _, when := range []string{"before the pass", "after the pass"} {
			facts := factsOf(t, m)
			if len(facts) == 0 {
				t.Fatal("there are no facts")
			}
			for _, f := range facts {
				if f.Authority == memory.ByUser && (f.Status != memory.Expired || !f.RetiredAt.Equal(want)) {
					t.Errorf("turn %d, %s: %s, retired at %s, want expired at %s", turn, when, f.Status, f.RetiredAt, want)
				}
			}
			sleep(t, m, mind.Due)
		}
	}
}

var helsinki = time.FixedZone("", 3*3600)

// at is a time on the n-th of May 2026.
func at(day, hour, minute int) time.Time {
	return time.Date(2026, 5, day, hour, minute, 0, 0, helsinki)
}

func say(when time.Time, role memory.Role, text string) memory.Message {
	return memory.Message{Conversation: "a", Role: role, At: when, Text: text, Finished: true}
}

func capture(t *testing.T, m *mind.Mind, messages ...memory.Message) {
	t.Helper()
	if _, err := m.Store.Import(t.Context(), messages); err != nil {
		t.Fatal(err)
	}
	if _, err := m.Capture(t.Context(), mind.CaptureScope{}, func(mind.CaptureProgress) {}); err != nil {
		t.Fatal(err)
	}
}

func sleep(t *testing.T, m *mind.Mind, scope mind.SleepScope) {
	t.Helper()
	if _, err := m.Sleep(t.Context(), scope, nil); err != nil {
		t.Fatal(err)
	}
}

func factsOf(t *testing.T, m *mind.Mind) []memory.Fact {
	t.Helper()
	facts, err := m.Facts(t.Context(), store.FactQuery{Retired: true})
	if err != nil {
		t.Fatal(err)
	}
	return facts
}

// builtinMind is a mind with the built-in model whose days turn at turn.
func builtinMind(t *testing.T, turn int, now time.Time) *mind.Mind {
	t.Helper()
	file, err := store.Open(t.Context(), filepath.Join(t.TempDir(), "m.db"), store.Options{Clock: memory.FixedClock(now)})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = file.Close() })
	model := builtin.New(turn)
	m, err := mind.New(mind.Options{
		Store: file, Clock: memory.FixedClock(now), Encoder: model, EncoderName: "builtin", Writer: model, Builtin: model, BuiltinName: "builtin",
		Settings: mind.Settings{Decay: 0.5, DayTurn: turn, BatchTokens: 2000, RecallBudget: 800, StateDays: 90, NightCalls: 50},
	})
	if err != nil {
		t.Fatal(err)
	}
	return m
}
