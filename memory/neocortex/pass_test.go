package neocortex

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"muisto/memory"
)

// scribe is a Writer that makes a fact of the newest moment of a group, and
// counts.
type scribe struct {
	requests []Request
	// answer, if set, is called instead.
	answer func(r Request, complaints []string) ([]Proposal, error)
}

func (s *scribe) Write(_ context.Context, r Request, complaints []string) ([]Proposal, error) {
	s.requests = append(s.requests, r)
	if s.answer != nil {
		return s.answer(r, complaints)
	}
	last := r.Episodes[len(r.Episodes)-1]
	p := Proposal{Text: last.What, About: last.About, Kind: "world"}
	for _, e := range r.Episodes {
		if len(r.Bearers) == 0 || slices.Contains(r.Bearers, e.ID) {
			p.Episodes = append(p.Episodes, e.ID.String())
		}
	}
	for _, f := range r.Known {
		if f.About == p.About {
			p.Touches = append(p.Touches, Touch{Fact: f.ID.String(), Relation: Replaces})
		}
	}
	return []Proposal{p}, nil
}

func about(topic string) func(*memory.Episode) { return func(e *memory.Episode) { e.About = topic } }

func named(names ...string) func(*memory.Episode) {
	return func(e *memory.Episode) {
		for _, n := range names {
			e.Names = append(e.Names, memory.Name{Text: n, Type: memory.Place})
		}
	}
}

// bergen is a life of two weeks: a trip that comes up on four days, an evening
// full of a party, and other things.
func bergen() []memory.Episode {
	return []memory.Episode{
		episode(1, "The user books flights to Bergen.", named("Bergen"), about("Bergen: plans")),
		episode(25, "The user found rooms in Bergen.", named("Bergen"), about("Bergen: plans")),
		episode(50, "The balloons for Rosala are up.", named("Rosala")),
		episode(51, "The band for Rosala plays.", named("Rosala")),
		episode(52, "The cake for Rosala is done.", named("Rosala")),
		episode(80, "The user has tickets for Bergen.", named("Bergen"), about("Bergen: plans")),
		episode(100, "It rained."), episode(101, "The bus was late."), episode(102, "The user slept."),
		episode(150, "A table in Bergen is booked.", named("Bergen"), about("Bergen: plans")),
	}
}

func deps(s *shelf, w Writer, now time.Time) Deps {
	return Deps{Store: s, Writer: w, Clock: memory.FixedClock(now), Settings: Settings{DayTurn: 4, StateDays: 90, MaxCalls: 50}}
}

