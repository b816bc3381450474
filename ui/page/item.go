package page

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"muisto/harmless"
	"muisto/memory"
	"muisto/ui/cell"
	"muisto/ui/markdown"
)

// Entry is what the page shows of one message.
type Entry struct {
	memory.Message
	// Facts and Moments are how many of each came to mind for a reply.
	Facts, Moments int
	// Private: it was said off the record.
	Private bool
	// Played: it is part of a play, and not said by who watches or the agent.
	Played bool
	// Stopped: the person stopped the reply.
	Stopped bool
	// Branches are the keys of the messages that stand in one place with it, in
	// the order of arrival; none where it stands there alone.
	Branches []int64
}

// kind is what an item is.
type kind int

const (
	said   kind = iota // by the person
	reply              // by the agent
	notice             // by the program, not part of the conversation
)

// lasting is how long a notice is shown.
type lasting int

const (
	forGood lasting = iota
	untilKey
	untilSaid
)

// item is one thing on the page. Its text is harmless. It is cut into parts
// that are drawn when they are first seen.
type item struct {
	Entry
	kind    kind
	remark  bool // a notice that is no trouble
	lasts   lasting
	running bool   // the reply is still coming
	instead bool   // it takes the place of what came before it, once it comes
	mark    string // what sets it apart; "" for nothing
	parts   []part
	blocks  int // how many of the parts after the header are finished blocks
	doc     *markdown.Document
	stream  harmless.Stream
}

type partKind int

const (
	dayPart partKind = iota
	headPart
	plainPart
	markdownPart
	footPart
	gapPart
	foldPart
)

// part is a stretch of an item that is drawn by itself.
type part struct {
	kind  partKind
	text  string
	tight bool
	lines []string
	drawn uint64 // the page's stamp when lines were drawn; 0 for never
}

// maxPlainLines is how many lines of typed text make one part, so that a long
// paste is not laid out whole to show its end.
const maxPlainLines = 64

func newItem(e Entry) *item {
	it := &item{Entry: e, kind: said}
	if e.Role == memory.RoleAssistant {
		it.kind = reply
	}
	it.Text = harmless.Text(e.Text)
	it.Speaker = harmless.Line(e.Speaker)
	return it
}

// cut makes the parts of an item that has none yet.
func (it *item) cut() {
	if it.parts != nil {
		return
	}
	it.parts = []part{{kind: dayPart}}
	if it.kind == notice {
		it.parts = append(it.parts, part{kind: plainPart, text: it.Text, tight: true}, part{kind: gapPart})
		return
	}
	it.parts = append(it.parts, part{kind: headPart})
	if it.kind == reply {
		if it.doc == nil {
			it.doc = &markdown.Document{}
			it.doc.Write(it.Text)
		}
		it.extend()
		return
	}
	rest, hidden := it.folded()
	for {
		head, tail, more := cutLines(rest, maxPlainLines)
		it.parts = append(it.parts, part{kind: plainPart, text: head, tight: true})
		if !more {
			break
		}
		rest = tail
	}
	if hidden > 0 {
		it.parts = append(it.parts, part{kind: foldPart, text: count(hidden, "more line")})
	}
	it.parts = append(it.parts, part{kind: gapPart})
}

const (
	// A message of more lines than foldFrom is shown with its first foldTo, until
	// it is picked.
	foldFrom = 20
	foldTo   = 6
)

// folded is what is shown of a message of the person's, and how many lines are
// left out.
func (it *item) folded() (text string, hidden int) {
	text = strings.Trim(it.Text, "\n")
	lines := strings.Count(text, "\n") + 1
	if it.mark != "" || lines <= foldFrom {
		return text, 0
	}
	text, _, _ = cutLines(text, foldTo)
	return text, lines - foldTo
}

// extend brings a reply's parts up to date with its document: finished blocks
// stay, what comes after them is made anew.
func (it *item) extend() {
	const first = 2 // after day and header
	old := slices.Clone(it.parts[first+it.blocks:])
	it.parts = it.parts[:first+it.blocks]
	add := func(b markdown.Block) {
		pt := part{kind: markdownPart, text: b.Text, tight: b.Tight || len(it.parts) == first}
		if len(old) > 0 && old[0].text == pt.text && old[0].tight == pt.tight {
			pt = old[0] // drawn already
		}
		if len(old) > 0 {
			old = old[1:]
		}
		it.parts = append(it.parts, pt)
	}
	for ; it.blocks < it.doc.Done(); it.blocks++ {
		add(it.doc.At(it.blocks))
	}
	for _, b := range it.doc.Open() {
		add(b)
	}
	if foot := it.foot(); foot != "" {
		it.parts = append(it.parts, part{kind: footPart, text: foot})
	}
	it.parts = append(it.parts, part{kind: gapPart})
}

// foot is what stands under a reply, a line each.
func (it *item) foot() string {
	var lines []string
	switch {
	case it.running && it.doc.Done() == 0 && len(it.doc.Open()) == 0:
		lines = append(lines, "…")
	case it.running:
	case it.Stopped:
		lines = append(lines, "— stopped here")
	case !it.Finished:
		lines = append(lines, "— cut off here")
	}
	if came := Came(it.Facts, it.Moments); came != "" {
		lines = append(lines, "↳ recalled "+came)
	}
	return strings.Join(lines, "\n")
}

