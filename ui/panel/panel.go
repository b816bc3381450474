// Package panel is the memory beside the conversation: the moments, one moment
// with its forgetting curve, and the messages behind it.
//
// It knows nothing of where moments are kept, of keys, or of the conversation.
// All text that is given to it is made harmless here.
package panel

import (
	"fmt"
	"strings"
	"time"

	"muisto/chat"
	"muisto/memory"
	"muisto/ui/cell"
	"muisto/ui/composer"
	"muisto/ui/find"
	"muisto/ui/look"
)

// Tab is one of the lists of the panel.
type Tab int

// The tabs, in the order shown.
const (
	Moments Tab = iota
	Facts
	Nights
	tabs
)

func (t Tab) String() string { return [...]string{"Moments", "Facts", "Night"}[t] }

// Panel is the memory panel. It is for one goroutine.
type Panel struct {
	look          *look.Look
	width, height int // within the frame
	now           time.Time
	decay         float64
	focused       bool

	tab     Tab
	counts  chat.Counts
	status  chat.Status
	list    list
	facts   factList
	nights  nightList
	open    []view // what is open over the list, the topmost last
	filter  *composer.Composer
	editing bool // the filter is being written
	order   chat.Order
	find    *find.Find // the search in what is open; nil for none
	spoken  func(string) string
}

// view is a thing opened from a list, or from another one.
type view interface {
	lines(p *Panel) []string
	move(n int)
	scroll(n int)
	picked() any
}

// New makes an empty panel.
func New(l *look.Look, decay float64) *Panel {
	return &Panel{look: l, decay: decay, filter: composer.New(l.Method), width: 1, height: 1, spoken: func(s string) string { return s }}
}

// SetSpoken sets how a sentence about the user is shown to them.
func (p *Panel) SetSpoken(say func(string) string) { p.spoken = say }

// SetSize sets the room within the frame.
func (p *Panel) SetSize(width, height int) {
	p.width, p.height = max(width, 1), max(height, 1)
	p.filter.SetSize(max(p.width-10, 2), 1)
}

// SetLook changes the styles.
func (p *Panel) SetLook(l *look.Look) {
	p.look = l
	p.filter.SetMethod(l.Method)
}

// SetNow tells the time; what is left is worked out for it.
func (p *Panel) SetNow(t time.Time) { p.now = t }

// SetFocus tells whether the panel has the keys.
func (p *Panel) SetFocus(on bool) {
	p.focused = on
	if !on {
		p.editing = false
	}
}

// SetCounts sets the numbers of the title.
func (p *Panel) SetCounts(c chat.Counts) { p.counts = c }

// SetStatus tells what the memory is doing, for the pass that is running.
func (p *Panel) SetStatus(s chat.Status) { p.status = s }

// Title is what stands at the right of the upper edge.
func (p *Panel) Title() string {
	title := Count(p.counts.Moments, "moment")
	if p.counts.Facts > 0 {
		title += " · " + Count(p.counts.Facts, "fact")
	}
	return title
}

// Tab is the list in sight, or under what is open.
func (p *Panel) Tab() Tab { return p.tab }

// SetTab goes to a list, and closes what is open over it.
func (p *Panel) SetTab(t Tab) { p.tab, p.open = t, nil }

// TurnTab goes n tabs to the right, round at the end.
func (p *Panel) TurnTab(n int) { p.SetTab((p.tab + Tab(n) + tabs) % tabs) }

// Opened reports whether something is open over the list.
func (p *Panel) Opened() bool { return len(p.open) > 0 }

// Back closes what is open last.
func (p *Panel) Back() {
	if n := len(p.open); n > 0 {
		p.open = p.open[:n-1]
	}
}

// Top is what is open last, to tell one from another; nil for nothing.
func (p *Panel) Top() any {
	if v := p.top(); v != nil {
		return v
	}
	return nil
}

// SetFind sets the search in what is open.
func (p *Panel) SetFind(f *find.Find) { p.find = f }

// Close closes all that is open.
func (p *Panel) Close() { p.open = nil }

func (p *Panel) top() view {
	if n := len(p.open); n > 0 {
		return p.open[n-1]
	}
	return nil
}

// Picked is what is under the cursor: a memory.Episode, a memory.Fact, a
// memory.PassRecord, a memory.Message or nil.
func (p *Panel) Picked() any {
	if v := p.top(); v != nil {
		return v.picked()
	}
	switch p.tab {
	case Facts:
		return at(p.facts.facts, p.facts.Sel)
	case Nights:
		return at(p.nights.records, p.nights.Sel)
	}
	return at(p.list.episodes, p.list.Sel)
}

