package store

import (
	"database/sql"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"muisto/memory"
)

// links finds the replies that answer an erased message or were given an erased
// moment or fact, with the words of that: of these, a sentence that shares one
// of the words tells of it, whatever else is known.
func (p *planning) links(*Targets) error {
	// Rows of replies and of the texts that they knew.
	const query = `WITH RECURSIVE
		answers (reply, message) AS (
			SELECT key, parent FROM messages WHERE role = 'assistant' AND parent IN (SELECT value FROM json_each(?1))
			UNION SELECT m.key, a.message FROM answers a JOIN messages m ON m.parent = a.reply AND m.role = 'assistant'),
		given (reply, episode, fact) AS (
			SELECT r.reply, x.value, NULL FROM json_each(?2) x JOIN recalled r ON r.item = 'e' || x.value
			UNION SELECT r.reply, NULL, x.value FROM json_each(?3) x JOIN recalled r ON r.item = 'f' || x.value
			UNION SELECT a.reply, s.episode, NULL FROM answers a JOIN episode_sources s ON s.message = a.message)
		SELECT a.reply, m.text FROM answers a JOIN messages m ON m.key = a.message
		UNION SELECT g.reply, m.text FROM given g JOIN episode_sources s ON s.episode = g.episode JOIN messages m ON m.key = s.message
		UNION SELECT g.reply, e.what || ' ' || e.about FROM given g JOIN episodes e ON e.id = g.episode
		UNION SELECT g.reply, f.text || ' ' || f.about FROM given g JOIN facts f ON f.id = g.fact`
	return p.eachText(func(reply int64, text string) error {
		if p.linked[reply] == nil {
			p.linked[reply] = newVocabulary()
		}
		p.learn(p.linked[reply], text)
		return nil
	}, query, listOf(p.messages), listOf(p.episodes), listOf(p.facts))
}

// replies looks through what the agent said for what tells of the erased.
func (p *planning) replies(*Targets) error {
	if len(p.known.folded) == 0 {
		return nil
	}
	err := each(p.ctx, p.tx, func(rows *sql.Rows) error {
		var key, conversation, at int64
		var text, state string
		if err := rows.Scan(&key, &conversation, &at, &text, &state); err != nil {
			return err
		}
		tells := p.tells
		if linked := p.linked[key]; linked != nil {
			tells = func(part string) bool { return p.says(part, linked) || p.tells(part) }
		} else if at < p.since && !p.conversations[conversation] && len(p.about) == 0 {
			return nil
		}
		left, changed, none := p.r.overwriteSentences(text, tells)
		switch {
		case !changed:
			return p.ctx.Err()
		case state == stateStreaming:
			return fmt.Errorf("%w: a reply that tells of it is still coming in; wait for its end and erase again", memory.ErrBusy)
		case none:
			p.gone = append(p.gone, key)
		default:
			p.rewritten[key] = left
		}
		return nil
	}, `SELECT key, conversation, at, text, state FROM messages WHERE role = 'assistant' AND key NOT IN (SELECT value FROM json_each(?))
		AND key NOT IN (SELECT key FROM erased WHERE kind = 'message') ORDER BY key`, listOf(p.messages))
	slices.Sort(p.gone)
	return err
}

// moments adds those that came of a reply that is gone, and others that tell of
// the erased.
func (p *planning) moments(*Targets) error {
	more, err := numbersOf(p.ctx, p.tx, `SELECT DISTINCT episode FROM episode_sources WHERE message IN (SELECT value FROM json_each(?1))
		AND episode NOT IN (SELECT value FROM json_each(?2)) AND episode NOT IN (SELECT key FROM erased WHERE kind = 'episode')`,
		listOf(p.gone), listOf(p.episodes))
	if err != nil {
		return err
	}
	p.episodes = append(p.episodes, more...)
	said, err := p.saidInPart()
	if err != nil {
		return err
	}
	err = p.eachText(func(key int64, text string) error {
		if v := said[key]; p.tellsBy(text, p.said) || v != nil && p.says(text, v) {
			p.episodes = append(p.episodes, key)
		}
		return p.ctx.Err()
	}, `SELECT e.id, `+episodeText+` FROM episodes e WHERE e.id NOT IN (SELECT value FROM json_each(?))
		AND e.id NOT IN (SELECT key FROM erased WHERE kind = 'episode')`, listOf(p.episodes))
	slices.Sort(p.episodes)
	return err
}