func runPass(t *testing.T, d Deps, p memory.Pass) memory.PassRecord {
	t.Helper()
	r, err := Run(t.Context(), d, p, nil)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func afterDays(n int) time.Time { return monday.AddDate(0, 0, n) }

func outcomes(r memory.PassRecord) string {
	var words []string
	for _, g := range r.Groups {
		words = append(words, fmt.Sprintf("%v %s", g.Episodes, g.Outcome))
	}
	return strings.Join(words, ", ")
}

func TestOneCallForEachGroupThatPassesTheSieve(t *testing.T) {
	s, w := newShelf(bergen()...), &scribe{}
	week := memory.Pass{Kind: memory.Week, From: may(4), To: may(12)}
	r := runPass(t, deps(s, w, afterDays(9)), week)
	if len(w.requests) != 1 || r.Calls != 1 || r.Moments != 10 || r.Alone != 3 || !r.Finished {
		t.Errorf("%d calls, record %+v", len(w.requests), r)
	}
	if got := outcomes(r); got != "[e50 e51 e52] moments, [e1 e25 e80 e150] facts" {
		t.Errorf("groups: %s", got)
	}
	g := r.Groups[1]
	if len(g.Names) != 2 || g.Names[0].Name != "Bergen" || len(g.Ties) != 6 || !slices.Equal(g.Changes, []memory.FactChange{{Effect: memory.Formed, Fact: 1}}) {
		t.Errorf("group %+v", g)
	}
	if !slices.Equal(r.Facts(), []memory.FactID{1}) || len(s.facts) != 1 || len(s.facts[0].Sources) != 4 || !s.facts[0].FormedAt.Equal(afterDays(9)) {
		t.Errorf("facts %+v", s.facts)
	}
	again := runPass(t, deps(s, w, afterDays(10)), week)
	if len(w.requests) != 1 || again.Calls != 0 || outcomes(again) != "[e1 e25 e80 e150] before, [e50 e51 e52] moments" {
		t.Errorf("sent again: %s", outcomes(again))
	}
}

func TestAGroupThatGrewIsSentAgain(t *testing.T) {
	s, w := newShelf(bergen()...), &scribe{}
	runPass(t, deps(s, w, afterDays(9)), memory.Pass{Kind: memory.Week, From: may(4), To: may(12)})
	s.episodes = append(s.episodes, episode(200, "The user packs for Bergen.", named("Bergen"), about("Bergen: plans")))
	runPass(t, deps(s, w, afterDays(15)), memory.Pass{Kind: memory.Week, From: may(4), To: may(18)})
	if len(w.requests) != 2 || len(w.requests[1].Known) != 1 {
		t.Fatalf("%d calls", len(w.requests))
	}
	if s.facts[0].Status != memory.Superseded || s.facts[0].SupersededBy != 2 || s.facts[1].Status != memory.Active {
		t.Errorf("facts %+v", s.facts)
	}
}

// What a pass knows of the facts it leaves to the next, which comes to the same
// as one that reads all of them.
func TestPassesInARowComeToTheSameAsPassesByThemselves(t *testing.T) {
	run := func(facts *Facts) string {
		s := newShelf(bergen()...)
		var all strings.Builder
		for n := 1; n <= 8; n++ {
			d := deps(s, &scribe{}, afterDays(n))
			d.Facts = facts
			p := memory.Pass{Kind: memory.Week, From: memory.DayOf(afterDays(n-7), 4), To: memory.DayOf(afterDays(n), 4)}
			fmt.Fprintln(&all, outcomes(runPass(t, d, p)))
		}
		fmt.Fprintf(&all, "%+v", s.facts)
		return all.String()
	}
	apart := run(nil)
	if !strings.Contains(apart, "Bergen") {
		t.Fatalf("no fact: %s", apart)
	}
	if together := run(NewFacts()); together != apart {
		t.Errorf("together\n%s\nby themselves\n%s", together, apart)
	}
}

func TestACorrectionActsTheSameNightAndRestsOnItself(t *testing.T) {
	s, w := newShelf(
		episode(1, "The Heron review is on Monday.", named("Heron"), byAgent),
		episode(2, "The Heron review is on Friday.", named("Heron"), corrects),
		episode(3, "The user had soup."),
	), &scribe{}
	r := runPass(t, deps(s, w, afterDays(1)), memory.Pass{Kind: memory.Night, From: may(4), To: may(4)})
	if len(w.requests) != 1 || len(w.requests[0].Episodes) != 2 || !slices.Equal(w.requests[0].Bearers, []memory.EpisodeID{2}) {
		t.Fatalf("requests %+v", w.requests)
	}
	if got := outcomes(r); got != "[e3] moments, [e1 e2] facts" {
		t.Errorf("groups: %s", got)
	}
	if due := Due(s.calendar(afterDays(1))); len(due) != 0 {
		t.Errorf("still due: %v", due)
	}
	// A week later the correction and an old moment do not act again.
	s.episodes = append(s.episodes, episode(4, "The Heron room is cold.", named("Heron")))
	r = runPass(t, deps(s, w, afterDays(1)), memory.Pass{Kind: memory.Week, From: may(4), To: may(4)})
	if len(w.requests) != 1 {
		t.Errorf("a correction acted twice: %s", outcomes(r))
	}
}

func TestAFailingCallLeavesItsGroupForTheNextPass(t *testing.T) {
	s, w := newShelf(
		episode(1, "The Heron review is on Friday.", named("Heron"), corrects),
		episode(2, "The Plover review is on Monday.", named("Plover"), corrects),
	), &scribe{}
	w.answer = func(r Request, _ []string) ([]Proposal, error) {
		if r.Episodes[0].ID == 1 {
			return nil, errors.New("connection refused")
		}
		return nil, nil
	}
	r := runPass(t, deps(s, w, afterDays(1)), memory.Pass{Kind: memory.Night, From: may(4), To: may(4)})
	if got := outcomes(r); got != "[e1] failed, [e2] nothing" || r.Left != 1 || !strings.Contains(r.Groups[0].Reason, "connection refused") {
		t.Fatalf("groups: %s", got)
	}
	if due := Due(s.calendar(afterDays(1))); len(due) != 0 {
		t.Errorf("due the same day: %v", due)
	}
	due := Due(s.calendar(afterDays(2)))
	if len(due) != 1 || due[0].To != may(4) {
		t.Fatalf("due the next day: %v", due)
	}
	w.answer = nil
	r = runPass(t, deps(s, w, afterDays(2)), due[0])
	if got := outcomes(r); got != "[e1] facts" {
		t.Errorf("groups: %s", got)
	}
}

func TestAModelThatIsDownIsNotAskedForever(t *testing.T) {
	var episodes []memory.Episode
	for i := range 8 {
		episodes = append(episodes, episode(i+1, fmt.Sprintf("Plan %d is on Friday.", i), corrects, about(fmt.Sprintf("plan %d: day", i))))
	}
	s, w := newShelf(episodes...), &scribe{answer: func(Request, []string) ([]Proposal, error) { return nil, errors.New("down") }}
	r := runPass(t, deps(s, w, afterDays(1)), memory.Pass{Kind: memory.Night, From: may(4), To: may(4)})
	if len(w.requests) != maxFailures || r.Left != 8 || len(s.seen) != 0 {
		t.Errorf("%d calls, %s", len(w.requests), outcomes(r))
	}
}

func TestAPassMakesSoManyCallsAndTheRestWaits(t *testing.T) {
	var episodes []memory.Episode
	for i := range 8 {
		episodes = append(episodes, episode(i+1, fmt.Sprintf("Plan %d is on Friday.", i), corrects, about(fmt.Sprintf("plan %d: day", i))))
	}
	s, w := newShelf(episodes...), &scribe{}
	d := deps(s, w, afterDays(1))
	d.Settings.MaxCalls = 5
	r := runPass(t, d, memory.Pass{Kind: memory.Night, From: may(4), To: may(4)})
	if len(w.requests) != 5 || r.Left != 3 || r.Calls != 5 {
		t.Fatalf("%d calls, %s", len(w.requests), outcomes(r))
	}
	d.Clock = memory.FixedClock(afterDays(2))
	r = runPass(t, d, Due(s.calendar(afterDays(2)))[0])
	if len(w.requests) != 8 || r.Left != 0 {
		t.Errorf("%d calls, %s", len(w.requests), outcomes(r))
	}
}

func TestABadAnswerIsAskedForOnceMore(t *testing.T) {
	s, w := newShelf(episode(1, "The Heron review is on Friday.", corrects)), &scribe{}
	var told []string
	w.answer = func(r Request, complaints []string) ([]Proposal, error) {
		told = append(told, complaints...)
		p := Proposal{Text: "The Heron review is on Friday.", About: "the Heron review: day", Kind: "world", Episodes: []string{"e1"}}
		switch len(w.requests) {
		case 1:
			p.Text = "The Heron review costs 40 euros."
		case 2:
			return []Proposal{p}, nil
		}
		return []Proposal{p}, nil
	}
	r := runPass(t, deps(s, w, afterDays(1)), memory.Pass{Kind: memory.Night, From: may(4), To: may(4)})
	if len(w.requests) != 2 || r.Calls != 2 || len(told) != 1 || !strings.Contains(told[0], "40") || len(s.facts) != 1 {
		t.Errorf("%d calls, told %q, facts %v", len(w.requests), told, s.facts)
	}
}

func TestAnUnreadableAnswerTwiceFailsTheGroup(t *testing.T) {
	s, w := newShelf(episode(1, "The Heron review is on Friday.", corrects)), &scribe{}
	w.answer = func(_ Request, complaints []string) ([]Proposal, error) {
		return nil, fmt.Errorf("%w: prose", ErrAnswer)
	}
	r := runPass(t, deps(s, w, afterDays(1)), memory.Pass{Kind: memory.Night, From: may(4), To: may(4)})
	if len(w.requests) != 2 || outcomes(r) != "[e1] refused" || !strings.Contains(r.Groups[0].Reason, "prose") || r.Left != 1 {
		t.Errorf("%d calls, %+v", len(w.requests), r)
	}
}

// TestWhatIsRefusedTwoNightsIsWrittenByTheFallback: a correction is not lost,
// whatever the model answers.
func TestWhatIsRefusedTwoNightsIsWrittenByTheFallback(t *testing.T) {
	for name, answer := range map[string]func(Request, []string) ([]Proposal, error){
		"prose": func(Request, []string) ([]Proposal, error) { return nil, fmt.Errorf("%w: prose", ErrAnswer) },
		"an invented value": func(Request, []string) ([]Proposal, error) {
			return []Proposal{heronFact("The Heron review is on Friday at 9.")}, nil
		},
		"nothing of it": func(Request, []string) ([]Proposal, error) {
			return []Proposal{heronFact("Oskar is divorced and rich.")}, nil
		},
	} {
		t.Run(name, func(t *testing.T) {
			s, w := newShelf(episode(1, "The Heron review is on Friday.", corrects)), &scribe{}
			w.answer = answer
			fallback := &scribe{answer: func(Request, []string) ([]Proposal, error) {
				return []Proposal{heronFact("The Heron review is on Friday.")}, nil
			}}
			d := deps(s, w, afterDays(1))
			d.Fallback = fallback
			night := memory.Pass{Kind: memory.Night, From: may(4), To: may(4)}
			first := runPass(t, d, night)
			if outcomes(first) != "[e1] refused" || len(s.facts) != 0 || len(fallback.requests) != 0 {
				t.Fatalf("the first night: %+v", first)
			}
			if due := Due(s.calendar(afterDays(1))); len(due) != 0 {
				t.Errorf("due on the same day: %v", due)
			}
			d.Clock = memory.FixedClock(afterDays(2))
			due := Due(s.calendar(afterDays(2)))
			if len(due) == 0 || due[0] != night {
				t.Fatalf("due on the next day: %v", due)
			}
			w.requests = nil
			second := runPass(t, d, night)
			if len(s.facts) != 1 || s.facts[0].Authority != memory.ByUser || len(w.requests) != 0 || second.Calls != 0 || second.Left != 0 {
				t.Errorf("the second night: %+v, facts %v", second, s.facts)
			}
		})
	}
}

func heronFact(text string) Proposal {
	return Proposal{Text: text, About: "the Heron review: day", Kind: "world", Episodes: []string{"e1"}}
}

func TestAPassThatIsCutShortGoesOnWhereItWas(t *testing.T) {
	var episodes []memory.Episode
	for i := range 4 {
		episodes = append(episodes, episode(i+1, fmt.Sprintf("Plan %d is on Friday.", i), corrects, about(fmt.Sprintf("plan %d: day", i))))
	}
	s, w := newShelf(episodes...), &scribe{}
	ctx, cancel := context.WithCancel(t.Context())
	night := memory.Pass{Kind: memory.Night, From: may(4), To: may(4)}
	_, err := Run(ctx, deps(s, w, afterDays(1)), night, func(p Progress) {
		if p.Done != nil && p.Group == 2 {
			cancel()
		}
	})
	if !errors.Is(err, context.Canceled) || len(s.facts) != 2 || s.records[0].Finished {
		t.Fatalf("error %v, facts %v", err, s.facts)
	}
	if due := Due(s.calendar(afterDays(1))); len(due) != 1 || due[0] != night {
		t.Fatalf("due: %v", due)
	}
	w.requests = nil
	r := runPass(t, deps(s, w, afterDays(1)), night)
	if len(w.requests) != 2 || len(s.facts) != 4 || len(r.Groups) != 4 || r.Calls != 4 || len(s.records) != 1 {
		t.Errorf("%d calls, %d facts, %s", len(w.requests), len(s.facts), outcomes(r))
	}
}

func TestTheStoresErrorsEndAPass(t *testing.T) {
	s := newShelf(episode(1, "The Heron review is on Friday.", corrects))
	s.broken = memory.ErrBusy
	if _, err := Run(t.Context(), deps(s, &scribe{}, afterDays(1)), memory.Pass{Kind: memory.Night, From: may(4), To: may(4)}, nil); !errors.Is(err, memory.ErrBusy) {
		t.Errorf("error %v", err)
	}
}

func TestTheAgentsRetellingIsNoFreshEvidence(t *testing.T) {
	text := "The Kestrel budget has been approved."
	s, w := newShelf(
		episode(1, text, byAgent, named("Kestrel")), episode(30, text, byAgent, named("Kestrel")),
		episode(31, "It rained."), episode(32, "It snowed."),
	), &scribe{}
	runPass(t, deps(s, w, afterDays(3)), memory.Pass{Kind: memory.Week, From: may(4), To: may(6)})
	if len(s.facts) != 1 || s.facts[0].Authority != memory.ByAgent {
		t.Fatalf("facts %+v", s.facts)
	}
	for n := 100; n < 200; n += 25 {
		s.episodes = append(s.episodes, episode(n, text, byAgent, named("Kestrel")))
	}
	r := runPass(t, deps(s, w, afterDays(10)), memory.Pass{Kind: memory.Week, From: may(4), To: may(13)})
	if len(w.requests) != 1 || !strings.Contains(r.Groups[0].Reason, "said again") || len(s.facts[0].Sources) != 2 {
		t.Errorf("%d calls, %+v", len(w.requests), r.Groups)
	}
}

func TestAFactChangedWhileTheModelWroteIsMetAsItIsThen(t *testing.T) {
	s, w := newShelf(episode(2, "The Heron review is on Friday.", corrects, about("the Heron review: day"))), &scribe{}
	old := settled(nil, draft("The Heron review is on Monday.", one(episode(1, "The Heron review is on Monday."))))
	s.save([]memory.Change{{Effect: memory.Formed, Fact: withID(old[0], -1)}}, afterDays(0))
	w.answer = func(r Request, _ []string) ([]Proposal, error) {
		f := s.facts[0] // the person closes it meanwhile
		f.Status, f.RetiredAt, f.RetiredBy = memory.Closed, afterDays(1), memory.ByUser
		s.save([]memory.Change{{Effect: memory.TakenBack, Fact: f}}, afterDays(1))
		w.answer = nil
		return w.Write(context.Background(), r, nil)
	}
	runPass(t, deps(s, w, afterDays(1)), memory.Pass{Kind: memory.Night, From: may(4), To: may(4)})
	if s.facts[0].Status != memory.Closed || s.facts[0].SupersededBy != 0 || s.facts[1].Status != memory.Active {
		t.Errorf("facts %+v", s.facts)
	}
}

func withID(f memory.Fact, id memory.FactID) memory.Fact { f.ID = id; return f }

func TestStatesRunOutBeforeAPass(t *testing.T) {
	s := newShelf(episode(1, "x"))
	state := settled(nil, draft("The user is at the flat.", one(episode(1, "x")), until(may(6))))
	s.save([]memory.Change{{Effect: memory.Formed, Fact: withID(state[0], -1)}}, afterDays(0))
	if err := ExpireStates(t.Context(), deps(s, &scribe{}, afterDays(2))); err != nil || s.facts[0].Status != memory.Active {
		t.Fatalf("on its last day: %v, %+v", err, s.facts)
	}
	runPass(t, deps(s, &scribe{}, afterDays(3)), memory.Pass{Kind: memory.Night, From: may(4), To: may(4)})
	if s.facts[0].Status != memory.Expired {
		t.Errorf("facts %+v", s.facts)
	}
}

func TestAWriterIsShownWhatCouldBeMeant(t *testing.T) {
	b := newBook()
	var facts []memory.Fact
	for i := range 100 {
		facts = append(facts, memory.Fact{
			ID: memory.FactID(i + 1), Text: fmt.Sprintf("The plan %d is in Turku.", i+100), About: fmt.Sprintf("plan %d: place", i+100),
			Status: memory.Active, Names: []memory.Name{{Text: fmt.Sprintf("Plan%d", i+100)}},
		})
	}
	facts[7].Text, facts[7].Names = "The Heron review is on Wednesdays.", []memory.Name{{Text: "Heron"}}
	facts[8].Text, facts[8].Status = "The Heron review is on Mondays.", memory.Closed
	facts[9].Text, facts[9].Kind, facts[9].ValidUntil = "The Heron room is closed.", memory.State, may(3)
	b.put(facts)
	got := b.couldBeMeant([]memory.Episode{episode(1, "The Heron review has moved to Thursday.", named("Heron"))}, may(4))
	if len(got) == 0 || got[0].ID != 8 || len(got) > maxKnown {
		t.Fatalf("shown: %v", got)
	}
	for _, f := range got {
		if f.ID == 9 || f.ID == 10 {
			t.Errorf("shown: %s", f.Text)
		}
	}
}
