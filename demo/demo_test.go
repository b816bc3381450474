package demo

import (
	"context"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"muisto/chat"
	"muisto/memory"
	"muisto/memory/mind"
	"muisto/memory/store"
	"muisto/model/builtin"
)

var oslo = time.FixedZone("CEST", 2*3600)

// stage is a play with what it is played to.
type stage struct {
	*Player
	session *chat.Session
	mind    *mind.Mind
}

func set(t *testing.T) *stage {
	t.Helper()
	beats, err := Script(oslo)
	if err != nil {
		t.Fatal(err)
	}
	clock := NewClock(beats[0].At.Add(-time.Hour))
	file, err := store.Open(t.Context(), filepath.Join(t.TempDir(), "demo.db"), store.Options{Clock: clock})
	if err != nil {
		t.Fatal(err)
	}
	model := builtin.New(4)
	m, err := mind.New(mind.Options{
		Store: file, Clock: clock, Encoder: model, Builtin: model, Writer: model, EncoderName: "builtin", BuiltinName: "builtin",
		Settings: mind.Settings{Decay: memory.DefaultDecay, DayTurn: 4, BatchTokens: 2000, RecallBudget: 800, StateDays: 90, NightCalls: 50},
	})
	if err != nil {
		t.Fatal(err)
	}
	replier := NewReplier(beats, model)
	replier.quick = true
	session, err := chat.Open(t.Context(), chat.Options{
		Mind: m, Store: file, Clock: clock, Replier: replier, ContextTokens: 4096, Quiet: quiet, DayTurn: 4, Decay: memory.DefaultDecay,
	})
	if err != nil {
		t.Fatal(err)
	}
	watched := make(chan struct{})
	go func() {
		defer close(watched)
		for range session.Events() { // a screen that keeps up
		}
	}()
	t.Cleanup(func() {
		if err := session.Close(); err != nil {
			t.Error(err)
		}
		<-watched
		if err := file.Close(); err != nil {
			t.Error(err)
		}
	})
	return &stage{NewPlayer(session, clock, beats, 4), session, m}
}

// play steps until done, as a screen that draws ten times a second would.
func (s *stage) play(t *testing.T, done func() bool) time.Duration {
	t.Helper()
	const frame = 100 * time.Millisecond
	took := time.Duration(0)
	for !done() {
		if err := s.Step(context.Background(), frame); err != nil {
			t.Fatal(err)
		}
		if took += frame; took > 20*time.Minute {
			t.Fatal("the play does not end")
		}
	}
	return took
}

func TestTheMonthShowsEverything(t *testing.T) {
	s := set(t)
	took := s.play(t, func() bool { return s.State().Ended && s.State().Now.Day() >= 16 })
	if took < time.Minute || took > 6*time.Minute {
		t.Errorf("the play takes %v at speed 1", took)
	}
	s.play(t, func() bool { return s.State().Paused })
	if at := s.State().Now; at.Day() > 20 {
		t.Errorf("the clock stops by itself only at %s", at)
	}
	episodes, err := s.session.Moments(t.Context(), chat.MomentQuery{Limit: 1000})
	if err != nil {
		t.Fatal(err)
	}
	acts, days, peak := map[memory.Act]int{}, map[memory.Day]bool{}, 0.0
	for _, e := range episodes {
		acts[e.Act]++
		days[e.Day] = true
		peak = max(peak, e.Intensity)
	}
	for _, act := range memory.Acts() {
		if acts[act] == 0 {
			t.Errorf("no %s is seen", act)
		}
	}
	if len(days) < 10 || peak < 0.9 {
		t.Errorf("%d days, a peak of %.2f", len(days), peak)
	}
	facts, err := s.mind.Facts(t.Context(), store.FactQuery{Retired: true})
	if err != nil {
		t.Fatal(err)
	}
	// What the agent claimed once, and a question about it, make no fact, so
	// there is none to take back: see the moments.
	wants := []struct {
		name string
		ok   func(memory.Fact) bool
	}{
		{"a habit", func(f memory.Fact) bool {
			return f.Kind == memory.Habit && f.Status == memory.Active && strings.Contains(f.Text, "Olaf")
		}},
		{"a state that has run out", func(f memory.Fact) bool {
			return f.Kind == memory.State && f.Status == memory.Expired && strings.Contains(f.Text, "permit")
		}},
		{"a correction that took another fact's place", func(f memory.Fact) bool {
			return f.Status == memory.Superseded && strings.Contains(f.Text, "Wednesday")
		}},
		{"what the correction says", func(f memory.Fact) bool {
			return f.Status == memory.Active && strings.Contains(f.Text, "Heron review") && strings.Contains(f.Text, "Thursday")
		}},
		{"a fact with three moments", func(f memory.Fact) bool { return f.Status == memory.Active && len(f.Sources) >= 3 }},
	}
	for _, want := range wants {
		found := false
		for _, f := range facts {
			found = found || want.ok(f)
		}
		if !found {
			t.Errorf("%s is not seen", want.name)
		}
	}
	if t.Failed() {
		for _, e := range episodes {
			t.Logf("%s %s %s | %s", e.Day, e.Act, e.About, e.What)
		}
		for _, f := range facts {
			t.Logf("%s %s %s %s %v | %s", f.ID, f.Kind, f.Status, f.About, f.Sources, f.Text)
		}
	}
}

func TestTheClockCanBeDriven(t *testing.T) {
	s := set(t)
	start := s.State().Now
	s.Toggle()
	for range 100 {
		if err := s.Step(t.Context(), time.Second); err != nil {
			t.Fatal(err)
		}
	}
	if !s.State().Now.Equal(start) || !s.State().Paused {
		t.Errorf("time went by while paused: %+v", s.State())
	}
	s.NextNight()
	s.play(t, func() bool { return !s.State().Now.Before(start.Truncate(24 * time.Hour).Add(26 * time.Hour)) })
	s.Skip(7)
	took := s.play(t, func() bool { return s.State().Now.After(start.AddDate(0, 0, 7)) })
	if took > time.Minute {
		t.Errorf("a week took %v", took)
	}
	if counts, err := s.session.Counts(t.Context()); err != nil || counts.Moments < 4 {
		t.Errorf("what happened in it is not there: %+v, %v", counts, err)
	}
	s.SetSpeed(99)
	if s.State().Speed != MaxSpeed {
		t.Errorf("speed %d", s.State().Speed)
	}
}

// TestTheViewersQuestionsAreAnswered: what a viewer would ask at the end is
// answered, and nothing that is false by then is on top.
func TestTheViewersQuestionsAreAnswered(t *testing.T) {
	s := set(t)
	s.play(t, func() bool { return s.State().Paused })
	facts, err := s.mind.Facts(t.Context(), store.FactQuery{})
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range facts {
		if f.Status == memory.Active && (strings.Contains(f.Text, "will") || strings.Contains(f.Text, "Wednesday")) {
			t.Errorf("the play ends on %q", f.Text)
		}
	}
	for question, want := range map[string]string{
		"who is going to Bergen?":                "Noor and Tomas",
		"when is the Heron review?":              "Thursday",
		"what did Noor lend me?":                 "rain jacket",
		"until when does my parking permit run?": "9 October",
		"was the travel budget approved?":        "took back",
	} {
		if err := s.session.Say(t.Context(), question); err != nil {
			t.Fatal(err)
		}
		last, err := s.session.History(t.Context(), chat.HistoryQuery{Part: chat.Last, Limit: 1})
		if err != nil || !strings.Contains(last[0].Text, want) {
			t.Errorf("%s %q, %v; want %q", question, last[0].Text, err, want)
		}
	}
}
