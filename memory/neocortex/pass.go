package neocortex

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"time"

	"muisto/memory"
)

// maxFailures is how often in a row the model may fail before a pass stops
// asking: each failure can take minutes.
const maxFailures = 3

// chunk is how many facts are read from the store at a time.
const chunk = 2000

// Run takes the eight steps over one pass. It holds no transaction over a model
// call; each group is committed by itself. When ctx ends it stops cleanly, with
// an error that wraps ctx's, and the same pass goes on from there when it is
// run again. A model that fails leaves its group for the next pass.
func Run(ctx context.Context, deps Deps, p memory.Pass, progress func(Progress)) (memory.PassRecord, error) {
	r := &run{Deps: deps, book: deps.book(), now: deps.Clock.Now(), report: progress}
	if r.report == nil {
		r.report = func(Progress) {}
	}
	r.today = r.calendar().DayOf(r.now)
	if err := r.all(ctx, p); err != nil {
		return r.record, fmt.Errorf("consolidate the %s of %s: %w", p.Kind, p.To, err)
	}
	return r.record, nil
}

// ExpireStates retires the states whose last valid day has gone by, outside of
// any pass.
func ExpireStates(ctx context.Context, deps Deps) error {
	r := &run{Deps: deps, book: deps.book(), now: deps.Clock.Now()}
	r.today = r.calendar().DayOf(r.now)
	if err := r.readFacts(ctx); err != nil {
		return err
	}
	return r.expire(ctx)
}

type run struct {
	Deps
	book   *book
	now    time.Time
	today  memory.Day
	record memory.PassRecord
	report func(Progress)
	// sent gives for a moment the groups that were sent with it.
	sent map[memory.EpisodeID][]int64
	// refused are moments for which the model's answers were refused on another
	// day.
	refused map[memory.EpisodeID]bool
	// texts are the moments of a night, whose words the sieve looks at.
	texts map[memory.EpisodeID]memory.Episode
	// said are the texts of the user's messages behind them.
	said     map[memory.EpisodeID][]string
	failures int
	// counted are the calls that the store knows of.
	counted int
}

// candidate is a group that passed the sieve.
type candidate struct {
	record  memory.GroupRecord
	verdict Verdict
	newest  memory.EpisodeRef
}

func (r *run) all(ctx context.Context, p memory.Pass) error {
	if err := r.readFacts(ctx); err != nil {
		return err
	}
	if err := r.expire(ctx); err != nil {
		return err
	}
	var err error
	if r.record, err = r.Store.Begin(ctx, p, r.now, r.today); err != nil {
		return err
	}
	r.counted, r.record.Left = r.record.Calls, 0
	r.report(Progress{Pass: p})
	if r.sent, err = r.Store.Sent(ctx, PromptVersion); err != nil {
		return err
	}
	if r.refused, err = r.Store.Refused(ctx, r.today); err != nil {
		return err
	}
	candidates, err := r.divide(ctx)
	if err != nil {
		return err
	}
	if err := r.write(ctx, candidates); err != nil {
		return err
	}
	for _, g := range r.record.Groups {
		if g.Outcome.Pending() {
			r.record.Left++
		}
	}
	r.record.Finished = true
	return r.Store.Finish(ctx, r.record)
}

// calendar is the person's: the clock is in their zone.
func (r *run) calendar() memory.Calendar {
	return memory.Calendar{Turn: r.Settings.DayTurn, Zone: r.now.Location()}
}

func (r *run) readFacts(ctx context.Context) error {
	for {
		facts, rev, err := r.Store.FactsAfter(ctx, r.book.rev, chunk)
		if err != nil {
			return err
		}
		if len(facts) == 0 {
			return nil
		}
		r.book.put(facts)
		r.book.rev = rev
	}
}

// expire retires the states that have run out.
func (r *run) expire(ctx context.Context) error {
	if len(Expire(r.book.active(), r.today, r.calendar())) == 0 {
		return nil
	}
	_, err := r.Store.Keep(ctx, memory.PassEntry{Pass: r.record.ID, At: r.now, Rev: r.book.rev, Settle: func(since []memory.Fact) []memory.Change {
		r.book.put(since)
		return Expire(r.book.active(), r.today, r.calendar())
	}})
	if err != nil {
		return err
	}
	return r.readFacts(ctx)
}

