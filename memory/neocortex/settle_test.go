package neocortex

import (
	"fmt"
	"slices"
	"sort"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"muisto/memory"
)

var monday = time.Date(2026, 5, 4, 9, 0, 0, 0, time.UTC)

// episode is one of the user's observations, n hours after a Monday morning.
func episode(n int, what string, change ...func(*memory.Episode)) memory.Episode {
	at := monday.Add(time.Duration(n) * time.Hour)
	e := memory.Episode{
		ID: memory.EpisodeID(n), What: what, Act: memory.Observation, Actor: memory.RoleUser, Salience: 0.25,
		FirstAt: at, LastAt: at, Day: memory.DayOf(at, 4),
	}
	for _, c := range change {
		c(&e)
	}
	return e
}

func byAgent(e *memory.Episode)   { e.Actor = memory.RoleAssistant }
func corrects(e *memory.Episode)  { e.Act, e.Salience = memory.Correction, 0.9 }
func takesBack(e *memory.Episode) { e.Act, e.Actor = memory.Retraction, memory.RoleAssistant }
func asks(e *memory.Episode)      { e.Act = memory.Routine }
func until(d memory.Day) func(*Draft) {
	return func(x *Draft) { x.Kind, x.ValidUntil = memory.State, d }
}

// draft cites episodes for a statement about the Heron review's day.
func draft(text string, episodes []memory.Episode, change ...func(*Draft)) Draft {
	d := Draft{Text: text, About: "the Heron review: day", Kind: memory.World, Episodes: episodes}
	for _, c := range change {
		c(&d)
	}
	return d
}

func claims(r Relation, ids ...memory.FactID) func(*Draft) {
	return func(d *Draft) {
		for _, id := range ids {
			d.Claims = append(d.Claims, Claim{id, r})
		}
	}
}

// settled applies drafts one after the other to facts, numbering new ones.
func settled(facts []memory.Fact, drafts ...Draft) []memory.Fact {
	for _, d := range drafts {
		facts = Apply(facts, Settle(facts, d, memory.DayOf(monday, 4), memory.Calendar{Turn: 4}, memory.FactID(len(facts)+1)))
	}
	return facts
}

func status(facts []memory.Fact) string {
	var lines []string
	for _, f := range facts {
		line := fmt.Sprintf("%s %s", f.Text, f.Status)
		if f.SupersededBy != 0 {
			line += " by " + f.SupersededBy.String()
		}
		lines = append(lines, line)
	}
	return strings.Join(lines, "; ")
}

func one(e memory.Episode) []memory.Episode { return []memory.Episode{e} }