// saidInPart gives, for the moments that came of replies that lose a part, the
// words that the part was told by.
func (p *planning) saidInPart() (map[int64]*vocabulary, error) {
	keys := make([]int64, 0, len(p.rewritten))
	for key := range p.rewritten {
		keys = append(keys, key)
	}
	said := map[int64]*vocabulary{}
	err := each(p.ctx, p.tx, func(rows *sql.Rows) error {
		var episode, message int64
		err := rows.Scan(&episode, &message)
		if v := p.linked[message]; v != nil {
			said[episode] = v
		}
		return err
	}, `SELECT episode, message FROM episode_sources WHERE message IN (SELECT value FROM json_each(?))`, listOf(keys))
	return said, err
}

// factsLeft adds the facts that rest on any of the moments, and others that tell
// of the erased; the moments that they rested on and that stay count as unseen.
func (p *planning) factsLeft(*Targets) error {
	more, err := numbersOf(p.ctx, p.tx, `SELECT DISTINCT fact FROM fact_sources WHERE episode IN (SELECT value FROM json_each(?1))
		AND fact NOT IN (SELECT value FROM json_each(?2)) AND fact NOT IN (SELECT key FROM erased WHERE kind = 'fact')`,
		listOf(p.episodes), listOf(p.facts))
	if err != nil {
		return err
	}
	p.facts = append(p.facts, more...)
	if err := p.eachText(func(key int64, text string) error {
		if p.tellsBy(text, p.said) {
			p.facts = append(p.facts, key)
		}
		return nil
	}, `SELECT f.id, `+factText+` FROM facts f WHERE f.id NOT IN (SELECT value FROM json_each(?))
		AND f.id NOT IN (SELECT key FROM erased WHERE kind = 'fact')`, listOf(p.facts)); err != nil {
		return err
	}
	slices.Sort(p.facts)
	p.unseen, err = numbersOf(p.ctx, p.tx, `SELECT DISTINCT episode FROM fact_sources WHERE fact IN (SELECT value FROM json_each(?1))
		AND episode NOT IN (SELECT value FROM json_each(?2)) AND episode NOT IN (SELECT episode FROM withdrawn_episodes) ORDER BY 1`,
		listOf(p.facts), listOf(p.episodes))
	p.Unseen = len(p.unseen)
	return err
}

// load reads what a person is shown of it.
func (p *planning) load(*Targets) (err error) {
	const listed = ` IN (SELECT value FROM json_each(?)) ORDER BY `
	if p.Messages, err = queryMessages(p.ctx, p.tx, selectMessages+`WHERE m.key`+listed+`m.key`, listOf(p.messages)); err != nil {
		return err
	}
	if p.Episodes, err = loadEpisodes(p.ctx, p.tx, `WHERE e.id`+listed+`e.id`, listOf(p.episodes)); err != nil {
		return err
	}
	if p.Facts, err = loadFacts(p.ctx, p.tx, `WHERE f.id`+listed+`f.id`, listOf(p.facts)); err != nil {
		return err
	}
	keys := slices.Clone(p.gone)
	for key := range p.rewritten {
		keys = append(keys, key)
	}
	replies, err := queryMessages(p.ctx, p.tx, selectMessages+`WHERE m.key`+listed+`m.key`, listOf(keys))
	for _, m := range replies {
		left, ok := p.rewritten[m.Key]
		if !ok {
			left = Erased
		}
		p.Replies = append(p.Replies, Reply{Message: m, Left: left})
	}
	p.messages = append(p.messages, p.gone...)
	return err
}

