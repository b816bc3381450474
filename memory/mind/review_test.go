package mind

import (
	"context"
	"errors"
	"strings"
	"testing"

	"muisto/memory"
	"muisto/memory/hippocampus"
	"muisto/memory/neocortex"
	"muisto/memory/recall"
	"muisto/memory/store"
)

// correcting is an Encoder that takes every message of the user's for a
// correction, and a Writer that makes a fact of each moment.
type correcting struct{ calls int }

func (correcting) Encode(_ context.Context, b hippocampus.Batch, _ []string) ([]hippocampus.Proposal, error) {
	p := hippocampus.Proposal{What: b.Messages[0].Text, About: "the canoe: place", Act: "correction", Sources: []string{"m1"}}
	if strings.Contains(p.What, "Heron") {
		p.About, p.Names = "the Heron launch: day", []hippocampus.ProposedName{{Text: "Heron", Type: "project"}}
	}
	return []hippocampus.Proposal{p}, nil
}

func (c *correcting) Write(_ context.Context, r neocortex.Request, _ []string) ([]neocortex.Proposal, error) {
	c.calls++
	var list []neocortex.Proposal
	for _, e := range r.Episodes {
		list = append(list, neocortex.Proposal{Text: e.What, About: e.About, Kind: "world", Episodes: []string{e.ID.String()}})
	}
	return list, nil
}

// withFact is a mind that knows one thing: that the launch is on Friday.
func withFact(t *testing.T) (*Mind, memory.Fact) {
	t.Helper()
	c := &correcting{}
	m := newMind(t, c)
	m.Writer = c
	m.Settings.StateDays, m.Settings.NightCalls = 90, 50
	bring(t, m, say("a", at(18, 9, 0), memory.RoleUser, "The Heron launch is on Friday."))
	capture(t, m, CaptureScope{})
	if _, err := m.Sleep(t.Context(), Due, func(neocortex.Progress) {}); err != nil {
		t.Fatal(err)
	}
	facts := standing(t, m)
	if len(facts) != 1 {
		t.Fatalf("facts %+v", facts)
	}
	return m, facts[0]
}

func standing(t *testing.T, m *Mind) []memory.Fact {
	t.Helper()
	facts, err := m.Facts(t.Context(), store.FactQuery{})
	if err != nil {
		t.Fatal(err)
	}
	return facts
}

func recalled(t *testing.T, m *Mind, text string) string {
	t.Helper()
	got, err := m.Recall(t.Context(), recall.Cue{Text: text, Now: m.Clock.Now()})
	if err != nil {
		t.Fatal(err)
	}
	var texts []string
	for _, h := range got.Hits {
		texts = append(texts, h.Text())
	}
	return strings.Join(texts, "|")
}

func TestACorrectionByHandHoldsAtOnce(t *testing.T) {
	m, old := withFact(t)
	formed, err := m.Correct(t.Context(), old.ID, "  The Heron launch\nis on Monday. ")
	if err != nil {
		t.Fatal(err)
	}
	if formed.Text != "The Heron launch is on Monday." || formed.Authority != memory.ByUser || formed.Salience != 0.9 || len(formed.Sources) != 1 || len(formed.Names) != 1 {
		t.Errorf("formed %+v", formed)
	}
	episodes, err := m.Store.EpisodesByID(t.Context(), formed.Sources)
	if err != nil || len(episodes) != 1 || episodes[0].Act != memory.Correction || len(episodes[0].Sources) != 1 {
		t.Fatalf("it rests on %+v, %v", episodes, err)
	}
	messages, err := m.Store.MessagesByKey(t.Context(), []int64{episodes[0].Sources[0].Key})
	if err != nil || len(messages) != 1 || messages[0].Role != memory.RoleUser {
		t.Errorf("which came from %+v, %v", messages, err)
	}
	all, err := m.Facts(t.Context(), store.FactQuery{Retired: true})
	if err != nil || len(all) != 2 {
		t.Fatalf("facts %+v, %v", all, err)
	}
	for _, f := range all {
		if f.ID == old.ID && (f.Status != memory.Superseded || f.SupersededBy != formed.ID) {
			t.Errorf("the old one is %+v", f)
		}
	}
	if got := recalled(t, m, "when is the Heron launch?"); !strings.Contains(got, "Monday") || strings.Contains(strings.Split(got, "|")[0], "Friday") {
		t.Errorf("recalled %q", got)
	}
	if report := capture(t, m, CaptureScope{}); report.Messages != 0 {
		t.Errorf("it was captured again: %+v", report)
	}
	if c, err := m.Store.LatestConversation(t.Context()); err != nil || c.ID != "a" {
		t.Errorf("the latest conversation is %q, %v", c.ID, err)
	}
}

func TestWhatIsUndoneStaysUndone(t *testing.T) {
	m, old := withFact(t)
	formed, err := m.Correct(t.Context(), old.ID, "The Heron launch is on Monday.")
	if err != nil {
		t.Fatal(err)
	}
	review, fact, err := m.Undo(t.Context())
	if err != nil || review.Kind != store.Corrected || fact.ID != old.ID || fact.Status != memory.Active {
		t.Fatalf("undone %+v, %+v, %v", review, fact, err)
	}
	m.Clock = memory.FixedClock(at(30, 12, 0))
	for _, scope := range []SleepScope{Due, "night", "week", "month"} {
		if _, err := m.Sleep(t.Context(), scope, func(neocortex.Progress) {}); err != nil {
			t.Fatal(err)
		}
	}
	facts := standing(t, m)
	if len(facts) != 1 || facts[0].ID != old.ID || facts[0].Text != old.Text {
		t.Errorf("facts %+v", facts)
	}
	if got := recalled(t, m, "when is the Heron launch?"); !strings.Contains(got, "Friday") || strings.Contains(got, "Monday") {
		t.Errorf("recalled %q", got)
	}
	if _, _, err := m.Undo(t.Context()); !errors.Is(err, store.ErrNothingToUndo) {
		t.Errorf("undone again: %v", err)
	}
	if _, err := m.Correct(t.Context(), formed.ID, "The Heron launch is on Sunday."); err == nil {
		t.Error("a withdrawn fact was corrected")
	}
}