func TestSettle(t *testing.T) {
	wed, thu := "The Heron review is on Wednesday.", "The Heron review is on Thursday."
	for name, c := range map[string]struct {
		drafts []Draft
		want   string
	}{
		"newer evidence supersedes older": {
			[]Draft{draft(wed, one(episode(1, wed))), draft(thu, one(episode(2, thu, corrects)), claims(Replaces, 1))},
			wed + " superseded by f2; " + thu + " active",
		},
		"older evidence that comes late is superseded at birth": {
			[]Draft{draft(thu, one(episode(2, thu))), draft(wed, one(episode(1, wed, corrects)), claims(Replaces, 1))},
			thu + " active; " + wed + " superseded by f1",
		},
		"the agent's belief does not beat the user's word, however new": {
			[]Draft{draft(wed, one(episode(1, wed))), draft(thu, one(episode(9, thu, byAgent)), claims(Replaces, 1))},
			wed + " active; " + thu + " superseded by f1",
		},
		"the user's word beats the agent's newer belief": {
			[]Draft{draft(thu, one(episode(9, thu, byAgent))), draft(wed, one(episode(1, wed)), claims(Replaces, 1))},
			thu + " superseded by f2; " + wed + " active",
		},
		"a question is not the user's word": {
			[]Draft{draft(wed, one(episode(1, wed, byAgent))), draft(thu, one(episode(0, thu, asks)), claims(Replaces, 1))},
			wed + " active; " + thu + " superseded by f1",
		},
		"the user's moment vouches only for what it says": {
			[]Draft{
				draft(wed, one(episode(1, wed))),
				draft(thu, []memory.Episode{episode(2, wed), episode(3, thu, byAgent)}, claims(Replaces, 1)),
			},
			wed + " active; " + thu + " superseded by f1",
		},
		"a fact about another thing is left alone": {
			[]Draft{
				draft("Ilona lives in Turku.", one(episode(1, "x")), func(d *Draft) { d.About = "the user's sister Ilona: town" }),
				draft("Petra lives in Oslo.", one(episode(2, "x")), func(d *Draft) { d.About = "the user's sister Petra: town" }, claims(Replaces, 1)),
			},
			"Ilona lives in Turku. active; Petra lives in Oslo. active",
		},
		"a passing state leaves the standing fact": {
			[]Draft{
				draft(wed, one(episode(1, wed))),
				draft("This week the Heron review is on Thursday.", one(episode(2, thu)), until(memory.DayOf(monday, 4)+5), claims(Replaces, 1)),
			},
			wed + " active; This week the Heron review is on Thursday. active",
		},
		"a standing fact said later retires a passing state": {
			[]Draft{
				draft("This week the Heron review is on Thursday.", one(episode(1, thu)), until(memory.DayOf(monday, 4)+5)),
				draft(wed, one(episode(2, wed)), claims(Replaces, 1)),
			},
			"This week the Heron review is on Thursday. superseded by f2; " + wed + " active",
		},
		"a state whose last day has gone by is expired at birth": {
			[]Draft{draft(thu, one(episode(1, thu)), until(memory.DayOf(monday, 4)-1))},
			thu + " expired",
		},
		"a retraction closes the agent's belief": {
			[]Draft{draft(wed, one(episode(1, wed, byAgent))), draft("", one(episode(2, "No: "+wed, takesBack)), claims(Retracts, 1))},
			wed + " closed",
		},
		"a retraction does not close the user's word": {
			[]Draft{draft(wed, one(episode(1, wed))), draft("", one(episode(2, "No: "+wed, takesBack)), claims(Retracts, 1))},
			wed + " active",
		},
		"a retraction from before the evidence closes nothing": {
			[]Draft{draft(wed, one(episode(3, wed, byAgent))), draft("", one(episode(2, "No: "+wed, takesBack)), claims(Retracts, 1))},
			wed + " active",
		},
		"a retraction that was retold away closes nothing": {
			[]Draft{
				draft(wed, one(episode(1, wed, byAgent))), draft(wed, one(episode(5, wed, byAgent)), claims(Same, 1)),
				draft("", one(episode(3, "No: "+wed, takesBack)), claims(Retracts, 1)),
			},
			wed + " active",
		},
		"only a retraction takes back": {
			[]Draft{draft(wed, one(episode(1, wed, byAgent))), draft("", one(episode(2, wed, byAgent)), claims(Retracts, 1))},
			wed + " active",
		},
		"the user may take back their own word": {
			[]Draft{draft(wed, one(episode(1, wed))), draft("", one(episode(2, "The Heron review is off.")), claims(Retracts, 1))},
			wed + " closed",
		},
		"what says the same is not doubled, claimed or not": {
			[]Draft{draft(wed, one(episode(1, wed))), draft("The Heron review is on Wednesdays", one(episode(30, wed)))},
			wed + " active",
		},
		"another value is not the same, whatever is claimed": {
			[]Draft{draft(wed, one(episode(1, wed))), draft(thu, one(episode(2, thu)), claims(Same, 1))},
			wed + " superseded by f2; " + thu + " active",
		},
		"another value is a contradiction, claimed or not": {
			[]Draft{draft(wed, one(episode(1, wed))), draft(thu, one(episode(2, thu)))},
			wed + " superseded by f2; " + thu + " active",
		},
		"moments from before the retirement do not bring a fact back": {
			[]Draft{
				draft(wed, one(episode(1, wed))), draft(thu, one(episode(20, thu)), claims(Replaces, 1)),
				draft(wed, []memory.Episode{episode(2, wed), episode(3, wed)}, claims(Replaces, 2)),
			},
			wed + " superseded by f2; " + thu + " active",
		},
		"one passing remark beside old moments does not bring a fact back": {
			[]Draft{
				draft(wed, one(episode(1, wed))), draft(thu, one(episode(20, thu)), claims(Replaces, 1)),
				draft(wed, []memory.Episode{episode(2, wed), episode(30, wed)}, claims(Replaces, 2)),
			},
			wed + " superseded by f2; " + thu + " active",
		},
		"later evidence brings a retired fact back": {
			[]Draft{
				draft(wed, one(episode(1, wed))), draft(thu, one(episode(20, thu)), claims(Replaces, 1)),
				draft(wed, []memory.Episode{episode(2, wed), episode(30, wed, corrects)}, claims(Replaces, 2)),
			},
			wed + " superseded by f2; " + thu + " superseded by f3; " + wed + " active",
		},
		"a closed fact stays closed on the moments it rested on": {
			[]Draft{
				draft(wed, one(episode(1, wed, byAgent))), draft("", one(episode(20, "No: "+wed, takesBack)), claims(Retracts, 1)),
				draft("On Wednesdays it is that the Heron review takes place.", []memory.Episode{episode(1, wed, byAgent)}),
			},
			wed + " closed",
		},
		"the user's older word outranks what the agent took back": {
			[]Draft{
				draft(wed, one(episode(5, wed, byAgent))), draft("", one(episode(20, "No: "+wed, takesBack)), claims(Retracts, 1)),
				draft(wed, one(episode(1, wed))),
			},
			wed + " closed; " + wed + " active",
		},
		"the agent insisting on a retired belief makes no second one": {
			[]Draft{
				draft(wed, one(episode(1, wed, byAgent))), draft(thu, one(episode(2, thu)), claims(Replaces, 1)),
				draft(wed, []memory.Episode{episode(30, wed, byAgent), episode(60, wed, byAgent)}, claims(Replaces, 2)),
			},
			wed + " superseded by f2; " + thu + " active",
		},
	} {
		t.Run(name, func(t *testing.T) {
			if got := status(settled(nil, c.drafts...)); got != c.want {
				t.Errorf("got  %s\nwant %s", got, c.want)
			}
		})
	}
}

