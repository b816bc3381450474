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
	"muisto/ui/look"
)

// Panel is the memory panel. It is for one goroutine.
type Panel struct {
	look          *look.Look
	width, height int // within the frame
	now           time.Time
	decay         float64
	focused       bool

	counts  chat.Counts
	list    list
	moment  *moment // the open one; nil if none is
	filter  *composer.Composer
	editing bool // the filter is being written
	byLeft  bool
}

// New makes an empty panel.
func New(l *look.Look, decay float64) *Panel {
	return &Panel{look: l, decay: decay, filter: composer.New(l.Method), width: 1, height: 1}
}

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

// Title is what stands at the right of the upper edge.
func (p *Panel) Title() string {
	return Count(p.counts.Moments, "moment")
}

// Count writes a number with its noun.
func Count(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

// ByLeft reports whether what is left orders the list, not its age.
func (p *Panel) ByLeft() bool { return p.byLeft }

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

// ToggleOrder changes between newest first and what is left; the list must be
// read again.
func (p *Panel) ToggleOrder() {
	p.byLeft = !p.byLeft
	p.list.sel, p.list.first = 0, 0
}

// Lines gives the panel's lines, at most its height.
func (p *Panel) Lines() []string {
	if p.moment != nil {
		return p.moment.lines(p)
	}
	head := []string{p.headLine(), ""}
	if p.height < 10 {
		head = head[:1]
	}
	return append(head, p.list.lines(p, p.height-len(head))...)
}

func (p *Panel) headLine() string {
	l, m := p.look, p.look.Method
	if p.editing || p.Filter() != "" {
		rows, _, _ := p.filter.Rows()
		return l.Accent.Render("/ ") + l.Text.Render(cell.Cut(m, rows[0], p.width-2))
	}
	order := "newest first"
	if p.byLeft {
		order = "by what is left"
	}
	return cell.Ends(m, l.Title.Render("Moments"), l.Quiet.Render(order), p.width)
}

// FilterCursor is the column of the cursor in the first line while the filter
// is being written.
func (p *Panel) FilterCursor() int {
	_, _, x := p.filter.Rows()
	return x + 2
}

// left is what is left of an episode now.
func (p *Panel) left(e memory.Episode) float64 { return e.Retrievability(p.now, p.decay) }