func at[T any](all []T, i int) any {
	if i < 0 || i >= len(all) {
		return nil
	}
	return all[i]
}

// Move moves the cursor by n.
func (p *Panel) Move(n int) {
	switch {
	case p.top() != nil:
		p.top().move(n)
	case p.tab == Facts:
		p.facts.Move(n, len(p.facts.facts))
	case p.tab == Nights:
		p.nights.Move(n, len(p.nights.records))
	default:
		p.list.Move(n, len(p.list.episodes))
	}
}

// MovePages moves by n screens.
func (p *Panel) MovePages(n int) {
	if v := p.top(); v != nil {
		v.scroll(n * max(p.height-2, 1))
		return
	}
	p.Move(n * max(p.height/6, 1))
}

// MoveLines scrolls what is open by n lines, or moves in the list by as many
// things as take about as many.
func (p *Panel) MoveLines(n int) {
	if v := p.top(); v != nil {
		v.scroll(n)
		return
	}
	p.Move(n / linesPerThing)
}

// linesPerThing is about how many lines an entry of a list takes.
const linesPerThing = 3

// Wheel scrolls by n things, or lines of what is open.
func (p *Panel) Wheel(n int) {
	if v := p.top(); v != nil {
		v.scroll(n)
		return
	}
	p.Move(n)
}

// Count writes a number with its noun.
func Count(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

// Order is how the moments are listed.
func (p *Panel) Order() chat.Order { return p.order }

// Filter is what the list is narrowed to; "" for all.
func (p *Panel) Filter() string { return strings.TrimSpace(p.filter.Text()) }

// Editing reports whether the filter is being written, and where.
func (p *Panel) Editing() (*composer.Composer, bool) { return p.filter, p.editing }

// StartFilter begins to write the filter; StopFilter ends it.
func (p *Panel) StartFilter() { p.editing = true }

// StopFilter ends the writing of the filter; keep says whether it stays.
func (p *Panel) StopFilter(keep bool) {
	p.editing = false
	if !keep {
		p.filter.Reset()
	}
}

// TurnOrder changes from newest first to what is left to weight; the list must
// be read again.
func (p *Panel) TurnOrder() {
	p.order = (p.order + 1) % (chat.Weight + 1)
	p.list.Reset()
}

// Lines gives the panel's lines, at most its height.
func (p *Panel) Lines() []string {
	if v := p.top(); v != nil {
		return v.lines(p)
	}
	head := []string{p.tabLine(), p.underLine()}
	if p.headRows() > len(head) {
		head = append(head, "")
	}
	room := p.height - len(head)
	switch p.tab {
	case Facts:
		return append(head, p.facts.lines(p, room)...)
	case Nights:
		return append(head, p.nights.lines(p, room)...)
	}
	return append(head, p.list.lines(p, room)...)
}

// tabLine names the lists; the one in sight is set apart by more than colour.
func (p *Panel) tabLine() string {
	var names []string
	for t := range tabs {
		style := p.look.Quiet
		if t == p.tab {
			style = p.look.Title.Underline(true)
		}
		names = append(names, style.Render(t.String()))
	}
	return strings.Join(names, "   ")
}

// underLine says how the list in sight is ordered or narrowed.
func (p *Panel) underLine() string {
	l := p.look
	switch {
	case p.tab == Facts:
		return l.Quiet.Render(p.facts.about(p.counts))
	case p.tab == Nights:
		return l.Quiet.Render(p.nights.about())
	case p.editing || p.Filter() != "":
		rows, _, _ := p.filter.Rows()
		return l.Accent.Render("/ ") + l.Text.Render(cell.Cut(l.Method, rows[0], p.width-2))
	case p.counts.SetAside > 0:
		return l.Accent.Render(cell.Cut(l.Method, Count(p.counts.SetAside, "message")+" could not be captured: run muisto doctor", p.width))
	case p.order == chat.Left:
		return l.Quiet.Render("most remembered first")
	case p.order == chat.Weight:
		return l.Quiet.Render("heaviest first")
	}
	return l.Quiet.Render("newest first")
}

// FilterCursor is where the cursor is while the filter is being written.
func (p *Panel) FilterCursor() (x, y int) {
	_, _, x = p.filter.Rows()
	return x + 2, 1
}

// left is what is left of an episode now.
func (p *Panel) left(e memory.Episode) float64 { return e.Retrievability(p.now, p.decay) }
