package mind

import (
	"bufio"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"muisto/memory"
	"muisto/memory/hippocampus"
	"muisto/memory/neocortex"
)

// answer is one answer of a model, a moment or a fact, with what it rests on.
type answer struct {
	Kind string `json:"kind"`
	// Messages are those of a moment, "role: text"; Moments those of a fact.
	Messages []string    `json:"messages"`
	Moments  []string    `json:"moments"`
	Actor    memory.Role `json:"actor"`
	What     string      `json:"what"`
	Text     string      `json:"text"`
	Act      string      `json:"act"`
	Sources  []string    `json:"sources"`
}

func (a answer) says() string { return a.What + a.Text }

// kept reports whether the answer holds as it is, and what was said against it.
func (a answer) kept() (bool, []string) {
	if a.Kind == "moment" {
		return a.keptMoment()
	}
	return a.keptFact()
}

func (a answer) keptMoment() (bool, []string) {
	monday := time.Date(2026, 5, 18, 9, 0, 0, 0, time.UTC)
	b := hippocampus.Batch{Conversation: "c"}
	for i, l := range a.Messages {
		role, text, _ := strings.Cut(l, ": ")
		b.Messages = append(b.Messages, memory.Message{
			Key: int64(i + 1), ID: label(i), Conversation: "c", Role: memory.Role(role),
			At: monday.Add(time.Duration(i) * time.Minute), Text: text, Finished: true,
		})
	}
	p := hippocampus.Proposal{What: a.What, About: "the user: matter", Act: a.Act, Sources: a.Sources}
	if p.Act == "" {
		p.Act = "observation"
	}
	if p.Sources == nil {
		p.Sources = []string{"m1"}
	}
	drafts, complaints, _ := hippocampus.Check(b, []hippocampus.Proposal{p}, 4)
	if len(drafts) == 1 && string(drafts[0].Episode.Act) != p.Act {
		return false, []string{"its act became " + string(drafts[0].Episode.Act)}
	}
	return len(drafts) == 1, complaints
}

func (a answer) keptFact() (bool, []string) {
	at := time.Date(2026, 5, 6, 12, 0, 0, 0, time.UTC)
	r := neocortex.Request{Today: memory.DayOf(at, 4) + 1, StateDays: 90, DayTurn: 4}
	p := neocortex.Proposal{Text: a.Text, About: "the user: matter", Kind: "world"}
	for i, what := range a.Moments {
		e := memory.Episode{
			ID: memory.EpisodeID(i + 1), What: what, Act: memory.Observation, Actor: a.Actor, FirstAt: at, LastAt: at, Day: memory.DayOf(at, 4),
		}
		if e.Actor == "" {
			e.Actor = memory.RoleUser
		}
		r.Episodes, p.Episodes = append(r.Episodes, e), append(p.Episodes, e.ID.String())
	}
	drafts, complaints := neocortex.Check(r, []neocortex.Proposal{p})
	if len(drafts) == 1 && a.Actor == "" && drafts[0].Authority() != memory.ByUser {
		return false, []string{"it is taken for the agent's"}
	}
	return len(drafts) == 1, complaints
}

func answersIn(t *testing.T, name string) []answer {
	t.Helper()
	f, err := os.Open(filepath.Join("testdata", "answers", name))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = f.Close() }()
	var list []answer
	for in := bufio.NewScanner(f); in.Scan(); {
		var a answer
		if err := json.Unmarshal(in.Bytes(), &a); err != nil {
			t.Fatalf("%s: %v", in.Text(), err)
		}
		list = append(list, a)
	}
	return list
}

// The sets are right answers of a model in six languages, and answers with
// something invented, each written before it was tried.
func TestAnswersInManyWordingsAreToldApart(t *testing.T) {
	var kept, taken, right, invented int
	for _, set := range []string{"first", "second", "third"} {
		for _, a := range answersIn(t, set+"-right.jsonl") {
			right++
			ok, complaints := a.kept()
			if ok {
				kept++
				continue
			}
			t.Logf("not kept: %s %q: %q", a.says(), append(a.Messages, a.Moments...), complaints)
		}
		for _, a := range answersIn(t, set+"-invented.jsonl") {
			invented++
			if ok, _ := a.kept(); ok {
				taken++
				t.Logf("kept though invented: %s %q", a.says(), append(a.Messages, a.Moments...))
			}
		}
	}
	if 60*kept < 57*right || 40*taken > invented {
		t.Errorf("%d of %d right answers are kept, and %d of %d invented", kept, right, taken, invented)
	}
}
