// Package salvage reads what can still be read of an SQLite file, damaged or
// not: it takes the file apart page by page
// (https://sqlite.org/fileformat2.html), its write-ahead log included, and goes
// on past what makes no sense.
//
// It knows the format of the file, and nothing of what is in it. It only reads;
// whatever bytes a file holds, it ends, and in bounded memory.
package salvage

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"
)

const (
	// defaultPage is the size of a page where the header cannot be believed.
	defaultPage = 4096
	// maxPayload bounds one row, in bytes.
	maxPayload = 64 << 20
	// maxDepth bounds the height of a tree; SQLite's own bound is 20.
	maxDepth = 24
	// lockByte is where the page lies that SQLite never uses.
	lockByte = 1 << 30
)

var magic = []byte("SQLite format 3\x00")

// ErrForeign: the file has nothing of an SQLite file.
var ErrForeign = errors.New("it holds nothing of a database")

// Kind is what a tree is of.
type Kind int

// The kinds. A table WITHOUT ROWID is kept as an index.
const (
	Table Kind = iota
	Index
)

// Row is one row of a table, or one entry of an index.
type Row struct {
	// ID is the rowid; 0 in an index.
	ID int64
	// Values are nil, int64, float64, string or []byte.
	Values []any
}

// File is an SQLite file as it is found.
type File struct {
	file, log *os.File
	logged    map[uint32]int64 // where a page begins in the log
	page      int
	usable    int
	pages     uint32
	header    []byte // of page 1, or nil if that is none
	used      []bool // pages that have been made sense of, by number
	// Broken counts pages that something pointed to and that were not what they
	// should be; Lost counts rows that could not be read.
	Broken, Lost int
}

// Open opens the file at path for reading, with the log beside it.
func Open(path string) (*File, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	f := &File{file: file, page: defaultPage, usable: defaultPage}
	if err := f.begin(path); err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return f, nil
}

func (f *File) begin(path string) error {
	info, err := f.file.Stat()
	if err != nil {
		return err
	}
	size := info.Size()
	head := make([]byte, 100)
	n, err := f.file.ReadAt(head, 0)
	if err != nil && !errors.Is(err, io.EOF) {
		return fmt.Errorf("read its header: %w", err)
	}
	f.believe(head[:n], size)
	length := uint32(0)
	f.log, err = os.Open(path + "-wal")
	if err == nil {
		f.logged, length, err = readLog(f.log, f.page)
	}
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return fmt.Errorf("read its log: %w", err)
	}
	f.pages = max(length, uint32((size+int64(f.page)-1)/int64(f.page)))
	if f.pages == 0 {
		return ErrForeign
	}
	f.used = make([]bool, f.pages+1)
	first, err := f.read(1)
	if err == nil && bytes.HasPrefix(first, magic) {
		f.header = first[:100]
	}
	f.skipFree()
	return nil
}

// believe takes the size of pages from the header, if that fits the file.
func (f *File) believe(head []byte, size int64) {
	if len(head) < 100 || !bytes.HasPrefix(head, magic) {
		return
	}
	page := int(binary.BigEndian.Uint16(head[16:]))
	if page == 1 {
		page = 1 << 16
	}
	if page < 512 || page&(page-1) != 0 || int64(binary.BigEndian.Uint32(head[28:]))*int64(page) != size {
		return
	}
	f.page, f.usable = page, page-int(head[20])
	if f.usable < 480 {
		f.usable = f.page
	}
}

// Whole reports whether a file of that size is as long as its header says, or
// has no header that says so.
func Whole(path string, size int64) bool {
	file, err := os.Open(path)
	if err != nil {
		return true // whoever opens it is told why it cannot be
	}
	head := make([]byte, 100)
	_, err = file.ReadAt(head, 0)
	f := File{page: defaultPage}
	f.believe(head, size)
	return errors.Join(err, file.Close()) != nil || size%int64(f.page) == 0
}

// Close lets go of the file.
func (f *File) Close() error {
	err := f.file.Close()
	if f.log != nil {
		err = errors.Join(err, f.log.Close())
	}
	return err
}

// Marks gives application_id and user_version, if there is a header.
func (f *File) Marks() (application, version int64, ok bool) {
	if f.header == nil {
		return 0, 0, false
	}
	return int64(int32(binary.BigEndian.Uint32(f.header[68:]))), int64(int32(binary.BigEndian.Uint32(f.header[60:]))), true
}

