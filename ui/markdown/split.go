// Package markdown draws Markdown for a terminal as it streams in: the text is
// cut into blocks that are drawn each by itself, so that what is finished is
// drawn once, and only the last block again with each piece.
//
// It knows nothing of messages or of where on the screen its lines go.
package markdown

import (
	"bytes"
	"strings"
	"unicode/utf8"
)

const (
	// maxOpen is how many bytes a block may grow to before it is cut, so that
	// drawing it again with each piece stays cheap: one paragraph of about
	// 600 words.
	maxOpen = 4096
	// maxFenceLines is the same for code, whose colours cost more.
	maxFenceLines = 16
)

// Block is a stretch of Markdown that is drawn by itself.
type Block struct {
	Text string
	// Tight: no empty line stands between this block and the one before.
	Tight bool
}

type kind int

const (
	nothing kind = iota
	paragraph
	list
	fence
	table
	quote
)

// Document is Markdown that grows at its end. The zero value is ready.
type Document struct {
	done []Block
	// open are the whole lines of the block that is still growing; tail is the
	// last line, not yet ended.
	open, tail []byte
	tight      bool
	kind       kind
	blank      bool   // an empty line stands at the end of open
	marks      string // what closes the fence, while one is open
	opening    string // the line that opened the fence
	lines      int    // lines in open
	head       string // a table's first two lines
	numbered   bool   // the list's items have numbers
	begun      bool   // a block has been finished
	written    int
}

// Split cuts a whole text into blocks.
func Split(text string) []Block {
	var d Document
	d.Write(text)
	return d.Blocks()
}

// Write adds to the end. It costs no more than the piece and the open block.
func (d *Document) Write(piece string) {
	d.written += len(piece)
	for piece != "" {
		line, rest, ended := strings.Cut(piece, "\n")
		d.tail = append(d.tail, line...)
		d.cutTail()
		piece = rest
		if !ended {
			return
		}
		whole := string(d.tail)
		d.tail = d.tail[:0]
		d.line(whole)
	}
}

// Done is how many blocks will not change any more.
func (d *Document) Done() int { return len(d.done) }

// Blocks gives the finished blocks and then the open ones. The finished ones
// stay as they are whatever is written later.
func (d *Document) Blocks() []Block {
	return append(d.done[:len(d.done):len(d.done)], d.Open()...)
}

// At gives the finished block i.
func (d *Document) At(i int) Block { return d.done[i] }

// Open gives what is still growing: none, one or two blocks. They are two where
// the last line, not yet ended, would begin another, and in code, where the
// lines that have ended are apart from it and stay as they are for a while.
func (d *Document) Open() []Block {
	switch {
	case len(d.open) == 0 && len(d.tail) == 0:
		return nil
	case d.kind == fence && d.marks != "":
		return d.openFence()
	}
	c := *d
	c.done = nil
	c.open = append([]byte(nil), d.open...)
	c.line(string(d.tail))
	c.finish(false)
	return c.done
}

func (d *Document) openFence() []Block {
	var out []Block
	if d.lines > 1 {
		out = append(out, Block{Text: string(d.open) + d.marks, Tight: d.tight && d.begun})
	}
	if len(d.tail) > 0 && !closesFence(string(d.tail), d.marks) {
		out = append(out, Block{Text: d.marks + "\n" + string(d.tail) + "\n" + d.marks, Tight: d.lines > 1 || d.tight && d.begun})
	}
	return out
}

// line takes one whole line.
func (d *Document) line(s string) {
	if d.marks != "" {
		d.inFence(s)
		return
	}
	bare := strings.TrimLeft(s, " \t")
	indent := len(s) - len(bare)
	if strings.TrimSpace(bare) == "" {
		if d.kind != nothing {
			d.add(s)
			d.blank = true
		}
		return
	}
	if d.startsNew(bare, indent) {
		d.finish(d.joins(bare))
	}
	d.begin(s, bare, indent)
}