func TestReviewsAreUndoneInTurn(t *testing.T) {
	m, old := withFact(t)
	ctx := t.Context()
	confirmed, err := m.Confirm(ctx, old.ID)
	if err != nil || confirmed.Reinforced != old.Reinforced+1 || !confirmed.EvidenceAt.After(old.EvidenceAt) {
		t.Fatalf("confirmed %+v, %v", confirmed, err)
	}
	formed, err := m.Correct(ctx, old.ID, "The Heron launch is on Monday.")
	if err != nil {
		t.Fatal(err)
	}
	if retired, err := m.Retire(ctx, formed.ID); err != nil || retired.Status != memory.Closed || len(standing(t, m)) != 0 {
		t.Fatalf("retired %+v, %v", retired, err)
	}
	if _, err := m.Retire(ctx, formed.ID); !errors.Is(err, store.ErrRetired) {
		t.Errorf("retired twice: %v", err)
	}
	for _, want := range []string{"The Heron launch is on Monday.", "The Heron launch is on Friday.", "The Heron launch is on Friday."} {
		if _, fact, err := m.Undo(ctx); err != nil || fact.Text != want || fact.Status != memory.Active {
			t.Fatalf("undone to %+v, %v", fact, err)
		}
	}
	facts := standing(t, m)
	if len(facts) != 1 || facts[0].Reinforced != old.Reinforced || !facts[0].EvidenceAt.Equal(old.EvidenceAt) {
		t.Errorf("facts %+v, want %+v", facts, old)
	}
}

func TestCorrectingToNothingOrTheSameIsRefused(t *testing.T) {
	m, old := withFact(t)
	for _, text := range []string{"", " \n ", old.Text, strings.Repeat("x", maxFact+1)} {
		if _, err := m.Correct(t.Context(), old.ID, text); err == nil {
			t.Errorf("%.20q was taken", text)
		}
	}
	if _, err := m.Correct(t.Context(), 999, "x"); !errors.Is(err, memory.ErrNotFound) {
		t.Errorf("error %v", err)
	}
}

func TestTheHistoryOfAFactGoesBackToTheFirst(t *testing.T) {
	m, first := withFact(t)
	second, err := m.Correct(t.Context(), first.ID, "The Heron launch is on Monday.")
	if err != nil {
		t.Fatal(err)
	}
	third, err := m.Correct(t.Context(), second.ID, "The Heron launch is on Sunday.")
	if err != nil {
		t.Fatal(err)
	}
	before, err := m.Store.Replaced(t.Context(), third.ID)
	if err != nil || len(before) != 2 || before[0].ID != second.ID || before[1].ID != first.ID {
		t.Errorf("before it came %+v, %v", before, err)
	}
}

func TestSearchLooksEverywhere(t *testing.T) {
	m, fact := withFact(t)
	found, err := m.Store.Search(t.Context(), "heron LAUNCH", 10)
	if err != nil || len(found.Messages) != 1 || len(found.Episodes) != 1 || len(found.Facts) != 1 || found.Facts[0].ID != fact.ID {
		t.Errorf("found %+v, %v", found, err)
	}
	for _, text := range []string{"", "  ", "100%", "heron_launch", "nowhere"} {
		if found, err := m.Store.Search(t.Context(), text, 10); err != nil || len(found.Messages)+len(found.Episodes)+len(found.Facts) != 0 {
			t.Errorf("%q finds %+v, %v", text, found, err)
		}
	}
}

func TestACorrectionByHandHasALastDayOfItsOwn(t *testing.T) {
	for name, c := range map[string]struct {
		kind        memory.FactKind
		old, text   string
		until, want string
	}{
		"another end":               {memory.State, "Mum stays until 23 May.", "Mum stays until 24 May.", "2026-05-23", "2026-05-24"},
		"a range":                   {memory.State, "Mum stays from 16 to 23 May.", "Mum stays from 16 to 26 May.", "2026-05-23", "2026-05-26"},
		"an end where there was no": {memory.World, "Mum stays with the user.", "Mum stays until 24 May.", "", "2026-05-24"},
		"no end any more":           {memory.State, "Mum stays until 23 May.", "Mum stays for now.", "2026-05-23", "2026-08-18"},
		"no day in either":          {memory.State, "Priya is two screens behind.", "Priya is one screen behind.", "2026-08-10", "2026-08-10"},
		"what just is":              {memory.World, "The lift is old.", "The lift is new.", "", ""},
	} {
		t.Run(name, func(t *testing.T) {
			m := newMind(t, &echo{})
			old := memory.Fact{Text: c.old, Kind: c.kind, EvidenceAt: at(10, 12, 0)}
			if c.until != "" {
				old.ValidUntil, _ = memory.ParseDay(c.until)
			}
			m.Settings.StateDays = 90
			kind, until := m.lasting(old, c.text, at(20, 12, 0))
			if until.String() != c.want || (kind == memory.State) != (c.want != "") {
				t.Errorf("%s until %s, want %s", kind, until, c.want)
			}
		})
	}
}