// Came says how much came to mind: "2 facts, 1 moment"; "" for nothing.
func Came(facts, moments int) string {
	var said []string
	if facts > 0 {
		said = append(said, count(facts, "fact"))
	}
	if moments > 0 {
		said = append(said, count(moments, "moment"))
	}
	return strings.Join(said, ", ")
}

func count(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

func cutLines(s string, n int) (head, tail string, more bool) {
	at := 0
	for range n {
		i := strings.IndexByte(s[at:], '\n')
		if i < 0 {
			return s, "", false
		}
		at += i + 1
	}
	return s[:at-1], s[at:], true
}

// draw gives the lines of part k of item i, each at most the page's width.
func (p *Page) draw(i, k int) []string {
	it := p.items[i]
	pt := &it.parts[k]
	if pt.kind == dayPart {
		return p.dayLines(i)
	}
	if pt.drawn == p.stamp {
		return pt.lines
	}
	pt.lines, pt.drawn = p.partLines(it, pt), p.stamp
	p.kept++
	return pt.lines
}

func (p *Page) partLines(it *item, pt *part) []string {
	l, m := p.look, p.look.Method
	switch pt.kind {
	case headPart:
		return []string{p.headLine(it)}
	case gapPart:
		return []string{""}
	case footPart:
		var out []string
		for line := range strings.SplitSeq(pt.text, "\n") {
			if it.kind == reply && strings.HasPrefix(line, "↳") && p.why != "" && p.width >= m.StringWidth(line)+m.StringWidth(p.why)+len("  ( why)")+2 {
				line += "  (" + p.why + " why)"
			}
			out = append(out, l.Quiet.Render(cell.Cut(m, "  "+line, p.width)))
		}
		return out
	case foldPart:
		text := "… " + pt.text
		if p.pick != "" {
			text += " (" + p.pick + " picks it and shows all)"
		}
		return []string{l.Quiet.Render(cell.Cut(m, text, p.width))}
	case markdownPart:
		lines := p.md.Draw(pt.text, p.width)
		if !pt.tight {
			lines = append([]string{""}, lines...)
		}
		return lines
	}
	if it.kind == notice {
		return p.noticeLines(pt.text, it.remark)
	}
	lines := cell.Wrap(m, pt.text, p.width)
	for i, line := range lines {
		lines[i] = l.Text.Render(line)
	}
	return lines
}

func (p *Page) noticeLines(text string, remark bool) []string {
	sign, style := "! ", p.look.Warn
	if remark {
		sign, style = "· ", p.look.Quiet
	}
	lines := cell.Wrap(p.look.Method, text, p.width-2)
	for i, line := range lines {
		mark := "  "
		if i == 0 {
			mark = sign
		}
		lines[i] = style.Render(mark + line)
	}
	return lines
}

func (p *Page) headLine(it *item) string {
	l := p.look
	style, name := l.You, "you"
	if it.kind == reply {
		style, name = l.Muisto, "muisto"
	}
	if it.Speaker != "" {
		name = it.Speaker
	}
	left := style.Render(cell.Cut(l.Method, name, p.width*2/3))
	if it.Played {
		left += l.Quiet.Render(" · played")
	}
	if it.Private {
		left += l.Private.Render(" · off the record")
	}
	if which := it.which(); which != "" {
		left += l.Accent.Render("  ‹ " + which + " ›")
	}
	if it.mark != "" {
		left += l.Accent.Render(" ‹ " + it.mark)
	}
	right := ""
	if !it.At.IsZero() {
		right = l.Quiet.Render(it.At.Format("15:04"))
	}
	return cell.Ends(l.Method, left, right, p.width)
}

// dayLines is the line for the day over the first message of each day. It is
// not known for the first one held while there are earlier ones.
func (p *Page) dayLines(i int) []string {
	it := p.items[i]
	if it.kind == notice || it.At.IsZero() || i == 0 && p.moreBefore {
		return nil
	}
	for j := i - 1; j >= 0; j-- {
		before := p.items[j]
		if before.kind == notice || before.At.IsZero() {
			continue
		}
		if sameDay(before.At, it.At) {
			return nil
		}
		break
	}
	label := " " + DayName(it.At, p.now) + " "
	m := p.look.Method
	w := m.StringWidth(label)
	left := max((p.width-w)/2, 0)
	right := max(p.width-w-left, 0)
	line := p.look.Edge.Render(strings.Repeat("─", left)) + p.look.Quiet.Render(label) + p.look.Edge.Render(strings.Repeat("─", right))
	return []string{cell.Cut(m, line, p.width), ""}
}

func sameDay(a, b time.Time) bool {
	y, m, d := a.Date()
	y2, m2, d2 := b.Date()
	return y == y2 && m == m2 && d == d2
}

// DayName is "Monday 12 October", with the year where it is not now's.
func DayName(t, now time.Time) string {
	if t.Year() == now.Year() {
		return t.Format("Monday 2 January")
	}
	return t.Format("Monday 2 January 2006")
}