// divide takes steps 1 to 5, keeps what stays moments, and gives the groups to
// write.
func (r *run) divide(ctx context.Context) ([]candidate, error) {
	window, recent, err := r.window(ctx)
	if err != nil {
		return nil, err
	}
	r.record.Moments = len(window)
	if err := r.readTexts(ctx, window); err != nil {
		return nil, err
	}
	parts := Divide(window, recent, groupLimit(r.Settings.CallTokens))
	r.record.Thinned = parts.Ties.Thinned
	done := make(map[string]bool)
	for _, g := range r.record.Groups {
		done[list(g.Episodes)] = true
	}
	var candidates []candidate
	var kept []memory.GroupRecord
	r.record.Alone = 0
	for k := range parts.Groups {
		moments := parts.momentsOf(k)
		c := candidate{newest: moments[len(moments)-1]}
		if c.verdict, err = r.sift(ctx, moments); err != nil {
			return nil, err
		}
		if !c.verdict.Passes && len(moments) == 1 && r.record.Pass.Kind != memory.Night {
			r.record.Alone++
			continue
		}
		c.record = parts.recordGroup(k)
		c.record.Reason = c.verdict.Reason
		switch {
		case done[list(c.record.Episodes)]:
		case !c.verdict.Passes:
			c.record.Outcome = memory.StayedMoments
			kept = append(kept, c.record)
		case r.sentBefore(moments):
			c.record.Outcome, c.record.Reason = memory.SentBefore, "all of it stood in a group that was written before"
			kept = append(kept, c.record)
		default:
			candidates = append(candidates, c)
		}
	}
	return candidates, r.keepMoments(ctx, kept)
}

func (r *run) window(ctx context.Context) (window, recent []memory.EpisodeRef, err error) {
	p := r.record.Pass
	if p.Kind != memory.Night {
		window, err = r.Store.Moments(ctx, p.From, p.To)
		return window, nil, err
	}
	if window, err = r.Store.UnseenMoments(ctx, p.To, r.record.ID); err != nil {
		return nil, nil, err
	}
	recent, err = r.Store.Moments(ctx, p.To-weekSees+1, p.To)
	return window, recent, err
}

// sentBefore reports whether all moments stood in one group that was sent.
func (r *run) sentBefore(group []memory.EpisodeRef) bool {
	for _, sent := range r.sent[group[0].ID] {
		if !slices.ContainsFunc(group, func(m memory.EpisodeRef) bool { return !slices.Contains(r.sent[m.ID], sent) }) {
			return true
		}
	}
	return false
}

// keepMoments commits the groups that are not written.
func (r *run) keepMoments(ctx context.Context, groups []memory.GroupRecord) error {
	for batch := range slices.Chunk(groups, chunk) {
		kept, err := r.Store.Keep(ctx, memory.PassEntry{Pass: r.record.ID, At: r.now, Groups: batch, Seen: r.record.Pass.Kind == memory.Night})
		if err != nil {
			return err
		}
		r.record.Groups = append(r.record.Groups, kept...)
	}
	return nil
}

// write takes steps 6 and 7 over the groups that passed, oldest evidence first.
func (r *run) write(ctx context.Context, candidates []candidate) error {
	now, later := r.choose(candidates)
	for i, c := range now {
		r.report(Progress{Pass: r.record.Pass, Group: i + 1, Groups: len(now)})
		switch {
		case r.failures >= maxFailures:
			c.record.Outcome, c.record.Reason = memory.Waits, "the model could not be asked"
		case r.record.Calls >= r.Settings.MaxCalls:
			later = append(later, c)
			continue
		default:
			if err := r.writeGroup(ctx, &c); err != nil {
				return err
			}
		}
		if err := r.done(ctx, c.record, i+1, len(now)); err != nil {
			return err
		}
	}
	for _, c := range later {
		c.record.Outcome = memory.Waits
		c.record.Reason = fmt.Sprintf("the pass has made its %d calls", r.Settings.MaxCalls)
		if err := r.done(ctx, c.record, len(now), len(now)); err != nil {
			return err
		}
	}
	return nil
}