// startsNew reports whether the line cannot belong to the open block.
func (d *Document) startsNew(bare string, indent int) bool {
	switch {
	case d.kind == nothing:
		return false
	case d.kind == list:
		return indent < 2 && (d.blank || isItem(bare) || isFence(bare) || isHeading(bare))
	case d.blank:
		return true
	case indent < 4 && (isFence(bare) || isHeading(bare)):
		return true
	case d.kind == paragraph:
		return indent < 4 && isItem(bare) && !isRuleOrNumber(bare)
	}
	return false
}

// joins reports whether the line begins a block that stands right under the
// open one: the next item of a list, or a list under the line that names it.
func (d *Document) joins(bare string) bool {
	if !isItem(bare) {
		return false
	}
	if d.kind == list {
		return d.numbered == isDigit(bare[0])
	}
	return !d.blank && d.kind == paragraph
}

func (d *Document) begin(s, bare string, indent int) {
	if d.kind == nothing {
		d.kind, d.numbered = kindOf(bare, indent), isDigit(bare[0])
	}
	if isFence(bare) && (d.kind == fence || d.kind == list) {
		d.marks, d.opening = fenceMarks(bare), s
	}
	d.add(s)
	if d.kind == paragraph && d.lines == 2 && isDelimiterRow(bare) {
		d.kind, d.head = table, string(d.open)
	}
	if d.kind == paragraph && isHeading(bare) {
		d.finish(false)
		return
	}
	if len(d.open) > maxOpen && d.marks == "" {
		d.cut()
	}
}

func (d *Document) inFence(s string) {
	d.add(s)
	if closesFence(s, d.marks) {
		d.marks = ""
		if d.kind == fence {
			if d.tight && d.lines == 2 { // cut just before its end: nothing is in it
				d.reset(false)
				return
			}
			d.finish(false)
		}
		return
	}
	if d.lines > maxFenceLines || len(d.open) > maxOpen {
		d.cutFence()
	}
}

// cutFence ends the open code here and goes on with the same language.
func (d *Document) cutFence() {
	marks, opening := d.marks, strings.TrimLeft(d.opening, " \t")
	d.add(marks)
	d.finish(true)
	d.kind, d.marks, d.opening = fence, marks, opening
	d.add(opening)
}

// cut ends a block that has grown too long at the end of a line.
func (d *Document) cut() {
	k, head := d.kind, d.head
	d.finish(true)
	d.kind = k
	if k == table {
		d.head = head
		d.open = append(d.open, head...)
		d.lines = 2
	}
}

// cutTail ends a line that has grown too long at one of its spaces.
func (d *Document) cutTail() {
	for len(d.tail) > maxOpen {
		at := bytes.LastIndexByte(d.tail[:maxOpen], ' ') + 1
		if at == 0 {
			at = maxOpen
			for at > 1 && !utf8.RuneStart(d.tail[at]) {
				at--
			}
		}
		head, rest := string(d.tail[:at]), bytes.Clone(d.tail[at:])
		d.line(head)
		if d.marks == "" && d.kind != nothing {
			d.finish(true)
		}
		d.tail = rest
	}
}

func (d *Document) add(s string) {
	d.open = append(d.open, s...)
	d.open = append(d.open, '\n')
	d.lines++
	d.blank = false
}

// finish ends the open block; next says whether the block after it is tight.
func (d *Document) finish(next bool) {
	text := strings.TrimRight(string(d.open), "\n")
	if strings.TrimSpace(text) != "" {
		d.done = append(d.done, Block{Text: text, Tight: d.tight && d.begun})
		d.begun = true
	}
	d.reset(next)
}

func (d *Document) reset(next bool) {
	d.open, d.tight, d.kind, d.blank, d.lines, d.head, d.marks = d.open[:0], next, nothing, false, 0, "", ""
}

// Len is how many bytes have been written.
func (d *Document) Len() int { return d.written }
