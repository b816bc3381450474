package recall

import (
	"testing"
	"time"

	"muisto/memory"
)

func TestRecallFindsTheMomentByWordsAndMeaning(t *testing.T) {
	x := remember(t, moments(
		"The user's daughter Elsa is allergic to peanuts.",
		"The user parked the car on level 4 of the Kamppi garage.",
		"A man called Jarkko repairs the user's roof next week.",
		"The swimming lessons start in August.",
		"The bakery on the corner closed down.",
		"The user watched a film about lighthouses.",
	))
	for _, c := range []struct{ query, first string }{
		{"Elsa", "The user's daughter Elsa is allergic to peanuts."},
		{"where did I leave the car, which parking level?", "The user parked the car on level 4 of the Kamppi garage."},
		{"who is repairing the roof?", "A man called Jarkko repairs the user's roof next week."},
		{"when does the swim lesson begin?", "The swimming lessons start in August."},
		{"which movie did I see?", "The user watched a film about lighthouses."},
	} {
		if got := texts(t, x, Cue{Text: c.query, Limit: 1}); len(got) != 1 || got[0] != c.first {
			t.Errorf("%q brings %q, want %q", c.query, got, c.first)
		}
	}
}

// What was talked about just now must not drown what is asked.
func TestTheTurnsBeforeDoNotDrownTheMessage(t *testing.T) {
	at := time.Date(2026, 11, 28, 9, 0, 0, 0, time.UTC)
	episode := func(id memory.EpisodeID, what string) memory.Episode {
		return memory.Episode{ID: id, What: what, Act: memory.Observation, Actor: memory.RoleUser, Salience: 0.25, Lifespan: 3, LastAt: at, FirstAt: at, Day: memory.DayOf(at, 4), Conversation: "c"}
	}
	episodes := []memory.Episode{
		episode(1, "The Tideline review with Oskar has moved to Thursday."),
		episode(2, "The cake is for Sunday, nobody ever said Saturday."),
		episode(3, "The user is staying at the Tampere flat until 14 December."),
	}
	x := remember(t, episodes)
	cake := "NO!! THE CAKE IS FOR SUNDAY, NOBODY EVER SAID SATURDAY!!"
	both := []string{"No, I'm staying at the Tampere flat until 14 December.", "Noted.", cake}
	tests := []struct {
		name, text string
		before     []string
		want       memory.EpisodeID // 0 for nothing at all
	}{
		{"a question about something else", "when is the Tideline review?", both, 1},
		{"nothing to do with any of it", "tell me a joke about penguins", both, 0},
		{"a question that only the turns before explain", "and when is it?", []string{cake}, 2},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, err := x.Recall(t.Context(), Cue{Text: tt.text, Before: tt.before, Now: at.Add(time.Hour), Limit: 3})
			if err != nil {
				t.Fatal(err)
			}
			if tt.want == 0 && len(got.Hits) > 0 || tt.want != 0 && (len(got.Hits) == 0 || got.Hits[0].Episode.ID != tt.want) {
				t.Errorf("hits %+v", got.Hits)
			}
		})
	}
}
