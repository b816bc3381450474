package store

import (
	"database/sql"
	"testing"
)

// rowsByQuery counts the messages that can be read by query alone, from both
// ends of the table up to what is damaged.
func rowsByQuery(t *testing.T, path string) int {
	t.Helper()
	db := must[*sql.DB](t)(sql.Open("sqlite", "file:"+path+"?mode=ro&immutable=1"))
	defer db.Close()
	seen := map[int64]bool{}
	for _, order := range []string{"ASC", "DESC"} {
		rows, err := db.QueryContext(t.Context(), `SELECT key FROM messages NOT INDEXED ORDER BY key `+order)
		if err != nil {
			continue // what is damaged is met at once
		}
		for rows.Next() {
			var key int64
			if err := rows.Scan(&key); err != nil {
				break
			}
			seen[key] = true
		}
		rows.Close()
	}
	return len(seen)
}

// One page that leads to the others takes a table from every query; its rows
// are still there, and repair reads the pages themselves for their sake.
func TestRepairReadsWhatNoQueryCan(t *testing.T) {
	s := grown(t)
	var root, pageSize, all int
	for query, to := range map[string]*int{
		`SELECT rootpage FROM sqlite_schema WHERE name = 'messages'`: &root,
		`PRAGMA page_size`:              &pageSize,
		`SELECT count(*) FROM messages`: &all,
	} {
		if err := s.reads.QueryRowContext(t.Context(), query).Scan(to); err != nil {
			t.Fatal(err)
		}
	}
	data := closedBytes(t, s)
	clear(data[(root-1)*pageSize : root*pageSize])
	path, unchanged := spoilt(t, data)
	if n := rowsByQuery(t, path); n != 0 {
		t.Errorf("a query reads %d of %d messages: the page reader is not needed for this", n, all)
	}
	fixed, _, err := repaired(t, path)
	unchanged()
	if err != nil {
		t.Fatal(err)
	}
	var n int
	if err := fixed.reads.QueryRowContext(t.Context(), `SELECT count(*) FROM messages`).Scan(&n); err != nil {
		t.Fatal(err)
	}
	if n < all { // repaired says one more
		t.Errorf("repair brings back %d of %d messages", n, all)
	}
}
