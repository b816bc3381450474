package ui

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"muisto/chat"
	"muisto/memory"
	"muisto/memory/recall"
)

// fake is a session that remembers nothing and answers as it is told.
type fake struct {
	mu            sync.Mutex
	events        chan chat.Event
	now           time.Time
	model         string
	messages      []Entry
	other         map[string][]Entry    // conversations but the one that goes on
	conversations []memory.Conversation // the same, as listed
	episodes      []memory.Episode
	sources       map[memory.EpisodeID][]memory.Message
	why           recall.Result
	facts         []memory.Fact
	nights        []memory.PassRecord
	sleepFor      chan struct{} // Sleep waits for it
	sleepErr      error
	notDue        bool // no pass is due
	pending       int  // messages that wait to be remembered
	reviews       []done
	once          []memory.Episode
	reviewErr     error
	private       bool
	said          []string
	calls         []string
	instead       int64             // what is added next stands in the place of this
	versions      [][]int64         // the keys of messages that stand in one place
	branches      map[int64][]Entry // what is shown with each of them, from it on
	stats         chat.Stats
	tariff        chat.Tariff
	draft         string
	kept          int      // how often a draft was
	models        []string // in the place of the usual ones
	sayErr        error    // before anything is stored
	replyErr      error
	reply         []string
	hold          chan struct{} // Say waits for it between storing and replying
	leaveFor      chan struct{} // Leave waits for it
	loadErr       error
	nextKey       int64
	conversation  string
}

// monday is the day that the tests are set on.
var monday = time.Date(2026, time.October, 12, 9, 16, 0, 0, time.UTC)

func newFake() *fake {
	return &fake{
		events: make(chan chat.Event, 1024), now: monday, model: "gpt-5-mini", conversation: "c1",
		other: map[string][]Entry{}, sources: map[memory.EpisodeID][]memory.Message{}, nextKey: 1,
		reply: []string{"Friday it is. ", "I had it down for next week; ", "that is put right."},
	}
}

func (f *fake) call(format string, args ...any) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.calls = append(f.calls, fmt.Sprintf(format, args...))
}

func (f *fake) Events() <-chan chat.Event { return f.events }
func (f *fake) Now() time.Time            { f.mu.Lock(); defer f.mu.Unlock(); return f.now }
func (f *fake) ModelName() string         { return f.model }
func (f *fake) Decay() float64            { return memory.DefaultDecay }
func (f *fake) Today() memory.Day         { return memory.DayOf(f.now, 4) }
func (f *fake) Conversation() string      { return f.conversation }

func (f *fake) History(_ context.Context, q HistoryQuery) ([]Entry, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.loadErr != nil {
		return nil, f.loadErr
	}
	all := f.messages
	if q.Conversation != "" && q.Conversation != f.conversation {
		all = f.other[q.Conversation]
	}
	from, to := 0, len(all)
	at := slices.IndexFunc(all, func(e Entry) bool { return e.Key >= q.Key })
	if at < 0 {
		at = len(all)
	}
	switch q.Part {
	case Last:
		from = max(to-q.Limit, 0)
	case First:
		to = min(q.Limit, to)
	case Before:
		to = at
		from = max(to-q.Limit, 0)
	case From:
		from, to = at, min(at+q.Limit, to)
	case After:
		from = min(at+1, to)
		to = min(from+q.Limit, to)
	}
	return slices.Clone(all[from:to]), nil
}

func (f *fake) Written(_ context.Context, limit int) ([]string, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	var out []string
	for i := len(f.messages) - 1; i >= 0 && len(out) < limit; i-- {
		if f.messages[i].Role == memory.RoleUser {
			out = append(out, f.messages[i].Text)
		}
	}
	return out, nil
}

func (f *fake) add(role memory.Role, text string, at time.Time) memory.Message {
	f.mu.Lock()
	defer f.mu.Unlock()
	m := memory.Message{Key: f.nextKey, Conversation: f.conversation, Role: role, Text: text, At: at, Finished: true}
	f.nextKey++
	if !f.private {
		f.messages = append(f.messages, Entry{Message: m, Branches: f.comes(m.Key)})
	} else {
		m.Key = 0
	}
	return m
}

