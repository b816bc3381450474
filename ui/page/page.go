// Package page is the conversation on screen: messages from the top down,
// drawn when they are first seen and kept until the width or the look changes.
//
// It knows nothing of where messages come from, of keys, or of what else is on
// the screen. All text that is given to it is made harmless here.
package page

import (
	"time"

	"muisto/crash"
	"muisto/harmless"
	"muisto/ui/look"
	"muisto/ui/markdown"
)

// maxKept is how many drawn parts are kept before those out of sight are let
// go: a few hundred screens of a small terminal.
const maxKept = 4000

// Page is a stretch of a conversation and the place in it that is seen. It is
// for one goroutine.
type Page struct {
	why           string // the key, see SetWhyKey
	pick          string // the key, see SetPickKey
	look          *look.Look
	md            *markdown.Renderer
	width, height int
	now           time.Time

	items []*item
	// moreBefore and moreAfter: the conversation goes on beyond what is held.
	moreBefore, moreAfter bool

	// follow: the end is in sight and stays so. Else top is what is seen first.
	follow bool
	top    place
	unseen int

	stamp uint64 // changes when everything must be drawn again
	kept  int    // parts drawn since the last sweep
}

// place is a line on the page.
type place struct{ item, part, line int }

// New makes an empty page that follows its end.
func New(l *look.Look) *Page {
	return &Page{look: l, md: markdown.NewRenderer(l), follow: true, stamp: 1, width: 1, height: 1}
}

// SetWhyKey sets the key that says what came to mind for a reply, as it is
// shown under one; empty for none.
func (p *Page) SetWhyKey(name string) { p.why = name }

// SetPickKey sets the key that picks an earlier message, as it is shown under one
// that is folded; empty for none.
func (p *Page) SetPickKey(name string) { p.pick = name }

// SetCrashes sets where the details of a fault in drawing are kept.
func (p *Page) SetCrashes(log crash.Log) { p.md.Crashes = log }

// SetSize sets the room for the page; nothing is drawn before it is seen.
func (p *Page) SetSize(width, height int) {
	width, height = max(width, 1), max(height, 1)
	if width != p.width {
		p.top.line = p.top.line * p.width / width
		p.width = width
		p.stamp++
	}
	p.height = height
	p.settle()
}

// SetLook changes the styles.
func (p *Page) SetLook(l *look.Look) {
	crashes := p.md.Crashes
	p.look, p.md = l, markdown.NewRenderer(l)
	p.md.Crashes = crashes
	p.stamp++
}

// SetNow tells the time, for the names of days.
func (p *Page) SetNow(t time.Time) { p.now = t }

// Set shows a stretch of a conversation, from its end.
func (p *Page) Set(entries []Entry, moreBefore, moreAfter bool) {
	p.items = itemsOf(entries)
	p.moreBefore, p.moreAfter = moreBefore, moreAfter
	p.follow, p.unseen, p.top = !moreAfter, 0, place{}
	if moreAfter {
		p.top = p.lastTop()
	}
}

// Prepend adds older messages; what is seen stays where it is.
func (p *Page) Prepend(entries []Entry, more bool) {
	p.items = append(itemsOf(entries), p.items...)
	p.top.item += len(entries)
	if p.top.part == 0 {
		p.top.part = 1 // the line for the day above it may show now
	}
	p.moreBefore = more
}

// Extend adds newer messages that were there already.
func (p *Page) Extend(entries []Entry, more bool) {
	p.items = append(p.items, itemsOf(entries)...)
	p.moreAfter = more
}

// Trim holds no more than n messages: it lets go of those farthest from what is
// seen.
func (p *Page) Trim(n int) {
	if len(p.items) <= n {
		return
	}
	from := min(max(p.top.item-n/2, 0), len(p.items)-n)
	if p.follow {
		from = len(p.items) - n
	}
	if from+n < len(p.items) {
		p.moreAfter = true
	}
	if from > 0 {
		p.moreBefore = true
	}
	kept := make([]*item, n)
	copy(kept, p.items[from:from+n])
	p.items = kept
	p.top.item = max(p.top.item-from, 0)
}

func itemsOf(entries []Entry) []*item {
	items := make([]*item, len(entries), len(entries)+8)
	for i, e := range entries {
		items[i] = newItem(e)
	}
	return items
}

// Say adds a message of the person's at the end and goes there.
func (p *Page) Say(e Entry) {
	p.letGo(untilSaid)
	p.items = append(p.items, newItem(e))
	p.End()
}

// Notice adds a sentence on what went wrong at the end, until Dismiss.
func (p *Page) Notice(text string, at time.Time) { p.tell(&item{lasts: untilKey}, text, at) }

// Failure adds a sentence on what went wrong at the end; it stays, as a reply that
// did not come belongs to the conversation.
func (p *Page) Failure(text string, at time.Time) { p.tell(&item{}, text, at) }

// Remark adds a sentence that is no trouble at the end; it stays.
func (p *Page) Remark(text string, at time.Time) { p.tell(&item{remark: true}, text, at) }

// Offer adds a sentence at the end on what could be done, until something is
// said.
func (p *Page) Offer(text string, at time.Time) {
	p.tell(&item{remark: true, lasts: untilSaid}, text, at)
}

