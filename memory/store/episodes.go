package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"muisto/memory"
)

// EpisodeQuery says which episodes are wanted. The zero value is all of them,
// the newest first. Their order is by LastAt, then by ID.
type EpisodeQuery struct {
	// Conversation, unless empty, is the only one that they are from.
	Conversation string
	// FromDay and ToDay, unless zero, are the first and the last local day.
	FromDay, ToDay memory.Day
	// After and Before, unless zero, are episodes that the wanted ones come
	// after or before in time: the end of one page begins the next.
	After, Before memory.EpisodeID
	Order         Order
	// Limit, unless zero, is how many there are at most.
	Limit int
}

// Order is the order of a list.
type Order int

// The orders.
const (
	NewestFirst Order = iota
	OldestFirst
)

// Episodes gives the episodes that are asked for, but for withdrawn ones.
func (s *Store) Episodes(ctx context.Context, q EpisodeQuery) ([]memory.Episode, error) {
	var list []memory.Episode
	err := s.read(ctx, func(tx *sql.Tx) error {
		where, args, err := q.where(ctx, tx)
		if err != nil {
			return err
		}
		order := `ORDER BY e.last_at DESC, e.id DESC`
		if q.Order == OldestFirst {
			order = `ORDER BY e.last_at, e.id`
		}
		list, err = loadEpisodes(ctx, tx, where+order+` LIMIT ?`, append(args, orAll(q.Limit))...)
		return err
	})
	return list, wrap(err, "read episodes")
}

func (q EpisodeQuery) where(ctx context.Context, tx *sql.Tx) (string, []any, error) {
	var b strings.Builder
	var args []any
	add := func(condition string, values ...any) {
		b.WriteString("AND " + condition + " ")
		args = append(args, values...)
	}
	b.WriteString(`WHERE e.id NOT IN (SELECT episode FROM withdrawn_episodes) `)
	if q.Conversation != "" {
		add(`e.conversation = (SELECT key FROM conversations WHERE id = ?)`, q.Conversation)
	}
	if q.FromDay != 0 {
		add(`e.day >= ?`, q.FromDay)
	}
	if q.ToDay != 0 {
		add(`e.day <= ?`, q.ToDay)
	}
	for _, cursor := range []struct {
		id        memory.EpisodeID
		condition string
	}{
		{q.After, `(e.last_at, e.id) > (?, ?)`},
		{q.Before, `(e.last_at, e.id) < (?, ?)`},
	} {
		if cursor.id == 0 {
			continue
		}
		var at int64
		err := tx.QueryRowContext(ctx, `SELECT last_at FROM episodes WHERE id = ?`, cursor.id).Scan(&at)
		if errors.Is(err, sql.ErrNoRows) {
			err = fmt.Errorf("%s: %w", cursor.id, memory.ErrNotFound)
		}
		if err != nil {
			return "", nil, err
		}
		add(cursor.condition, at, cursor.id)
	}
	return b.String(), args, nil
}

// EpisodesAfter gives up to limit episodes whose ID is above after, in the order
// of their IDs, which is that of their forming, but for withdrawn ones. It is
// made for reading everything, page by page; limit 0 is no limit.
func (s *Store) EpisodesAfter(ctx context.Context, after memory.EpisodeID, limit int) ([]memory.Episode, error) {
	var list []memory.Episode
	err := s.read(ctx, func(tx *sql.Tx) (err error) {
		list, err = loadEpisodes(ctx, tx, `WHERE e.id > ? AND e.id NOT IN (SELECT episode FROM withdrawn_episodes)
			ORDER BY e.id LIMIT ?`, after, orAll(limit))
		return err
	})
	return list, wrap(err, "read episodes")
}

// EpisodesFrom gives the episodes that cite any of these messages, in the order
// of their IDs, but for withdrawn ones.
func (s *Store) EpisodesFrom(ctx context.Context, messages []int64) ([]memory.Episode, error) {
	var list []memory.Episode
	err := s.read(ctx, func(tx *sql.Tx) (err error) {
		list, err = loadEpisodes(ctx, tx, `WHERE e.id IN (SELECT episode FROM episode_sources
			WHERE message IN (SELECT value FROM json_each(?))) AND e.id NOT IN (SELECT episode FROM withdrawn_episodes)
			ORDER BY e.id`, listOf(messages))
		return err
	})
	return list, wrap(err, "read episodes")
}

// episodeColumns are what loader.episode scans.
const episodeColumns = `e.id, c.id, e.what, e.about, e.who, e.said_when, e.when_day, e.act, e.actor, e.floor, e.intensity, e.salience,
	e.lifespan, e.first_at, e.first_offset, e.last_at, e.last_offset, e.day, e.formed_at, e.formed_offset, e.lasting`

// loadEpisodes reads the episodes e that a WHERE and ORDER BY select, in three
// queries however many they are.
func loadEpisodes(ctx context.Context, tx *sql.Tx, where string, args ...any) ([]memory.Episode, error) {
	l := loader{texts: map[string]string{}, who: map[string][]string{}}
	list := []memory.Episode{}
	err := each(ctx, tx, func(rows *sql.Rows) error {
		e, err := l.episode(rows)
		list = append(list, e)
		return err
	}, `SELECT `+episodeColumns+` FROM episodes e JOIN conversations c ON c.key = e.conversation `+where, args...)
	if err != nil || len(list) == 0 {
		return list, err
	}
	at := positions(list)
	condition, which := between(list)
	if err := l.names(ctx, tx, list, at, condition, which); err != nil {
		return nil, err
	}
	return list, l.sources(ctx, tx, list, at, condition, which)
}

