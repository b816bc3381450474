package builtin

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"time"

	"muisto/memory"
	"muisto/memory/hippocampus"
	"muisto/model/builtin/linear"
)

// LessonFiles are what the table that is built in was learnt from, seen from
// model/builtin.
var LessonFiles = []string{"testdata/train-acts.jsonl", "testdata/utterances-train.jsonl", "testdata/utterances-more.jsonl"}

// maxLesson bounds a line of lessons, in bytes.
const maxLesson = 1 << 16

// Train learns to tell acts apart from lessons, one JSON object a line: what
// the other side said before (prior, null for nothing), the role, the text, and
// the acts that its parts do (none: nothing worth keeping). It gives the table
// to embed. The same lessons give the same table.
func Train(lessons io.Reader) ([]byte, error) {
	var examples []linear.Example
	lines := bufio.NewScanner(lessons)
	lines.Buffer(nil, maxLesson)
	for n := 1; lines.Scan(); n++ {
		var l struct {
			Prior string       `json:"prior"`
			Role  memory.Role  `json:"role"`
			Text  string       `json:"text"`
			Acts  []memory.Act `json:"acts"`
		}
		if err := json.Unmarshal(lines.Bytes(), &l); err != nil {
			return nil, fmt.Errorf("read lesson %d: %w", n, err)
		}
		examples = append(examples, New(0).lessons(spoken(l.Prior, l.Role, l.Text), l.Acts)...)
	}
	if err := lines.Err(); err != nil {
		return nil, fmt.Errorf("read lessons: %w", err)
	}
	return linear.Train(examples, len(actClasses)).Bytes(), nil
}

// spoken is a message after what the other side said, if anything, on a day
// like any other.
func spoken(prior string, role memory.Role, text string) hippocampus.Batch {
	at := time.Date(2026, time.March, 2, 9, 0, 0, 0, time.UTC)
	var b hippocampus.Batch
	if prior != "" {
		other := memory.RoleAssistant
		if role == memory.RoleAssistant {
			other = memory.RoleUser
		}
		b.Messages = append(b.Messages, memory.Message{Role: other, Text: prior, At: at})
	}
	b.Messages = append(b.Messages, memory.Message{Role: role, Text: text, At: at.Add(time.Minute)})
	return b
}

// lessons are what a message teaches of which every part is known to do one of
// the acts; none stands for nothing worth keeping.
func (m Model) lessons(b hippocampus.Batch, acts []memory.Act) []linear.Example {
	m.learnt = linear.Weights{}
	msg := m.reading(b).open(len(b.Messages) - 1)
	parts := msg.parts()
	var out []linear.Example
	before := memory.Act("")
	for i, p := range parts {
		if !weighable(p) {
			before = p.act
			continue
		}
		if class, ok := taught(p, parts, acts, i); ok {
			out = append(out, linear.Example{Features: msg.features(parts, i, before), Class: class})
			before = actClasses[class]
		}
	}
	return out
}

// taught is the class of a part: the only act, the rule's own where it is one
// of several, or the one in its place.
func taught(p part, parts []part, acts []memory.Act, i int) (int, bool) {
	act := memory.Act("")
	switch {
	case len(acts) == 0:
	case len(acts) == 1:
		act = acts[0]
		if p.act == "" && act != memory.Retraction && len(parts) > 1 {
			act = "" // a greeting before the news
		}
	default:
		for _, a := range acts {
			if a == p.act {
				return classOf(a), true
			}
		}
		if len(acts) != len(parts) {
			return 0, false
		}
		act = acts[i]
	}
	return classOf(act), true
}

func classOf(act memory.Act) int {
	for c, a := range actClasses {
		if a == act {
			return c
		}
	}
	return 0
}
