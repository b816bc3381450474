package recall

import (
	"fmt"
	"testing"
	"time"

	"muisto/memory"
	"muisto/memory/recall/vectors"
)

// first is when the first moment of a test's memory was.
var first = time.Date(2026, 5, 4, 18, 0, 0, 0, time.UTC)

// moment is an observation, made n days after the first.
func moment(id memory.EpisodeID, days int, conversation, what string) memory.Episode {
	at := first.AddDate(0, 0, days)
	return memory.Episode{
		ID: id, What: what, Act: memory.Observation, Actor: memory.RoleUser, Salience: 0.25, Lifespan: memory.Lifespan(0.25),
		FirstAt: at, LastAt: at, Day: memory.DayOf(at, 4), Conversation: conversation,
		Sources: []memory.Source{{Key: int64(id), ID: "m"}},
	}
}

// moments are observations of successive days, each in a conversation of its own.
func moments(texts ...string) []memory.Episode {
	var list []memory.Episode
	for i, text := range texts {
		list = append(list, moment(memory.EpisodeID(i+1), i, fmt.Sprint(i), text))
	}
	return list
}

func table(t testing.TB) *vectors.Table {
	t.Helper()
	words, err := vectors.Builtin()
	if err != nil {
		t.Fatal(err)
	}
	return words
}

// remember makes an index of episodes and facts.
func remember(t testing.TB, episodes []memory.Episode, facts ...memory.Fact) *Index {
	t.Helper()
	s := Slice{Episodes: map[memory.EpisodeID]memory.Episode{}, Facts: map[memory.FactID]memory.Fact{}}
	for _, e := range episodes {
		s.Episodes[e.ID] = e
	}
	for _, f := range facts {
		s.Facts[f.ID] = f
	}
	x := NewIndex(s, table(t), Options{DayTurn: 4})
	x.Add(episodes)
	x.ApplyFacts(facts)
	return x
}

// later is thirty days after the first moment.
var later = first.AddDate(0, 0, 30)

func hits(t testing.TB, x *Index, cue Cue) []Hit {
	t.Helper()
	if cue.Now.IsZero() {
		cue.Now = later
	}
	r, err := x.Recall(t.Context(), cue)
	if err != nil {
		t.Fatal(err)
	}
	return r.Hits
}

// texts are what a cue brings, best first.
func texts(t testing.TB, x *Index, cue Cue) []string {
	t.Helper()
	var out []string
	for _, h := range hits(t, x, cue) {
		out = append(out, h.Text())
	}
	return out
}