func (p *Page) tell(it *item, text string, at time.Time) {
	it.kind = notice
	it.Text, it.At = harmless.Text(text), at
	p.add(it)
}

// Dismiss takes away what went wrong; a key was pressed since.
func (p *Page) Dismiss() { p.letGo(untilKey) }

func (p *Page) letGo(those lasting) {
	for i := len(p.items) - 1; i >= 0; i-- {
		if it := p.items[i]; it.kind == notice && it.lasts == those {
			p.remove(it)
		}
	}
}

// LastAt is when the last message held was said; zero if none is.
func (p *Page) LastAt() time.Time {
	for i := len(p.items) - 1; i >= 0; i-- {
		if p.items[i].kind != notice {
			return p.items[i].At
		}
	}
	return time.Time{}
}

func (p *Page) add(it *item) {
	p.items = append(p.items, it)
	if !p.follow {
		p.unseen++
	}
}

// Len is how many messages are held.
func (p *Page) Len() int { return len(p.items) }

// Empty reports whether there is nothing on the page.
func (p *Page) Empty() bool { return len(p.items) == 0 }

// FirstKey is the key of the oldest stored message held, 0 if none is.
func (p *Page) FirstKey() int64 {
	for _, it := range p.items {
		if it.Key != 0 {
			return it.Key
		}
	}
	return 0
}

// LastKey is the key of the newest stored message held, 0 if none is.
func (p *Page) LastKey() int64 {
	for i := len(p.items) - 1; i >= 0; i-- {
		if p.items[i].Key != 0 {
			return p.items[i].Key
		}
	}
	return 0
}

// LastReply is the text of the last reply, made harmless; "" if there is none.
func (p *Page) LastReply() string {
	for i := len(p.items) - 1; i >= 0; i-- {
		if p.items[i].kind == reply {
			return p.items[i].Text
		}
	}
	return ""
}

// SeenReply is the last reply that is in sight or above it.
func (p *Page) SeenReply() (Entry, bool) {
	last := len(p.items) - 1
	if !p.follow {
		last = min(p.bottomItem(), last)
	}
	for i := last; i >= 0; i-- {
		if it := p.items[i]; it.kind == reply && !it.running {
			return it.Entry, true
		}
	}
	return Entry{}, false
}

// LastSaid is the last message of the person's that has another text than but;
// its Key is 0 where that is off the record.
func (p *Page) LastSaid(but string) (Entry, bool) {
	for i := len(p.items) - 1; i >= 0; i-- {
		if p.items[i].kind == said && p.items[i].Text != but {
			return p.items[i].Entry, true
		}
	}
	return Entry{}, false
}

// Marked is the stored message that is picked, or at which reading began.
func (p *Page) Marked() (Entry, bool) {
	for _, it := range p.items {
		if it.mark != "" && it.Key != 0 {
			return it.Entry, true
		}
	}
	return Entry{}, false
}

// entryOf is the item of a stored message; -1 if it is not held.
func (p *Page) indexOf(key int64) int {
	for i, it := range p.items {
		if it.Key == key && it.kind != notice {
			return i
		}
	}
	return -1
}

// Holds reports whether the stored message is held.
func (p *Page) Holds(key int64) bool { return p.indexOf(key) >= 0 }

// Find marks a stored message and brings it into sight; it reports whether it
// is held.
func (p *Page) Find(key int64) bool { return p.mark(key, "here") }

func (p *Page) mark(key int64, as string) bool {
	at := p.indexOf(key)
	if at < 0 {
		return false
	}
	p.Unmark()
	it := p.items[at]
	it.mark = as
	it.parts, it.blocks = nil, 0
	p.follow, p.top = false, place{item: at}
	p.scroll(-p.height / 4)
	p.settle()
	return true
}

// Unmark takes the mark away.
func (p *Page) Unmark() {
	for _, it := range p.items {
		if it.mark != "" {
			it.mark = ""
			it.parts, it.blocks = nil, 0
		}
	}
}

// SetBefore puts the end of the stored conversation before what is there
// already: what was said while it was being read.
func (p *Page) SetBefore(entries []Entry, more bool) {
	held := p.items
	for len(entries) > 0 && len(held) > 0 && p.Holds(entries[len(entries)-1].Key) {
		entries = entries[:len(entries)-1]
	}
	p.items = append(itemsOf(entries), held...)
	p.moreBefore = more
	p.top.item += len(entries)
}

// Stuck gives up on what lies beyond what is held.
func (p *Page) Stuck() { p.moreBefore, p.moreAfter = false, false }

// MoreBefore reports whether there are earlier messages than those held.
func (p *Page) MoreBefore() bool { return p.moreBefore }

// Branch gives a page of its own with the first n messages held, seen from the
// same place.
func (p *Page) Branch(n int) *Page {
	n = min(n, len(p.items))
	b := New(p.look)
	b.now, b.width, b.height = p.now, p.width, p.height
	b.items = make([]*item, 0, n)
	for _, it := range p.items[:n] {
		b.items = append(b.items, newItem(it.Entry))
	}
	b.moreBefore, b.moreAfter = p.moreBefore, n < len(p.items) || p.moreAfter
	b.follow, b.top = false, p.top
	return b
}
