package store

import (
	"context"
	"crypto/pbkdf2"
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"database/sql"
	"fmt"
	"strings"

	"muisto/memory"
)

// step is one statement over a list of keys, ?1; ?2 is the time.
type eraseStep struct {
	query string
	list  []int64
}

// overwrite takes the texts away, within the transaction that opened the guard.
func (s *Store) overwrite(ctx context.Context, tx *sql.Tx, p plan) error {
	if err := markErased(ctx, tx, p.messages); err != nil {
		return err
	}
	now := micros(s.clock.Now())
	for _, steps := range [][]eraseStep{messageSteps(p), episodeSteps(p), factSteps(p), recordSteps(p)} {
		for _, step := range steps {
			if err := runStep(ctx, tx, step.query, listOf(step.list), now); err != nil {
				return err
			}
		}
	}
	for key, left := range p.rewritten {
		if _, err := tx.ExecContext(ctx, `UPDATE messages SET text = ?2, digest = NULL WHERE key = ?1`, key, left); err != nil {
			return err
		}
	}
	for _, one := range []struct {
		query string
		keys  []string
	}{
		{`DELETE FROM name_aliases WHERE folded = ?`, p.aliases},
		{`DELETE FROM speakers WHERE key = ?`, p.speakers},
	} {
		for _, key := range one.keys {
			if _, err := tx.ExecContext(ctx, one.query, key); err != nil {
				return err
			}
		}
	}
	if p.draft {
		if _, err := tx.ExecContext(ctx, `DELETE FROM draft`); err != nil {
			return err
		}
	}
	return forgetNames(ctx, tx)
}

const in = `IN (SELECT value FROM json_each(?1))`

func messageSteps(p plan) []eraseStep {
	steps := []eraseStep{
		{`UPDATE messages SET text = '` + Erased + `', digest = NULL WHERE key ` + in, p.messages},
		{setOpening + `WHERE key IN (SELECT conversation FROM messages WHERE key ` + in + `)`, p.messages},
		{`DELETE FROM waiting WHERE message ` + in, p.messages},
		{`DELETE FROM capture_attempts WHERE message ` + in, p.messages},
		{`DELETE FROM set_aside WHERE message ` + in, p.messages},
		{`DELETE FROM recalled WHERE reply ` + in, p.messages},
		{`DELETE FROM recalled_because WHERE reply ` + in, p.messages},
		{`INSERT INTO withdrawn_messages SELECT value, ?2 FROM json_each(?1) WHERE true ON CONFLICT DO NOTHING`, p.messages},
		{`INSERT INTO erased SELECT 'message', value, ?2 FROM json_each(?1) WHERE true ON CONFLICT DO NOTHING`, p.messages},
		{`DELETE FROM recalled_because WHERE reply ` + in, p.becauses},
		{`UPDATE recalled SET because = '' WHERE reply ` + in, p.becauses},
		{`UPDATE conversations SET title = '' WHERE key ` + in, p.titles},
		{`INSERT INTO hidden_conversations SELECT value, ?2 FROM json_each(?1) WHERE true ON CONFLICT DO NOTHING`, p.hidden},
	}
	if len(p.speakers) > 0 {
		steps = append(steps, eraseStep{`UPDATE messages SET speaker = '' WHERE key ` + in, p.messages})
	}
	return steps
}

func episodeSteps(p plan) []eraseStep {
	return []eraseStep{
		{`UPDATE episodes SET what = '` + Erased + `', about = '', who = '[]', said_when = '' WHERE id ` + in, p.episodes},
		{`DELETE FROM episode_names WHERE episode ` + in, p.episodes},
		{`DELETE FROM recalled_because WHERE reply IN (SELECT reply FROM recalled WHERE item IN (SELECT 'e' || value FROM json_each(?1)))`, p.episodes},
		{`DELETE FROM recalled WHERE item IN (SELECT 'e' || value FROM json_each(?1))`, p.episodes},
		{`DELETE FROM vectors WHERE kind = 'episode' AND key ` + in, p.episodes},
		{`DELETE FROM fact_sources WHERE episode ` + in, p.episodes},
		{`INSERT INTO withdrawn_episodes SELECT value, ?2 FROM json_each(?1) WHERE true ON CONFLICT DO NOTHING`, p.episodes},
		{`INSERT INTO erased SELECT 'episode', value, ?2 FROM json_each(?1) WHERE true ON CONFLICT DO NOTHING`, p.episodes},
	}
}

func factSteps(p plan) []eraseStep {
	return []eraseStep{
		{`UPDATE facts SET text = '` + Erased + `', about = '', rev = (SELECT max(rev) FROM facts) + id WHERE id ` + in, p.facts},
		{`DELETE FROM fact_names WHERE fact ` + in, p.facts},
		{`DELETE FROM fact_sources WHERE fact ` + in, p.facts},
		{`DELETE FROM vectors WHERE kind = 'fact' AND key ` + in, p.facts},
		{`DELETE FROM recalled_because WHERE reply IN (SELECT reply FROM recalled WHERE item IN (SELECT 'f' || value FROM json_each(?1)))`, p.facts},
		{`DELETE FROM recalled WHERE item IN (SELECT 'f' || value FROM json_each(?1))`, p.facts},
		{`DELETE FROM reviews WHERE fact ` + in + ` OR formed ` + in, p.facts},
		{`DELETE FROM reviews WHERE id ` + in, p.reviews},
		{`INSERT INTO withdrawn_facts SELECT value, ?2 FROM json_each(?1) WHERE true ON CONFLICT DO NOTHING`, p.facts},
		{`INSERT INTO erased SELECT 'fact', value, ?2 FROM json_each(?1) WHERE true ON CONFLICT DO NOTHING`, p.facts},
	}
}

