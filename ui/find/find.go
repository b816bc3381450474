// Package find searches in lines of text that are on screen: it marks what fits
// and goes from one place to the next.
//
// It knows nothing of keys or of what the text is.
package find

import (
	"strings"

	"github.com/charmbracelet/x/ansi"
)

// Find is a search in a text. The zero value searches for nothing.
type Find struct {
	text   string // in lower case
	at     int    // the line of the place that was gone to
	steps  int    // places to go on by, at the next Apply
	start  bool   // the first place is to be gone to
	places int
}

// Set changes what is searched for, and goes to the first place.
func (f *Find) Set(text string) {
	*f = Find{text: strings.ToLower(text), start: text != ""}
}

// Active reports whether something is searched for.
func (f *Find) Active() bool { return f.text != "" }

// Step goes n places on, round at the ends.
func (f *Find) Step(n int) { f.steps += n }

// Places is how many lines have what is searched for, as they were last drawn.
func (f *Find) Places() int { return f.places }

// Apply marks the places in some lines, which may have styles, and gives the line
// that is to be in sight; false if it stays where it is.
func (f *Find) Apply(lines []string, mark func(...string) string) (marked []string, to int, ok bool) {
	if !f.Active() {
		return lines, 0, false
	}
	var hits []int
	marked = make([]string, len(lines))
	for i, line := range lines {
		marked[i] = line
		if plain := ansi.Strip(line); contains(plain, f.text) {
			marked[i] = f.mark(plain, mark)
			hits = append(hits, i)
		}
	}
	f.places = len(hits)
	if len(hits) == 0 || !f.start && f.steps == 0 {
		f.start, f.steps = false, 0
		return marked, 0, false
	}
	at := 0
	if !f.start {
		at = nearest(hits, f.at)
	}
	n := len(hits)
	at = ((at+f.steps)%n + n) % n
	f.at, f.start, f.steps = hits[at], false, 0
	return marked, f.at, true
}

// nearest is the index of the last hit up to a line.
func nearest(hits []int, line int) int {
	at := 0
	for i, hit := range hits {
		if hit <= line {
			at = i
		}
	}
	return at
}

// sameLength: the case changes no place in the text.
func sameLength(line, low string) bool { return len(line) == len(low) }

func contains(line, text string) bool {
	return strings.Contains(strings.ToLower(line), text)
}

func (f *Find) mark(line string, mark func(...string) string) string {
	low := strings.ToLower(line)
	if !sameLength(line, low) {
		return mark(line)
	}
	var b strings.Builder
	for {
		i := strings.Index(low, f.text)
		if i < 0 {
			return b.String() + line
		}
		b.WriteString(line[:i])
		b.WriteString(mark(line[i : i+len(f.text)]))
		line, low = line[i+len(f.text):], low[i+len(f.text):]
	}
}
