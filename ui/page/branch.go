package page

import (
	"fmt"
	"slices"

	"muisto/memory"
)

// BeginInstead is Begin for a reply that, once something of it has come, stands
// in the place of all that came after the last message of the person's.
func (p *Page) BeginInstead(m memory.Message, private bool) {
	p.Begin(m, private)
	p.items[len(p.items)-1].instead = true
}

// makeRoom takes away what the reply that is coming stands in the place of.
func (p *Page) makeRoom(it *item) {
	if !it.instead {
		return
	}
	it.instead = false
	to := slices.Index(p.items, it)
	from := to
	for from > 0 && p.items[from-1].kind != said {
		from--
	}
	p.items = slices.Delete(p.items, from, to)
	if p.top.item >= to {
		p.top.item -= to - from
	} else if p.top.item >= from {
		p.top = place{item: from}
	}
	p.settle()
}

// CutFrom lets go of a stored message and of all that came after it; false if it
// is not held.
func (p *Page) CutFrom(key int64) bool {
	at := p.indexOf(key)
	if at < 0 {
		return false
	}
	p.items = slices.Delete(p.items, at, len(p.items))
	p.moreAfter = false
	p.End()
	return true
}

// Pick marks a message as the one that keys are for, and brings it into sight;
// false if it is not held.
func (p *Page) Pick(key int64) bool { return p.mark(key, "picked") }

// NextPick gives the nearest message before the one with the key (by -1) or
// after it (by 1) that can be picked: one of the person's, or one that shares its
// place with others. From 0, it looks from what is seen last. The message itself
// counts where it is marked as the place that was asked for.
func (p *Page) NextPick(key int64, by int) (Entry, bool) {
	at := p.indexOf(key)
	if key == 0 || at < 0 {
		at = p.bottomSeen() + 1
	}
	for i := at + by; i >= 0 && i < len(p.items); i += by {
		it := p.items[i]
		if it.Key != 0 && !it.running && (it.kind == said || it.kind == reply && len(it.Branches) > 1) {
			return it.Entry, true
		}
	}
	return Entry{}, false
}

// bottomSeen is the last item in sight, or the one that is marked.
func (p *Page) bottomSeen() int {
	for i, it := range p.items {
		if it.mark != "" {
			return i
		}
	}
	if p.follow {
		return len(p.items) - 1
	}
	return min(p.bottomItem(), len(p.items)-1)
}

// EntryOf is a stored message that is held.
func (p *Page) EntryOf(key int64) (Entry, bool) {
	at := p.indexOf(key)
	if at < 0 {
		return Entry{}, false
	}
	return p.items[at].Entry, true
}

// which says which of the messages that stand in its place an item is: "2/3";
// "" where it stands there alone.
func (it *item) which() string {
	if len(it.Branches) < 2 {
		return ""
	}
	return fmt.Sprintf("%d/%d", slices.Index(it.Branches, it.Key)+1, len(it.Branches))
}