// read gives a page as the last commit left it.
func (f *File) read(number uint32) ([]byte, error) {
	if number == 0 || number > f.pages {
		return nil, errors.New("there is no such page")
	}
	page := make([]byte, f.page)
	if at, ok := f.logged[number]; ok {
		_, err := f.log.ReadAt(page, at)
		return page, err
	}
	at := int64(number-1) * int64(f.page)
	if at == lockByte {
		return nil, errors.New("the page is never used")
	}
	_, err := f.file.ReadAt(page, at)
	return page, err
}

// skipFree marks the pages on the list of free ones, which hold nothing.
func (f *File) skipFree() {
	if f.header == nil {
		return
	}
	for next := binary.BigEndian.Uint32(f.header[32:]); next != 0 && next <= f.pages && !f.used[next]; {
		page, err := f.read(next)
		if err != nil {
			return
		}
		f.used[next] = true
		n := min(int(binary.BigEndian.Uint32(page[4:])), f.usable/4-2)
		for i := range max(n, 0) {
			if leaf := binary.BigEndian.Uint32(page[8+4*i:]); leaf <= f.pages {
				f.used[leaf] = true
			}
		}
		next = binary.BigEndian.Uint32(page)
	}
}

// Walk reads a tree from its root and gives take the rows of each page that
// hold what fits. A page most of whose rows do not fit belongs elsewhere, and
// is left to Orphans.
func (f *File) Walk(root uint32, kind Kind, fits func(Row) bool, take func([]Row) error) error {
	return f.walk(root, kind, fits, take, 0)
}

// Holds reports whether a tree of that kind could begin at a page: most of the
// rows in it fit, if it has any.
func (f *File) Holds(root uint32, kind Kind, fits func(Row) bool) bool {
	if root == 0 || root > f.pages || f.used[root] {
		return false
	}
	n, err := f.node(root)
	if err != nil || n.kind != kind {
		return false
	}
	cells, good := n.rows(f), 0
	for _, c := range cells {
		if c.err == nil && fits(c.row) {
			good++
		}
	}
	return 2*good >= len(cells)
}

func (f *File) walk(number uint32, kind Kind, fits func(Row) bool, take func([]Row) error, depth int) error {
	if number == 0 || number > f.pages || f.used[number] || depth > maxDepth {
		f.Broken++
		return nil
	}
	n, err := f.node(number)
	if err != nil || n.kind != kind {
		f.Broken++
		return nil
	}
	rows, fit := f.fitting(n, fits)
	if !fit {
		f.Broken++
		return nil
	}
	f.used[number] = true
	if len(rows) > 0 {
		if err := take(rows); err != nil {
			return err
		}
	}
	for _, child := range n.children {
		if err := f.walk(child, kind, fits, take, depth+1); err != nil {
			return err
		}
	}
	return nil
}

// fitting gives the rows of a page that fit, and marks what they run over to;
// false where most do not fit.
func (f *File) fitting(n *node, fits func(Row) bool) ([]Row, bool) {
	cells := n.rows(f)
	var rows []Row
	var over []uint32
	for _, c := range cells {
		if c.err == nil && fits(c.row) {
			rows, over = append(rows, c.row), append(over, c.over...)
		}
	}
	if len(cells) > 0 && 2*len(rows) < len(cells) {
		return nil, false
	}
	f.Lost += n.unreadable + len(cells) - len(rows)
	for _, number := range over {
		f.used[number] = true
	}
	return rows, true
}

// Orphans goes through the pages of trees that no Walk has come to and that are
// not free. fit picks how the rows of a page must be, from those that can be
// read; nil where it does not know them.
func (f *File) Orphans(fit func(Kind, []Row) (fits func(Row) bool, take func([]Row) error)) error {
	for number := uint32(1); number <= f.pages; number++ {
		if f.used[number] {
			continue
		}
		n, err := f.node(number)
		if err != nil {
			continue
		}
		var readable []Row
		for _, c := range n.rows(f) {
			if c.err == nil {
				readable = append(readable, c.row)
			}
		}
		if len(readable) == 0 {
			continue
		}
		fits, take := fit(n.kind, readable)
		if fits == nil {
			continue
		}
		rows, known := f.fitting(n, fits)
		if !known {
			continue
		}
		f.used[number] = true
		if err := take(rows); err != nil {
			return err
		}
	}
	return nil
}