// done notes a group, and commits it if it was left for the next pass: what
// was written is committed already.
func (r *run) done(ctx context.Context, g memory.GroupRecord, i, n int) error {
	if g.Outcome.Pending() {
		entry := memory.PassEntry{Pass: r.record.ID, At: r.now, Groups: []memory.GroupRecord{g}, Calls: r.record.Calls - r.counted}
		if _, err := r.Store.Keep(ctx, entry); err != nil {
			return err
		}
		r.counted = r.record.Calls
	}
	r.record.Groups = append(r.record.Groups, g)
	r.report(Progress{Pass: r.record.Pass, Group: i, Groups: n, Done: &g})
	return nil
}

// choose takes as many groups as there are calls left: those that act the same
// night first, then those spread over the most days; the rest waits.
func (r *run) choose(candidates []candidate) (now, later []candidate) {
	limit := max(r.Settings.MaxCalls-r.record.Calls, 0)
	if len(candidates) > limit {
		slices.SortStableFunc(candidates, func(a, b candidate) int {
			return cmp.Or(cmp.Compare(min(len(b.verdict.Bearers), 1), min(len(a.verdict.Bearers), 1)), cmp.Compare(b.verdict.Days, a.verdict.Days))
		})
		candidates, later = candidates[:limit], candidates[limit:]
	}
	now = slices.Clone(candidates)
	slices.SortStableFunc(now, func(a, b candidate) int {
		return cmp.Or(a.newest.At.Compare(b.newest.At), cmp.Compare(a.newest.ID, b.newest.ID))
	})
	return now, later
}

// writeGroup has one group written and settled, and commits it.
func (r *run) writeGroup(ctx context.Context, c *candidate) error {
	if err := r.readFacts(ctx); err != nil {
		return err
	}
	request, err := r.request(ctx, c)
	if err != nil {
		return err
	}
	answer := r.answer(ctx, request)
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case answer.err != nil:
		r.failures++
		c.record.Outcome, c.record.Reason = memory.Failed, "the model failed: "+shorten(memory.OneLine(answer.err.Error()), maxText)
		return nil
	case answer.refused:
		r.failures = 0
		c.record.Outcome, c.record.Reason = memory.Refused, "the model's answer was refused: "+answer.reasons()
		return nil
	}
	drafts := answer.drafts
	r.failures = 0
	c.record.Sent = true
	if len(answer.complaints) > 0 {
		c.record.Reason += "; left out: " + answer.reasons()
	}
	if answer.fallback {
		c.record.Reason += "; written by the built-in model, since the answers of the model were refused"
	}
	kept, err := r.Store.Keep(ctx, memory.PassEntry{
		Pass: r.record.ID, At: r.now, Version: PromptVersion, Groups: []memory.GroupRecord{c.record},
		Seen: r.record.Pass.Kind == memory.Night, Calls: r.record.Calls - r.counted, Rev: r.book.rev,
		Settle: func(since []memory.Fact) []memory.Change {
			r.book.put(since)
			return r.book.settle(drafts, r.today, r.calendar())
		},
	})
	if err != nil {
		return err
	}
	r.counted = r.record.Calls
	c.record = kept[0]
	return nil
}

func (r *run) request(ctx context.Context, c *candidate) (Request, error) {
	episodes, err := r.Store.EpisodesByID(ctx, c.record.Episodes)
	if err != nil {
		return Request{}, err
	}
	if len(episodes) == 0 {
		return Request{}, fmt.Errorf("read %s: %w", list(c.record.Episodes), memory.ErrNotFound)
	}
	slices.SortFunc(episodes, func(a, b memory.Episode) int {
		return cmp.Or(a.LastAt.Compare(b.LastAt), cmp.Compare(a.ID, b.ID))
	})
	said, err := r.Store.Said(ctx, c.record.Episodes)
	if err != nil {
		return Request{}, err
	}
	var wishes []memory.EpisodeID
	for _, e := range episodes {
		if wishesIn(e, said[e.ID]) {
			wishes = append(wishes, e.ID)
		}
	}
	request := Request{
		Today: r.today, Episodes: episodes, Bearers: c.verdict.Bearers, Closers: c.verdict.Closers, DayTurn: r.Settings.DayTurn,
		Known: r.book.couldBeMeant(episodes, r.today), StateDays: r.Settings.StateDays, Wishes: wishes,
	}
	return fit(request, r.Settings.CallTokens), nil
}
