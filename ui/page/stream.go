package page

import (
	"muisto/memory"
	"muisto/ui/markdown"
)

// Begin adds a reply that is about to come.
func (p *Page) Begin(m memory.Message, private bool) {
	it := newItem(Entry{Message: m, Private: private})
	it.kind, it.running, it.doc = reply, true, &markdown.Document{}
	p.add(it)
}

// Piece adds to the reply that is coming. It draws nothing, and costs no more
// than the piece and the block that is open.
func (p *Page) Piece(text string) {
	it := p.running()
	if it == nil {
		return
	}
	p.makeRoom(it)
	safe := it.stream.Write(text)
	it.grow(safe)
}

func (it *item) grow(safe string) {
	if safe == "" {
		return
	}
	it.cut()
	it.doc.Write(safe)
	it.extend()
}

// Came tells how much came to mind for the reply that is coming.
func (p *Page) Came(facts, moments int) {
	if it := p.running(); it != nil {
		it.Facts, it.Moments = facts, moments
	}
}

// Finish ends the reply that is coming with what was stored of it.
func (p *Page) Finish(e Entry) {
	it := p.running()
	if it == nil {
		if e.Text != "" {
			p.add(newItem(e))
		}
		return
	}
	if e.Text == "" {
		p.remove(it)
		return
	}
	it.grow(it.stream.Flush())
	facts, moments := it.Facts, it.Moments
	done := newItem(e)
	it.Entry, it.running = done.Entry, false
	if e.Facts+e.Moments == 0 {
		it.Facts, it.Moments = facts, moments
	}
	// What was drawn while it came is kept if it is what was stored.
	if it.doc.Len() != len(it.Text) {
		it.doc, it.parts, it.blocks = nil, nil, 0
	}
	it.cut()
	it.parts[1].drawn = 0
	it.extend()
}

// Running reports whether a reply is coming.
func (p *Page) Running() bool { return p.running() != nil }

// running is the reply that is coming; notices may stand after it.
func (p *Page) running() *item {
	for i := len(p.items) - 1; i >= 0 && i >= len(p.items)-8; i-- {
		if p.items[i].running {
			return p.items[i]
		}
	}
	return nil
}

func (p *Page) remove(gone *item) {
	for i, it := range p.items {
		if it == gone {
			p.items = append(p.items[:i], p.items[i+1:]...)
			if p.top.item > i {
				p.top.item--
			}
			break
		}
	}
	p.settle()
}

// RunningPrivate reports whether the reply that is coming is off the record.
func (p *Page) RunningPrivate() bool {
	it := p.running()
	return it != nil && it.Private
}

// Abandon ends a reply that was announced and will not come.
func (p *Page) Abandon() {
	it := p.running()
	if it == nil {
		return
	}
	if it.doc.Len() == 0 {
		p.remove(it)
		return
	}
	it.grow(it.stream.Flush())
	it.running = false
	it.extend()
}
