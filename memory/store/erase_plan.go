package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"

	"muisto/memory"
)

// plan is all that one erasure changes, by key.
type plan struct {
	Erasure
	messages, episodes, facts []int64
	// rewritten are the replies that keep a part of their text, by key.
	rewritten map[int64]string
	// gone are the replies of which nothing is left.
	gone []int64
	// unseen are moments that facts were taken from and that stay.
	unseen []int64
	// titles are conversations, becauses replies, that lose their texts.
	titles, hidden, becauses []int64
	groups, passes, reviews  []int64
	aliases, speakers        []string
	draft                    bool
}

// planning works one out, within one state of the file.
type planning struct {
	ctx   context.Context
	tx    *sql.Tx
	r     *reader
	about []*vocabulary
	plan
	// known are the content words of what is erased, telling those of them that
	// nothing else says, and said those of telling that are in the messages: a
	// moment has words of its encoder's own.
	known, telling, said *vocabulary
	// since is when the first of what is erased was said; conversations are those
	// that it was said in.
	since         int64
	conversations map[int64]bool
	// linked are, by reply, the words of what it answers or was given.
	linked map[int64]*vocabulary
}

func (s *Store) plan(ctx context.Context, tx *sql.Tx, t Targets) (plan, error) {
	p := &planning{
		ctx: ctx, tx: tx, r: newReader(), known: newVocabulary(), telling: newVocabulary(), said: newVocabulary(),
		conversations: map[int64]bool{}, linked: map[int64]*vocabulary{},
		plan: plan{rewritten: map[int64]string{}},
	}
	for _, step := range []func(t *Targets) error{
		p.wholeConversations, p.whatIsAbout, p.versions, p.closure, p.links, p.vocabulary, p.replies, p.moments, p.factsLeft, p.load, p.besides, p.records,
	} {
		if err := step(&t); err != nil {
			return plan{}, err
		}
	}
	p.Copies, p.OwnMemories = s.copies(ctx)
	return p.plan, nil
}

// wholeConversations adds every message of the conversations that are named.
func (p *planning) wholeConversations(t *Targets) error {
	for _, id := range t.Conversations {
		var key int64
		err := p.tx.QueryRowContext(p.ctx, `SELECT key FROM conversations WHERE id = ?`, id).Scan(&key)
		if errors.Is(err, sql.ErrNoRows) {
			return fmt.Errorf("conversation %q: %w", id, memory.ErrNotFound)
		}
		if err != nil {
			return err
		}
		messages, err := numbersOf(p.ctx, p.tx, `SELECT key FROM messages WHERE conversation = ?`, key)
		if err != nil {
			return err
		}
		t.Messages = append(t.Messages[:len(t.Messages):len(t.Messages)], messages...)
		p.hidden = append(p.hidden, key)
	}
	return nil
}

// whatIsAbout adds everything that holds a name: messages of the user's, or that
// the one of that name has said, moments and facts. What the agent said is found
// with the other replies.
func (p *planning) whatIsAbout(t *Targets) error {
	for _, name := range t.About {
		v := newVocabulary()
		p.r.words(name, func(w word) bool { v.add(w); return true })
		if len(v.folded) == 0 {
			return fmt.Errorf("%q is no name", name)
		}
		p.about = append(p.about, v)
	}
	if len(p.about) == 0 {
		return nil
	}
	for _, from := range []struct {
		query string
		to    func(key int64)
	}{
		{`SELECT key, CASE role WHEN 'user' THEN text ELSE '' END || ' ' || speaker FROM messages`, func(key int64) { t.Messages = append(t.Messages, key) }},
		{`SELECT e.id, ` + episodeText + ` FROM episodes e`, func(key int64) { t.Episodes = append(t.Episodes, memory.EpisodeID(key)) }},
		{`SELECT f.id, ` + factText + ` FROM facts f`, func(key int64) { t.Facts = append(t.Facts, memory.FactID(key)) }},
	} {
		if err := p.eachText(func(key int64, text string) error {
			if p.names(text) {
				from.to(key)
			}
			return nil
		}, from.query); err != nil {
			return err
		}
	}
	var err error
	p.speakers, err = p.keysThatName()
	return err
}

// keysThatName are the speakers of such a name.
func (p *planning) keysThatName() (keys []string, err error) {
	err = each(p.ctx, p.tx, func(rows *sql.Rows) error {
		var key string
		err := rows.Scan(&key)
		if err == nil && p.names(key) {
			keys = append(keys, key)
		}
		return err
	}, `SELECT key FROM speakers`)
	return keys, err
}

