package neocortex

import (
	"fmt"
	"testing"

	"muisto/memory"
)

func TestAGroupFitsTheWindowOfTheModel(t *testing.T) {
	for tokens, want := range map[int]int{0: MaxGroup, 100: minGroup, 1400: 15, 1 << 20: MaxGroup} {
		if got := groupLimit(tokens); got != want {
			t.Errorf("%d tokens: %d moments, want %d", tokens, got, want)
		}
	}
	r := Request{Episodes: []memory.Episode{episode(1, "The Heron review is on Friday.")}}
	for i := range 20 {
		r.Known = append(r.Known, memory.Fact{ID: memory.FactID(i + 1), Text: fmt.Sprintf("The plan %d is in Turku.", i)})
	}
	if got := fit(r, 0); len(got.Known) != 20 {
		t.Errorf("no bound: %d facts", len(got.Known))
	}
	got := fit(r, 300)
	if n := len(got.Known); n == 0 || n == 20 || got.Known[0].ID != 1 {
		t.Errorf("300 tokens: %d facts", n)
	}
	if _, user := Prompt(got, nil); len(user) > 300*bytesPerToken {
		t.Errorf("the prompt has %d bytes", len(user))
	}
}
