package mind

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"muisto/memory"
	"muisto/memory/hippocampus"
	"muisto/memory/recall"
	"muisto/memory/store"
)

var helsinki = time.FixedZone("", 3*3600)

// at is a time on the n-th of May 2026.
func at(day, hour, minute int) time.Time {
	return time.Date(2026, 5, day, hour, minute, 0, 0, helsinki)
}

// echo is an Encoder that makes an observation of every message of the user's.
type echo struct {
	batches []hippocampus.Batch
	// fail, if set, is what a call returns instead.
	fail func() ([]hippocampus.Proposal, error)
}

func (e *echo) Encode(_ context.Context, b hippocampus.Batch, _ []string) ([]hippocampus.Proposal, error) {
	e.batches = append(e.batches, b)
	if e.fail != nil {
		return e.fail()
	}
	var list []hippocampus.Proposal
	for i, m := range b.Messages {
		if m.Role == memory.RoleUser {
			list = append(list, hippocampus.Proposal{What: m.Text, Act: "observation", Sources: []string{fmt.Sprintf("m%d", i+1)}})
		}
	}
	return list, nil
}

func newMind(t *testing.T, enc hippocampus.Encoder) *Mind {
	t.Helper()
	clock := memory.FixedClock(at(20, 12, 0))
	s, err := store.Open(t.Context(), filepath.Join(t.TempDir(), "m.db"), store.Options{Clock: clock})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	m, err := New(Options{
		Store: s, Clock: clock, Encoder: enc, EncoderName: "echo", Builtin: &echo{}, BuiltinName: "builtin",
		Settings: Settings{Decay: memory.DefaultDecay, DayTurn: 4, BatchTokens: 2000, RecallBudget: 800},
	})
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func say(conversation string, when time.Time, role memory.Role, text string) memory.Message {
	return memory.Message{Conversation: conversation, Role: role, At: when, Text: text, Finished: true}
}

func bring(t *testing.T, m *Mind, messages ...memory.Message) {
	t.Helper()
	if _, err := m.Store.Import(t.Context(), messages); err != nil {
		t.Fatal(err)
	}
}

func capture(t *testing.T, m *Mind, scope CaptureScope) CaptureReport {
	t.Helper()
	report, err := m.Capture(t.Context(), scope, func(CaptureProgress) {})
	if err != nil {
		t.Fatal(err)
	}
	return report
}

func TestOneCallForEachBatch(t *testing.T) {
	enc := &echo{}
	m := newMind(t, enc)
	bring(t, m,
		say("a", at(18, 9, 0), memory.RoleUser, "the boiler is broken"),
		say("a", at(18, 9, 1), memory.RoleAssistant, "Oh no."),
		say("a", at(19, 2, 0), memory.RoleUser, "still awake"), // before the turn: the 18th
		say("a", at(19, 9, 0), memory.RoleUser, "the boiler is mended"),
		say("b", at(18, 9, 0), memory.RoleUser, "a heron at the canal"),
	)
	report := capture(t, m, CaptureScope{})
	if report.Batches != 3 || report.Calls != 3 || report.Messages != 5 || len(report.Episodes) != 4 {
		t.Fatalf("report %+v", report)
	}
	for _, e := range report.Episodes {
		if e.ID == 0 || len(e.Sources) != 1 || e.Floor != 0.25 || e.Lifespan == 0 {
			t.Errorf("episode %+v", e)
		}
	}
	context := enc.batches[1].Context
	if len(context) != 3 || context[2].Text != "still awake" {
		t.Errorf("the second batch has the context %+v", context)
	}
	if again := capture(t, m, CaptureScope{}); again.Calls != 0 || len(enc.batches) != 3 {
		t.Errorf("captured again: %+v", again)
	}
}

func TestAMessageImportedLateIsCapturedAlone(t *testing.T) {
	enc := &echo{}
	m := newMind(t, enc)
	bring(t, m, say("a", at(18, 9, 0), memory.RoleUser, "first"), say("a", at(18, 9, 5), memory.RoleUser, "third"))
	capture(t, m, CaptureScope{})
	bring(t, m, say("a", at(18, 9, 0), memory.RoleUser, "first"), say("a", at(18, 9, 3), memory.RoleUser, "second"))
	report := capture(t, m, CaptureScope{})
	if report.Messages != 1 || len(report.Episodes) != 1 || report.Episodes[0].What != "second" {
		t.Errorf("report %+v", report)
	}
}

func TestOnlyWhatHasGoneQuietIsInScope(t *testing.T) {
	m := newMind(t, &echo{})
	bring(t, m,
		say("old", at(20, 11, 0), memory.RoleUser, "an hour ago"),
		say("new", at(20, 11, 59), memory.RoleUser, "a minute ago"),
	)
	if report := capture(t, m, CaptureScope{Quiet: 90 * time.Second}); report.Messages != 1 || report.Episodes[0].What != "an hour ago" {
		t.Errorf("report %+v", report)
	}
	if report := capture(t, m, CaptureScope{Conversation: "old"}); report.Messages != 0 {
		t.Errorf("report %+v", report)
	}
	if report := capture(t, m, CaptureScope{Conversation: "new"}); report.Messages != 1 {
		t.Errorf("report %+v", report)
	}
}

func TestOfATalkThatGoesOnWhatCameBeforeASilenceIsCaptured(t *testing.T) {
	enc := &echo{}
	m := newMind(t, enc)
	quiet := CaptureScope{Quiet: 90 * time.Second}
	bring(t, m,
		say("a", at(18, 9, 0), memory.RoleUser, "the boiler is broken"),
		say("a", at(18, 9, 5), memory.RoleAssistant, "Oh no."), // a slow reply is no silence
		say("a", at(19, 9, 0), memory.RoleUser, "it is mended"),
		say("a", at(20, 11, 58), memory.RoleUser, "the canoe leaks"),
		say("a", at(20, 11, 59), memory.RoleUser, "badly"),
	)
	if got := capture(t, m, quiet); got.Messages != 3 || len(got.Episodes) != 2 {
		t.Errorf("captured %d messages, %d moments", got.Messages, len(got.Episodes))
	}
	if got := capture(t, m, quiet); got.Messages != 0 {
		t.Errorf("captured %d messages of a talk that goes on", got.Messages)
	}
	if got := capture(t, m, CaptureScope{}); got.Messages != 2 {
		t.Errorf("captured %d of the two that were left", got.Messages)
	}
}

func TestNothingIsLostWhenTheModelRefuses(t *testing.T) {
	enc := &echo{fail: func() ([]hippocampus.Proposal, error) {
		return nil, fmt.Errorf("%w: by a filter", hippocampus.ErrRefused)
	}}
	m := newMind(t, enc)
	bring(t, m, say("a", at(18, 9, 0), memory.RoleUser, "the boiler is broken"))
	report := capture(t, m, CaptureScope{})
	if len(report.Episodes) != 1 || len(report.Faults) != 1 || len(enc.batches) != 1 {
		t.Errorf("report %+v", report)
	}
}

func TestACaptureThatIsCutShortGoesOnWhereItWas(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	enc := &echo{}
	m := newMind(t, enc)
	bring(t, m, say("a", at(18, 9, 0), memory.RoleUser, "monday"), say("a", at(19, 9, 0), memory.RoleUser, "tuesday"))
	_, err := m.Capture(ctx, CaptureScope{}, func(p CaptureProgress) {
		if p.Done > 0 {
			cancel()
		}
	})
	if !errors.Is(err, context.Canceled) {
		t.Fatalf("error %v", err)
	}
	report := capture(t, m, CaptureScope{})
	if report.Messages != 1 || len(report.Episodes) != 1 || report.Episodes[0].What != "tuesday" {
		t.Errorf("report %+v", report)
	}
}

// down is an endpoint that does not answer until it is up.
type down struct {
	echo
	up bool
}

func (d *down) Encode(ctx context.Context, b hippocampus.Batch, complaints []string) ([]hippocampus.Proposal, error) {
	if !d.up {
		return nil, errors.New("nothing is listening")
	}
	return d.echo.Encode(ctx, b, complaints)
}

func TestWhatAnEndpointDoesNotAnswerIsPendingWithoutLimit(t *testing.T) {
	enc := &down{}
	m := newMind(t, enc)
	bring(t, m, say("a", at(18, 9, 0), memory.RoleUser, "monday"), say("a", at(19, 9, 0), memory.RoleUser, "tuesday"))
	for range 5 {
		report, err := m.Capture(t.Context(), CaptureScope{}, func(CaptureProgress) {})
		if !Unanswered(err) || err.Error() != "nothing is listening" || report.Messages != 0 {
			t.Fatalf("report %+v, %v", report, err)
		}
		pending, err := m.Store.Pending(t.Context())
		if err != nil || len(pending) != 1 || pending[0].Messages != 2 {
			t.Fatalf("pending %+v, %v", pending, err)
		}
	}
	enc.up = true
	if report := capture(t, m, CaptureScope{}); report.Messages != 2 || report.Note() != "" {
		t.Errorf("report %+v", report)
	}
}

func TestOnlyOneCapturesAtATime(t *testing.T) {
	m := newMind(t, &echo{})
	bring(t, m, say("a", at(18, 9, 0), memory.RoleUser, "monday"))
	lease, err := m.Store.Acquire(t.Context(), captureLease, time.Minute)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := m.Capture(t.Context(), CaptureScope{}, func(CaptureProgress) {}); !errors.Is(err, memory.ErrBusy) {
		t.Errorf("error %v", err)
	}
	if err := m.Store.Release(t.Context(), lease); err != nil {
		t.Fatal(err)
	}
	if report := capture(t, m, CaptureScope{}); report.Messages != 1 {
		t.Errorf("report %+v", report)
	}
}

func TestForceIsAgainstWhatWasNormalBefore(t *testing.T) {
	m := newMind(t, &echo{})
	var calm []memory.Message
	for i := range 24 {
		calm = append(calm, say("a", at(1+i/3, 9, i), memory.RoleUser, fmt.Sprintf("a quiet day number %d", i)))
	}
	bring(t, m, append(calm, say("a", at(18, 9, 0), memory.RoleUser, "NO!! THIS IS ALL WRONG, NEVER AGAIN!!"))...)
	episodes := capture(t, m, CaptureScope{}).Episodes
	last := episodes[len(episodes)-1]
	if last.Salience < 0.9 || episodes[20].Salience != 0.25 {
		t.Errorf("the shout weighs %.2f, a calm line %.2f", last.Salience, episodes[20].Salience)
	}
}

func TestWhatWasCapturedComesToMind(t *testing.T) {
	m := newMind(t, &echo{})
	bring(t, m, say("a", at(18, 9, 0), memory.RoleUser, "The boiler in Turku is broken."))
	if got, err := m.Recall(t.Context(), recall.Cue{Text: "is the boiler broken?", Now: m.Clock.Now()}); err != nil || len(got.Hits) != 0 {
		t.Fatalf("before capture: %v, %v", got.Hits, err)
	}
	capture(t, m, CaptureScope{})
	got, err := m.Recall(t.Context(), recall.Cue{Text: "is the boiler broken?", Now: m.Clock.Now()})
	if err != nil || len(got.Hits) != 1 || !slices.ContainsFunc(got.Hits[0].Because, func(r recall.Reason) bool { return r.Kind == recall.ByWord }) {
		t.Errorf("after capture: %+v, %v", got.Hits, err)
	}
}
