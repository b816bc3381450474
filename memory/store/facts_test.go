package store

import (
	"database/sql"
	"errors"
	"fmt"
	"reflect"
	"testing"
	"time"

	"muisto/memory"
)

// nights gives the store as a pass needs it, for as long as the test runs.
func nights(t testing.TB, s *Store) Nights {
	t.Helper()
	lease := must[Lease](t)(s.Acquire(t.Context(), "sleep", time.Minute))
	return s.Nights(lease)
}

// factOf is a new fact that rests on these episodes.
func factOf(text string, from ...memory.Episode) memory.Fact {
	f := memory.Fact{
		ID: -1, Text: text, About: "the launch: date", Kind: memory.State, Status: memory.Active, Authority: memory.ByUser,
		Salience: 0.9, Names: []memory.Name{{Text: "Bergen", Type: memory.Place}}, EvidenceAt: from[len(from)-1].LastAt,
		ValidUntil: memory.DayOn(2026, 6, 14),
	}
	for _, e := range from {
		f.Sources = append(f.Sources, e.ID)
		if len(f.From) == 0 || f.From[len(f.From)-1] != e.Day {
			f.From = append(f.From, e.Day)
		}
	}
	return f
}

func formed(f memory.Fact) memory.Change {
	return memory.Change{Effect: memory.Formed, Fact: f}
}

// keepChanges commits changes for one group of all episodes.
func keepChanges(t testing.TB, n Nights, pass int64, episodes []memory.Episode, changes ...memory.Change) memory.GroupRecord {
	t.Helper()
	g := memory.GroupRecord{
		Names: []memory.WeighedName{{Name: "Bergen", Weight: 3.5}}, Ties: []memory.Tie{{A: 0, B: 1, Weight: 3.5}},
		Reason: "it came up on 2 days", Sent: true,
	}
	for _, e := range episodes {
		g.Episodes = append(g.Episodes, e.ID)
	}
	kept := must[[]memory.GroupRecord](t)(n.Keep(t.Context(), memory.PassEntry{
		Pass: pass, At: noon, Version: "facts-1", Groups: []memory.GroupRecord{g}, Seen: true, Calls: 1,
		Settle: func([]memory.Fact) []memory.Change { return changes },
	}))
	return kept[0]
}

func beginNight(t testing.TB, n Nights, day memory.Day) memory.PassRecord {
	t.Helper()
	return must[memory.PassRecord](t)(n.Begin(t.Context(), memory.Pass{Kind: memory.Night, From: day, To: day}, noon, day+1))
}

func TestAFactIsReadAsItWasKept(t *testing.T) {
	s := openNew(t)
	say(t, s, "one", "two")
	episodes := captureAll(t, s, "c")
	n := nights(t, s)
	pass := beginNight(t, n, episodes[0].Day)
	f := factOf("The launch in Bergen is on Friday.", episodes...)
	keepChanges(t, n, pass.ID, episodes, formed(f))
	f.ID, f.FormedAt = 1, noon
	got := must[[]memory.Fact](t)(s.FactsByID(t.Context(), []memory.FactID{7, 1}))
	if !sameFacts(got, []memory.Fact{f}) {
		t.Errorf("got  %+v\nwant %+v", got, f)
	}
	if list := must[[]memory.Fact](t)(s.Facts(t.Context(), FactQuery{})); !reflect.DeepEqual(list, got) {
		t.Errorf("listed %+v", list)
	}
}

func sameFacts(a, b []memory.Fact) bool {
	return fmt.Sprintf("%+v", a) == fmt.Sprintf("%+v", b)
}

