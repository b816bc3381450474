package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"

	"muisto/memory/store/salvage"
)

// made finds what a migration makes.
var made = regexp.MustCompile(`(?m)^CREATE (?:TABLE|INDEX|UNIQUE INDEX|TRIGGER) +(\w+)`)

// tablesOf gives the names of what each step makes.
func tablesOf(steps []string) [][]string {
	list := make([][]string, len(steps))
	for i, text := range steps {
		for _, m := range made.FindAllStringSubmatch(text, -1) {
			list[i] = append(list[i], m[1])
		}
	}
	return list
}

func isOwnOfSQLite(name string) bool { return strings.HasPrefix(name, "sqlite_") }

// notLoaded are tables that are made anew from the others, or that hold nothing
// of value once the program has ended.
var notLoaded = []string{"guard", "totals", "history", "streaming", "leases", "waiting", "capture_attempts", "set_aside", "vectors"}

// shape is how a table, or an index that holds all of it, is kept in a file.
type shape struct {
	table string
	tree  string // the name of the table or index
	kind  salvage.Kind
	// columns are in the order in which a row holds them.
	columns []column
	least   int // how many a row has at least: columns may have been added since
	alias   int // the column that is the rowid, or -1
}

type column struct {
	name, form string
	nullable   bool
}

// fits reports whether a row could be one of the table.
func (s shape) fits(r salvage.Row) bool {
	if len(r.Values) < s.least || len(r.Values) > len(s.columns) {
		return false
	}
	if s.kind == salvage.Table && (r.ID <= 0 || r.ID > maxRow) {
		return false
	}
	for i, v := range r.Values {
		if i == s.alias {
			if v != nil {
				return false
			}
			continue
		}
		if !s.columns[i].takes(v) {
			return false
		}
	}
	return true
}

// maxRow is more than anybody will ever have of anything.
const maxRow = 1 << 40

func (c column) takes(v any) bool {
	switch v.(type) {
	case nil:
		return c.nullable
	case int64:
		return c.form == "INTEGER" || c.form == "REAL"
	case float64:
		return c.form == "REAL"
	case string:
		return c.form == "TEXT"
	case []byte:
		return c.form == "BLOB"
	}
	return false
}

// shapes are all that are known: tables, then indexes.
type shapes []shape

// readShapes reads from the new file how tables of its form are kept: first the
// tables, then the indexes that hold all of a table.
func readShapes(ctx context.Context, tx *sql.Tx) (shapes, error) {
	var tables, indexes shapes
	type entry struct {
		name    string
		rowless bool
	}
	var names []entry
	err := each(ctx, tx, func(rows *sql.Rows) error {
		var e entry
		err := rows.Scan(&e.name, &e.rowless)
		if !isOwnOfSQLite(e.name) && !slices.Contains(notLoaded, e.name) {
			names = append(names, e)
		}
		return err
	}, `SELECT name, wr FROM pragma_table_list WHERE schema = 'main' AND type = 'table' ORDER BY name`)
	if err != nil {
		return nil, err
	}
	for _, e := range names {
		t, err := tableShape(ctx, tx, e.name, e.rowless)
		if err != nil {
			return nil, err
		}
		tables = append(tables, t)
		if e.rowless {
			more, err := wholeIndexes(ctx, tx, t)
			if err != nil {
				return nil, err
			}
			indexes = append(indexes, more...)
		}
	}
	return append(tables, indexes...), nil
}

func tableShape(ctx context.Context, tx *sql.Tx, name string, rowless bool) (shape, error) {
	s := shape{table: name, tree: name, alias: -1}
	order := `cid`
	if rowless {
		s.kind, order = salvage.Index, `pk = 0, pk, cid`
	}
	err := each(ctx, tx, func(rows *sql.Rows) error {
		var c column
		var bound, added bool
		var key int
		if err := rows.Scan(&c.name, &c.form, &bound, &key, &added); err != nil {
			return err
		}
		c.nullable = !bound && key == 0
		if !rowless && key > 0 && c.form == "INTEGER" {
			s.alias = len(s.columns)
		}
		s.columns = append(s.columns, c)
		if !c.nullable && !added {
			s.least = len(s.columns)
		}
		return nil
	}, `SELECT name, type, "notnull", pk, dflt_value IS NOT NULL FROM pragma_table_xinfo(?) ORDER BY `+order, name)
	return s, err
}

// wholeIndexes gives the indexes of a table without rowids that hold all of its
// columns: what is lost of the table may still be there.
func wholeIndexes(ctx context.Context, tx *sql.Tx, t shape) ([]shape, error) {
	var names []string
	err := each(ctx, tx, func(rows *sql.Rows) error {
		var name string
		err := rows.Scan(&name)
		names = append(names, name)
		return err
	}, `SELECT name FROM pragma_index_list(?) WHERE origin = 'c' AND partial = 0`, t.table)
	if err != nil {
		return nil, err
	}
	var list []shape
	for _, name := range names {
		s := shape{table: t.table, tree: name, kind: salvage.Index, alias: -1}
		err := each(ctx, tx, func(rows *sql.Rows) error {
			var of sql.NullString
			err := rows.Scan(&of)
			for _, c := range t.columns {
				if c.name == of.String {
					s.columns = append(s.columns, c)
				}
			}
			return err
		}, `SELECT name FROM pragma_index_xinfo(?) ORDER BY seqno`, name)
		if err != nil {
			return nil, err
		}
		if s.least = len(s.columns); s.least == len(t.columns) {
			list = append(list, s)
		}
	}
	return list, nil
}