func TestWhatACorrectionPutRightIsOverridden(t *testing.T) {
	wrong := draft("The launch is on Friday.", one(episode(1, "The agent said that the launch is on Friday.", byAgent)))
	right := draft("The launch is on Monday.", one(episode(2, "The user corrected the agent: the launch is on Monday.", corrects)))
	said := draft("The launch is on Monday.", one(episode(2, "The launch is on Monday.")))
	for name, c := range map[string]struct {
		drafts []Draft
		want   string
	}{
		"told after it":     {[]Draft{right, wrong}, "superseded"},
		"told before it":    {[]Draft{wrong, right}, "superseded"},
		"only contradicted": {[]Draft{said, wrong}, "superseded"},
	} {
		t.Run(name, func(t *testing.T) {
			facts := Apply(nil, newBook().settle(c.drafts, 0, memory.Calendar{}))
			for _, f := range facts {
				want := "active"
				if f.Text == wrong.Text {
					want = c.want
				}
				if string(f.Status) != want {
					t.Errorf("%s is %s, want %s", f.Text, f.Status, want)
				}
			}
			if len(facts) != 2 {
				t.Errorf("facts %+v", facts)
			}
		})
	}
}

func TestTheAgentsRetellingAddsNothing(t *testing.T) {
	wed := "The Heron review is on Wednesday."
	for _, first := range []memory.Episode{episode(1, wed), episode(1, wed, byAgent)} {
		before := settled(nil, draft(wed, one(first)))
		retold := episode(50, wed, byAgent)
		retold.Salience = 1
		after := settled(before, draft(wed, one(retold), claims(Same, 1)))
		f := after[0]
		if len(after) != 1 || len(f.Sources) != 1 || f.Salience != 0.25 || !f.EvidenceAt.Equal(first.LastAt) || f.Reinforced != 0 {
			t.Errorf("retelling changed %+v to %+v", before[0], f)
		}
	}
}

// What the user only showed takes nothing back and replaces nothing.
func TestWhatTheUserOnlySharedIsNotTheUsersWord(t *testing.T) {
	wed, thu := "The Heron review is on Wednesday.", "The Heron review is on Thursday."
	before := settled(nil, draft(wed, one(episode(1, wed))))
	shared := episode(50, memory.Shared(memory.RoleUser, thu))
	for _, claim := range []func(*Draft){claims(Replaces, 1), claims(Retracts, 1)} {
		after := settled(before, draft(thu, one(shared), claim))
		if after[0].Status != memory.Active {
			t.Errorf("what was shown left %s", status(after))
		}
	}
}

