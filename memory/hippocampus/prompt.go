package hippocampus

import (
	"cmp"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"muisto/memory"
	"muisto/memory/guard"
	"muisto/memory/lenient"
	"muisto/memory/secret"
)

// PromptVersion names the wording below. It is kept with each capture.
const PromptVersion = "encode-2"

// SchemaName names the shape of an answer.
const SchemaName = "episodes"

// clipRunes is the length beyond which the middle of a message is left out of
// the prompt: a long paste is one episode, about the paste.
const clipRunes = 4000

// maxKnown bounds the known names that are listed.
const maxKnown = 40

// maxTopics and maxFacts bound what is told of the record: a few hundred tokens.
const (
	maxTopics = 20
	maxFacts  = 8
)

// maxAnswer bounds an answer in bytes; a full batch takes a tenth of it.
const maxAnswer = 1 << 20

// maxProposals bounds the proposals of one answer.
const maxProposals = 4 * MaxBatch

// instructions are what an encoder is asked.
//
//go:embed encode.md
var instructions string

type promptLine struct {
	Label   string `json:"label"`
	Role    string `json:"role"`
	Speaker string `json:"speaker,omitempty"`
	At      string `json:"at"`
	Text    string `json:"text"`
}

// Prompt words the call for a batch. The messages are JSON strings between
// fences, so that nothing in them can end the fence.
func Prompt(b Batch, complaints []string) (system, user string) {
	var w strings.Builder
	if len(b.Known) > 0 {
		w.WriteString("Names met before: ")
		for i, n := range b.Known[:min(len(b.Known), maxKnown)] {
			if i > 0 {
				w.WriteString(", ")
			}
			fmt.Fprintf(&w, "%s (%s)", jsonString(guard.Fenced(n.Text)), n.Type)
		}
		w.WriteString("\n\n")
	}
	writeRecord(&w, b)
	w.WriteString("=== messages ===\n")
	for _, m := range b.Context {
		writeLine(&w, "context", m)
	}
	for i, m := range b.Messages {
		writeLine(&w, label(i), m)
	}
	w.WriteString("=== end of messages ===\n")
	if len(complaints) > 0 {
		w.WriteString("\nYour answer before this one was not accepted:\n")
		for _, c := range complaints {
			w.WriteString("- " + jsonString(c) + "\n")
		}
		w.WriteString("Answer again, whole.\n")
	}
	return instructions, w.String()
}

type factLine struct {
	ID    string `json:"id"`
	About string `json:"about"`
	Fact  string `json:"fact"`
}

// writeRecord tells what is on record that the messages may be about.
func writeRecord(w *strings.Builder, b Batch) {
	if len(b.Topics) > 0 {
		w.WriteString("Earlier topics: ")
		for i, t := range b.Topics[:min(len(b.Topics), maxTopics)] {
			if i > 0 {
				w.WriteString(", ")
			}
			w.WriteString(jsonString(guard.Fenced(t)))
		}
		w.WriteString("\n\n")
	}
	if len(b.Facts) == 0 {
		return
	}
	w.WriteString("=== known facts ===\n")
	for _, f := range b.Facts[:min(len(b.Facts), maxFacts)] {
		w.WriteString(jsonOf(factLine{f.ID.String(), guard.Fenced(f.About), guard.Fenced(secret.Redact(f.Text))}) + "\n")
	}
	w.WriteString("=== end of known facts ===\n\n")
}

func writeLine(w *strings.Builder, label string, m memory.Message) {
	line, err := json.Marshal(promptLine{
		Label: label, Role: string(m.Role), Speaker: guard.Fenced(m.Speaker),
		At: m.At.Format("2006-01-02T15:04 Mon"), Text: guard.Fenced(secret.Redact(clip(m.Text))),
	})
	if err != nil { // strings alone always marshal
		panic(err)
	}
	w.Write(line)
	w.WriteByte('\n')
}

func jsonString(s string) string { return jsonOf(s) }

func jsonOf(v any) string {
	out, err := json.Marshal(v)
	if err != nil { // strings always marshal
		panic(err)
	}
	return string(out)
}

func label(i int) string { return fmt.Sprintf("m%d", i+1) }

// clip leaves out the middle of a text that is too long for the prompt.
func clip(text string) string {
	if len(text) <= clipRunes || utf8.RuneCountInString(text) <= clipRunes {
		return text
	}
	runes := []rune(text)
	head, tail := clipRunes*3/4, clipRunes/4
	return fmt.Sprintf("%s\n[… %d characters left out …]\n%s",
		string(runes[:head]), len(runes)-head-tail, string(runes[len(runes)-tail:]))
}

// Schema is the JSON schema of an answer, in the strict form that endpoints
// ask for: every key required, none besides.
func Schema() json.RawMessage {
	return json.RawMessage(`{"type":"object","additionalProperties":false,"required":["episodes"],"properties":{"episodes":{"type":"array","items":{"type":"object","additionalProperties":false,"required":["sources","quote","what","about","who","when","act","names","lasting"],"properties":{"sources":{"type":"array","items":{"type":"string"}},"quote":{"type":"string"},"what":{"type":"string"},"about":{"type":"string"},"who":{"type":"array","items":{"type":"string"}},"when":{"type":"string"},"act":{"type":"string","enum":["correction","decision","commitment","retraction","observation","routine"]},"names":{"type":"array","items":{"type":"object","additionalProperties":false,"required":["text","type"],"properties":{"text":{"type":"string"},"type":{"type":"string","enum":["person","place","organisation","project","event","thing"]}}}},"lasting":{"type":"boolean"}}}}}}`)
}

// ErrAnswer is wrapped by errors about what a model answered, which naming the
// fault to it may mend, as against errors of reaching it, which it cannot.
var ErrAnswer = errors.New("the answer is not as asked")

var shape = lenient.Shape{List: SchemaName, Mark: "what", MaxBytes: maxAnswer, MaxItems: maxProposals}

// What an encoder says of a batch that it does not encode, and will not if it is
// asked again.
var (
	// ErrTooMuch: the batch, or its answer, is longer than the model's window.
	ErrTooMuch = errors.New("too much for one answer")
	// ErrSlow: the endpoint was reached, and did not answer in time.
	ErrSlow = errors.New("no answer in time")
	// ErrRefused: the endpoint or the model refuses what is in it.
	ErrRefused = errors.New("the batch was refused")
)

// Decode reads an answer: an object with a list "episodes", or what can be read
// as one. Keys that are not known are ignored.
func Decode(data []byte) ([]Proposal, error) {
	items, err := shape.Items(data)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrAnswer, err)
	}
	proposals := make([]Proposal, len(items))
	for i, item := range items {
		proposals[i] = Proposal{
			What: item.Text("what"), About: item.Text("about"), Who: item.Texts("who"), When: item.Text("when"),
			Act: item.Word("act"), Sources: labels(item.Texts("sources")), Quote: item.Text("quote"), Lasting: item.Yes("lasting"),
		}
		for _, name := range item.Items("names", "text") {
			proposals[i].Names = append(proposals[i].Names, ProposedName{Text: cmp.Or(name.Text("text"), name.Text("name")), Type: name.Word("type")})
		}
	}
	return proposals, nil
}

// labels takes apart what lists several labels in one text.
func labels(texts []string) []string {
	var list []string
	for _, t := range texts {
		list = append(list, strings.FieldsFunc(t, func(r rune) bool { return r == ',' || r == ';' || unicode.IsSpace(r) })...)
	}
	return list
}