// loading puts what is salvaged into the tables.
type loading struct {
	tx   runner
	from *salvage.File
	left map[string]int
}

// load takes all that is found: first by the roots of the tables, then whatever
// is left and can only be of one of them.
func load(ctx context.Context, tx *sql.Tx, from *salvage.File, found schema, m *mending) error {
	all, err := readShapes(ctx, tx)
	if err != nil {
		return err
	}
	roots := found.roots
	if len(roots) == 0 {
		if roots, err = freshRoots(ctx, tx); err != nil {
			return err
		}
		if !all.begin(from, roots) {
			roots = nil
		}
	}
	return withPrepared(ctx, tx, func(free context.Context, run runner) error {
		l := loading{tx: run, from: from, left: m.left}
		for _, s := range all {
			root, ok := roots[s.tree]
			if !ok {
				continue
			}
			broken, lost := from.Broken, from.Lost
			if err := errors.Join(ctx.Err(), from.Walk(root, s.kind, s.fits, l.take(free, s, true))); err != nil {
				return err
			}
			if s.tree != s.table {
				from.Broken, from.Lost = broken, lost // it is all in the table, too
			}
		}
		if err := m.expect(from, roots); err != nil {
			return err
		}
		if err := l.passOver(roots, all); err != nil {
			return err
		}
		return from.Orphans(func(kind salvage.Kind, rows []salvage.Row) (func(salvage.Row) bool, func([]salvage.Row) error) {
			s, ok := all.only(kind, rows)
			if !ok {
				return nil, nil
			}
			return s.fits, l.take(free, s, false)
		})
	})
}

// freshRoots are where the tables of a new file begin, which is where they begin
// in every file that was made in that form.
func freshRoots(ctx context.Context, tx *sql.Tx) (map[string]uint32, error) {
	roots := map[string]uint32{}
	err := each(ctx, tx, func(rows *sql.Rows) error {
		var name string
		var root uint32
		err := rows.Scan(&name, &root)
		roots[name] = root
		return err
	}, `SELECT name, rootpage FROM sqlite_schema WHERE rootpage > 0`)
	return roots, err
}

// begin reports whether all of the tables could begin at these roots.
func (all shapes) begin(from *salvage.File, roots map[string]uint32) bool {
	for _, s := range all {
		if !from.Holds(roots[s.tree], s.kind, s.fits) {
			return false
		}
	}
	return true
}

// passOver goes through what is not loaded, so that none of it is taken for
// something else.
func (l loading) passOver(roots map[string]uint32, all shapes) error {
	for name, root := range roots {
		if name == "sqlite_sequence" || slices.ContainsFunc(all, func(s shape) bool { return s.tree == name }) {
			continue
		}
		broken, lost := l.from.Broken, l.from.Lost
		for _, kind := range []salvage.Kind{salvage.Table, salvage.Index} {
			err := l.from.Walk(root, kind, func(salvage.Row) bool { return true }, func([]salvage.Row) error { return nil })
			if err != nil {
				return err
			}
		}
		l.from.Broken, l.from.Lost = broken, lost // nothing is lost with them
	}
	return nil
}

// only gives the one table that all the rows fit.
func (all shapes) only(kind salvage.Kind, rows []salvage.Row) (shape, bool) {
	var one shape
	for _, s := range all {
		fits := 0
		for _, r := range rows {
			if s.kind == kind && s.fits(r) {
				fits++
			}
		}
		if 2*fits < len(rows) || fits == 0 {
			continue
		}
		if one.table != "" {
			return shape{}, false
		}
		one = s
	}
	return one, one.table != ""
}

// take inserts rows. What is there already stays; counted says whether a row
// that cannot be is told of.
func (l loading) take(ctx context.Context, s shape, counted bool) func([]salvage.Row) error {
	return func(rows []salvage.Row) error {
		for _, r := range rows {
			err := l.insert(ctx, s, r)
			if codeOf(err) == sqlite3.SQLITE_CONSTRAINT {
				if counted && !isDouble(err) {
					l.left[s.table]++
				}
				err = nil
			}
			if err != nil {
				return fmt.Errorf("take a row of %s: %w", s.table, err)
			}
		}
		return nil
	}
}

func (l loading) insert(ctx context.Context, s shape, r salvage.Row) error {
	values := make([]any, len(r.Values))
	var names []string
	for i, v := range r.Values {
		switch v := v.(type) {
		case string:
			values[i] = strings.ToValidUTF8(v, "\uFFFD")
		case int64:
			values[i] = v
			if s.columns[i].form == "REAL" {
				values[i] = float64(v)
			}
		default:
			values[i] = v
		}
		if i == s.alias {
			values[i] = r.ID
		}
		names = append(names, s.columns[i].name)
	}
	marks := strings.TrimSuffix(strings.Repeat("?, ", len(values)), ", ")
	_, err := l.tx.ExecContext(ctx, `INSERT INTO `+s.table+` (`+strings.Join(names, ", ")+`) VALUES (`+marks+`)`, values...)
	return err
}

// isDouble reports whether a row of that key was there.
func isDouble(err error) bool {
	var e *sqlite.Error
	if !errors.As(err, &e) {
		return false
	}
	switch e.Code() {
	case sqlite3.SQLITE_CONSTRAINT_UNIQUE, sqlite3.SQLITE_CONSTRAINT_PRIMARYKEY, sqlite3.SQLITE_CONSTRAINT_ROWID:
		return true
	}
	return false
}
