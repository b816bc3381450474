package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"muisto/memory"
	"muisto/memory/store/salvage"
)

// mending makes a sound memory of rows that may not belong together.
type mending struct {
	tx   *sql.Tx
	left map[string]int // rows left out, by table
	lost Holding        // at first, what the damaged file says that it holds
	// last is the highest key given, by table.
	last map[string]int64
}

// expect reads what the damaged file counts.
func (m *mending) expect(from *salvage.File, roots map[string]uint32) error {
	m.last = map[string]int64{}
	isCount := func(r salvage.Row) bool {
		if len(r.Values) != 2 {
			return false
		}
		_, text := r.Values[0].(string)
		n, number := r.Values[1].(int64)
		return text && number && n >= 0 && n < maxRow
	}
	err := from.Walk(roots["sqlite_sequence"], salvage.Table, isCount, func(rows []salvage.Row) error {
		for _, r := range rows {
			m.last[r.Values[0].(string)] = r.Values[1].(int64)
		}
		return nil
	})
	m.lost = Holding{Messages: int(m.last["messages"]), Episodes: int(m.last["episodes"]), Facts: int(m.last["facts"])}
	return err
}

// step is a statement that leaves rows out, or puts something right.
type step struct {
	of    string // the table whose rows are left out; "" where none are
	query string
}

// What a time, an offset and a day may be.
const (
	soundTime   = ` BETWEEN -62135596800000000 AND 253402300799999999`
	soundOffset = ` BETWEEN -86340 AND 86340`
	soundDay    = ` BETWEEN -719162 AND 2932897`
)

// mend brings the rows into order. Each thing is held to what the rest of the
// program takes for granted.
func (m *mending) mend(ctx context.Context) error {
	for _, work := range []func(context.Context) error{m.mendValues, m.mendTimes, m.mendLinks, m.mendCaptures, m.mendCounts} {
		if err := work(ctx); err != nil {
			return err
		}
	}
	return nil
}

func (m *mending) run(ctx context.Context, steps ...step) (changed int, err error) {
	for _, s := range steps {
		result, err := m.tx.ExecContext(ctx, s.query)
		if err != nil {
			return changed, fmt.Errorf("%.60s…: %w", s.query, err)
		}
		n, err := result.RowsAffected()
		if err != nil {
			return changed, err
		}
		if s.of != "" && n > 0 {
			m.left[s.of] += int(n)
			changed += int(n)
		}
	}
	return changed, nil
}

func quoted(list ...string) string { return "('" + strings.Join(list, "', '") + "')" }

// mendValues holds single values to what they may be.
func (m *mending) mendValues(ctx context.Context) error {
	acts := quoted(string(memory.Correction), string(memory.Decision), string(memory.Commitment), string(memory.Retraction),
		string(memory.Observation), string(memory.Routine))
	actors := quoted(string(memory.RoleUser), string(memory.RoleAssistant), string(memory.RoleOther))
	_, err := m.run(ctx,
		step{"", `UPDATE conversations SET id = 'recovered-' || key WHERE id = '' OR length(id) > 4096`},
		step{"", `UPDATE messages SET id = 'recovered-' || key, own_id = 1 WHERE id = '' OR length(id) > 4096`},
		step{"", `UPDATE messages SET state = 'stopped' WHERE state = 'streaming'`},
		step{"episodes", `DELETE FROM episodes WHERE what = ''`},
		step{"", `UPDATE episodes SET act = '` + string(memory.Observation) + `' WHERE act NOT IN ` + acts},
		step{"", `UPDATE episodes SET actor = '` + string(memory.RoleOther) + `' WHERE actor NOT IN ` + actors},
		step{"", `UPDATE episodes SET who = '[]' WHERE NOT json_valid(who) OR json_type(who) <> 'array'
			OR EXISTS (SELECT 1 FROM json_each(who) j WHERE j.type <> 'text')`},
		step{"", `UPDATE episodes SET floor = min(max(floor, 0.0), 1.0), intensity = min(max(intensity, 0.0), 1.0), salience = min(max(salience, 0.0), 1.0)
			WHERE floor NOT BETWEEN 0 AND 1 OR intensity NOT BETWEEN 0 AND 1 OR salience NOT BETWEEN 0 AND 1`},
		step{"facts", `DELETE FROM facts WHERE text = '' OR rev <= 0`},
		step{"", `UPDATE facts SET salience = min(max(salience, 0.0), 1.0) WHERE salience NOT BETWEEN 0 AND 1`},
		step{"", `UPDATE recalled SET score = min(max(score, -1e9), 1e9), cue = min(max(cue, -1e9), 1e9), retrievability = min(max(retrievability, 0.0), 1.0)
			WHERE score NOT BETWEEN -1e9 AND 1e9 OR cue NOT BETWEEN -1e9 AND 1e9 OR retrievability NOT BETWEEN 0 AND 1`},
		step{"speakers", `DELETE FROM speakers WHERE NOT json_valid(CAST(stats AS TEXT)) AND length(stats) > 0`},
	)
	if err != nil {
		return err
	}
	if err := m.mendLifespans(ctx); err != nil {
		return err
	}
	if err := m.mendNames(ctx); err != nil {
		return err
	}
	return m.mendRecords(ctx)
}

