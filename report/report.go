// Package report writes a memory as one HTML page to read: facts by subject with
// their history and sources, the moments in the order of days with how far they
// have faded, the graph of each night's groups, and the forgetting curves.
//
// The page needs nothing else: no script, no font, no address. It knows nothing
// of where the memory is kept. All text is escaped, and a Content-Security-Policy
// forbids whatever is not in the page.
package report

import (
	"cmp"
	"crypto/sha256"
	_ "embed" // the template and its style
	"encoding/base64"
	"fmt"
	"html/template"
	"io"
	"slices"
	"strings"
	"time"

	"muisto/harmless"
	"muisto/memory"
)

// MaxMoments is how many moments the page shows, the newest ones.
const MaxMoments = 2000

//go:embed page.html
var page string

//go:embed page.css
var style string

// Memory is what the page is made of.
type Memory struct {
	Now   time.Time
	Decay float64
	// Facts are all of them, whatever their status.
	Facts []memory.Fact
	// Moments are the oldest first, at most MaxMoments; Left is how many older ones
	// are left out.
	Moments []memory.Episode
	Left    int
	// Nights are the newest first.
	Nights []memory.PassRecord
	// Spoken shows a sentence about the user as spoken to them; nil leaves it.
	Spoken func(string) string
}

// Write writes the page.
func Write(w io.Writer, m Memory) error {
	t, err := template.New("page").Parse(page)
	if err != nil {
		return fmt.Errorf("read the page's template: %w", err)
	}
	if m.Spoken == nil {
		m.Spoken = func(s string) string { return s }
	}
	sum := sha256.Sum256([]byte(style))
	data := struct {
		Style         template.CSS
		Policy        string
		Made          string
		Facts, Active int
		Moments, Left int
		Subjects      []subject
		Days          []day
		Nights        []night
		Curves        curves
	}{
		Style:  template.CSS(style),
		Policy: "default-src 'none'; style-src 'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'; base-uri 'none'; form-action 'none'",
		Made:   m.Now.Format("2 January 2006, 15:04"),
		Facts:  len(m.Facts), Active: active(m.Facts), Moments: len(m.Moments) + m.Left, Left: m.Left,
		Subjects: m.subjects(), Days: m.days(), Nights: m.nights(), Curves: m.curves(),
	}
	if err := t.Execute(w, data); err != nil {
		return fmt.Errorf("write the page: %w", err)
	}
	return nil
}

func active(facts []memory.Fact) int {
	n := 0
	for _, f := range facts {
		if f.Status == memory.Active {
			n++
		}
	}
	return n
}

func (m Memory) say(text string) string { return m.Spoken(harmless.Line(text)) }

// date writes "7 Dec 2026".
func (m Memory) date(t time.Time) string { return t.In(m.Now.Location()).Format("2 Jan 2006") }

func dayName(d memory.Day) string { return d.Time(time.UTC).Format("2 Jan 2006") }

// subject is what some facts are about.
type subject struct {
	Name  string
	Facts []fact
}

// fact is one, with what it replaced and what it rests on.
type fact struct {
	ID, Text, Note string
	Retired        bool
	Before         []string
	Sources        []source
}

type source struct {
	ID, Day string
	Shown   bool // the moment is on the page
}

// subjects are the facts by what they are about: of each the active ones first.
// One that was replaced stands with the one in its place.
func (m Memory) subjects() []subject {
	byID := map[memory.FactID]memory.Fact{}
	before := map[memory.FactID][]memory.Fact{}
	for _, f := range m.Facts {
		byID[f.ID] = f
		if f.SupersededBy != 0 {
			before[f.SupersededBy] = append(before[f.SupersededBy], f)
		}
	}
	shown := map[memory.EpisodeID]bool{}
	for _, e := range m.Moments {
		shown[e.ID] = true
	}
	all := map[string]*subject{}
	var order []string
	facts := slices.Clone(m.Facts)
	slices.SortStableFunc(facts, func(a, b memory.Fact) int {
		return cmp.Or(cmp.Compare(rank(a), rank(b)), cmp.Compare(b.Salience, a.Salience), cmp.Compare(a.ID, b.ID))
	})
	for _, f := range facts {
		if _, replaced := byID[f.SupersededBy]; replaced {
			continue
		}
		name := subjectOf(f)
		key := strings.ToLower(name)
		if all[key] == nil {
			all[key] = &subject{Name: name}
			order = append(order, key)
		}
		all[key].Facts = append(all[key].Facts, m.fact(f, before, shown))
	}
	slices.Sort(order)
	out := make([]subject, len(order))
	for i, key := range order {
		out[i] = *all[key]
	}
	return out
}

func (m Memory) fact(f memory.Fact, before map[memory.FactID][]memory.Fact, shown map[memory.EpisodeID]bool) fact {
	out := fact{ID: f.ID.String(), Text: m.say(f.Text), Retired: f.Status != memory.Active, Note: m.note(f)}
	for _, was := range history(f.ID, before, map[memory.FactID]bool{}) {
		out.Before = append(out.Before, m.say(was.Text)+" (until "+m.date(was.RetiredAt)+")")
	}
	for i, id := range f.Sources {
		s := source{ID: id.String(), Shown: shown[id]}
		if i < len(f.From) {
			s.Day = dayName(f.From[i])
		}
		out.Sources = append(out.Sources, s)
	}
	return out
}

// history is what a fact replaced, the last first.
func history(id memory.FactID, before map[memory.FactID][]memory.Fact, seen map[memory.FactID]bool) []memory.Fact {
	if seen[id] {
		return nil
	}
	seen[id] = true
	var out []memory.Fact
	for _, f := range before[id] {
		out = append(append(out, f), history(f.ID, before, seen)...)
	}
	return out
}

// note says how long a fact holds, or what became of it.
func (m Memory) note(f memory.Fact) string {
	var parts []string
	switch {
	case f.Status == memory.Closed:
		parts = append(parts, "retired on "+m.date(f.RetiredAt))
	case f.Status != memory.Active:
		parts = append(parts, "expired on "+m.date(f.RetiredAt))
	case f.ValidUntil != 0:
		parts = append(parts, "until "+dayName(f.ValidUntil))
	}
	if f.Authority == memory.ByAgent {
		parts = append(parts, "muisto's word")
	}
	return strings.Join(parts, " · ")
}

func rank(f memory.Fact) int {
	if f.Status == memory.Active {
		return 0
	}
	return 1
}

func subjectOf(f memory.Fact) string {
	name, _, _ := strings.Cut(harmless.Line(f.About), ":")
	switch name = strings.TrimSpace(name); strings.ToLower(name) {
	case "":
		return "Other"
	case "user", "the user":
		return "You"
	}
	return name
}
