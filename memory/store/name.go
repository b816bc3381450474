package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"muisto/memory"
)

// maxAliases bounds how many other spellings one name may have.
const maxAliases = 100

// useName gives the key and the spelling on record of a name, which is put on
// record if it is new, and counts that it was met in a message of the time at.
func useName(ctx context.Context, tx runner, n memory.Name, at int64) (int64, string, error) {
	key, err := findName(ctx, tx, n.Key())
	if errors.Is(err, memory.ErrNotFound) {
		err := tx.QueryRowContext(ctx, `INSERT INTO names (text, folded, type, uses, last_at) VALUES (?, ?, ?, 1, ?) RETURNING key`,
			n.Text, n.Key(), n.Type, at).Scan(&key)
		return key, n.Text, err
	}
	if err != nil {
		return 0, "", err
	}
	var text string
	err = tx.QueryRowContext(ctx, `UPDATE names SET uses = uses + 1, last_at = CASE WHEN last_at < ?1 THEN ?1 ELSE last_at END, type = ?2 WHERE key = ?3 RETURNING text`,
		at, n.Type, key).Scan(&text)
	return key, text, err
}

// findName looks a folded name up, by itself or as an alias.
func findName(ctx context.Context, tx runner, folded string) (int64, error) {
	var key int64
	err := tx.QueryRowContext(ctx, `SELECT key FROM names WHERE folded = ?1
		UNION ALL SELECT name FROM name_aliases WHERE folded = ?1 LIMIT 1`, folded).Scan(&key)
	if errors.Is(err, sql.ErrNoRows) {
		return 0, fmt.Errorf("name %q: %w", folded, memory.ErrNotFound)
	}
	return key, err
}

// AddAlias makes alias another spelling of a name that is on record: what is
// captured from then on under the one counts as the other. It fails with
// memory.ErrNotFound if the name is not on record.
func (s *Store) AddAlias(ctx context.Context, name, alias string) error {
	folded := memory.FoldName(alias)
	err := s.write(ctx, func(tx *sql.Tx) error {
		key, err := findName(ctx, tx, memory.FoldName(name))
		if err != nil {
			return err
		}
		if other, err := findName(ctx, tx, folded); err == nil && other != key {
			return fmt.Errorf("%q is a name of its own already", alias)
		}
		var n int
		if err := tx.QueryRowContext(ctx, `SELECT count(*) FROM name_aliases WHERE name = ?`, key).Scan(&n); err != nil {
			return err
		}
		if n >= maxAliases || folded == "" || len(folded) > maxID {
			return fmt.Errorf("%q cannot be an alias", alias)
		}
		_, err = tx.ExecContext(ctx, `INSERT INTO name_aliases (folded, name) VALUES (?, ?) ON CONFLICT DO NOTHING`, folded, key)
		return err
	})
	return wrap(err, "add an alias")
}

// KnownNames gives the names on record, those met in the newest messages first;
// limit 0 is no limit.
func (s *Store) KnownNames(ctx context.Context, limit int) ([]memory.Name, error) {
	list := []memory.Name{}
	err := s.read(ctx, func(tx *sql.Tx) error {
		return each(ctx, tx, func(rows *sql.Rows) error {
			var n memory.Name
			err := rows.Scan(&n.Text, &n.Type)
			list = append(list, n)
			return err
		}, `SELECT text, type FROM names ORDER BY last_at DESC, uses DESC LIMIT ?`, orAll(limit))
	})
	return list, wrap(err, "read the names")
}
