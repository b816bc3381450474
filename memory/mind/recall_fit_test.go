package mind

import (
	"testing"

	"muisto/memory/recall"
)

func TestWhatIsKnownOfOneselfAnswersWithoutASharedWord(t *testing.T) {
	m := withSaid(t, "My home is Oulu.")
	if _, err := m.AddFact(t.Context(), "The user is allergic to peanuts."); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		cue   string
		limit int
		hits  int
	}{
		{"what should I avoid when I cook for myself?", 3, 1},
		{"what can't I eat?", 0, 1},
		{"how do I reverse a linked list?", 3, 0},
		{"what is the capital of Mongolia?", 0, 0},
	} {
		r, err := m.Recall(t.Context(), recall.Cue{Text: c.cue, Now: m.Clock.Now(), Limit: c.limit})
		if err != nil {
			t.Fatal(err)
		}
		if len(r.Hits) != c.hits || len(r.Hits)+len(r.Standing) != 2 {
			t.Errorf("%q: %d hits, %d beside them", c.cue, len(r.Hits), len(r.Standing))
		}
		for _, h := range r.Hits {
			if h.Text() != "The user is allergic to peanuts." || h.Score == 0 || len(h.Because) == 0 {
				t.Errorf("%q brings %+v", c.cue, h)
			}
		}
	}
}