func (f *fake) Say(ctx context.Context, text string) error {
	f.call("say %s", text)
	if f.sayErr != nil {
		return f.sayErr
	}
	f.mu.Lock()
	f.said = append(f.said, text)
	f.mu.Unlock()
	f.events <- chat.Said{Message: f.add(memory.RoleUser, text, f.Now()), Private: f.private}
	return f.answer(ctx)
}

func (f *fake) Again(ctx context.Context) error {
	f.call("again")
	if len(f.messages) == 0 {
		return chat.ErrNothingSaid
	}
	last := f.messages[len(f.messages)-1]
	f.events <- chat.Retrying{Private: f.private}
	f.instead = 0
	if last.Role == memory.RoleAssistant {
		f.instead = last.Key
	}
	return f.answer(ctx)
}

func (f *fake) answer(ctx context.Context) error {
	f.events <- chat.Recollected{Result: f.why}
	f.events <- chat.Status{Doing: chat.Replying, Private: f.private}
	var whole strings.Builder
	stopped := false
	for _, piece := range f.reply {
		if f.hold != nil {
			select {
			case <-f.hold:
			case <-ctx.Done():
				stopped = true
			}
		}
		if stopped {
			break
		}
		whole.WriteString(piece)
		f.events <- chat.Piece{Text: piece}
	}
	var r memory.Message
	if whole.Len() > 0 {
		f.standInstead()
		r = f.add(memory.RoleAssistant, whole.String(), f.Now())
		r.Finished = !stopped && f.replyErr == nil
		if !f.private {
			f.messages[len(f.messages)-1].Finished = r.Finished
		}
	}
	f.events <- chat.Replied{Message: r, Branches: f.branchesOf(r.Key), Stopped: stopped, Err: f.replyErr}
	f.events <- chat.Status{Doing: chat.Idle, Private: f.private}
	if stopped {
		return ctx.Err()
	}
	return f.replyErr
}

func (f *fake) Typing() { f.call("typing") }

func (f *fake) Remember(context.Context) error { f.call("remember"); return nil }

func (f *fake) SetPrivate(_ context.Context, on bool) error {
	f.call("private %v", on)
	f.private = on
	f.events <- chat.Status{Doing: chat.Idle, Private: on}
	return nil
}

func (f *fake) NewConversation(context.Context) error {
	f.call("new")
	f.mu.Lock()
	defer f.mu.Unlock()
	f.conversation, f.messages = "c2", nil
	return nil
}

func (f *fake) Moments(_ context.Context, q MomentQuery) ([]memory.Episode, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	var out []memory.Episode
	for _, e := range f.episodes {
		if strings.Contains(strings.ToLower(e.What), strings.ToLower(q.Filter)) && strings.HasPrefix(string(e.Act), q.Act) && hasName(e, q.Name) {
			out = append(out, e)
		}
	}
	slices.SortStableFunc(out, func(a, b memory.Episode) int {
		if q.Order == Left {
			return int(1e6 * (b.Retrievability(f.now, memory.DefaultDecay) - a.Retrievability(f.now, memory.DefaultDecay)))
		}
		if q.Order == Weight {
			return int(1e6 * (b.Salience - a.Salience))
		}
		return b.LastAt.Compare(a.LastAt)
	})
	from := min(q.Offset, len(out))
	return out[from:min(from+q.Limit, len(out))], f.loadErr
}

func hasName(e memory.Episode, name string) bool {
	return name == "" || slices.ContainsFunc(e.Names, func(n memory.Name) bool {
		return strings.Contains(strings.ToLower(n.Text), strings.ToLower(name))
	})
}

func (f *fake) Sources(_ context.Context, id memory.EpisodeID) ([]memory.Message, error) {
	return f.sources[id], nil
}

func (f *fake) Counts(context.Context) (chat.Counts, error) {
	c := chat.Counts{Messages: len(f.messages), Moments: len(f.episodes), Pending: f.pending}
	for _, fact := range f.facts {
		if fact.Status == memory.Active {
			c.Facts++
		} else {
			c.Retired++
		}
	}
	return c, nil
}

func (f *fake) Why(context.Context, int64) (recall.Result, error) { return f.why, nil }

