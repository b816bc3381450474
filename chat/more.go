package chat

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"muisto/memory"
	"muisto/memory/guard"
	"muisto/memory/recall"
)

// Bounds on what one call of Prompt.More brings.
const (
	// maxMore is in tokens, all in all: several calls must fit a small window.
	maxMore = 600
	// maxMoreIDs is how many ids one call looks at.
	maxMoreIDs = 8
	// maxMoreMoments is how many of a fact's moments come, the last ones.
	maxMoreMoments = 12
	// maxMoreMessages is how many of a moment's messages come, the first ones.
	maxMoreMessages = 6
	// maxMoreText bounds one text, in tokens; its middle is left out beyond it.
	maxMoreText = 150
	// maxMoreID is how much of an id that is none is repeated, in runes.
	maxMoreID = 20
)

const (
	moreIsLeft = "there is more that did not fit; ask for less at once"
	nothingIs  = "there is no such memory"
)

// moreLine is one line of what Prompt.More brings.
type moreLine struct {
	memoryLine
	// Of is the fact that a moment belongs to, or the moment of a message.
	Of      string `json:"of,omitempty"`
	Role    string `json:"role,omitempty"`
	Speaker string `json:"speaker,omitempty"`
}

// sheet is what one call of Prompt.More brings, line by line.
type sheet struct {
	session *Session
	lines   []string
	// left is how many tokens more it can take; full: something did not fit.
	left int
	full bool
	// hits are the memories on it.
	hits []recall.Hit
}

// more is Prompt.More. It reads what is stored, so nothing off the record.
func (r *reply) more(ctx context.Context, ids []string, query string) (string, error) {
	w := &sheet{session: r.session, left: maxMore - noteTokens(moreIsLeft)}
	for i, id := range ids {
		if i == maxMoreIDs {
			w.note(fmt.Sprintf("only the first %d ids were looked at", maxMoreIDs))
			break
		}
		if err := w.stepFrom(ctx, strings.ToLower(strings.TrimSpace(id))); err != nil {
			return "", fmt.Errorf("look up %.40q: %w", id, err)
		}
	}
	if query = strings.TrimSpace(query); query != "" {
		if err := w.search(ctx, query); err != nil {
			return "", err
		}
	}
	if len(ids) == 0 && query == "" {
		w.note("give ids, or a query, or both")
	}
	r.bring(w.hits)
	return w.String(), nil
}

// stepFrom writes what a fact or a moment rests on.
func (w *sheet) stepFrom(ctx context.Context, id string) error {
	found := false
	var err error
	if fact, ok := memory.ParseFactID(id); ok {
		found, err = w.underFact(ctx, fact)
	} else if moment, ok := memory.ParseEpisodeID(id); ok {
		found, err = w.underMoment(ctx, moment)
	}
	if err != nil || found {
		return err
	}
	if runes := []rune(id); len(runes) > maxMoreID {
		id = string(runes[:maxMoreID]) + "…"
	}
	w.add(moreLine{memoryLine: memoryLine{ID: id, Kind: "note", Text: nothingIs}})
	return nil
}

// underFact writes a fact and the moments that it rests on; false if there is
// no such fact.
func (w *sheet) underFact(ctx context.Context, id memory.FactID) (bool, error) {
	store := w.session.o.Store
	facts, err := store.FactsByID(ctx, []memory.FactID{id})
	if err != nil || len(facts) == 0 {
		return false, err
	}
	hit := recall.Hit{Kind: recall.KindFact, Fact: &facts[0], Retrievability: 1}
	if hit.Replaced, err = w.session.inPlaceOf(ctx, facts[0]); err != nil {
		return false, err
	}
	w.addHit(hit, "")
	sources := facts[0].Sources
	earlier := max(0, len(sources)-maxMoreMoments)
	moments, err := store.StandingEpisodes(ctx, sources[earlier:])
	if err != nil {
		return false, err
	}
	for i := range moments {
		// What only says what was put right must not pass for current.
		w.addHit(w.session.moment(&moments[i], hit.Replaced), id.String())
	}
	if earlier > 0 {
		w.note(fmt.Sprintf("%s rests on %d earlier moments too", id, earlier))
	}
	return true, nil
}

