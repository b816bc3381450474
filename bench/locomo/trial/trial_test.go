package trial

import (
	"testing"
	"time"

	"muisto/bench/locomo/dataset"
	"muisto/memory"
	"muisto/memory/recall"
)

// talk is made up.
func talk() dataset.Sample {
	at := time.Date(2024, 3, 3, 9, 0, 0, 0, time.UTC)
	turn := func(id, who, text string, days int) dataset.Turn {
		return dataset.Turn{ID: id, Session: days + 1, Speaker: who, Text: text, At: at.AddDate(0, 0, days)}
	}
	return dataset.Sample{
		ID: "made-1",
		Turns: []dataset.Turn{
			turn("D1:1", "Aino", "I bought a yellow kayak from Rauma.", 0), turn("D1:2", "Eero", "My dog Pulla eats only herring.", 0),
			turn("D2:1", "Aino", "We paddled to the lighthouse with Veikko.", 1), turn("D2:2", "Eero", "I am learning to weave baskets.", 1),
		},
		Observations: []dataset.Observation{{Text: "Aino has a kayak.", Speaker: "Aino", Sources: []string{"D1:1", "D2:1"}, Session: 1, At: at}},
		Questions: []dataset.Question{
			{Text: "What colour is Aino's kayak?", Evidence: []string{"D1:1"}, Category: 4},
			{Text: "What does Pulla eat?", Evidence: []string{"D1:2", "D9:9"}, Category: 4},
			{Text: "Why?", Category: 3},
		},
	}
}

func TestQuestionsAreScoredByTheirEvidence(t *testing.T) {
	s := talk()
	for _, unit := range []Unit{Dialog, Captured} {
		t.Run(string(unit), func(t *testing.T) {
			m, err := Of(s, Dialog)
			if unit == Captured {
				m, err = Capture(t.Context(), s)
			}
			if err != nil {
				t.Fatal(err)
			}
			r, err := recall.Follow(m, recall.Options{})
			if err != nil {
				t.Fatal(err)
			}
			scores, err := Ask(t.Context(), s, m, r, memory.FixedClock(s.Asked()))
			if err != nil {
				t.Fatal(err)
			}
			if len(scores) != 2 || scores[0].Found[0] != 1 || scores[1].Found[0] != 0.5 || scores[0].Nothing {
				t.Errorf("scores %+v", scores)
			}
		})
	}
	if _, err := Of(s, "page"); err == nil {
		t.Error("an unknown unit is taken")
	}
}

func TestResultsAreReadUntilKAreSeen(t *testing.T) {
	m := newMemories()
	var hits []recall.Hit
	for _, turns := range [][]string{{"a"}, {"a"}, {"b", "c"}, {"d"}} {
		m.add(memory.Episode{}, turns)
		hits = append(hits, recall.Hit{Kind: recall.KindEpisode, Episode: &m.list[len(m.list)-1]})
	}
	for i := range hits {
		hits[i].Episode = &m.list[i]
	}
	for _, c := range []struct {
		shared bool
		k      int
		want   float64
	}{{false, 1, 0.25}, {false, 2, 0.25}, {false, 3, 0.75}, {true, 1, 0.25}, {true, 2, 0.5}, {true, 3, 0.75}, {true, 4, 1}} {
		m.shared = c.shared
		if got := m.found([]string{"a", "b", "c", "d"}, hits, c.k); got != c.want {
			t.Errorf("shared %v, first %d: %v, want %v", c.shared, c.k, got, c.want)
		}
	}
}

func TestRoutineIsDatedEvenlyAndFades(t *testing.T) {
	s := talk()
	made := Routine(50, s)
	if len(made) != 50 || len(Routine(0, s)) != 0 {
		t.Fatalf("%d made", len(made))
	}
	for i, e := range made {
		if e.LastAt.Before(s.Turns[0].At) || e.LastAt.After(s.Turns[3].At) || e.Act != memory.Routine || e.What == "" {
			t.Errorf("routine %d: %+v", i, e)
		}
		if again := Routine(50, s)[i]; again.What != e.What {
			t.Errorf("routine %d is %q and %q", i, e.What, again.What)
		}
	}
	m, err := Of(s, Observed)
	if err != nil {
		t.Fatal(err)
	}
	all := m.Among(made)
	if all.Len() != 51 {
		t.Errorf("%d memories", all.Len())
	}
	for i, e := range all.list {
		if int(e.ID) != i+1 || i > 0 && e.LastAt.Before(all.list[i-1].LastAt) {
			t.Errorf("memory %d is %s, of %v", i, e.ID, e.LastAt)
		}
	}
	all.Fresh()
	if r := all.list[0].Retrievability(s.Asked().AddDate(1, 0, 0), memory.DefaultDecay); r < 0.999 {
		t.Errorf("a fresh memory has faded to %v", r)
	}
}