// Nor does it retire a fact of the user's in favour of the one that it tells;
// the user's own word, with the same claim, does.
func TestTheAgentsRetellingRetiresNothing(t *testing.T) {
	for _, c := range []struct{ about, first, second string }{
		{"the user: allergies", "The user is allergic to nuts.", "The user is allergic to eggs."},
		{"the user: instrument", "The user plays the cello.", "The user plays the piano."},
		{"the user: evening", "The user reads in the evening.", "The user runs in the evening."},
	} {
		about := func(d *Draft) { d.About = c.about }
		before := settled(nil, draft(c.first, one(episode(1, c.first)), about), draft(c.second, one(episode(2, c.second)), about))
		if got := status(before); got != c.first+" active; "+c.second+" active" {
			t.Fatal(got)
		}
		for _, claim := range []func(*Draft){claims(Replaces, 1), claims(Retracts, 1)} {
			told := func(by ...func(*memory.Episode)) []memory.Fact {
				return settled(before, draft(c.second, one(episode(50, c.second, by...)), about, claims(Same, 2), claim))
			}
			if got := status(told(byAgent)); got != status(before) {
				t.Errorf("retelling left %s", got)
			}
			if facts := told(corrects); facts[0].Status == memory.Active {
				t.Errorf("the user's word left %s", status(facts))
			}
		}
	}
}

func TestTheUserSayingItAgainReinforces(t *testing.T) {
	wed := "The Heron review is on Wednesday."
	again := episode(50, wed, corrects)
	f := settled(nil, draft(wed, one(episode(1, wed, byAgent))), draft(wed, one(again), claims(Same, 1)))[0]
	if f.Authority != memory.ByUser || f.Reinforced != 1 || len(f.Sources) != 2 || len(f.From) != 2 || f.Salience != 0.9 || !f.EvidenceAt.Equal(again.LastAt) {
		t.Errorf("reinforced: %+v", f)
	}
}

func TestAStateSaidAgainHoldsLonger(t *testing.T) {
	day := memory.DayOf(monday, 4)
	text := "The user is at the flat."
	facts := settled(nil, draft(text, one(episode(1, text)), until(day+5)), draft(text, one(episode(30, text)), until(day+9), claims(Same, 1)))
	if len(facts) != 1 || facts[0].ValidUntil != day+9 {
		t.Errorf("facts: %+v", facts)
	}
}

func TestExpireRetiresWhatHasRunOut(t *testing.T) {
	day := memory.DayOf(monday, 4)
	facts := settled(nil, draft("a flat", one(episode(1, "x")), until(day+5)), draft("a lift", one(episode(1, "x")), until(day+6)), draft("a name", one(episode(1, "x"))))
	facts = Apply(facts, Expire(facts, day+6, memory.Calendar{Turn: 4}))
	if got := status(facts); got != "a flat expired; a lift active; a name active" {
		t.Error(got)
	}
	if want := (day + 5).Ends(4, time.UTC); !facts[0].RetiredAt.Equal(want) {
		t.Errorf("retired at %v, want %v", facts[0].RetiredAt, want)
	}
}

// statement is what is said in the property tests: one value of one thing.
type statement struct {
	n     int
	thing int
	value int
	agent bool
	state bool
}

func (s statement) text() string {
	if s.state {
		return fmt.Sprintf("For this week the plan %d is room %d.", s.thing+100, s.value)
	}
	return fmt.Sprintf("The plan %d is room %d.", s.thing+100, s.value)
}

// oracle relates a statement to the active facts as a faithful writer would.
func (s statement) draft(facts []memory.Fact) Draft {
	e := episode(s.n, s.text())
	if s.agent {
		byAgent(&e)
	}
	d := Draft{Text: s.text(), About: fmt.Sprintf("plan %d: room", s.thing+100), Kind: memory.World, Episodes: one(e)}
	if s.state {
		until(memory.DayOf(monday, 4) + 90)(&d)
	}
	for _, f := range facts {
		switch {
		case f.Status != memory.Active || f.About != d.About:
		case f.Text == d.Text:
			d.Claims = append(d.Claims, Claim{f.ID, Same})
		case !strings.HasSuffix(f.Text, fmt.Sprintf("room %d.", s.value)):
			d.Claims = append(d.Claims, Claim{f.ID, Replaces})
		}
	}
	return d
}

