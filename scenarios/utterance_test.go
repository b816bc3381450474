package scenarios

import (
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
)

type utterance struct {
	Prior string   `json:"prior"` // what the other one said just before
	Role  string   `json:"role"`
	Text  string   `json:"text"`
	Acts  []string `json:"acts"` // empty: nothing is to be captured
}

// Of messages in all their ways of saying things, nearly all are captured as an
// act that a reader would call them.
func TestUtterances(t *testing.T) {
	const least = 0.95
	all := utterances(t)
	p := newProgram(t, "UTC")
	var said []message
	for i, u := range all {
		at := fmt.Sprintf("2026-03-%02dT%02d:%02d:", 1+i/20, 6+(i%20)/2, (i%2)*30)
		if u.Prior != "" {
			other := map[string]string{"user": "assistant", "assistant": "user"}[u.Role]
			said = append(said, message{Conversation: fmt.Sprintf("u%d", i), At: at + "00Z", Role: other, Text: u.Prior})
		}
		said = append(said, message{Conversation: fmt.Sprintf("u%d", i), ID: fmt.Sprintf("u%d", i), At: at + "20Z", Role: u.Role, Text: u.Text})
	}
	p.say(said)
	const later = "2026-04-01T00:00:00Z"
	p.run(later, "capture")
	acts := map[string][]string{}
	for _, e := range list[episode](p, later, "episodes") {
		for _, source := range e.Sources {
			acts[source] = append(acts[source], e.Act)
		}
	}
	right := 0
	for i, u := range all {
		got := acts[fmt.Sprintf("u%d", i)]
		other := slices.ContainsFunc(got, func(act string) bool { return !slices.Contains(u.Acts, act) })
		if (len(got) > 0) == (len(u.Acts) > 0) && !other {
			right++
			continue
		}
		t.Logf("%q: want %v, got %v", u.Text, u.Acts, got)
	}
	if share := float64(right) / float64(len(all)); share < least {
		t.Errorf("%d of %d are right, less than %.0f %%", right, len(all), 100*least)
	}
}

func utterances(t *testing.T) []utterance {
	t.Helper()
	raw, err := os.ReadFile("testdata/utterances.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	var all []utterance
	for line := range strings.Lines(string(raw)) {
		var u utterance
		if err := json.Unmarshal([]byte(line), &u); err != nil {
			t.Fatal(err)
		}
		all = append(all, u)
	}
	return all
}