// names reports whether a text holds all words of one of the names.
func (p *planning) names(text string) bool {
	if len(p.about) == 0 {
		return false
	}
	here := map[string]bool{}
	p.r.words(text, func(w word) bool { here[w.folded], here[w.stem] = true, true; return true })
	for _, name := range p.about {
		all := true
		for w := range name.folded {
			all = all && (here[w] || here[p.r.word(w).stem])
		}
		if all {
			return true
		}
	}
	return false
}

const (
	// episodeText is all of a moment e that is text, factText of a fact f.
	episodeText = `e.what || ' ' || e.about || ' ' || e.said_when || ' ' || e.who || ' ' || coalesce((SELECT group_concat(n.text, ' ')
		FROM episode_names x JOIN names n ON n.key = x.name WHERE x.episode = e.id), '')`
	factText = `f.text || ' ' || f.about || ' ' || coalesce((SELECT group_concat(n.text, ' ')
		FROM fact_names x JOIN names n ON n.key = x.name WHERE x.fact = f.id), '')`
)

func (p *planning) eachText(do func(key int64, text string) error, query string, args ...any) error {
	return each(p.ctx, p.tx, func(rows *sql.Rows) error {
		var key int64
		var text string
		if err := rows.Scan(&key, &text); err != nil {
			return err
		}
		return do(key, text)
	}, query, args...)
}

// versions adds the other versions of a message of the user's: it was written
// again in its place, and says much the same.
func (p *planning) versions(t *Targets) error {
	keys, err := numbersOf(p.ctx, p.tx, `SELECT b.message FROM branches a JOIN branches b ON b.place = a.place AND b.conversation = a.conversation
		JOIN messages m ON m.key = b.message WHERE m.role = 'user' AND a.message <> b.message
		AND a.message IN (SELECT value FROM json_each(?1)) AND b.message NOT IN (SELECT value FROM json_each(?1))`, listOf(t.Messages))
	t.Messages = append(t.Messages[:len(t.Messages):len(t.Messages)], keys...)
	return err
}

// closure follows the sources: down from facts to moments to messages, then up
// to all that rests on those, whatever else it rests on.
func (p *planning) closure(t *Targets) (err error) {
	const closure = `WITH
		f (id) AS (SELECT value FROM json_each(?1)),
		e (id) AS (SELECT value FROM json_each(?2) UNION SELECT episode FROM fact_sources WHERE fact IN (SELECT id FROM f)),
		m (key) AS (SELECT value FROM json_each(?3) UNION SELECT message FROM episode_sources WHERE episode IN (SELECT id FROM e)),
		citing (id) AS (SELECT id FROM e UNION SELECT episode FROM episode_sources WHERE message IN (SELECT key FROM m)),
		resting (id) AS (SELECT id FROM f UNION SELECT fact FROM fact_sources WHERE episode IN (SELECT id FROM citing)) `
	args := []any{listOf(t.Facts), listOf(t.Episodes), listOf(t.Messages)}
	for _, q := range []struct {
		to    *[]int64
		query string
	}{
		{&p.messages, `SELECT m.key FROM m JOIN messages ON messages.key = m.key WHERE m.key NOT IN (SELECT key FROM erased WHERE kind = 'message') ORDER BY 1`},
		{&p.episodes, `SELECT c.id FROM citing c JOIN episodes e ON e.id = c.id WHERE c.id NOT IN (SELECT key FROM erased WHERE kind = 'episode') ORDER BY 1`},
		{&p.facts, `SELECT r.id FROM resting r JOIN facts f ON f.id = r.id WHERE r.id NOT IN (SELECT key FROM erased WHERE kind = 'fact') ORDER BY 1`},
	} {
		if *q.to, err = numbersOf(p.ctx, p.tx, closure+q.query, args...); err != nil {
			return err
		}
	}
	return nil
}

