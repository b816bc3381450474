package builtin

import (
	"bufio"
	"context"
	"encoding/json"
	"os"
	"testing"
	"time"

	"muisto/memory"
	"muisto/memory/hippocampus"
)

type utterance struct {
	Prior string   `json:"prior"`
	Role  string   `json:"role"`
	Text  string   `json:"text"`
	Acts  []string `json:"acts"`
}

func utterances(t testing.TB, path string) []utterance {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Skipf("no utterances at %s", path)
	}
	defer f.Close()
	var out []utterance
	sc := bufio.NewScanner(f)
	for sc.Scan() {
		if len(sc.Bytes()) == 0 {
			continue
		}
		var u utterance
		if err := json.Unmarshal(sc.Bytes(), &u); err != nil {
			t.Fatalf("%s: %v", path, err)
		}
		out = append(out, u)
	}
	return out
}

func (u utterance) batch() hippocampus.Batch {
	at := time.Date(2026, 3, 2, 9, 0, 20, 0, time.UTC)
	b := hippocampus.Batch{Conversation: "u"}
	if u.Prior != "" {
		other := memory.RoleAssistant
		if u.Role == "assistant" {
			other = memory.RoleUser
		}
		b.Messages = append(b.Messages, memory.Message{ID: "p", Role: other, Text: u.Prior, At: at.Add(-20 * time.Second), Finished: true})
	}
	b.Messages = append(b.Messages, memory.Message{ID: "u", Role: memory.Role(u.Role), Text: u.Text, At: at, Finished: true})
	return b
}

// acts gives the acts of what the model captures from the utterance itself.
func (u utterance) acts(t testing.TB) ([]string, []hippocampus.Proposal) {
	t.Helper()
	b := u.batch()
	ps, err := New(4).Encode(context.Background(), b, nil)
	if err != nil {
		t.Fatal(err)
	}
	own := label(len(b.Messages) - 1)
	var acts []string
	for _, p := range ps {
		for _, s := range p.Sources {
			if s == own {
				acts = append(acts, p.Act)
			}
		}
	}
	return acts, ps
}

func (u utterance) right(acts []string) bool {
	if len(u.Acts) == 0 || len(acts) == 0 {
		return len(u.Acts) == len(acts)
	}
	for _, a := range acts {
		ok := false
		for _, w := range u.Acts {
			ok = ok || a == w
		}
		if !ok {
			return false
		}
	}
	return true
}

// score runs a set and logs what went wrong.
func score(t *testing.T, path string, least float64) {
	us := utterances(t, path)
	right := 0
	for _, u := range us {
		acts, ps := u.acts(t)
		if u.right(acts) {
			right++
			continue
		}
		if testing.Verbose() {
			t.Logf("%q (after %q): want %v, got %v", u.Text, u.Prior, u.Acts, acts)
			for _, x := range New(4).Explain(u.batch()) {
				for _, p := range x.Parts {
					t.Logf("      m%d %q → %s: %s", x.Message+1, p.Text, p.Act, p.Rule)
				}
			}
			_ = ps
		}
	}
	got := float64(right) / float64(len(us))
	t.Logf("%s: %d of %d right (%.1f %%)", path, right, len(us), 100*got)
	if got < least {
		t.Errorf("%.1f %% right, want %.1f %%", 100*got, 100*least)
	}
}

func TestActsOfTheTrainingHalf(t *testing.T) { score(t, "testdata/utterances-train.jsonl", 0.95) }

// More of the same, written to be harder; used for training like the first half.
func TestActsOfTheHarderSet(t *testing.T) { score(t, "testdata/utterances-more.jsonl", 0.95) }

// The rules are written from the other sets alone.
func TestActsOfTheHeldOutHalf(t *testing.T) { score(t, "testdata/utterances-heldout.jsonl", 0.95) }