func TestChangesComeInTheOrderOfTheirRevisions(t *testing.T) {
	s := openNew(t)
	say(t, s, "one", "two")
	episodes := captureAll(t, s, "c")
	n := nights(t, s)
	pass := beginNight(t, n, episodes[0].Day)
	keepChanges(t, n, pass.ID, episodes, formed(factOf("Monday.", episodes[0])))
	facts, rev, err := s.FactsAfter(t.Context(), 0, 10)
	if err != nil || len(facts) != 1 {
		t.Fatalf("%v, %v", facts, err)
	}
	if again, same, err := s.FactsAfter(t.Context(), rev, 10); err != nil || len(again) != 0 || same != rev {
		t.Errorf("nothing new: %v, %d, %v", again, same, err)
	}
	old := facts[0]
	old.Status, old.SupersededBy, old.RetiredAt, old.RetiredBy = memory.Superseded, -1, noon, memory.ByUser
	g := keepChanges(t, n, pass.ID, episodes, formed(factOf("Friday.", episodes[1])), memory.Change{Effect: memory.Replaced, Fact: old})
	want := []memory.FactChange{{Effect: memory.Formed, Fact: 2}, {Effect: memory.Replaced, Fact: 1, By: 2}}
	if !reflect.DeepEqual(g.Changes, want) || g.Outcome != memory.BecameFacts {
		t.Errorf("group %+v", g)
	}
	facts, _, err = s.FactsAfter(t.Context(), rev, 10)
	if err != nil || len(facts) != 2 || facts[0].ID != 2 || facts[1].ID != 1 || facts[1].SupersededBy != 2 {
		t.Errorf("changed: %+v, %v", facts, err)
	}
	if active := must[[]memory.Fact](t)(s.Facts(t.Context(), FactQuery{})); len(active) != 1 || active[0].ID != 2 {
		t.Errorf("active: %+v", active)
	}
	if c := must[FactCounts](t)(s.FactCounts(t.Context())); c != (FactCounts{Active: 1, Retired: 1}) {
		t.Errorf("counts %+v", c)
	}
	history := must[[]FactEvent](t)(s.FactHistory(t.Context(), 1))
	if len(history) != 2 || history[0].Effect != "formed" || history[1].Effect != "replaced" || history[1].By != 2 || history[1].Pass != pass.ID {
		t.Errorf("history %+v", history)
	}
}

func TestAFactIsKeptForGood(t *testing.T) {
	s := openNew(t)
	say(t, s, "one")
	episodes := captureAll(t, s, "c")
	n := nights(t, s)
	pass := beginNight(t, n, episodes[0].Day)
	keepChanges(t, n, pass.ID, episodes, formed(factOf("Monday.", episodes[0])))
	old := must[[]memory.Fact](t)(s.FactsByID(t.Context(), []memory.FactID{1}))[0]
	old.Status, old.RetiredAt, old.RetiredBy = memory.Closed, noon, memory.ByUser
	keepChanges(t, n, pass.ID, episodes, memory.Change{Effect: memory.TakenBack, Fact: old})
	for _, statement := range []string{
		`DELETE FROM facts`,
		`UPDATE facts SET text = 'forged'`,
		`UPDATE facts SET about = 'forged'`,
		`UPDATE facts SET kind = 'world'`,
		`UPDATE facts SET status = 'active'`,
		`REPLACE INTO facts SELECT * FROM facts`,
		`DELETE FROM fact_sources`,
		`UPDATE fact_sources SET episode = 2`,
		`DELETE FROM fact_names`,
		`UPDATE fact_names SET name = 2`,
	} {
		if _, err := s.writes.ExecContext(t.Context(), statement); err == nil {
			t.Errorf("went through: %s", statement)
		}
	}
}

func TestAFactThatCannotBeIsRefused(t *testing.T) {
	s := openNew(t)
	say(t, s, "one")
	episodes := captureAll(t, s, "c")
	n := nights(t, s)
	pass := beginNight(t, n, episodes[0].Day)
	for name, change := range map[string]func(*memory.Fact){
		"no text":         func(f *memory.Fact) { f.Text = "" },
		"no kind":         func(f *memory.Fact) { f.Kind = "rumour" },
		"no sources":      func(f *memory.Fact) { f.Sources = nil },
		"unknown source":  func(f *memory.Fact) { f.Sources = []memory.EpisodeID{99} },
		"half superseded": func(f *memory.Fact) { f.Status = memory.Superseded },
		"unknown fact":    func(f *memory.Fact) { f.ID = 44 },
	} {
		f := factOf("Monday.", episodes[0])
		change(&f)
		_, err := n.Keep(t.Context(), memory.PassEntry{Pass: pass.ID, At: noon, Groups: []memory.GroupRecord{{Episodes: f.Sources}},
			Settle: func([]memory.Fact) []memory.Change { return []memory.Change{formed(f)} }})
		if err == nil {
			t.Errorf("%s: kept", name)
		}
	}
	if r := must[memory.PassRecord](t)(s.Record(t.Context(), pass.ID)); len(r.Groups) != 0 {
		t.Errorf("half kept: %+v", r)
	}
}