// vocabulary reads the words of what is erased, and takes as telling those that
// stay in the memory from nowhere else.
func (p *planning) vocabulary(*Targets) error {
	for _, name := range p.about {
		for folded := range name.folded {
			p.known.add(p.wordOf(folded))
		}
	}
	spoken := newVocabulary()
	for _, q := range []struct {
		query string
		keys  []int64
	}{
		{`SELECT key, text FROM messages WHERE key IN (SELECT value FROM json_each(?))`, p.messages},
		{`SELECT e.id, e.what || ' ' || e.about FROM episodes e WHERE e.id IN (SELECT value FROM json_each(?))`, p.episodes},
		{`SELECT f.id, f.text || ' ' || f.about FROM facts f WHERE f.id IN (SELECT value FROM json_each(?))`, p.facts},
	} {
		if err := p.eachText(func(_ int64, text string) error { p.learn(p.known, text); return nil }, q.query, listOf(q.keys)); err != nil {
			return err
		}
	}
	if err := p.eachText(func(_ int64, text string) error { p.learn(spoken, text); return nil },
		`SELECT key, text FROM messages WHERE key IN (SELECT value FROM json_each(?))`, listOf(p.messages)); err != nil {
		return err
	}
	if len(p.known.folded) == 0 {
		return nil
	}
	var since sql.NullInt64
	if err := p.tx.QueryRowContext(p.ctx, `SELECT min(at) FROM messages WHERE key IN (SELECT value FROM json_each(?))`, listOf(p.messages)).Scan(&since); err != nil {
		return err
	}
	p.since = since.Int64
	conversations, err := numbersOf(p.ctx, p.tx, `SELECT DISTINCT conversation FROM messages WHERE key IN (SELECT value FROM json_each(?))`, listOf(p.messages))
	if err != nil {
		return err
	}
	for _, key := range conversations {
		p.conversations[key] = true
	}
	elsewhere, err := p.saidElsewhere()
	if err != nil {
		return err
	}
	for folded := range p.known.folded {
		if w := p.wordOf(folded); !elsewhere.folded[w.folded] && !elsewhere.stems[w.stem] {
			p.telling.add(w)
			if spoken.folded[folded] {
				p.said.add(w)
			}
		}
	}
	for _, name := range p.about {
		for folded := range name.folded {
			p.telling.add(p.wordOf(folded))
			p.said.add(p.wordOf(folded))
		}
	}
	return nil
}

// wordOf is a word of the known vocabulary again.
func (p *planning) wordOf(folded string) word {
	if isUnspacedWord(folded) {
		return word{folded: folded, stem: folded}
	}
	return p.r.word(folded)
}

func isUnspacedWord(folded string) bool { return strings.IndexFunc(folded, isUnspaced) == 0 }

func (p *planning) learn(v *vocabulary, text string) {
	p.r.words(text, func(w word) bool { v.add(w); return true })
}

// saidElsewhere are those of the known words that were said where nothing of the
// erased can have come from: by the user, by the agent before and in another
// conversation, and in moments of conversations in which the erased was never
// spoken of. Those have words of the encoder's own, such as "date", too.
func (p *planning) saidElsewhere() (*vocabulary, error) {
	said := newVocabulary()
	hear := func(_ int64, text string) error {
		p.r.words(text, func(w word) bool {
			if p.known.folded[w.folded] || p.known.stems[w.stem] {
				said.folded[w.folded], said.stems[w.stem] = true, true
			}
			return true
		})
		return p.ctx.Err()
	}
	own := listOf(keysIn(p.conversations))
	if err := p.eachText(hear, `SELECT key, text FROM messages WHERE key NOT IN (SELECT value FROM json_each(?1))
		AND (role = 'user' OR at < ?2 AND conversation NOT IN (SELECT value FROM json_each(?3)))`, listOf(p.messages), p.since, own); err != nil {
		return said, err
	}
	replies := make([]int64, 0, len(p.linked))
	for key := range p.linked {
		replies = append(replies, key)
	}
	return said, p.eachText(hear, `SELECT e.id, e.what || ' ' || e.about FROM episodes e WHERE e.id NOT IN (SELECT value FROM json_each(?1))
		AND (e.last_at < ?2 OR e.conversation NOT IN (SELECT value FROM json_each(?3)
			UNION SELECT conversation FROM messages WHERE key IN (SELECT value FROM json_each(?4))))
		AND NOT EXISTS (SELECT 1 FROM episode_sources s JOIN messages m ON m.key = s.message
			WHERE s.episode = e.id AND m.role = 'assistant' AND m.at >= ?2)`, listOf(p.episodes), p.since, own, listOf(replies))
}

func keysIn(set map[int64]bool) []int64 {
	keys := make([]int64, 0, len(set))
	for key := range set {
		keys = append(keys, key)
	}
	return keys
}

// tells reports whether a text says something that only the erased says.
func (p *planning) tells(text string) bool { return p.tellsBy(text, p.telling) }

// tellsBy is the same by a set of the telling words. A word that is too short to
// tell by itself does so beside another of the erased.
func (p *planning) tellsBy(text string, v *vocabulary) bool {
	telling, known, weak := false, 0, false
	p.r.words(text, func(w word) bool {
		is := v.has(w)
		if is || p.known.has(w) {
			known++
		}
		telling, weak = telling || is && !w.weak, weak || is && w.weak
		return !telling
	})
	return telling || weak && known > 1 || p.names(text)
}

// says reports whether a text holds a word of a vocabulary.
func (p *planning) says(text string, v *vocabulary) bool {
	found := false
	p.r.words(text, func(w word) bool {
		found = v.has(w)
		return !found
	})
	return found
}
