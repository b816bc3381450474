package mind

import (
	"context"
	"slices"
	"strings"
	"unicode/utf8"

	"muisto/memory"
	"muisto/memory/guard"
	"muisto/memory/store"
)

// remembered is the store as recall sees it: what was withdrawn or erased is
// not there, even for an index that has taken it in.
type remembered struct{ *store.Store }

// EpisodesByID gives the episodes that stand.
func (r remembered) EpisodesByID(ctx context.Context, ids []memory.EpisodeID) ([]memory.Episode, error) {
	return r.StandingEpisodes(ctx, ids)
}

// Foregone tells what erasing the targets would take.
func (m *Mind) Foregone(ctx context.Context, t store.Targets) (store.Erasure, error) {
	t, err := m.withReplies(ctx, t)
	if err != nil {
		return store.Erasure{}, err
	}
	return m.Store.Foregone(ctx, t)
}

// Erase takes the targets and all that goes with them out of the memory, for
// good, and gives what is gone.
func (m *Mind) Erase(ctx context.Context, t store.Targets) (store.Erasure, error) {
	t, err := m.withReplies(ctx, t)
	if err != nil {
		return store.Erasure{}, err
	}
	return m.Store.Erase(ctx, t)
}

const (
	// minQuoted is how long a sentence must be, in runes, for a reply that holds
	// it to be told from one that happens to say the same; a secret may be
	// shorter.
	minQuoted = 20
	// maxQuotes bounds the sentences that are looked for, maxQuoting the replies
	// that one may be found in.
	maxQuotes  = 50
	maxQuoting = 100
)

// withReplies adds the replies that repeat, word for word, a sentence or a
// secret of what is to be erased: they are messages of their own, and would keep
// it.
func (m *Mind) withReplies(ctx context.Context, t store.Targets) (store.Targets, error) {
	going, err := m.Store.Foregone(ctx, t)
	if err != nil {
		return t, err
	}
	for _, quote := range quotable(going) {
		found, err := m.Store.Search(ctx, quote, maxQuoting)
		if err != nil {
			return t, err
		}
		for _, message := range found.Messages {
			if message.Role == memory.RoleAssistant && strings.Contains(message.Text, quote) && !slices.Contains(t.Messages, message.Key) {
				t.Messages = append(slices.Clip(t.Messages), message.Key)
			}
		}
	}
	return t, nil
}

// quotable are the secrets and the longer sentences of what is to be erased,
// each once.
func quotable(e store.Erasure) []string {
	var texts []string
	for _, m := range e.Messages {
		texts = append(texts, m.Text)
	}
	for _, x := range e.Episodes {
		texts = append(texts, x.What)
	}
	for _, f := range e.Facts {
		texts = append(texts, f.Text)
	}
	var quotes []string
	add := func(quote string) {
		if len(quotes) < maxQuotes && !slices.Contains(quotes, quote) {
			quotes = append(quotes, quote)
		}
	}
	for _, text := range texts {
		for _, secret := range guard.Secrets(text) {
			add(secret)
		}
	}
	for _, text := range texts {
		for _, sentence := range strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune(".!?\n", r) }) {
			if sentence = strings.TrimSpace(sentence); utf8.RuneCountInString(sentence) >= minQuoted {
				add(sentence)
			}
		}
	}
	return quotes
}
