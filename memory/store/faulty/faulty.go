// Package faulty is a disk that fails when it is told to, for tests: it stands
// between SQLite and the file system, and has the n-th write, sync or the like
// fail, as a full or a broken disk would.
//
// It knows SQLite's interface to file systems alone, and nothing of what is
// kept. The program does not import it.
package faulty

import (
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"unsafe"

	"modernc.org/libc"
	sqlite3 "modernc.org/sqlite/lib"
)

// Kind is a way to fail.
type Kind int

// The kinds.
const (
	// Full is a disk without room: from the fault on nothing can be written, but
	// half of the first.
	Full Kind = iota
	// Broken is one write that fails, and others after it that do not.
	Broken
	// Dead is a disk that takes nothing any more from the fault on, not even a
	// sync.
	Dead
)

func (k Kind) String() string { return [...]string{"full", "broken", "dead"}[k] }

var (
	register sync.Once
	failed   error
	// left counts the writes until the fault; none is to come below zero.
	left   atomic.Int64
	kind   atomic.Int64
	armed  atomic.Bool
	struck atomic.Bool
	seen   atomic.Int64
)

// Register puts the disk under every database that this process opens from then
// on. Until it is armed it does nothing.
func Register() error {
	register.Do(func() { failed = wrapDefault() })
	return failed
}

// Arm has the n-th write from now on fail, counted from 1.
func Arm(n int, k Kind) {
	left.Store(int64(n))
	kind.Store(int64(k))
	struck.Store(false)
	seen.Store(0)
	armed.Store(true)
}

// Disarm makes the disk sound again. It reports whether the fault came, and how
// many writes there were.
func Disarm() (came bool, writes int) {
	armed.Store(false)
	return struck.Load(), int(seen.Load())
}

// fails counts a write, and reports whether it is to fail, and whether it is the
// first that does. A sync needs no room.
func fails(sync bool) (now, first bool) {
	if !armed.Load() {
		return false, false
	}
	seen.Add(1)
	n := left.Add(-1)
	switch k := Kind(kind.Load()); {
	case n > 0, n < 0 && k == Broken, sync && k == Full:
		return false, false
	}
	return true, !struck.Swap(true)
}

// code is what SQLite is told.
func code(otherwise int32) int32 {
	if Kind(kind.Load()) == Full {
		return sqlite3.SQLITE_FULL
	}
	return otherwise
}

// methods are those of an open file, with those that stand behind them.
type methods struct {
	sqlite3.Tsqlite3_io_methods
	behind *sqlite3.Tsqlite3_io_methods
}

var (
	disk   *sqlite3.Tsqlite3_vfs
	opened = struct {
		sync.Mutex
		of map[*sqlite3.Tsqlite3_io_methods]*methods
	}{of: map[*sqlite3.Tsqlite3_io_methods]*methods{}}
)

// wrapDefault registers a copy of the default file system with our own ways to
// open and to write.
func wrapDefault() error {
	tls := libc.NewTLS()
	defer tls.Close()
	if code := sqlite3.Xsqlite3_initialize(tls); code != sqlite3.SQLITE_OK {
		return fmt.Errorf("start SQLite: code %d", code)
	}
	disk = at[sqlite3.Tsqlite3_vfs](sqlite3.Xsqlite3_vfs_find(tls, 0))
	ours := *disk
	name, err := libc.CString("faulty")
	if err != nil {
		return err
	}
	ours.FzName, ours.FpNext = name, 0
	ours.FxOpen = pointerTo(open)
	ours.FxDelete = pointerTo(remove)
	place, err := outside(tls, ours)
	if err != nil {
		return err
	}
	if code := sqlite3.Xsqlite3_vfs_register(tls, place, 1); code != sqlite3.SQLITE_OK {
		return fmt.Errorf("register the faulty disk: code %d", code)
	}
	return nil
}

// outside puts a value where SQLite's own are, outside of Go's memory, for good.
func outside[T any](tls *libc.TLS, v T) (address uintptr, err error) {
	address = libc.Xmalloc(tls, libc.Tsize_t(unsafe.Sizeof(v)))
	if address == 0 {
		return 0, errors.New("there is no memory for the faulty disk")
	}
	*at[T](address) = v
	return address, nil
}

// at is what lies at an address outside of Go's memory.
func at[T any](address uintptr) *T { return *(**T)(unsafe.Pointer(&address)) }

// pointerTo is a function as SQLite calls it, and function what it points to.
func pointerTo(f any) uintptr { return (*[2]uintptr)(unsafe.Pointer(&f))[1] }

