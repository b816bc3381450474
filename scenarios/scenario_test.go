package scenarios

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

type scenario struct {
	Name    string   `json:"name"`
	Zone    string   `json:"tz"`
	Answers []answer `json:"answers"`
	Steps   []step   `json:"steps"`
}

// message is a line of an import.
type message struct {
	Conversation string `json:"conversation,omitempty"`
	ID           string `json:"id,omitempty"`
	At           string `json:"at"`
	Role         string `json:"role"`
	Text         string `json:"text"`
}

// step is one of its fields.
type step struct {
	Say     []message   `json:"say"`
	Capture string      `json:"capture"`
	Sleep   string      `json:"sleep"`
	Pass    string      `json:"pass"` // of Sleep
	Turn    string      `json:"turn"`
	Correct string      `json:"correct"` // a pattern
	To      string      `json:"to"`      // of Correct
	At      string      `json:"at"`      // of Turn and Correct
	Expect  *expectable `json:"expect"`
}

func TestScenarios(t *testing.T) { runAll(t, "dev") }

func TestScenariosWithALanguageModel(t *testing.T) { runAll(t, "model") }

func runAll(t *testing.T, folder string) {
	files, err := filepath.Glob(filepath.Join("testdata", folder, "*.json"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no scenarios in %s: %v", folder, err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".json"), func(t *testing.T) {
			t.Parallel()
			raw, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			var s scenario
			if err := json.Unmarshal(raw, &s); err != nil {
				t.Fatal(err)
			}
			s.run(t)
		})
	}
}

func (s scenario) run(t *testing.T) {
	p := newProgram(t, s.Zone)
	if len(s.Answers) > 0 {
		p.script = &script{answers: s.Answers}
		p.model = []string{"--model", "scripted", "--base-url", p.script.serve(t)}
	}
	for _, st := range s.Steps {
		st.take(p)
	}
}

func (st step) take(p *program) {
	p.t.Helper()
	switch {
	case len(st.Say) > 0:
		for i := range st.Say {
			if st.Say[i].Conversation == "" {
				st.Say[i].Conversation = "scenario"
			}
		}
		p.say(st.Say)
	case st.Capture != "":
		p.run(st.Capture, "capture")
	case st.Turn != "":
		p.run(st.At, "say", "--new", st.Turn)
	case st.Correct != "":
		pattern := compiled(p.t, st.Correct)
		for _, f := range list[fact](p, st.At, "facts") {
			if pattern.in(f.Text) {
				p.run(st.At, "facts", "correct", f.ID, st.To)
				return
			}
		}
		p.t.Fatalf("no fact matches %q", st.Correct)
	case st.Sleep != "":
		pass := st.Pass
		if pass == "" {
			pass = "due"
		}
		p.run(st.Sleep, "sleep", "--pass", pass)
	case st.Expect != nil:
		st.Expect.check(p)
	default:
		p.t.Fatal("a step that does nothing")
	}
}
