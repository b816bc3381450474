package salvage

import (
	"bytes"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	_ "modernc.org/sqlite" // the driver "sqlite"
)

// database makes a small file with every kind of page, and a log beside it.
func database(t testing.TB) (data, log []byte) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "x.db")
	db, err := sql.Open("sqlite", "file:"+path+"?_pragma=journal_mode(WAL)")
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	run := func(query string, args ...any) {
		t.Helper()
		if _, err := db.ExecContext(t.Context(), query, args...); err != nil {
			t.Fatal(err)
		}
	}
	run(`CREATE TABLE texts (key INTEGER PRIMARY KEY, text TEXT, number, real REAL, data BLOB)`)
	run(`CREATE INDEX texts_by_text ON texts (text)`)
	run(`CREATE TABLE pairs (a TEXT, b INTEGER, PRIMARY KEY (a, b)) WITHOUT ROWID`)
	run(`CREATE TABLE gone (x TEXT)`)
	run(`INSERT INTO gone SELECT hex(randomblob(900)) FROM (VALUES (1), (2), (3), (4), (5), (6), (7), (8))`)
	for i := range 300 {
		run(`INSERT INTO texts VALUES (?, ?, ?, ?, ?)`, i+1, fmt.Sprint("text ", i, strings.Repeat(" and more", i%30)), numbers[i%len(numbers)], 0.5, []byte{byte(i)})
		run(`INSERT INTO pairs VALUES (?, ?)`, strings.Repeat("p", i%50), i)
	}
	run(`INSERT INTO texts VALUES (1000, ?, NULL, NULL, NULL)`, strings.Repeat("long ", 4000))
	run(`DROP TABLE gone`)
	run(`PRAGMA wal_checkpoint(TRUNCATE)`)
	run(`INSERT INTO texts VALUES (2000, 'in the log', 7, 7.5, NULL)`)
	if data, err = os.ReadFile(path); err != nil {
		t.Fatal(err)
	}
	if log, err = os.ReadFile(path + "-wal"); err != nil {
		t.Fatal(err)
	}
	return data, log
}

// numbers are of every size that a record tells apart.
var numbers = []any{int64(0), int64(1), int64(-1), int64(127), int64(-32768), int64(1 << 20), int64(-1 << 30), int64(1 << 40), int64(-1 << 60), nil}

func write(t testing.TB, data, log []byte) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "x.db")
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
	if log != nil {
		if err := os.WriteFile(path+"-wal", log, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return path
}

func anything(Row) bool { return true }

// all reads whatever is in a file.
func all(t testing.TB, path string) (rows map[int64]Row, pairs int, f *File) {
	t.Helper()
	f, err := Open(path)
	if err != nil {
		if !errors.Is(err, ErrForeign) {
			t.Fatal(err)
		}
		return nil, 0, nil
	}
	defer func() {
		if err := f.Close(); err != nil {
			t.Error(err)
		}
	}()
	roots := map[string]uint32{}
	if err := f.Walk(1, Table, anything, func(list []Row) error {
		for _, r := range list {
			if len(r.Values) == 5 {
				name, _ := r.Values[1].(string)
				root, _ := r.Values[3].(int64)
				roots[name] = uint32(root)
			}
		}
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	rows = map[int64]Row{}
	keep := func(list []Row) error {
		for _, r := range list {
			rows[r.ID] = r
		}
		return nil
	}
	isText := func(r Row) bool { return len(r.Values) == 5 && r.Values[0] == nil }
	if err := f.Walk(roots["texts"], Table, isText, keep); err != nil {
		t.Fatal(err)
	}
	if err := f.Walk(roots["pairs"], Index, anything, func(list []Row) error { pairs += len(list); return nil }); err != nil {
		t.Fatal(err)
	}
	if err := f.Orphans(func(kind Kind, list []Row) (func(Row) bool, func([]Row) error) {
		if kind != Table {
			return nil, nil
		}
		return isText, keep
	}); err != nil {
		t.Fatal(err)
	}
	return rows, pairs, f
}

func TestASoundFileIsReadWhole(t *testing.T) {
	data, log := database(t)
	rows, pairs, f := all(t, write(t, data, log))
	if len(rows) != 302 || pairs != 300 || f.Lost != 0 {
		t.Fatalf("%d rows, %d pairs, %d lost, %d broken", len(rows), pairs, f.Lost, f.Broken)
	}
	for i := range 300 {
		r := rows[int64(i+1)]
		if !strings.HasPrefix(r.Values[1].(string), fmt.Sprint("text ", i)) || r.Values[2] != numbers[i%len(numbers)] ||
			r.Values[3] != 0.5 || !bytes.Equal(r.Values[4].([]byte), []byte{byte(i)}) {
			t.Fatalf("row %d is %v", i+1, r)
		}
	}
	if long := rows[1000].Values[1]; long != strings.Repeat("long ", 4000) {
		t.Errorf("the long one has %d bytes", len(long.(string)))
	}
	if r := rows[2000]; r.Values[1] != "in the log" {
		t.Errorf("in the log is %v", r)
	}
}

// Pages that nothing points to any more are still found.
func TestRowsUnderABrokenPageAreFound(t *testing.T) {
	data, log := database(t)
	for n := 1; n < len(data)/4096; n++ {
		page := data[n*4096:]
		if page[0] == innerTable {
			clear(page[:4096])
		}
	}
	if rows, _, _ := all(t, write(t, data, log)); len(rows) != 302 {
		t.Errorf("%d rows", len(rows))
	}
}

// FuzzFiles reads a file of which some bytes are something else: it ends, and
// gives only what can be.
func FuzzFiles(f *testing.F) {
	data, log := database(f)
	f.Add(uint32(18), []byte{1, 2, 3}, uint32(9), []byte{4})
	f.Add(uint32(100), []byte{13, 0, 0, 255, 255}, uint32(40), []byte{0, 0, 0, 0})
	f.Add(uint32(4096), []byte{5, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 2}, uint32(0), []byte{0x37})
	f.Fuzz(func(t *testing.T, at uint32, with []byte, logAt uint32, logWith []byte) {
		d, l := bytes.Clone(data), bytes.Clone(log)
		copy(d[int(at)%len(d):], with)
		copy(l[int(logAt)%len(l):], logWith)
		path := write(t, d, l)
		rows, _, _ := all(t, path)
		if len(rows) > len(data) {
			t.Errorf("%d rows", len(rows))
		}
		if _, err := LogBroken(path); err != nil {
			t.Error(err)
		}
	})
}
