package recall

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"muisto/memory"
)

// Quote is what a message says that a memory does not, and that was asked for.
type Quote struct {
	// Key and ID are the message's.
	Key int64
	ID  string
	// Role and Speaker are whose words they are.
	Role    memory.Role
	Speaker string
	At      time.Time
	Text    string
}

// Bounds on quotes.
const (
	// maxQuotes is how many a hit brings, at most one of each message.
	maxQuotes = 2
	// maxQuote is how long one is, in bytes.
	maxQuote = 240
	// maxAskedAgent is what is looked at of a reply, in bytes, where the cue asks
	// what the agent said.
	maxAskedAgent = 4000
	// quoteWorth is the part of the cue's weight that a quote must add to what the
	// memory and the quotes before it say.
	quoteWorth = 0.08
)

// heard reads the messages of the exchanges that candidates came from.
func (x *Index) heard(ctx context.Context, found []candidate, es []memory.Episode) (map[int64]memory.Message, error) {
	x.mu.RLock()
	wants := map[memory.EpisodeID]bool{}
	for i := range found {
		if b, j := x.docs.at(found[i].doc); b.said[j] > 0 && b.records[j].flags&isFact == 0 {
			wants[memory.EpisodeID(b.records[j].id)] = true
		}
	}
	x.mu.RUnlock()
	var keys []int64
	for i := range es {
		if wants[es[i].ID] {
			keys = append(keys, keysAround(&es[i])...)
		}
	}
	if len(keys) == 0 {
		return nil, nil
	}
	slices.Sort(keys)
	list, err := x.source.MessagesByKey(ctx, slices.Compact(keys))
	if err != nil {
		return nil, fmt.Errorf("read what was said: %w", err)
	}
	said := make(map[int64]memory.Message, len(list))
	for _, m := range list {
		said[m.Key] = m
	}
	return said, nil
}

// keysAround are the messages that an episode came from, and those stored right
// before and after them.
func keysAround(e *memory.Episode) []int64 {
	var keys []int64
	for _, s := range e.Sources[:min(len(e.Sources), maxSaidSources)] {
		keys = append(keys, s.Key-1, s.Key, s.Key+1)
	}
	return keys
}

// quotes picks from the messages of a hit what it lacks of the cue's words, and from
// what they reply to, or were replied with, what fits the cue.
func (x *Index) quotes(q *query, h *Hit, said map[int64]memory.Message, has map[wordID]string) []Quote {
	if h.Episode == nil || len(said) == 0 || q.ideal <= 0 {
		return nil
	}
	var out []Quote
	for _, m := range exchangeMessages(h.Episode, said) {
		if len(out) == maxQuotes {
			break
		}
		most, known := maxSaidUser, has
		if m.Role == memory.RoleAssistant {
			most = maxSaidAgent
			if q.asksAgent {
				most = maxAskedAgent
			}
		}
		if !cites(h.Episode, m.Key) {
			known = nil // a reply is of use beside what it replies to, and the other way round
		}
		text, words := x.bestPart(q, clip(m.Text, most), known)
		if text == "" {
			continue
		}
		for id, w := range words {
			has[id] = w
		}
		out = append(out, Quote{Key: m.Key, ID: m.ID, Role: m.Role, Speaker: m.Speaker, At: m.At, Text: text})
	}
	return out
}

// bestPart gives the sentence of a text that adds most of the cue to the words at
// hand; empty where none adds enough.
func (x *Index) bestPart(q *query, text string, has map[wordID]string) (string, map[wordID]string) {
	best, worth, words := "", quoteWorth*q.ideal, map[wordID]string(nil)
	for _, part := range parts(text) {
		holds := map[wordID]string{}
		tokens(part, func(w token) {
			if id, ok := x.words.ids[w.key]; ok {
				holds[id] = w.lower
			}
		})
		adds := 0.0
		for i := range q.terms {
			t := &q.terms[i]
			if was, _ := t.in(has); was > 0 || t.common {
				continue
			}
			is, _ := t.in(holds)
			adds += is * t.ideal
		}
		if adds > worth {
			best, worth, words = part, adds, holds
		}
	}
	return strings.TrimSpace(best), words
}

// parts cuts a text into sentences, each at most maxQuote bytes.
func parts(text string) []string {
	var out []string
	for text != "" {
		end := len(text)
		for i, r := range text {
			if i > maxQuote {
				end = wordBefore(text, i)
				break
			}
			next := i + utf8.RuneLen(r)
			if r == '\n' || strings.ContainsRune(".!?;", r) && (next >= len(text) || text[next] == ' ' || text[next] == '\n') {
				end = min(next, len(text))
				break
			}
		}
		if end <= 0 {
			end = len(text)
		}
		out = append(out, text[:end])
		text = text[end:]
	}
	return out
}

// wordBefore is the end of the last whole word before the byte i, or i where
// there is none.
func wordBefore(text string, i int) int {
	if space := strings.LastIndexByte(text[:i], ' '); space > 0 {
		return space
	}
	return i
}

// cites reports whether an episode came from a message.
func cites(e *memory.Episode, key int64) bool {
	return slices.ContainsFunc(e.Sources, func(s memory.Source) bool { return s.Key == key })
}