func function[F any](pointer uintptr) F {
	return *(*F)(unsafe.Pointer(&struct{ uintptr }{pointer}))
}

type (
	opener     = func(tls *libc.TLS, vfs, name, file uintptr, flags int32, out uintptr) int32
	remover    = func(tls *libc.TLS, vfs, name uintptr, sync int32) int32
	writer     = func(tls *libc.TLS, file, data uintptr, n int32, offset int64) int32
	truncater  = func(tls *libc.TLS, file uintptr, size int64) int32
	syncer     = func(tls *libc.TLS, file uintptr, flags int32) int32
	sharer     = func(tls *libc.TLS, file uintptr, region, size, extend int32, out uintptr) int32
	methodsPtr = *sqlite3.Tsqlite3_io_methods
)

func open(tls *libc.TLS, vfs, name, file uintptr, flags int32, out uintptr) int32 {
	if flags&sqlite3.SQLITE_OPEN_CREATE != 0 && flags&sqlite3.SQLITE_OPEN_MAIN_DB == 0 {
		if now, _ := fails(false); now {
			*at[methodsPtr](file) = nil // it is not open
			return sqlite3.SQLITE_CANTOPEN
		}
	}
	result := function[opener](disk.FxOpen)(tls, vfs, name, file, flags, out)
	if result != sqlite3.SQLITE_OK {
		return result
	}
	own := at[methodsPtr](file)
	if *own == nil {
		return result
	}
	ours, err := wrapped(tls, *own)
	if err != nil {
		return sqlite3.SQLITE_NOMEM
	}
	*own = ours
	return result
}

// wrapped is a table of methods with ours in it; there are few such tables.
func wrapped(tls *libc.TLS, behind *sqlite3.Tsqlite3_io_methods) (*sqlite3.Tsqlite3_io_methods, error) {
	opened.Lock()
	defer opened.Unlock()
	if m, ok := opened.of[behind]; ok {
		return &m.Tsqlite3_io_methods, nil
	}
	m := methods{*behind, behind}
	m.FxWrite, m.FxTruncate, m.FxSync = pointerTo(write), pointerTo(truncate), pointerTo(syncFile)
	if behind.FxShmMap != 0 {
		m.FxShmMap = pointerTo(share)
	}
	place, err := outside(tls, m)
	if err != nil {
		return nil, err
	}
	opened.of[behind] = at[methods](place)
	return &opened.of[behind].Tsqlite3_io_methods, nil
}

func behind(file uintptr) *sqlite3.Tsqlite3_io_methods {
	return (*methods)(unsafe.Pointer(*at[methodsPtr](file))).behind
}

func write(tls *libc.TLS, file, data uintptr, n int32, offset int64) int32 {
	now, first := fails(false)
	real := function[writer](behind(file).FxWrite)
	switch {
	case !now:
		return real(tls, file, data, n, offset)
	case first: // part of it gets through
		if result := real(tls, file, data, n/2, offset); result != sqlite3.SQLITE_OK {
			return result
		}
	}
	return code(sqlite3.SQLITE_IOERR_WRITE)
}

func truncate(tls *libc.TLS, file uintptr, size int64) int32 {
	if now, _ := fails(true); now {
		return sqlite3.SQLITE_IOERR_TRUNCATE
	}
	return function[truncater](behind(file).FxTruncate)(tls, file, size)
}

func syncFile(tls *libc.TLS, file uintptr, flags int32) int32 {
	if now, _ := fails(true); now {
		return sqlite3.SQLITE_IOERR_FSYNC
	}
	return function[syncer](behind(file).FxSync)(tls, file, flags)
}

func share(tls *libc.TLS, file uintptr, region, size, extend int32, out uintptr) int32 {
	if extend != 0 {
		if now, _ := fails(false); now {
			*at[uintptr](out) = 0
			return code(sqlite3.SQLITE_IOERR_SHMSIZE)
		}
	}
	return function[sharer](behind(file).FxShmMap)(tls, file, region, size, extend, out)
}

func remove(tls *libc.TLS, vfs, name uintptr, sync int32) int32 {
	if now, _ := fails(true); now {
		return sqlite3.SQLITE_IOERR_DELETE
	}
	return function[remover](disk.FxDelete)(tls, vfs, name, sync)
}

// Spread picks n of the writes from 1 to most to fail, evenly; all of them for
// 0, one where tests are to be short.
func Spread(most, n int) []int {
	if testing.Short() {
		n = 1
	}
	if n <= 0 || n >= most {
		n = most
	}
	var list []int
	for i := range n {
		list = append(list, 1+i*most/n)
	}
	return list
}
