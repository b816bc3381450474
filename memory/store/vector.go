package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"muisto/memory"
)

// maxVector bounds a stored vector, in components.
const maxVector = 8192

// Vector is what an embeddings model made of an episode or a fact: int8
// components of which only the direction counts.
type Vector struct {
	// Seq orders vectors by when they were stored.
	Seq int64
	// Episode or Fact is set.
	Episode memory.EpisodeID
	Fact    memory.FactID
	Values  []int8
}

func (v Vector) place() (kind string, key int64) {
	if v.Fact != 0 {
		return "fact", int64(v.Fact)
	}
	return "episode", int64(v.Episode)
}

// SaveVectors keeps what the model made. One that is there already stays.
func (s *Store) SaveVectors(ctx context.Context, model string, list []Vector) error {
	err := s.write(ctx, func(tx *sql.Tx) error {
		for _, v := range list {
			if len(v.Values) == 0 || len(v.Values) > maxVector {
				return fmt.Errorf("a vector of %d components", len(v.Values))
			}
			kind, key := v.place()
			blob := make([]byte, len(v.Values))
			for i, x := range v.Values {
				blob[i] = byte(x)
			}
			if _, err := tx.ExecContext(ctx, `INSERT INTO vectors (model, kind, key, vector) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING`,
				model, kind, key, blob); err != nil {
				return err
			}
		}
		return nil
	})
	return wrap(err, "keep vectors")
}

// VectorsAfter gives the model's vectors that were stored after the one with
// the number seq, in order, at most limit.
func (s *Store) VectorsAfter(ctx context.Context, model string, seq int64, limit int) ([]Vector, error) {
	list := []Vector{}
	err := s.read(ctx, func(tx *sql.Tx) error {
		return each(ctx, tx, func(rows *sql.Rows) error {
			var v Vector
			var kind string
			var key int64
			var blob []byte
			if err := rows.Scan(&v.Seq, &kind, &key, &blob); err != nil {
				return err
			}
			if kind == "fact" {
				v.Fact = memory.FactID(key)
			} else {
				v.Episode = memory.EpisodeID(key)
			}
			v.Values = make([]int8, len(blob))
			for i, x := range blob {
				v.Values[i] = int8(x)
			}
			list = append(list, v)
			return nil
		}, `SELECT seq, kind, key, vector FROM vectors WHERE model = ? AND seq > ? ORDER BY seq LIMIT ?`, model, seq, orAll(limit))
	})
	return list, wrap(err, "read vectors")
}

// Unembedded is an episode or a fact of which a model has made nothing yet.
type Unembedded struct {
	Episode memory.EpisodeID
	Fact    memory.FactID
	Text    string
}

// Unembedded gives up to limit facts and episodes without a vector of the
// model, facts first, then the newest episodes.
func (s *Store) Unembedded(ctx context.Context, model string, limit int) ([]Unembedded, error) {
	if limit <= 0 {
		return nil, errors.New("read what has no vector: no limit is given")
	}
	list := []Unembedded{}
	err := s.read(ctx, func(tx *sql.Tx) error {
		return each(ctx, tx, func(rows *sql.Rows) error {
			var u Unembedded
			err := rows.Scan(&u.Fact, &u.Episode, &u.Text)
			list = append(list, u)
			return err
		}, `SELECT * FROM (SELECT id, 0, text FROM facts WHERE id NOT IN (SELECT fact FROM withdrawn_facts)
				AND id NOT IN (SELECT key FROM vectors WHERE model = ?1 AND kind = 'fact') ORDER BY id DESC LIMIT ?2)
			UNION ALL
			SELECT * FROM (SELECT 0, id, what FROM episodes WHERE id NOT IN (SELECT episode FROM withdrawn_episodes)
				AND NOT EXISTS (SELECT 1 FROM vectors WHERE model = ?1 AND kind = 'episode' AND key = episodes.id) ORDER BY id DESC LIMIT ?2)
			LIMIT ?2`, model, limit)
	})
	return list, wrap(err, "read what has no vector")
}