func (m *mending) mendLifespans(ctx context.Context) error {
	spans := map[int64]float64{}
	err := each(ctx, m.tx, func(rows *sql.Rows) error {
		var id int64
		var salience float64
		err := rows.Scan(&id, &salience)
		spans[id] = memory.Lifespan(salience)
		return err
	}, `SELECT id, salience FROM episodes WHERE lifespan NOT BETWEEN 1e-9 AND 1e6`)
	for id, days := range spans {
		if err == nil {
			_, err = m.tx.ExecContext(ctx, `UPDATE episodes SET lifespan = ? WHERE id = ?`, days, id)
		}
	}
	return err
}

// mendNames folds each name anew, since it is looked up by that.
func (m *mending) mendNames(ctx context.Context) error {
	type change struct {
		key    int64
		folded string
	}
	var wrong []change
	err := each(ctx, m.tx, func(rows *sql.Rows) error {
		var key int64
		var text, folded string
		err := rows.Scan(&key, &text, &folded)
		if is := memory.FoldName(text); is != folded || is == "" || len(text) > maxID {
			wrong = append(wrong, change{key, is})
		}
		return err
	}, `SELECT key, text, folded FROM names`)
	if err != nil {
		return err
	}
	for _, w := range wrong {
		result, err := m.tx.ExecContext(ctx, `UPDATE OR IGNORE names SET folded = ?1 WHERE key = ?2 AND ?1 <> '' AND length(text) <= ?3`, w.folded, w.key, maxID)
		if err != nil {
			return err
		}
		n, err := result.RowsAffected()
		if err == nil && n == 0 {
			m.left["names"]++
			_, err = m.tx.ExecContext(ctx, `DELETE FROM names WHERE key = ?`, w.key)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// mendPacked leaves out what is packed and cannot be read.
func (m *mending) mendPacked(ctx context.Context) error {
	for _, p := range []struct {
		query, instead string
		sound          func([]byte) error
	}{
		{`SELECT reply, packed FROM recalled_because`, `DELETE FROM recalled_because WHERE reply = ?`, func(packed []byte) error {
			_, err := unpack(packed)
			return err
		}},
		{`SELECT key, packed FROM pass_groups WHERE packed IS NOT NULL`, `UPDATE pass_groups SET packed = NULL WHERE key = ?`, func(packed []byte) error {
			names, ties, err := unpackGroup(packed, "", "")
			if err != nil {
				return err
			}
			return errors.Join(json.Unmarshal([]byte(names), new([]memory.WeighedName)), json.Unmarshal([]byte(ties), new([]memory.Tie)))
		}},
	} {
		var wrong []int64
		err := each(ctx, m.tx, func(rows *sql.Rows) error {
			var key int64
			var packed []byte
			err := rows.Scan(&key, &packed)
			if p.sound(packed) != nil {
				wrong = append(wrong, key)
			}
			return err
		}, p.query)
		if err != nil {
			return err
		}
		for _, key := range wrong {
			if _, err := m.tx.ExecContext(ctx, p.instead, key); err != nil {
				return err
			}
		}
	}
	return nil
}

// mendRecords leaves out what is kept as JSON and cannot be read.
func (m *mending) mendRecords(ctx context.Context) error {
	if err := m.mendPacked(ctx); err != nil {
		return err
	}
	reads := func(to any) func(int64, string) bool {
		return func(_ int64, text string) bool { return json.Unmarshal([]byte(text), to) == nil }
	}
	isBefore := func(fact int64, text string) bool {
		var f memory.Fact
		return json.Unmarshal([]byte(text), &f) == nil && f.ID == memory.FactID(fact)
	}
	for _, r := range []struct {
		query, instead string
		of             string
		sound          func(of int64, text string) bool
	}{
		{`SELECT id, 0, thinned FROM passes`, `UPDATE passes SET thinned = '[]' WHERE id = ?`, "", reads(new([]memory.Thinning))},
		{`SELECT key, 0, names FROM pass_groups`, `UPDATE pass_groups SET names = '[]' WHERE key = ?`, "", reads(new([]memory.WeighedName))},
		{`SELECT key, 0, ties FROM pass_groups`, `UPDATE pass_groups SET ties = '[]' WHERE key = ?`, "", reads(new([]memory.Tie))},
		{`SELECT id, fact, before FROM reviews`, `DELETE FROM reviews WHERE id = ?`, "reviews", isBefore},
	} {
		var wrong []int64
		err := each(ctx, m.tx, func(rows *sql.Rows) error {
			var key, of int64
			var text string
			err := rows.Scan(&key, &of, &text)
			if !r.sound(of, text) {
				wrong = append(wrong, key)
			}
			return err
		}, r.query)
		if err != nil {
			return err
		}
		for _, key := range wrong {
			if _, err := m.tx.ExecContext(ctx, r.instead, key); err != nil {
				return err
			}
			if r.of != "" {
				m.left[r.of]++
			}
		}
	}
	return nil
}

// mendTimes holds times, offsets and days to what can be written. A message
// whose time is lost is put after the one before it.
func (m *mending) mendTimes(ctx context.Context) error {
	_, err := m.run(ctx,
		step{"", `UPDATE messages SET at = coalesce((SELECT max(at) FROM messages b WHERE b.key < messages.key
			AND b.conversation = messages.conversation AND b.at` + soundTime + `), 0) WHERE NOT at` + soundTime},
		step{"", `UPDATE conversations SET last_at = coalesce((SELECT max(at) FROM messages WHERE conversation = conversations.key), 0)
			WHERE NOT last_at` + soundTime},
		step{"", `UPDATE episodes SET last_at = coalesce((SELECT max(at) FROM messages WHERE key IN (SELECT message FROM episode_sources WHERE episode = episodes.id)), 0)
			WHERE NOT last_at` + soundTime},
		step{"", `UPDATE episodes SET first_at = last_at WHERE NOT first_at` + soundTime},
		step{"", `UPDATE episodes SET formed_at = last_at WHERE NOT formed_at` + soundTime},
		step{"", `UPDATE episodes SET day = CAST((last_at / 1000000 - 14400) / 86400 AS INTEGER) + 1 WHERE NOT day` + soundDay},
	)
	if err != nil {
		return err
	}
	all, err := readShapes(ctx, m.tx)
	if err != nil {
		return err
	}
	for _, s := range all {
		for _, c := range s.columns {
			bounds := boundsOf(c.name)
			if bounds == "" || s.tree != s.table || c.form != "INTEGER" {
				continue
			}
			instead := "0"
			if c.nullable {
				instead = "NULL"
			}
			if _, err := m.run(ctx, step{"", `UPDATE ` + s.table + ` SET ` + c.name + ` = ` + instead + ` WHERE NOT ` + c.name + bounds}); err != nil {
				return err
			}
		}
	}
	return nil
}

// boundsOf says by a column's name what may be in it.
func boundsOf(name string) string {
	switch {
	case name == "at" || strings.HasSuffix(name, "_at"):
		return soundTime
	case name == "offset" || strings.HasSuffix(name, "_offset"):
		return soundOffset
	case name == "day" || strings.HasSuffix(name, "_day") || name == "valid_until":
		return soundDay
	}
	return ""
}

// mendLinks makes again what much points to, and leaves out what points to
// nothing, until no more does.
func (m *mending) mendLinks(ctx context.Context) error {
	_, err := m.run(ctx,
		step{"", `INSERT INTO conversations (key, id, last_at) SELECT conversation, 'recovered-' || conversation, max(at) FROM messages
			WHERE conversation NOT IN (SELECT key FROM conversations) GROUP BY conversation`},
		step{"", `UPDATE messages SET parent = NULL WHERE parent >= key`},
		step{"", `UPDATE episodes SET conversation = (SELECT m.conversation FROM episode_sources s JOIN messages m ON m.key = s.message WHERE s.episode = episodes.id LIMIT 1)
			WHERE conversation NOT IN (SELECT key FROM conversations)
			AND EXISTS (SELECT 1 FROM episode_sources s JOIN messages m ON m.key = s.message WHERE s.episode = episodes.id)`},
		step{"", `INSERT INTO captures (key, conversation, encoder, messages, formed_at) SELECT capture, conversation, 'recovered', 0, max(formed_at) FROM episodes
			WHERE capture NOT IN (SELECT key FROM captures) GROUP BY capture`},
		step{"", `UPDATE captures SET conversation = (SELECT conversation FROM messages m JOIN captured d ON d.message = m.key WHERE d.capture = captures.key LIMIT 1)
			WHERE conversation NOT IN (SELECT key FROM conversations)
			AND EXISTS (SELECT 1 FROM messages m JOIN captured d ON d.message = m.key WHERE d.capture = captures.key)`},
	)
	if err != nil {
		return err
	}
	links, err := m.links(ctx)
	if err != nil {
		return err
	}
	for {
		changed, err := m.run(ctx, append(links,
			step{"episodes", `DELETE FROM episodes WHERE id NOT IN (SELECT episode FROM episode_sources)`},
			step{"facts", `DELETE FROM facts WHERE id NOT IN (SELECT fact FROM fact_sources) AND id NOT IN (SELECT key FROM erased WHERE kind = 'fact')`},
		)...)
		if err != nil || changed == 0 {
			return err
		}
	}
}

// links gives the steps that deal with what points to nothing: a pointer that
// may be missing is taken away, else the row is. A review without what it did
// cannot be undone; a fact without the one in its place is closed.
func (m *mending) links(ctx context.Context) ([]step, error) {
	steps := []step{
		{"", `UPDATE facts SET status = 'closed', superseded_by = NULL WHERE superseded_by = id OR superseded_by NOT IN (SELECT id FROM facts)`},
		{"reviews", `DELETE FROM reviews WHERE formed NOT IN (SELECT id FROM facts) OR message NOT IN (SELECT key FROM messages)
			OR episode NOT IN (SELECT id FROM episodes)`},
		{"", `DELETE FROM erased WHERE key NOT IN (SELECT key FROM messages WHERE erased.kind = 'message' UNION ALL
			SELECT id FROM episodes WHERE erased.kind = 'episode' UNION ALL SELECT id FROM facts WHERE erased.kind = 'fact')`},
	}
	err := each(ctx, m.tx, func(rows *sql.Rows) error {
		var table, column, parent, key string
		var bound bool
		err := rows.Scan(&table, &column, &bound, &parent, &key)
		dangling := column + ` IS NOT NULL AND ` + column + ` NOT IN (SELECT ` + key + ` FROM ` + parent + `)`
		if bound {
			steps = append(steps, step{table, `DELETE FROM ` + table + ` WHERE ` + dangling})
		} else {
			steps = append(steps, step{"", `UPDATE ` + table + ` SET ` + column + ` = NULL WHERE ` + dangling})
		}
		return err
	}, `SELECT t.name, f."from", c."notnull" OR c.pk > 0, f."table", coalesce(f."to", p.name)
		FROM pragma_table_list t JOIN pragma_foreign_key_list(t.name) f JOIN pragma_table_xinfo(t.name) c ON c.name = f."from"
		JOIN pragma_table_xinfo(f."table") p ON p.pk = 1 WHERE t.schema = 'main' AND t.type = 'table'`)
	return steps, err
}

// mendCaptures has every message be captured or wait, and every moment belong
// to a capture of one of its messages.
func (m *mending) mendCaptures(ctx context.Context) error {
	_, err := m.run(ctx,
		step{"", `INSERT INTO captured (message, capture) SELECT s.message, min(e.capture) FROM episode_sources s JOIN episodes e ON e.id = s.episode
			WHERE s.message NOT IN (SELECT message FROM captured) GROUP BY s.message`},
		step{"", `UPDATE episodes SET capture = (SELECT d.capture FROM captured d JOIN episode_sources s ON s.message = d.message WHERE s.episode = episodes.id LIMIT 1)
			WHERE capture NOT IN (SELECT capture FROM captured)`},
		step{"", `DELETE FROM captures WHERE key NOT IN (SELECT capture FROM captured)`},
		step{"", `UPDATE captures SET messages = (SELECT count(*) FROM captured WHERE capture = captures.key)`},
		step{"", `DELETE FROM waiting`},
		step{"", `INSERT INTO waiting (conversation, at, message) SELECT conversation, at, key FROM messages
			WHERE key NOT IN (SELECT message FROM captured) AND key NOT IN (SELECT message FROM withdrawn_messages)`},
	)
	return err
}

// mendCounts counts anew what is kept count of, and sees to it that no key is
// given twice.
func (m *mending) mendCounts(ctx context.Context) error {
	_, err := m.run(ctx,
		step{"", `UPDATE totals SET messages = (SELECT count(*) FROM messages), episodes = (SELECT count(*) FROM episodes)`},
		step{"", `UPDATE conversations SET messages = (SELECT count(*) FROM messages WHERE conversation = conversations.key)`},
		step{"", setOpening + `WHERE true`},
	)
	if err != nil {
		return err
	}
	for table, last := range m.last {
		if _, err := m.tx.ExecContext(ctx, `UPDATE sqlite_sequence SET seq = max(seq, ?) WHERE name = ?`, last, table); err != nil {
			return err
		}
	}
	return m.mendDigests(ctx)
}

// mendDigests makes anew what messages without an id of their own are told by.
func (m *mending) mendDigests(ctx context.Context) error {
	digests := map[int64]any{}
	err := each(ctx, m.tx, func(rows *sql.Rows) error {
		var key, at int64
		var own, erased bool
		var msg memory.Message
		var was sql.NullInt64
		if err := rows.Scan(&key, &at, &msg.Role, &msg.Text, &own, &was, &erased); err != nil {
			return err
		}
		msg.At = timeOf(at, 0)
		is := sql.NullInt64{}
		if own && !erased {
			is = sql.NullInt64{Int64: fingerprintOf(msg).digest(), Valid: true}
		}
		if is != was {
			digests[key] = is
		}
		return nil
	}, `SELECT key, at, role, text, own_id, digest, EXISTS (SELECT 1 FROM erased WHERE kind = 'message' AND key = messages.key) FROM messages`)
	for key, digest := range digests {
		if err == nil {
			_, err = m.tx.ExecContext(ctx, `UPDATE messages SET digest = ? WHERE key = ?`, digest, key)
		}
	}
	return err
}
