package salvage

import (
	"encoding/binary"
	"errors"
	"math"
)

// The types of pages.
const (
	innerIndex = 2
	innerTable = 5
	leafIndex  = 10
	leafTable  = 13
)

var errShort = errors.New("it ends too early")

// node is one page of a tree.
type node struct {
	page     []byte
	kind     Kind
	leaf     bool
	cells    []int // where each begins
	children []uint32
	// unreadable counts cells that are not where they could be.
	unreadable int
}

// node reads a page as one of a tree.
func (f *File) node(number uint32) (*node, error) {
	page, err := f.read(number)
	if err != nil {
		return nil, err
	}
	at := 0
	if number == 1 {
		at = 100
	}
	n := &node{page: page[:f.usable]}
	size := 8
	switch page[at] {
	case leafTable:
		n.kind, n.leaf = Table, true
	case leafIndex:
		n.kind, n.leaf = Index, true
	case innerTable:
		n.kind, size = Table, 12
	case innerIndex:
		n.kind, size = Index, 12
	default:
		return nil, errors.New("it is no page of a tree")
	}
	count := int(binary.BigEndian.Uint16(page[at+3:]))
	first := at + size
	if first+2*count > f.usable {
		return nil, errors.New("it says to hold more than it can")
	}
	for i := range count {
		cell := int(binary.BigEndian.Uint16(page[first+2*i:]))
		if cell < first+2*count || cell+4 > f.usable {
			n.unreadable++
			continue
		}
		n.cells = append(n.cells, cell)
		if !n.leaf {
			n.children = append(n.children, binary.BigEndian.Uint32(page[cell:]))
		}
	}
	if !n.leaf {
		n.children = append(n.children, binary.BigEndian.Uint32(page[at+8:]))
	}
	return n, nil
}

// cell is one row as far as it could be read.
type cell struct {
	row  Row
	over []uint32 // the pages that it runs over to
	err  error
}

// rows reads what the page itself holds: nothing, for the inside of a table.
func (n *node) rows(f *File) []cell {
	if n.kind == Table && !n.leaf {
		return nil
	}
	list := make([]cell, len(n.cells))
	for i, at := range n.cells {
		list[i] = n.row(f, at)
	}
	return list
}

func (n *node) row(f *File, at int) (c cell) {
	if !n.leaf {
		at += 4 // the child
	}
	var length int64
	if length, at, c.err = varint(n.page, at); c.err != nil {
		return c
	}
	if n.kind == Table {
		if c.row.ID, at, c.err = varint(n.page, at); c.err != nil {
			return c
		}
	}
	var record []byte
	if record, c.over, c.err = f.payload(n, at, length); c.err != nil {
		return c
	}
	c.row.Values, c.err = values(record)
	return c
}

// payload puts a row together from its page and those that it runs over to.
func (f *File) payload(n *node, at int, length int64) ([]byte, []uint32, error) {
	if length < 0 || length > maxPayload || length > int64(f.pages)*int64(f.usable) {
		return nil, nil, errors.New("it says to be longer than it can be")
	}
	most := f.usable - 35
	if n.kind == Index {
		most = (f.usable-12)*64/255 - 23
	}
	here := int(length)
	if here > most {
		least := (f.usable-12)*32/255 - 23
		if here = least + (int(length)-least)%(f.usable-4); here > most {
			here = least
		}
	}
	if at+here > len(n.page) {
		return nil, nil, errShort
	}
	data := n.page[at : at+here : at+here]
	if here == int(length) {
		return data, nil, nil
	}
	if at+here+4 > len(n.page) {
		return nil, nil, errShort
	}
	return f.follow(data, int(length), binary.BigEndian.Uint32(n.page[at+here:]))
}

// follow reads the pages that a row runs over to.
func (f *File) follow(data []byte, length int, next uint32) ([]byte, []uint32, error) {
	var chain []uint32
	for len(data) < length {
		if next == 0 || next > f.pages || f.used[next] || len(chain) > length/(f.usable-4)+1 {
			return nil, nil, errShort
		}
		page, err := f.read(next)
		if err != nil {
			return nil, nil, err
		}
		chain = append(chain, next)
		data = append(data, page[4:min(f.usable, 4+length-len(data))]...)
		next = binary.BigEndian.Uint32(page)
	}
	return data, chain, nil
}

// values takes a record apart.
func values(record []byte) ([]any, error) {
	size, at, err := varint(record, 0)
	if err != nil {
		return nil, err
	}
	if size < int64(at) || size > int64(len(record)) {
		return nil, errShort
	}
	var list []any
	body := record[size:]
	for at < int(size) {
		var form int64
		if form, at, err = varint(record[:size], at); err != nil {
			return nil, err
		}
		var v any
		if v, body, err = value(form, body); err != nil {
			return nil, err
		}
		list = append(list, v)
	}
	return list, nil
}

// value reads one value of a serial type, and gives what comes after it.
func value(form int64, body []byte) (any, []byte, error) {
	sizes := [...]int{0, 1, 2, 3, 4, 6, 8, 8, 0, 0}
	switch {
	case form >= 12:
		n := (form - 12) / 2
		if n > int64(len(body)) {
			return nil, nil, errShort
		}
		if form%2 == 0 {
			return append([]byte{}, body[:n]...), body[n:], nil
		}
		return string(body[:n]), body[n:], nil
	case form < 0 || form > 9:
		return nil, nil, errors.New("it holds something unknown")
	}
	n := sizes[form]
	if n > len(body) {
		return nil, nil, errShort
	}
	raw, rest := body[:n], body[n:]
	switch form {
	case 0:
		return nil, rest, nil
	case 7:
		return math.Float64frombits(binary.BigEndian.Uint64(raw)), rest, nil
	case 8, 9:
		return form - 8, rest, nil
	}
	number := int64(int8(raw[0]))
	for _, b := range raw[1:] {
		number = number<<8 | int64(b)
	}
	return number, rest, nil
}

// varint reads SQLite's own kind of variable-length integer.
func varint(data []byte, at int) (v int64, next int, err error) {
	var u uint64
	for i := range 9 {
		if at+i >= len(data) {
			return 0, 0, errShort
		}
		b := data[at+i]
		if i == 8 {
			return int64(u<<8 | uint64(b)), at + 9, nil
		}
		u = u<<7 | uint64(b&0x7f)
		if b&0x80 == 0 {
			return int64(u), at + i + 1, nil
		}
	}
	return 0, 0, errShort
}
