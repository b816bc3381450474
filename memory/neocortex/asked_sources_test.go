package neocortex

import (
	"testing"

	"muisto/memory"
)

func TestWhatTheMessageAsksForBecomesAFactTheSameNight(t *testing.T) {
	for _, c := range []struct {
		what, said string
		act        memory.Act
		asked      bool
		kind       memory.FactKind
	}{
		{"The user is allergic to peanuts.", "Remember that I'm allergic to peanuts.", memory.Observation, true, memory.World},
		{"The user is vegetarian.", "can you remember that I'm vegetarian?", memory.Observation, true, memory.World},
		{"The user's locker is 4471.", "My locker is 4471, remember that", memory.Observation, true, memory.World},
		{"Käyttäjä on kasvissyöjä.", "Muista, että olen kasvissyöjä.", memory.Observation, true, memory.World},
		{"The user wants to be called Sam.", "Call me Sam", memory.Observation, true, memory.Wish},
		{"The user wants short answers.", "please answer shortly; short answers only", memory.Observation, true, memory.Wish},
		{"The user had coffee with Tomas.", "Remember that I moved to Oulu. I had coffee with Tomas.", memory.Observation, false, ""},
		{"The user is allergic to peanuts.", "I'm allergic to peanuts.", memory.Observation, false, ""},
		{"The user is allergic to peanuts.", "Mum wrote:\n> Remember that I'm allergic to peanuts.", memory.Observation, false, ""},
		{"The user asked about peanuts.", "Do you remember the peanuts?", memory.Routine, false, ""},
	} {
		e := episode(1, c.what, func(e *memory.Episode) { e.Act, e.Salience = c.act, 0.3 })
		shelf := newShelf(e)
		shelf.said = map[memory.EpisodeID]string{1: c.said}
		writer := &scribe{}
		record := runPass(t, deps(shelf, writer, e.LastAt.AddDate(0, 0, 1)), memory.Pass{Kind: memory.Night, From: e.Day, To: e.Day})
		if asked := len(writer.requests) > 0; asked != c.asked {
			t.Errorf("%q of %q: asked %t; %+v", c.what, c.said, asked, record.Groups)
			continue
		}
		if c.asked && (len(shelf.facts) != 1 || shelf.facts[0].Kind != c.kind) {
			t.Errorf("%q of %q: %+v", c.what, c.said, shelf.facts)
		}
	}
}
