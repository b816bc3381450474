package hippocampus

import (
	"bufio"
	"encoding/json"
	"os"
	"path/filepath"
	"testing"
)

// line is one answer of a set, with the messages that it is about.
type line struct {
	Messages []string `json:"messages"`
	What     string   `json:"what"`
	About    string   `json:"about"`
	Act      string   `json:"act"`
	Sources  []string `json:"sources"`
	Quote    string   `json:"quote"`
	Names    []string `json:"names"`
	When     string   `json:"when"`
	Invented string   `json:"invented"`
}

func readSet(t *testing.T, name string) []line {
	t.Helper()
	f, err := os.Open(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var list []line
	for in := bufio.NewScanner(f); in.Scan(); {
		var l line
		if err := json.Unmarshal(in.Bytes(), &l); err != nil {
			t.Fatalf("%s: %v", in.Text(), err)
		}
		list = append(list, l)
	}
	return list
}

// keeps reports whether the sentence of a line becomes an episode as it is, with
// the act that it claims.
func (l line) keeps() (bool, []string) {
	act, sources := l.Act, l.Sources
	if act == "" {
		act = "observation"
	}
	if sources == nil {
		sources = []string{"m1"}
	}
	p := Proposal{What: l.What, About: l.About, Act: act, Sources: sources, Quote: l.Quote, When: l.When}
	for _, n := range l.Names {
		p.Names = append(p.Names, ProposedName{n, "thing"})
	}
	drafts, complaints, _ := Check(batchOf(l.Messages...), []Proposal{p}, 4)
	if len(drafts) == 1 && l.Invented == "" && string(drafts[0].Episode.Act) != act {
		return false, []string{"its act became " + string(drafts[0].Episode.Act)}
	}
	return len(drafts) == 1, complaints
}

func TestRightAnswersAreKept(t *testing.T) {
	right, kept := 0, 0
	for _, set := range []string{"right-dev.jsonl", "right-held.jsonl"} {
		before := kept
		lines := readSet(t, set)
		for _, l := range lines {
			ok, complaints := l.keeps()
			if right++; ok {
				kept++
				continue
			}
			t.Logf("not kept: %s (%v): %v", l.What, l.Messages, complaints)
		}
		t.Logf("%s: %d of %d kept", set, kept-before, len(lines))
	}
	if 60*kept < 57*right {
		t.Errorf("%d of %d right answers kept", kept, right)
	}
}

func TestInventedAnswersAreDropped(t *testing.T) {
	invented, kept := 0, 0
	for _, set := range []string{"invented-dev.jsonl", "invented-held.jsonl"} {
		before := kept
		lines := readSet(t, set)
		for _, l := range lines {
			invented++
			if ok, _ := l.keeps(); ok {
				kept++
				t.Logf("kept: %s (%v): %s", l.What, l.Messages, l.Invented)
			}
		}
		t.Logf("%s: %d of %d kept", set, kept-before, len(lines))
	}
	if 40*kept > invented {
		t.Errorf("%d of %d invented answers kept", kept, invented)
	}
}

// The sets that were written without sight of the checks. Most right answers are
// still refused: other words for the same thing, spellings of a chat, English for
// what was said in another language; and a third of what is invented passes: who
// did it, and what was asked and not stated. The bounds hold what there is; 57 and
// 1 are the goal.
func TestAnswersThatWereWrittenUnseen(t *testing.T) {
	const leastRight, mostInvented = 18, 13
	right, invented := 0, 0
	for _, l := range readSet(t, "right-unseen.jsonl") {
		if ok, _ := l.keeps(); ok {
			right++
		}
	}
	for _, l := range readSet(t, "invented-unseen.jsonl") {
		if ok, _ := l.keeps(); ok {
			invented++
		}
	}
	t.Logf("%d right and %d invented answers kept", right, invented)
	if right < leastRight || invented > mostInvented {
		t.Errorf("%d right and %d invented answers kept; they were %d and %d", right, invented, leastRight, mostInvented)
	}
}