// besides finds what else is written of it: titles, the draft, reviews, why
// things came to mind, other spellings of names.
func (p *planning) besides(*Targets) error {
	if err := p.eachText(func(key int64, title string) error {
		if p.conversations[key] || p.tells(title) {
			p.titles = append(p.titles, key)
		}
		return nil
	}, `SELECT key, title FROM conversations WHERE title <> ''`); err != nil {
		return err
	}
	p.Titles = len(p.titles)
	if err := p.eachText(func(key int64, text string) error {
		p.draft = p.draft || p.tells(text)
		return nil
	}, `SELECT one, text FROM draft`); err != nil {
		return err
	}
	p.Draft = p.draft
	if err := p.eachText(func(key int64, before string) error {
		if p.tells(textsIn(before)) {
			p.reviews = append(p.reviews, key)
		}
		return nil
	}, `SELECT id, before FROM reviews`); err != nil {
		return err
	}
	if err := each(p.ctx, p.tx, func(rows *sql.Rows) error {
		var alias string
		err := rows.Scan(&alias)
		if err == nil && p.tells(alias) {
			p.aliases = append(p.aliases, alias)
		}
		return err
	}, `SELECT folded FROM name_aliases`); err != nil {
		return err
	}
	return p.reasons()
}

// reasons finds the replies whose reasons for what came to mind tell of it.
func (p *planning) reasons() error {
	if err := p.eachText(func(key int64, because string) error {
		if p.linked[key] != nil || p.tells(because) {
			p.becauses = append(p.becauses, key)
		}
		return nil
	}, `SELECT reply, because FROM recalled WHERE because <> ''`); err != nil {
		return err
	}
	return each(p.ctx, p.tx, func(rows *sql.Rows) error {
		var key int64
		var packed []byte
		if err := rows.Scan(&key, &packed); err != nil {
			return err
		}
		texts, err := unpack(packed)
		if err != nil {
			return err
		}
		if p.linked[key] != nil || slices.ContainsFunc(texts, p.tells) {
			p.becauses = append(p.becauses, key)
		}
		return nil
	}, `SELECT reply, packed FROM recalled_because`)
}

// records finds the groups and passes whose records tell of it.
func (p *planning) records(*Targets) error {
	members, err := numbersOf(p.ctx, p.tx, `SELECT DISTINCT grp FROM group_members WHERE episode IN (SELECT value FROM json_each(?))`, listOf(p.episodes))
	if err != nil {
		return err
	}
	theirs, passes := map[int64]bool{}, map[int64]bool{}
	for _, key := range members {
		theirs[key] = true
	}
	err = each(p.ctx, p.tx, func(rows *sql.Rows) error {
		var key, pass int64
		var names, ties, reason string
		var packed []byte
		if err := rows.Scan(&key, &pass, &names, &ties, &packed, &reason); err != nil {
			return err
		}
		names, _, err := unpackGroup(packed, names, ties)
		if err != nil {
			return err
		}
		if theirs[key] || p.tells(reason) || p.tells(textsIn(names)) {
			p.groups = append(p.groups, key)
			passes[pass] = true
		}
		return nil
	}, `SELECT key, pass, names, ties, packed, reason FROM pass_groups`)
	if err != nil {
		return err
	}
	err = p.eachText(func(key int64, thinned string) error {
		if passes[key] || p.tells(textsIn(thinned)) {
			p.passes = append(p.passes, key)
		}
		return nil
	}, `SELECT id, thinned FROM passes WHERE thinned <> '[]'`)
	return err
}

// textsIn are the texts in a value in JSON, whatever it escapes.
func textsIn(text string) string {
	var value any
	if json.Unmarshal([]byte(text), &value) != nil {
		return text
	}
	var b strings.Builder
	var walk func(any)
	walk = func(v any) {
		switch v := v.(type) {
		case string:
			b.WriteString(v + "\n")
		case []any:
			for _, x := range v {
				walk(x)
			}
		case map[string]any:
			for _, x := range v {
				walk(x)
			}
		}
	}
	walk(value)
	return b.String()
}