func (f *fake) Leave(ctx context.Context, progress func(Leaving)) error {
	f.call("leave")
	progress(Leaving{Done: 3, All: 12})
	if f.leaveFor != nil {
		select {
		case <-f.leaveFor:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	return nil
}

// talk fills the fake with a conversation over two days, and its moments.
func (f *fake) talk() *fake {
	sunday := monday.AddDate(0, 0, -1)
	f.add(memory.RoleUser, "Had coffee with Tomas this morning. He is back from Bergen on Thursday.", sunday.Add(-time.Hour))
	f.add(memory.RoleAssistant, "Good to hear. Is the review with him still on for **Thursday**?", sunday.Add(-time.Hour+time.Minute))
	f.add(memory.RoleUser, "Yes. How do I read a file line by line in Go?", monday.Add(-6*time.Minute))
	f.add(memory.RoleAssistant, goAnswer, monday.Add(-5*time.Minute))
	f.add(memory.RoleUser, "No, the launch is Friday, not next week.", monday.Add(-2*time.Minute))
	f.add(memory.RoleAssistant, "Friday it is. I had it down for next week; that is put right.", monday.Add(-2*time.Minute))
	f.messages[5].Facts, f.messages[5].Moments = 2, 1
	f.episode("The user corrected the agent: the launch is on Friday.", memory.Correction, 0.9, 0.97, monday.Add(-2*time.Minute), 5, 6)
	f.episode("The user asked how to read a file line by line in Go.", memory.Routine, 0.05, 0.02, monday.Add(-6*time.Minute), 3)
	f.episode("The user had coffee with Tomas, who is back from Bergen on Thursday.", memory.Observation, 0.25, 0.11, sunday.Add(-time.Hour), 1)
	f.episode("The user will send Noor the offsite budget by the end of the month.", memory.Commitment, 0.6, 0.2, monday.AddDate(0, 0, -9), 1)
	f.episode("The team chose Lisbon over Porto for the offsite in spring, since Sara can host it there.", memory.Decision, 0.7, 0.31, monday.AddDate(0, -2, 0), 1)
	f.why = recall.Result{
		Hits: []recall.Hit{{
			Kind: recall.KindEpisode, Episode: &f.episodes[4], Score: 3.1, Cue: 3.46, Retrievability: 0.896,
			Because: []recall.Reason{{Kind: recall.ByWord, Text: "launch", Weight: 1.2}, {Kind: recall.ByName, Text: "Lisbon", Weight: 2.26}},
		}},
		Near: []recall.Hit{{
			Kind: recall.KindEpisode, Episode: &f.episodes[2], Score: 0.3, Cue: 0.31, Retrievability: 0.98,
			Because: []recall.Reason{{Kind: recall.ByNeighbour, Weight: 0.31}},
		}},
	}
	return f
}

const goAnswer = "Use a `bufio.Scanner`:\n\n```go\ns := bufio.NewScanner(f)\nfor s.Scan() {\n\tfmt.Println(s.Text())\n}\n```\n\n1. It splits at newlines.\n2. A line may be up to **64 KB** long, unless you raise that.\n"

func (f *fake) episode(what string, act memory.Act, floor, intensity float64, at time.Time, keys ...int64) {
	id := memory.EpisodeID(len(f.episodes) + 1)
	salience := max(floor, intensity)
	e := memory.Episode{
		ID: id, What: what, About: "the launch: date", Who: []string{"user"}, When: "Friday", WhenAt: memory.DayOn(2026, 10, 16),
		Act: act, Actor: memory.RoleUser, Names: []memory.Name{{Text: "Tomas", Type: memory.Person}, {Text: "Bergen", Type: memory.Place}},
		Floor: floor, Intensity: intensity, Salience: salience, Lifespan: memory.Lifespan(salience),
		FirstAt: at, LastAt: at, Day: memory.DayOf(at, 4), FormedAt: at, Conversation: f.conversation,
	}
	for _, k := range keys {
		e.Sources = append(e.Sources, memory.Source{Key: k})
		f.sources[id] = append(f.sources[id], f.messages[k-1].Message)
	}
	f.episodes = append(f.episodes, e)
}
