// Package composer is where the person writes: a few lines with the editing
// keys of a shell, whole graphemes, and long pastes shown as one sign.
//
// It knows nothing of keys by name, of colours, or of what becomes of the text.
package composer

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"

	"muisto/harmless"
	"muisto/ui/cell"
)

const (
	// MaxBytes bounds what can be written or pasted in one message.
	MaxBytes = 1 << 20
	// A paste of more lines or bytes than these is shown as one sign.
	maxPasteLines = 5
	maxPasteBytes = 1200
)

// unit is what the cursor steps over: a grapheme, a newline or a paste.
type unit struct {
	text string // what is sent
	show string // what is seen
	w    int    // cells
}

func (u unit) newline() bool { return u.text == "\n" }
func (u unit) tab() bool     { return u.text == "\t" }
func (u unit) pasted() bool  { return u.text != u.show && !u.newline() && !u.tab() }
func (u unit) space() bool   { return u.newline() || u.tab() || u.text == " " }
func (u unit) word() bool {
	r, _ := utf8.DecodeRuneInString(u.text)
	return u.pasted() || unicode.IsLetter(r) || unicode.IsDigit(r) || r == '_'
}

// Composer is the text being written. It is for one goroutine.
type Composer struct {
	method cell.Method
	width  int
	max    int // rows seen at most

	units []unit
	at    int // the cursor stands before units[at]
	goal  int // the column that up and down keep to; -1 for none
	top   int // the first row seen
	bytes int

	rows  []row
	stale bool

	changes []change
	killed  []unit
	killing bool // the last thing done was to kill
}

// row is units[from:to] on one line of the screen.
type row struct{ from, to int }

// New makes an empty composer.
func New(m cell.Method) *Composer {
	return &Composer{method: m, width: 1, max: 1, goal: -1, stale: true}
}

// SetMethod changes how cells are counted.
func (c *Composer) SetMethod(m cell.Method) {
	c.method = m
	for i, u := range c.units {
		if !u.newline() {
			c.units[i].w = m.StringWidth(u.show)
		}
	}
	c.stale = true
}

// SetSize sets the width in cells and the most rows seen at once.
func (c *Composer) SetSize(width, rows int) {
	c.width, c.max, c.stale = max(width, 2), max(rows, 1), true
}

// Text is what has been written, pastes in full.
func (c *Composer) Text() string {
	var b strings.Builder
	b.Grow(c.bytes)
	for _, u := range c.units {
		b.WriteString(u.text)
	}
	return b.String()
}

// Typed is what has been written, without what is shown as one sign.
func (c *Composer) Typed() string {
	var b strings.Builder
	for _, u := range c.units {
		if u.pasted() {
			b.WriteByte(' ')
			continue
		}
		b.WriteString(u.text)
	}
	return b.String()
}

// Empty reports whether nothing has been written.
func (c *Composer) Empty() bool { return len(c.units) == 0 }

// SetText replaces what is written and puts the cursor at its end.
func (c *Composer) SetText(s string) {
	c.Reset()
	c.Insert(s)
}

// Reset empties it.
func (c *Composer) Reset() {
	c.units, c.at, c.goal, c.top, c.bytes, c.stale = nil, 0, -1, 0, 0, true
	c.changes, c.killing = nil, false
}

// Insert writes s at the cursor. It reports false, and writes nothing, if that
// would be more than MaxBytes in all.
func (c *Composer) Insert(s string) bool {
	s = clean(s)
	if c.bytes+len(s) > MaxBytes {
		return false
	}
	from := c.at
	if from > 0 && !c.units[from-1].newline() && !c.units[from-1].pasted() {
		from-- // a mark that joins what it follows makes one grapheme with it
		s = c.units[from].text + s
	}
	c.replace(from, c.at, c.split(s))
	return true
}

// Paste writes s at the cursor, as one sign if it is long. It reports false as
// Insert does.
func (c *Composer) Paste(s string) bool {
	s = clean(s)
	lines := strings.Count(strings.TrimRight(s, "\n"), "\n") + 1
	if lines <= maxPasteLines && len(s) <= maxPasteBytes {
		return c.Insert(s)
	}
	if c.bytes+len(s) > MaxBytes {
		return false
	}
	show := fmt.Sprintf("[pasted %d lines]", lines)
	if lines == 1 {
		show = fmt.Sprintf("[pasted %d characters]", utf8.RuneCountInString(s))
	}
	c.replace(c.at, c.at, []unit{{text: s, show: show, w: len(show)}})
	return true
}

func clean(s string) string {
	s = strings.ReplaceAll(s, "\r\n", "\n")
	s = strings.ReplaceAll(s, "\r", "\n")
	return harmless.Text(s)
}

// tab is how a tab is shown. It is sent as what it is.
const tab = "    "

func (c *Composer) split(s string) []unit {
	var out []unit
	for s != "" {
		if s[0] == '\n' {
			out = append(out, unit{text: "\n"})
			s = s[1:]
			continue
		}
		if s[0] == '\t' {
			out = append(out, unit{text: "\t", show: tab, w: len(tab)})
			s = s[1:]
			continue
		}
		g, _ := ansi.FirstGraphemeCluster(s, c.method)
		if g == "" {
			break
		}
		out = append(out, unit{text: g, show: g, w: c.method.StringWidth(g)})
		s = s[len(g):]
	}
	return out
}

// replace puts with in the place of units[from:to], the cursor behind it.
func (c *Composer) replace(from, to int, with []unit) {
	c.note(from, to, with)
	c.killing = false
	c.put(from, to, with)
}

func (c *Composer) put(from, to int, with []unit) {
	for _, u := range c.units[from:to] {
		c.bytes -= len(u.text)
	}
	for _, u := range with {
		c.bytes += len(u.text)
	}
	rest := append(with[:len(with):len(with)], c.units[to:]...)
	c.units = append(c.units[:from], rest...)
	c.at = from + len(with)
	c.goal, c.stale = -1, true
}

// Snapshot is what was written at one time.
type Snapshot struct{ units []unit }

// Take gives what is written and empties the composer.
func (c *Composer) Take() Snapshot {
	s := Snapshot{units: c.units}
	c.Reset()
	return s
}

// Text is the text of the snapshot, pastes in full.
func (s Snapshot) Text() string {
	var b strings.Builder
	for _, u := range s.units {
		b.WriteString(u.text)
	}
	return b.String()
}

// PutBack writes a snapshot before what has been written since.
func (c *Composer) PutBack(s Snapshot) {
	with := s.units
	if len(c.units) > 0 && len(with) > 0 {
		with = append(with[:len(with):len(with)], unit{text: "\n"})
	}
	at := c.at
	c.replace(0, 0, with)
	c.at += at
}