func statements(t *rapid.T) []statement {
	list := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) statement {
		return statement{
			thing: rapid.IntRange(0, 1).Draw(t, "thing"), value: rapid.IntRange(1, 3).Draw(t, "value"),
			agent: rapid.Bool().Draw(t, "agent"), state: rapid.IntRange(0, 3).Draw(t, "state") == 0,
		}
	}), 1, 9).Draw(t, "statements")
	for i := range list {
		list[i].n = i + 1
		if list[i].state { // a passing state says something else than what stands
			list[i].value += 3
		}
	}
	return list
}

func settleAll(list []statement) []memory.Fact {
	var facts []memory.Fact
	for _, s := range list {
		facts = settled(facts, s.draft(facts))
	}
	return facts
}

func activeOnes(facts []memory.Fact) string {
	var active []string
	for _, f := range facts {
		if f.Status == memory.Active {
			active = append(active, fmt.Sprintf("%s (%s)", f.Text, f.Authority))
		}
	}
	sort.Strings(active)
	return strings.Join(active, "; ")
}

func TestTheSameFactsStandInWhateverOrderTheyCome(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		list := statements(t)
		want := activeOnes(settleAll(list))
		shuffled := rapid.Permutation(list).Draw(t, "order")
		if got := activeOnes(settleAll(shuffled)); got != want {
			t.Fatalf("in order: %s\nshuffled: %s", want, got)
		}
	})
}

func TestNoTwoActiveFactsContradictEachOther(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		facts := settleAll(rapid.Permutation(statements(t)).Draw(t, "order"))
		for i, f := range facts {
			for _, g := range facts[:i] {
				if f.Status == memory.Active && g.Status == memory.Active && f.About == g.About && f.Kind == g.Kind {
					t.Fatalf("both stand: %s / %s", f.Text, g.Text)
				}
			}
		}
	})
}

func TestNothingOfTheAgentsRetiresAnythingOfTheUsers(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var facts []memory.Fact
		for _, s := range rapid.Permutation(statements(t)).Draw(t, "order") {
			d := s.draft(facts)
			if rapid.IntRange(0, 4).Draw(t, "retract") == 0 && len(facts) > 0 {
				d = draft("", one(episode(s.n, "x", takesBack)), claims(Retracts, facts[len(facts)-1].ID))
			}
			after := settled(facts, d)
			for i, f := range facts {
				if f.Status == memory.Active && f.Authority == memory.ByUser && after[i].Status != memory.Active && d.Authority() == memory.ByAgent {
					t.Fatalf("the agent's %q retired %q", d.Text, f.Text)
				}
			}
			facts = after
		}
	})
}

func TestNothingIsLostAndEveryTrailEnds(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var facts []memory.Fact
		for _, s := range rapid.Permutation(statements(t)).Draw(t, "order") {
			after := settled(facts, s.draft(facts))
			if len(after) < len(facts) {
				t.Fatal("a fact was deleted")
			}
			for i, f := range facts {
				g := after[i]
				if g.ID != f.ID || g.Text != f.Text || g.About != f.About || g.Kind != f.Kind {
					t.Fatalf("a fact was altered: %+v, %+v", f, g)
				}
				if f.Status != memory.Active && (g.Status != f.Status || g.SupersededBy != f.SupersededBy) {
					t.Fatalf("a retired fact came back: %+v, %+v", f, g)
				}
				for _, id := range f.Sources {
					if !slices.Contains(g.Sources, id) {
						t.Fatalf("%s lost a source", f.Text)
					}
				}
			}
			facts = after
		}
		for _, f := range facts {
			for steps := 0; f.Status == memory.Superseded; steps++ {
				if f.SupersededBy < 1 || int(f.SupersededBy) > len(facts) || steps > len(facts) {
					t.Fatalf("the trail of %s ends nowhere", f.Text)
				}
				f = facts[f.SupersededBy-1]
			}
		}
	})
}

func TestOldMomentsNeverBringBackWhatWasRetired(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		list := statements(t)
		facts := settleAll(list)
		want := status(facts)
		for _, s := range rapid.Permutation(list).Draw(t, "again") {
			facts = settled(facts, s.draft(facts))
		}
		if got := status(facts); got != want {
			t.Fatalf("before: %s\nafter:  %s", want, got)
		}
	})
}
