package store

import (
	"database/sql"
	"testing"

	"muisto/memory"
)

func TestWhatIsKeptForGoodCannotBeChanged(t *testing.T) {
	s := openNew(t)
	say(t, s, "one")
	captureAll(t, s, "c")
	streaming := user("It", noon)
	streaming.Role, streaming.Finished = memory.RoleAssistant, false
	must[memory.Message](t)(s.AppendMessage(t.Context(), streaming))
	for _, statement := range []string{
		`DELETE FROM messages`,
		`DELETE FROM messages WHERE key = 1`,
		`UPDATE messages SET text = text || '!' WHERE key = 1`,
		`UPDATE messages SET state = 'streaming' WHERE key = 1`,
		`UPDATE messages SET speaker = 'Eve' WHERE key = 1`,
		`REPLACE INTO messages (key, conversation, id, own_id, role, speaker, at, offset, text, state)
			VALUES (1, 1, 'm1', 1, 'user', '', 0, 0, 'forged', 'finished')`,
		`INSERT INTO messages (key, conversation, id, own_id, role, speaker, at, offset, text, state)
			VALUES (1, 1, 'm1', 1, 'user', '', 0, 0, 'forged', 'finished') ON CONFLICT DO UPDATE SET text = excluded.text`,
		`UPDATE messages SET text = 'He' WHERE state = 'streaming'`,
		`UPDATE messages SET text = '' WHERE state = 'streaming'`,
		`UPDATE messages SET at = at + 1 WHERE state = 'streaming'`,
		`UPDATE messages SET role = 'user' WHERE state = 'streaming'`,
		`UPDATE messages SET id = 'x' WHERE state = 'streaming'`,
		`UPDATE messages SET parent = NULL WHERE state = 'streaming'`,
		`DELETE FROM messages WHERE state = 'streaming'`,
		`DELETE FROM episodes`,
		`UPDATE episodes SET what = 'forged'`,
		`UPDATE episodes SET salience = 1`,
		`REPLACE INTO episodes SELECT * FROM episodes`,
		`DELETE FROM episode_names`,
		`UPDATE episode_names SET name = 2`,
		`DELETE FROM episode_sources`,
		`UPDATE episode_sources SET position = 7`,
		`REPLACE INTO episode_sources SELECT * FROM episode_sources`,
	} {
		if _, err := s.writes.ExecContext(t.Context(), statement); err == nil {
			t.Errorf("went through: %s", statement)
		}
	}
	if _, err := s.writes.ExecContext(t.Context(), `UPDATE messages SET text = 'It is.' WHERE state = 'streaming'`); err != nil {
		t.Errorf("a streaming reply may grow: %v", err)
	}
	if h := must[Health](t)(s.Health(t.Context())); len(h.Troubles) > 0 {
		t.Error(h.Troubles)
	}
}

func TestTheGuardOpensWithinOneTransaction(t *testing.T) {
	s := openNew(t)
	say(t, s, "secret")
	err := s.write(t.Context(), func(tx *sql.Tx) error {
		if err := openGuard(t.Context(), tx); err != nil {
			return err
		}
		if _, err := tx.ExecContext(t.Context(), `UPDATE messages SET text = '' WHERE key = 1`); err != nil {
			return err
		}
		return closeGuard(t.Context(), tx)
	})
	if err != nil {
		t.Fatal(err)
	}
	if got := must[[]memory.Message](t)(s.MessagesByKey(t.Context(), []int64{1})); got[0].Text != "" {
		t.Errorf("text %q", got[0].Text)
	}
	if _, err := s.writes.ExecContext(t.Context(), `UPDATE messages SET text = 'x'`); err == nil {
		t.Error("the guard stayed open")
	}
}

func TestWhatGoesIsCountedNoMore(t *testing.T) {
	s, ctx := openNew(t), t.Context()
	say(t, s, "one", "two")
	captureAll(t, s, "c")
	err := s.write(ctx, func(tx *sql.Tx) error {
		for _, statement := range []string{
			`UPDATE guard SET open = 1`,
			`DELETE FROM episode_names WHERE episode = 2`, `DELETE FROM episode_sources WHERE episode = 2`, `DELETE FROM episodes WHERE id = 2`,
			`DELETE FROM captured WHERE message = 2`, `DELETE FROM messages WHERE key = 2`,
			`UPDATE guard SET open = 0`,
		} {
			if _, err := tx.ExecContext(ctx, statement); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if got := must[Counts](t)(s.Counts(ctx)); got != (Counts{Conversations: 1, Messages: 1, Episodes: 1}) {
		t.Errorf("%+v", got)
	}
	if h := must[Health](t)(s.Health(ctx)); len(h.Troubles) > 0 {
		t.Error(h.Troubles)
	}
}
