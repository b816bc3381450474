package neocortex

import (
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"muisto/memory"
	"muisto/memory/guard"
	"muisto/memory/lenient"
	"muisto/memory/secret"
)

// PromptVersion names the wording below. A group is sent again only when it
// changes.
const PromptVersion = "facts-2"

// SchemaName names the shape of an answer.
const SchemaName = "facts"

// Bounds of an answer. A full group gives a tenth of either.
const (
	maxAnswer    = 1 << 20
	maxProposals = 4 * MaxGroup
)

//go:embed instructions.md
var instructions string

type momentLine struct {
	ID    string   `json:"id"`
	Day   string   `json:"day"`
	Act   string   `json:"act"`
	By    string   `json:"by"`
	What  string   `json:"what"`
	About string   `json:"about,omitempty"`
	When  string   `json:"when,omitempty"`
	Names []string `json:"names,omitempty"`
}

type factLine struct {
	ID         string `json:"id"`
	About      string `json:"about"`
	Kind       string `json:"kind"`
	RestsOn    string `json:"rests_on"`
	ValidUntil string `json:"valid_until,omitempty"`
	Fact       string `json:"fact"`
}

// Prompt words the call for a group. Moments and facts are JSON strings between
// fences, so that nothing in them can end the fence.
func Prompt(r Request, complaints []string) (system, user string) {
	var w strings.Builder
	fmt.Fprintf(&w, "Today is %s.\n\n=== moments ===\n", dated(r.Today))
	for _, e := range r.Episodes {
		writeJSON(&w, lineOf(e))
	}
	w.WriteString("=== end of moments ===\n\n=== known facts ===\n")
	for _, f := range r.Known {
		writeJSON(&w, factLine{
			ID: f.ID.String(), About: guard.Fenced(f.About), Kind: string(f.Kind), RestsOn: string(f.Authority),
			ValidUntil: f.ValidUntil.String(), Fact: guard.Fenced(secret.Redact(f.Text)),
		})
	}
	w.WriteString("=== end of known facts ===\n")
	if len(r.Bearers) > 0 {
		fmt.Fprintf(&w, "\nWrite the facts that %s show; the other moments are there to be understood.\n", list(r.Bearers))
	}
	if len(complaints) > 0 {
		w.WriteString("\nYour answer before this one was not accepted:\n")
		for _, c := range complaints {
			w.WriteString("- ")
			writeJSON(&w, c)
		}
		w.WriteString("Answer again, whole.\n")
	}
	return instructions, w.String()
}

func lineOf(e memory.Episode) momentLine {
	line := momentLine{
		ID: e.ID.String(), Day: dated(e.Day), Act: string(e.Act), By: "user", What: guard.Fenced(secret.Redact(e.What)), About: guard.Fenced(e.About), When: guard.Fenced(e.When),
	}
	switch e.Actor {
	case memory.RoleUser:
	case memory.RoleAssistant:
		line.By = "agent"
	default:
		line.By = "somebody else"
	}
	if e.WhenAt != 0 {
		line.When = strings.TrimSpace(line.When + " (" + dated(e.WhenAt) + ")")
	}
	for _, name := range e.Names {
		line.Names = append(line.Names, guard.Fenced(name.Text))
	}
	return line
}

func dated(d memory.Day) string {
	if d == 0 {
		return ""
	}
	return d.String() + " " + d.Weekday().String()[:3]
}

func list(ids []memory.EpisodeID) string {
	words := make([]string, len(ids))
	for i, id := range ids {
		words[i] = id.String()
	}
	return strings.Join(words, ", ")
}

func writeJSON(w *strings.Builder, v any) {
	line, err := json.Marshal(v)
	if err != nil { // strings alone always marshal
		panic(err)
	}
	w.Write(line)
	w.WriteByte('\n')
}

// Schema is the JSON schema of an answer, in the strict form that endpoints
// ask for: every key required, none besides.
func Schema() json.RawMessage {
	return json.RawMessage(`{"type":"object","additionalProperties":false,"required":["facts"],"properties":{"facts":{"type":"array","items":{"type":"object","additionalProperties":false,"required":["episodes","text","about","kind","valid_until","touches"],"properties":{"episodes":{"type":"array","items":{"type":"string"}},"text":{"type":"string"},"about":{"type":"string"},"kind":{"type":"string","enum":["world","habit","state","wish"]},"valid_until":{"type":"string"},"touches":{"type":"array","items":{"type":"object","additionalProperties":false,"required":["fact","relation"],"properties":{"fact":{"type":"string"},"relation":{"type":"string","enum":["same","replaces","retracts"]}}}}}}}}}`)
}

// ErrAnswer is wrapped by errors about what a model answered, which naming the
// fault to it may mend, as against errors of reaching it, which it cannot.
var ErrAnswer = errors.New("the answer is not as asked")

var shape = lenient.Shape{List: SchemaName, Mark: "text", MaxBytes: maxAnswer, MaxItems: maxProposals}

// Decode reads an answer: an object with a list "facts", or what can be read as
// one. Keys that are not known are ignored.
func Decode(data []byte) ([]Proposal, error) {
	items, err := shape.Items(data)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrAnswer, err)
	}
	proposals := make([]Proposal, len(items))
	for i, item := range items {
		proposals[i] = Proposal{
			Text: item.Text("text"), About: item.Text("about"), Kind: item.Word("kind"),
			ValidUntil: dayIn(item.Text("valid_until")), Episodes: ids(item.Texts("episodes"), "e"),
		}
		for _, touch := range item.Items("touches", "fact") {
			fact := ids(touch.Texts("fact"), "f")
			proposals[i].Touches = append(proposals[i].Touches, Touch{Fact: strings.Join(fact, ", "), Relation: Relation(touch.Word("relation"))})
		}
	}
	return proposals, nil
}

// ids spells ids as they were given to the model.
func ids(texts []string, prefix string) []string {
	var list []string
	for _, t := range texts {
		for _, id := range strings.FieldsFunc(t, func(r rune) bool { return r == ',' || r == ';' || r == ' ' }) {
			if n := lenient.Label(id, prefix); n > 0 {
				id = fmt.Sprintf("%s%d", prefix, n)
			}
			list = append(list, id)
		}
	}
	return list
}

// dayIn is the day that a text begins with, as YYYY-MM-DD; "" where it gives none.
func dayIn(text string) string {
	const layout = "2006-01-02"
	if len(text) < len(layout) {
		return ""
	}
	if _, err := time.Parse(layout, text[:len(layout)]); err != nil {
		return ""
	}
	return text[:len(layout)]
}