func TestAPassIsReadAsItRan(t *testing.T) {
	s := openNew(t)
	say(t, s, "one", "two", "three")
	episodes := captureAll(t, s, "c")
	n := nights(t, s)
	day := episodes[0].Day
	calendar := must[memory.PassHistory](t)(s.Calendar(t.Context(), noon, 4))
	if calendar.First != day || !reflect.DeepEqual(calendar.Unseen, []memory.Day{day}) || len(calendar.Passes) != 0 {
		t.Errorf("calendar %+v", calendar)
	}
	pass := beginNight(t, n, day)
	keepChanges(t, n, pass.ID, episodes[:2], formed(factOf("Monday.", episodes[0])))
	if again := beginNight(t, n, day); again.ID != pass.ID || len(again.Groups) != 1 || again.Calls != 1 {
		t.Errorf("taken up: %+v", again)
	}
	unseen := must[[]memory.EpisodeRef](t)(s.UnseenMoments(t.Context(), day, 0))
	if len(unseen) != 1 || unseen[0].ID != episodes[2].ID || !reflect.DeepEqual(unseen[0].Names, []string{"Bergen", "Noor"}) || !unseen[0].At.Equal(episodes[2].LastAt) {
		t.Errorf("unseen: %+v", unseen)
	}
	if mine := must[[]memory.EpisodeRef](t)(s.UnseenMoments(t.Context(), day, pass.ID)); len(mine) != 3 {
		t.Errorf("unseen but by this pass: %+v", mine)
	}
	r := must[memory.PassRecord](t)(s.Record(t.Context(), pass.ID))
	r.Moments, r.Alone, r.Left, r.Finished = 3, 1, 1, true
	r.Thinned = []memory.Thinning{{Name: "Bergen", Moments: 40, Each: 16}}
	if err := n.Finish(t.Context(), r); err != nil {
		t.Fatal(err)
	}
	if got := must[[]memory.PassRecord](t)(s.Records(t.Context(), 0, 5)); len(got) != 1 || !reflect.DeepEqual(got[0], r) {
		t.Errorf("got  %+v\nwant %+v", got, r)
	}
	sent := must[map[memory.EpisodeID][]int64](t)(s.Sent(t.Context(), "facts-1"))
	if len(sent) != 2 || len(sent[episodes[0].ID]) != 1 || sent[episodes[0].ID][0] != sent[episodes[1].ID][0] {
		t.Errorf("sent %v", sent)
	}
	if other := must[map[memory.EpisodeID][]int64](t)(s.Sent(t.Context(), "facts-2")); len(other) != 0 {
		t.Errorf("sent under another version: %v", other)
	}
	calendar = must[memory.PassHistory](t)(s.Calendar(t.Context(), noon, 4))
	want := []memory.PastPass{{Pass: pass.Pass, On: day + 1, Finished: true, Left: 1}}
	if !reflect.DeepEqual(calendar.Passes, want) {
		t.Errorf("passes %+v", calendar.Passes)
	}
	if next := beginNight(t, n, day); next.ID == pass.ID {
		t.Error("a finished pass was taken up again")
	}
}

func TestAPassWithoutTheLeaseWritesNothing(t *testing.T) {
	s := openNew(t)
	say(t, s, "one")
	episodes := captureAll(t, s, "c")
	n := nights(t, s)
	pass := beginNight(t, n, episodes[0].Day)
	if err := s.Release(t.Context(), n.lease); err != nil {
		t.Fatal(err)
	}
	if _, err := n.Keep(t.Context(), memory.PassEntry{Pass: pass.ID, At: noon, Groups: []memory.GroupRecord{{}}}); !errors.Is(err, memory.ErrBusy) {
		t.Errorf("keep: %v", err)
	}
	if _, err := n.Begin(t.Context(), pass.Pass, noon, 1); !errors.Is(err, memory.ErrBusy) {
		t.Errorf("begin: %v", err)
	}
	if err := n.Finish(t.Context(), pass); !errors.Is(err, memory.ErrBusy) {
		t.Errorf("finish: %v", err)
	}
}

func TestWithdrawnFactsAreOnNoList(t *testing.T) {
	s := openNew(t)
	say(t, s, "one")
	episodes := captureAll(t, s, "c")
	n := nights(t, s)
	pass := beginNight(t, n, episodes[0].Day)
	keepChanges(t, n, pass.ID, episodes, formed(factOf("Monday.", episodes[0])))
	err := s.write(t.Context(), func(tx *sql.Tx) error {
		_, err := tx.ExecContext(t.Context(), `INSERT INTO withdrawn_facts (fact, at) VALUES (1, 0)`)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if list := must[[]memory.Fact](t)(s.Facts(t.Context(), FactQuery{Retired: true})); len(list) != 0 {
		t.Errorf("listed: %+v", list)
	}
	if list := must[[]memory.Fact](t)(s.FactsByID(t.Context(), []memory.FactID{1})); len(list) != 0 {
		t.Errorf("found: %+v", list)
	}
	if list, _, err := s.FactsAfter(t.Context(), 0, 10); err != nil || len(list) != 1 || list[0].Status != memory.Closed {
		t.Errorf("changed: %+v, %v", list, err)
	}
}