// recordSteps take the texts out of the records of passes, and have the moments
// that stay be seen again: a night takes those that it has not seen, a week or a
// month comes again if its last one has left something, and a group is written
// again if it was not sent.
func recordSteps(p plan) []eraseStep {
	const last = `(SELECT max(id) FROM passes WHERE kind = '%[1]s' AND finished = 1 AND to_day =
		(SELECT max(to_day) FROM passes WHERE kind = '%[1]s' AND finished = 1))`
	const again = `UPDATE passes SET remaining = CASE WHEN remaining < 1 THEN 1 ELSE remaining END WHERE id = ` + last + `
		AND EXISTS (SELECT 1 FROM json_each(?1))`
	return []eraseStep{
		{`UPDATE pass_groups SET names = '[]', ties = '[]', packed = NULL, reason = '` + Erased + `' WHERE key ` + in, p.groups},
		{`UPDATE passes SET thinned = '[]' WHERE id ` + in, p.passes},
		{`DELETE FROM nights WHERE episode ` + in, p.unseen},
		{`UPDATE pass_groups SET sent = '' WHERE key IN (SELECT grp FROM group_members WHERE episode ` + in + `)`, p.unseen},
		{fmt.Sprintf(again, "week"), p.unseen},
		{fmt.Sprintf(again, "month"), p.unseen},
	}
}

func runStep(ctx context.Context, tx *sql.Tx, query, list string, now int64) error {
	args := []any{list}
	if strings.Contains(query, "?2") {
		args = append(args, now)
	}
	if _, err := tx.ExecContext(ctx, query, args...); err != nil {
		return fmt.Errorf("%.40s…: %w", query, err)
	}
	return nil
}

// forgetNames takes away the names that nothing bears any more.
func forgetNames(ctx context.Context, tx *sql.Tx) error {
	const unborne = `(SELECT key FROM names WHERE key NOT IN (SELECT name FROM episode_names) AND key NOT IN (SELECT name FROM fact_names))`
	if _, err := tx.ExecContext(ctx, `DELETE FROM name_aliases WHERE name IN `+unborne); err != nil {
		return err
	}
	_, err := tx.ExecContext(ctx, `DELETE FROM names WHERE key IN `+unborne)
	return err
}

// What is kept of an erased message that came without an id, so that it does not
// come back with the file that it came from: a salt of its own, and a hash that
// takes a while, since who has the file can try texts.
const (
	saltSize   = 16 // bytes
	hashSize   = 16 // bytes
	hashRounds = 20_000
)

// markOf is a salt and the hash of a text with it.
func markOf(text string, salt []byte) ([]byte, error) {
	hash, err := pbkdf2.Key(sha256.New, text, salt, hashRounds, hashSize)
	return append(salt[:len(salt):len(salt)], hash...), err
}

// markErased keeps the marks of messages whose texts are about to go.
func markErased(ctx context.Context, tx *sql.Tx, keys []int64) error {
	texts := map[int64]string{}
	err := each(ctx, tx, func(rows *sql.Rows) error {
		var key int64
		var text string
		err := rows.Scan(&key, &text)
		texts[key] = text
		return err
	}, `SELECT key, text FROM messages WHERE own_id = 1 AND key IN (SELECT value FROM json_each(?))`, listOf(keys))
	if err != nil {
		return err
	}
	for key, text := range texts {
		salt := make([]byte, saltSize)
		rand.Read(salt) // never fails
		mark, err := markOf(text, salt)
		if err != nil {
			return err
		}
		if _, err := tx.ExecContext(ctx, `INSERT INTO erased_marks (message, mark) VALUES (?, ?) ON CONFLICT DO NOTHING`, key, mark); err != nil {
			return err
		}
	}
	return ctx.Err()
}

// erasedAlike gives the key of the erased message after the key met that m, which
// has no id, was; 0 if there is none.
func (k *known) erasedAlike(ctx context.Context, conversation int64, m memory.Message, met int64) (int64, error) {
	if !k.marked {
		return 0, nil
	}
	rows, err := k.erased.QueryContext(ctx, conversation, micros(m.At), m.Role, met)
	if err != nil {
		return 0, err
	}
	defer rows.Close()
	for rows.Next() {
		var key int64
		var mark []byte
		if err := rows.Scan(&key, &mark); err != nil {
			return 0, err
		}
		if is, err := markOf(m.Text, mark[:min(saltSize, len(mark))]); err != nil || subtle.ConstantTimeCompare(is, mark) == 1 {
			return key, err
		}
	}
	return 0, rows.Err()
}
