package store

import (
	"context"
	"database/sql"
	"time"

	"muisto/memory"
)

// BrowseQuery asks for a stretch of the list of episodes as a person leafs
// through it.
type BrowseQuery struct {
	// Filter keeps those whose sentence, topic, act or names contain it, in any
	// case of ASCII letters; empty for all.
	Filter string
	// Act keeps those whose act begins with it, Name those that bear a name that
	// contains it, From and To those of the days between, both included; each
	// empty for all.
	Act, Name string
	From, To  memory.Day
	// ByLeft lists what is left of each at the time Now, most first, ByWeight
	// the heaviest first; else the newest come first.
	ByLeft, ByWeight bool
	Now              time.Time
	// Offset is how many to pass over, Limit how many to give at most.
	Offset, Limit int
}

// Browse gives a stretch of the list of episodes, but for withdrawn ones.
func (s *Store) Browse(ctx context.Context, q BrowseQuery) ([]memory.Episode, error) {
	where, args := q.where()
	switch {
	case q.ByLeft:
		// R(t) falls with t/S, whatever the decay.
		where += `ORDER BY (? - e.last_at) / e.lifespan, e.id DESC `
		args = append(args, micros(q.Now))
	case q.ByWeight:
		where += `ORDER BY e.salience DESC, e.last_at DESC, e.id DESC `
	default:
		where += `ORDER BY e.last_at DESC, e.id DESC `
	}
	var list []memory.Episode
	err := s.read(ctx, func(tx *sql.Tx) (err error) {
		list, err = loadEpisodes(ctx, tx, where+`LIMIT ? OFFSET ?`, append(args, orAll(q.Limit), q.Offset)...)
		return err
	})
	return list, wrap(err, "list episodes")
}

// where is which episodes the query keeps.
func (q BrowseQuery) where() (string, []any) {
	where, args := `WHERE e.id NOT IN (SELECT episode FROM withdrawn_episodes) `, []any{}
	if q.Filter != "" {
		where += `AND (e.what LIKE ?1 ESCAPE '\' OR e.about LIKE ?1 ESCAPE '\' OR e.act LIKE ?1 ESCAPE '\' OR EXISTS (
			SELECT 1 FROM episode_names x JOIN names n ON n.key = x.name WHERE x.episode = e.id AND n.text LIKE ?1 ESCAPE '\')) `
		args = append(args, pattern(q.Filter))
	}
	if q.Act != "" {
		where += `AND e.act LIKE ? ESCAPE '\' `
		args = append(args, pattern(q.Act)[1:])
	}
	if q.Name != "" {
		where += `AND EXISTS (SELECT 1 FROM episode_names x JOIN names n ON n.key = x.name WHERE x.episode = e.id AND n.text LIKE ? ESCAPE '\') `
		args = append(args, pattern(q.Name))
	}
	if q.From != 0 {
		where += `AND e.day >= ? `
		args = append(args, q.From)
	}
	if q.To != 0 {
		where += `AND e.day <= ? `
		args = append(args, q.To)
	}
	return where, args
}
