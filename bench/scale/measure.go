package main

import (
	"bufio"
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"slices"
	"strings"
	"time"

	"muisto/memory"
	"muisto/memory/recall"
	"muisto/memory/store"
)

// ftsQuestions is how many of the questions FTS5 is asked: at a million rows
// each takes it half a second.
const ftsQuestions = 40

// hits is how many a question asks for.
const hits = 10

// readQuestions reads what build has asked.
func readQuestions(folder string) ([]question, error) {
	raw, err := os.ReadFile(questionsPath(folder))
	if err != nil {
		return nil, err
	}
	var asked []question
	return asked, json.Unmarshal(raw, &asked)
}

// now is when the questions are asked.
var now = time.Date(2026, 1, 2, 12, 0, 0, 0, time.UTC)

// follow gives the recall of a memory, as the program has it.
func follow(file *store.Store) (*recall.Follower, error) {
	return recall.Follow(file, recall.Options{DayTurn: 4, Images: file.IndexFile()})
}

// keep times the first recall without an index on disk, and keeps the index.
func keep(ctx context.Context, folder string, to io.Writer) (err error) {
	asked, err := readQuestions(folder)
	if err != nil {
		return err
	}
	file, err := store.Open(ctx, storePath(folder), store.Options{})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	follower, err := follow(file)
	if err != nil {
		return err
	}
	var f figures
	clock := memory.SystemClock{}
	start := clock.Now()
	if _, err := follower.Recall(ctx, recall.Cue{Text: asked[0].Text, Now: now, Limit: hits}); err != nil {
		return err
	}
	f.UnkeptS = clock.Now().Sub(start).Seconds()
	start = clock.Now()
	if err := follower.Save(ctx); err != nil {
		return err
	}
	f.KeepS = clock.Now().Sub(start).Seconds()
	info, err := os.Stat(file.IndexFile().Path())
	if err != nil {
		return err
	}
	f.IndexMB = float64(info.Size()) / 1e6
	return json.NewEncoder(to).Encode(f)
}

func measure(ctx context.Context, folder string, to io.Writer) (err error) {
	asked, err := readQuestions(folder)
	if err != nil {
		return err
	}
	f := figures{Asked: len(asked)}
	clock := memory.SystemClock{}
	start := clock.Now()
	file, err := store.Open(ctx, storePath(folder), store.Options{})
	if err != nil {
		return err
	}
	f.OpenMS = ms(clock.Now().Sub(start))
	defer func() { err = errors.Join(err, file.Close()) }()
	if err := f.recall(ctx, file, asked, clock); err != nil {
		return err
	}
	if f.PeakMB, err = peak(); err != nil {
		return err
	}
	if err := f.fts(ctx, folder, asked, clock); err != nil {
		return fmt.Errorf("ask FTS5: %w", err)
	}
	f.Ratio = f.FTSP50MS / f.RecallP50MS
	return json.NewEncoder(to).Encode(f)
}

func (f *figures) recall(ctx context.Context, file *store.Store, asked []question, clock memory.Clock) error {
	follower, err := follow(file)
	if err != nil {
		return err
	}
	start := clock.Now()
	if _, err := follower.Recall(ctx, recall.Cue{Text: asked[0].Text, Now: now, Limit: hits}); err != nil {
		return err
	}
	f.FirstRecallS = clock.Now().Sub(start).Seconds()
	f.Episodes = follower.Len()
	var took []time.Duration
	for _, q := range asked {
		start := clock.Now()
		r, err := follower.Recall(ctx, recall.Cue{Text: q.Text, Now: now, Limit: hits})
		if err != nil {
			return err
		}
		took = append(took, clock.Now().Sub(start))
		if slices.ContainsFunc(r.Hits, func(h recall.Hit) bool { return h.Episode != nil && h.Episode.ID == q.Episode }) {
			f.Brought++
		}
	}
	f.RecallP50MS, f.RecallP95MS = percentiles(took)
	return nil
}

func (f *figures) fts(ctx context.Context, folder string, asked []question, clock memory.Clock) (err error) {
	db, err := sql.Open("sqlite", ftsPath(folder))
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	var took []time.Duration
	for i := 0; i < len(asked); i += max(1, len(asked)/ftsQuestions) {
		start := clock.Now()
		if err := askFTS(ctx, db, asked[i].Text); err != nil {
			return err
		}
		took = append(took, clock.Now().Sub(start))
	}
	f.FTSAsked = len(took)
	f.FTSP50MS, f.FTSP95MS = percentiles(took)
	return nil
}

// askFTS asks for any of a question's words, the best first.
func askFTS(ctx context.Context, db *sql.DB, text string) (err error) {
	var quoted []string
	for _, w := range strings.Fields(strings.Trim(text, "?")) {
		quoted = append(quoted, `"`+strings.ReplaceAll(w, `"`, ``)+`"`)
	}
	rows, err := db.QueryContext(ctx, `SELECT rowid, what FROM episodes WHERE episodes MATCH ? ORDER BY bm25(episodes) LIMIT ?`, strings.Join(quoted, " OR "), hits)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	for rows.Next() {
		var id int64
		var what string
		if err := rows.Scan(&id, &what); err != nil {
			return err
		}
	}
	return rows.Err()
}

func percentiles(took []time.Duration) (p50, p95 float64) {
	slices.Sort(took)
	return ms(took[(len(took)-1)/2]), ms(took[(len(took)-1)*95/100])
}

func ms(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }

// peak is the most memory that this process held, in megabytes: what the
// kernel says where it tells, else what Go has asked it for.
func peak() (mb float64, err error) {
	file, err := os.Open("/proc/self/status")
	if errors.Is(err, os.ErrNotExist) {
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return float64(m.Sys) / (1 << 20), nil
	}
	if err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	lines := bufio.NewScanner(file)
	for lines.Scan() {
		var kb float64
		if n, _ := fmt.Sscanf(lines.Text(), "VmHWM: %f kB", &kb); n == 1 {
			return kb / 1024, nil
		}
	}
	return 0, errors.Join(errors.New("the kernel does not tell the memory held"), lines.Err())
}
