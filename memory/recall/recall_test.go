package recall

import (
	"context"
	"testing"
	"time"

	"muisto/memory"
	"muisto/memory/recall/vectors"
)

var start0 = time.Date(2026, 5, 4, 18, 0, 0, 0, time.UTC)

// moments makes episodes of sentences, an hour apart, each its own conversation.
func moments(texts ...string) Slice {
	s := Slice{Episodes: map[memory.EpisodeID]memory.Episode{}, Facts: map[memory.FactID]memory.Fact{}}
	for i, text := range texts {
		at := start0.Add(time.Duration(i) * 24 * time.Hour)
		id := memory.EpisodeID(i + 1)
		s.Episodes[id] = memory.Episode{
			ID: id, What: text, Act: memory.Observation, Salience: 0.25, Lifespan: 3,
			FirstAt: at, LastAt: at, Day: memory.DayOf(at, 4), Conversation: id.String(),
			Sources: []memory.Source{{Key: int64(id), ID: "m"}},
		}
	}
	return s
}

func indexOf(t *testing.T, s Slice) *Index {
	t.Helper()
	words, err := vectors.Builtin()
	if err != nil {
		t.Fatal(err)
	}
	x := NewIndex(s, words, Options{})
	for id := memory.EpisodeID(1); int(id) <= len(s.Episodes); id++ {
		x.Add([]memory.Episode{s.Episodes[id]})
	}
	return x
}

func recallTexts(t *testing.T, x *Index, cue Cue) []string {
	t.Helper()
	r, err := x.Recall(context.Background(), cue)
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, h := range r.Hits {
		out = append(out, h.Text())
	}
	return out
}

func TestRecallFindsTheMomentByWordsAndMeaning(t *testing.T) {
	x := indexOf(t, moments(
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
		got := recallTexts(t, x, Cue{Text: c.query, Now: start0.AddDate(0, 0, 10), Limit: 1})
		if len(got) != 1 || got[0] != c.first {
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
	source := Slice{Episodes: map[memory.EpisodeID]memory.Episode{}}
	for _, e := range episodes {
		source.Episodes[e.ID] = e
	}
	words, err := vectors.Builtin()
	if err != nil {
		t.Fatal(err)
	}
	x := NewIndex(source, words, Options{})
	x.Add(episodes)
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
