package builtin

import (
	"strings"
	"testing"

	"muisto/memory"
	"muisto/memory/recall"
	"muisto/model"
)

// remembered are hits: "f " a fact, "e " a moment, each from the day of its place
// in May.
func remembered(lines ...string) []recall.Hit {
	var hits []recall.Hit
	for i, l := range lines {
		day := memory.DayOn(2026, 5, i+1)
		kind, text, _ := strings.Cut(l, " ")
		switch kind {
		case "f":
			hits = append(hits, recall.Hit{Kind: recall.KindFact, Fact: &memory.Fact{ID: memory.FactID(i + 1), Text: text, From: []memory.Day{day}}})
		case "e":
			hits = append(hits, recall.Hit{Kind: recall.KindEpisode, Episode: &memory.Episode{ID: memory.EpisodeID(i + 1), What: text, Act: memory.Observation, Day: day}})
		}
	}
	return hits
}

func TestAnAnswerTellsWhatWasAskedFor(t *testing.T) {
	for _, tt := range []struct {
		asked string
		hits  []string
		want  string // the reply; with "…" only how it begins
		never []string
	}{
		{asked: "how much is my rent?",
			hits: []string{"e The user pays 820 for the rent of the flat.", "e Rent went up, it's 860 now.", "e The user is Dana."},
			want: "From memory:\n\nRent went up, it's 860 now. (2 May 2026)"},
		{asked: "when is standup?",
			hits: []string{"f Standup is at 9:45.", "e The user corrected the agent: standup is at 9:45.", "e The user's team standup moved to 9:30."},
			want: "From memory:\n\nStandup is at 9:45. (1 May 2026)"},
		{asked: "where does Petra work?",
			hits: []string{"e Petra likes rye bread.", "f Petra works at the harbour.", "e The user's rent is 820."},
			want: "From memory:\n\nPetra works at the harbour. (2 May 2026)"},
		{asked: "what should I avoid when I cook for myself?",
			hits: []string{"f The user is allergic to peanuts.", "e The user bought a bike.", "e The user slept badly."},
			want: "The nearest I remember:…", never: []string{"slept badly"}},
		{asked: "who is Ilona",
			hits: []string{"e Ilona is allergic to cashews.", "f Ilona is the user's sister.", "e Standup is at 9:45."},
			want: "From memory:\n\n- Ilona is your sister. (2 May 2026)\n- Ilona is allergic to cashews. (1 May 2026)"},
		{asked: "what do you know about me?",
			hits: []string{"e Standup is at 9:45.", "e The user ran ten kilometres.", "f The user is vegetarian.", "e The user corrected the agent: the bus leaves at nine."},
			want: "From memory:\n\n- You are vegetarian. (3 May 2026)\n- You ran ten kilometres. (2 May 2026)"},
		{asked: "what are my allergies?",
			hits: []string{"f The user's allergies include nuts.", "f The user's allergies include pollen.", "e The user bought a bike."},
			want: "From memory:\n\n- Your allergies include nuts. (1 May 2026)\n- Your allergies include pollen. (2 May 2026)"},
	} {
		got := strings.TrimSuffix(reply(t, model.Prompt{Window: window(tt.asked), Recalled: remembered(tt.hits...)}), "\n\n"+notice)
		begins, open := strings.CutSuffix(tt.want, "…")
		if got != tt.want && !(open && strings.HasPrefix(got, begins)) {
			t.Errorf("%q: %q, want %q", tt.asked, got, tt.want)
		}
		for _, never := range tt.never {
			if strings.Contains(got, never) {
				t.Errorf("%q: %q tells %q", tt.asked, got, never)
			}
		}
	}
}

// What was said a moment ago answers; what only came to mind beside it does not.
func TestWhatWasJustSaidIsNotBuriedInOtherMemories(t *testing.T) {
	got := reply(t, model.Prompt{
		Window:   window("my cat is called Misu", "agent: "+notice, "what's my cat's name"),
		Recalled: remembered("e The user pays 820 for the flat.", "e Standup is at 9:45."),
	})
	if want := opensJustSaid + "my cat is called Misu”"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}