// underMoment writes the messages that a moment came from; false if there is no
// such moment.
func (w *sheet) underMoment(ctx context.Context, id memory.EpisodeID) (bool, error) {
	store := w.session.o.Store
	moments, err := store.StandingEpisodes(ctx, []memory.EpisodeID{id})
	if err != nil || len(moments) == 0 {
		return false, err
	}
	if by, over, err := w.session.o.Mind.Overridden(ctx, id); err != nil {
		return false, err
	} else if over {
		facts, err := store.FactsByID(ctx, []memory.FactID{by})
		if err != nil {
			return false, err
		}
		if len(facts) > 0 {
			w.addHit(w.session.moment(&moments[0], facts[0].Text), "")
		}
	}
	var keys []int64
	for _, source := range moments[0].Sources {
		keys = append(keys, source.Key)
	}
	messages, err := store.MessagesByKey(ctx, keys[:min(len(keys), maxMoreMessages)])
	if err != nil {
		return false, err
	}
	for _, m := range messages {
		w.add(moreLine{
			memoryLine: memoryLine{Kind: "message", Day: m.At.Format("2006-01-02 15:04"), Text: guard.Fenced(m.Text)},
			Of:         id.String(), Role: string(m.Role), Speaker: guard.Fenced(m.Speaker),
		})
	}
	if rest := len(keys) - maxMoreMessages; rest > 0 {
		w.note(fmt.Sprintf("%s came from %d later messages too", id, rest))
	}
	w.hits = append(w.hits, w.session.moment(&moments[0], ""))
	return true, nil
}

// search writes what a query brings to mind.
func (w *sheet) search(ctx context.Context, query string) error {
	result, err := w.session.o.Mind.Recall(ctx, recall.Cue{Text: query, Now: w.session.o.Clock.Now(), Budget: maxMore})
	if err != nil {
		return err
	}
	if len(result.Hits) == 0 {
		w.note("nothing comes to mind for this query")
	}
	for _, h := range result.Hits {
		w.addHit(h, "")
	}
	return nil
}

func (w *sheet) addHit(h recall.Hit, of string) {
	if w.add(moreLine{memoryLine: w.session.memoryLines().lineOf(h, w.session.o.Clock.Now()), Of: of}) {
		w.hits = append(w.hits, h)
	}
}

func (w *sheet) note(text string) {
	w.add(moreLine{memoryLine: memoryLine{Kind: "note", Text: text}})
}

// add writes a line if it fits; each is JSON, so that nothing in it can pass for
// anything else.
func (w *sheet) add(l moreLine) bool {
	if memory.Tokens(l.Text) > maxMoreText {
		l.Text = squeeze(l.Text, maxMoreText)
	}
	line := mustMarshal(l)
	cost := memory.Tokens(line) + 1
	if w.full || cost > w.left {
		w.full = true
		return false
	}
	w.left -= cost
	w.lines = append(w.lines, line)
	return true
}

func (w *sheet) String() string {
	lines := w.lines
	if w.full {
		lines = append(lines, mustMarshal(moreLine{memoryLine: memoryLine{Kind: "note", Text: moreIsLeft}}))
	}
	return strings.Join(lines, "\n")
}

func noteTokens(text string) int {
	return memory.Tokens(mustMarshal(moreLine{memoryLine: memoryLine{Kind: "note", Text: text}})) + 1
}

// moment is a moment as a hit that nothing but its id brought.
func (s *Session) moment(e *memory.Episode, replaced string) recall.Hit {
	return recall.Hit{
		Kind: recall.KindEpisode, Episode: e, Replaced: replaced,
		Retrievability: e.Retrievability(s.o.Clock.Now(), s.o.Decay),
	}
}

// maxSuccession bounds following facts that replaced each other.
const maxSuccession = 50

// inPlaceOf says what stands where a fact stood; empty for one that stands.
func (s *Session) inPlaceOf(ctx context.Context, f memory.Fact) (string, error) {
	today := memory.DayOf(s.o.Clock.Now(), s.o.DayTurn)
	switch {
	case f.StandsOn(today):
		return "", nil
	case f.Status == memory.Closed:
		return "taken back", nil
	case f.Status != memory.Superseded:
		return "until " + f.ValidUntil.String(), nil
	}
	now := f
	for range maxSuccession {
		if now.SupersededBy == 0 {
			break
		}
		next, err := s.o.Store.FactsByID(ctx, []memory.FactID{now.SupersededBy})
		if err != nil {
			return "", err
		}
		if len(next) == 0 {
			break
		}
		now = next[0]
	}
	if now.ID == f.ID {
		return "retired", nil
	}
	return now.Text, nil
}

// bring adds memories to those that came to mind for the reply, each once.
func (r *reply) bring(hits []recall.Hit) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, h := range hits {
		if !slices.ContainsFunc(r.recalled, func(o recall.Hit) bool { return o.ID() == h.ID() }) {
			r.recalled = append(slices.Clip(r.recalled), h)
		}
	}
}

// cameToMind is what has come to mind for the reply by now.
func (r *reply) cameToMind() []recall.Hit {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.recalled
}