// positions finds an episode of a list by its ID.
func positions(list []memory.Episode) map[memory.EpisodeID]int {
	at := make(map[memory.EpisodeID]int, len(list))
	for i, e := range list {
		at[e.ID] = i
	}
	return at
}

// between gives the condition that finds the rows of all episodes of a list: a
// range where they stand close together, else one by one.
func between(list []memory.Episode) (string, []any) {
	first, last := list[0].ID, list[0].ID
	ids := make([]memory.EpisodeID, len(list))
	for i, e := range list {
		first, last, ids[i] = min(first, e.ID), max(last, e.ID), e.ID
	}
	if int(last-first) < 2*len(list) {
		return `x.episode BETWEEN ? AND ?`, []any{first, last}
	}
	return `x.episode IN (SELECT value FROM json_each(?))`, []any{listOf(ids)}
}

// listOf spells numbers as json_each reads them.
func listOf[N ~int64](numbers []N) string {
	text, err := json.Marshal(notNil(numbers)) // null would be one number, NULL
	if err != nil {
		panic("numbers have no JSON: " + err.Error())
	}
	return string(text)
}

// loader keeps each text that comes up again and again once.
type loader struct {
	texts map[string]string
	who   map[string][]string
}

func (l loader) once(s string) string {
	if known, ok := l.texts[s]; ok {
		return known
	}
	l.texts[s] = s
	return s
}

func (l loader) episode(r row) (memory.Episode, error) {
	var e memory.Episode
	var who string
	var first, last, formed int64
	var firstOffset, lastOffset, formedOffset int
	err := r.Scan(&e.ID, &e.Conversation, &e.What, &e.About, &who, &e.When, &e.WhenAt, &e.Act, &e.Actor, &e.Floor, &e.Intensity,
		&e.Salience, &e.Lifespan, &first, &firstOffset, &last, &lastOffset, &e.Day, &formed, &formedOffset, &e.Lasting)
	if err != nil {
		return e, err
	}
	e.FirstAt, e.LastAt, e.FormedAt = timeOf(first, firstOffset), timeOf(last, lastOffset), timeOf(formed, formedOffset)
	e.Conversation, e.About = l.once(e.Conversation), l.once(e.About)
	e.Act, e.Actor = memory.Act(l.once(string(e.Act))), memory.Role(l.once(string(e.Actor)))
	e.Names = []memory.Name{}
	e.Who, err = l.people(who)
	return e, err
}

func (l loader) people(who string) ([]string, error) {
	if people, ok := l.who[who]; ok {
		return people, nil
	}
	var people []string
	if err := json.Unmarshal([]byte(who), &people); err != nil {
		return nil, fmt.Errorf("%w: the people %q of an episode: %w", memory.ErrDamaged, who, err)
	}
	people = people[:len(people):len(people)] // shared: appending copies
	l.who[who] = people
	return people, nil
}

func (l loader) names(ctx context.Context, tx *sql.Tx, list []memory.Episode, at map[memory.EpisodeID]int, condition string, which []any) error {
	return each(ctx, tx, func(rows *sql.Rows) error {
		var id memory.EpisodeID
		var n memory.Name
		if err := rows.Scan(&id, &n.Text, &n.Type); err != nil {
			return err
		}
		if i, ok := at[id]; ok {
			n.Text, n.Type = l.once(n.Text), memory.NameType(l.once(string(n.Type)))
			list[i].Names = append(list[i].Names, n)
		}
		return nil
	}, `SELECT x.episode, n.text, x.type FROM episode_names x JOIN names n ON n.key = x.name
		WHERE `+condition+` ORDER BY x.episode, x.position`, which...)
}

func (l loader) sources(ctx context.Context, tx *sql.Tx, list []memory.Episode, at map[memory.EpisodeID]int, condition string, which []any) error {
	return each(ctx, tx, func(rows *sql.Rows) error {
		var id memory.EpisodeID
		var source memory.Source
		if err := rows.Scan(&id, &source.Key, &source.ID); err != nil {
			return err
		}
		if i, ok := at[id]; ok {
			list[i].Sources = append(list[i].Sources, source)
		}
		return nil
	}, `SELECT x.episode, x.message, m.id FROM episode_sources x JOIN messages m ON m.key = x.message
		WHERE `+condition+` ORDER BY x.episode, x.position`, which...)
}

// Upcoming returns up to limit standing episodes that name a day from some day
// on, the nearest day first.
func (s *Store) Upcoming(ctx context.Context, from memory.Day, limit int) ([]memory.Episode, error) {
	var ids []memory.EpisodeID
	err := s.read(ctx, func(tx *sql.Tx) error {
		return each(ctx, tx, func(rows *sql.Rows) error {
			var id memory.EpisodeID
			err := rows.Scan(&id)
			ids = append(ids, id)
			return err
		}, `SELECT id FROM episodes WHERE when_day >= ? AND when_day <> 0
			AND id NOT IN (SELECT episode FROM withdrawn_episodes) ORDER BY when_day, id LIMIT ?`, from, limit)
	})
	if err != nil {
		return nil, wrap(err, "read what is ahead")
	}
	return s.StandingEpisodes(ctx, ids)
}
