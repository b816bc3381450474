package mind

import (
	"context"
	"errors"
	"strings"
	"testing"

	"muisto/memory"
	"muisto/memory/hippocampus"
	"muisto/memory/store"
)

// reading is an Encoder that takes "X: Y is Z." for a lasting statement of the
// user's about X: Y.
type reading struct{}

func (reading) Encode(_ context.Context, b hippocampus.Batch, _ []string) ([]hippocampus.Proposal, error) {
	var list []hippocampus.Proposal
	for i, m := range b.Messages {
		subject, _, _ := strings.Cut(m.Text, " is ")
		about := "the user: " + strings.TrimPrefix(strings.ToLower(subject), "my ")
		list = append(list, hippocampus.Proposal{
			What: strings.NewReplacer("My", "The user's").Replace(m.Text), About: about,
			Act: "observation", Sources: []string{label(i)}, Lasting: true,
		})
	}
	return list, nil
}

func label(i int) string { return "m" + string(rune('1'+i)) }

// withSaid is a mind to which the user said these things on one day.
func withSaid(t *testing.T, texts ...string) *Mind {
	t.Helper()
	m := newMind(t, reading{})
	m.Builtin, m.Settings.StateDays, m.Settings.RecallBudget = reading{}, 90, 800
	for i, text := range texts {
		bring(t, m, say("a", at(18, 9, i), memory.RoleUser, text))
	}
	capture(t, m, CaptureScope{})
	return m
}

func saidOnce(t *testing.T, m *Mind) []string {
	t.Helper()
	said, err := m.SaidOnce(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	texts := []string{}
	for _, e := range said {
		texts = append(texts, e.What)
	}
	return texts
}

func activeTexts(t *testing.T, m *Mind) string {
	t.Helper()
	var texts []string
	for _, f := range standing(t, m) {
		texts = append(texts, f.Text)
	}
	return strings.Join(texts, "|")
}

func TestWhatWasSaidOnceBecomesAFactByHand(t *testing.T) {
	m := withSaid(t, "My home is Oulu.", "My diet is vegetarian.")
	said, err := m.SaidOnce(t.Context())
	if err != nil || len(said) != 2 {
		t.Fatalf("said once: %v, %v", said, err)
	}
	diet := said[0]
	kept, err := m.Keep(t.Context(), diet.ID, "")
	if err != nil || kept.Text != diet.What || kept.Authority != memory.ByUser || len(kept.Sources) != 2 || kept.Sources[0] != diet.ID {
		t.Fatalf("kept %+v, %v", kept, err)
	}
	if got := saidOnce(t, m); len(got) != 1 || !strings.Contains(got[0], "Oulu") {
		t.Errorf("still said once: %q", got)
	}
	if _, _, err := m.Undo(t.Context()); err != nil {
		t.Fatal(err)
	}
	if got := saidOnce(t, m); len(got) != 2 || activeTexts(t, m) != "" {
		t.Errorf("undone: said once %q, facts %q", got, activeTexts(t, m))
	}
	if kept, err = m.Keep(t.Context(), diet.ID, "The user's diet is vegan."); err != nil || kept.Text != "The user's diet is vegan." {
		t.Errorf("in other words: %+v, %v", kept, err)
	}
	if _, err := m.Keep(t.Context(), 999, ""); !errors.Is(err, memory.ErrNotFound) {
		t.Errorf("a moment that is not there: %v", err)
	}
}

func TestWhatIsHiddenIsNotSaidOnce(t *testing.T) {
	m := withSaid(t, "My home is Oulu.")
	said, _ := m.SaidOnce(t.Context())
	if err := m.Unlist(t.Context(), said[0].ID); err != nil {
		t.Fatal(err)
	}
	if got := saidOnce(t, m); len(got) != 0 {
		t.Errorf("said once: %q", got)
	}
	if got := recalled(t, m, "Oulu home"); !strings.Contains(got, "Oulu") {
		t.Errorf("it is forgotten: %q", got)
	}
}

func TestAFactByHandMeetsTheOthers(t *testing.T) {
	m := withSaid(t, "My home is Oulu.")
	first, err := m.AddFact(t.Context(), "My home is Turku.")
	if err != nil || first.Text != "The user's home is Turku." || first.Authority != memory.ByUser {
		t.Fatalf("added %+v, %v", first, err)
	}
	if got := saidOnce(t, m); len(got) != 0 {
		t.Errorf("what was said before of the same is listed: %q", got)
	}
	again, err := m.AddFact(t.Context(), "My home is Turku.")
	if err != nil || again.ID != first.ID || again.Reinforced != 1 {
		t.Errorf("said again: %+v, %v", again, err)
	}
	if _, err := m.AddFact(t.Context(), "My home is Vaasa."); err != nil {
		t.Fatal(err)
	}
	if got := activeTexts(t, m); got != "The user's home is Vaasa." {
		t.Errorf("facts %q", got)
	}
	for _, want := range []string{"The user's home is Turku.", "The user's home is Turku.", ""} {
		if _, _, err := m.Undo(t.Context()); err != nil {
			t.Fatal(err)
		}
		if got := activeTexts(t, m); got != want {
			t.Errorf("undone: facts %q, want %q", got, want)
		}
	}
	if _, _, err := m.Undo(t.Context()); !errors.Is(err, store.ErrNothingToUndo) {
		t.Errorf("nothing is left: %v", err)
	}
	for _, bad := range []string{"", " \n", strings.Repeat("a", 401)} {
		if f, err := m.AddFact(t.Context(), bad); err == nil {
			t.Errorf("%.10q became %+v", bad, f)
		}
	}
}

func TestAFactByHandMayHaveALastDay(t *testing.T) {
	m := withSaid(t, "My home is Oulu.")
	f, err := m.AddFact(t.Context(), "The user's guest is Ilona until 30 June 2027.")
	if err != nil || f.Kind != memory.State || f.ValidUntil.String() != "2027-06-30" {
		t.Errorf("added %+v, %v", f, err)
	}
}
