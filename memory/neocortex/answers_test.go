package neocortex

import (
	"bufio"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"muisto/memory"
)

// judged checks every answer of a file against its moment, and returns those that
// were kept and those that were not.
func judged(t *testing.T, name string) (kept, refused []string) {
	t.Helper()
	file, err := os.Open(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = file.Close() }()
	at := time.Date(2026, 5, 6, 12, 0, 0, 0, time.UTC)
	for lines := bufio.NewScanner(file); lines.Scan(); {
		what, fact, ok := strings.Cut(lines.Text(), " | ")
		if !ok {
			continue
		}
		e := memory.Episode{ID: 1, What: what, Act: memory.Observation, Actor: memory.RoleUser, FirstAt: at, LastAt: at, Day: memory.DayOf(at, 4)}
		for _, known := range []string{"Oskar", "Ilona", "Priya", "Sara", "Kestrel", "Turku", "Tampere", "Matti", "Claire", "Marta", "Elina"} {
			if name := (memory.Name{Text: known, Type: memory.Thing}); name.OccursIn(what) {
				e.Names = append(e.Names, name)
			}
		}
		r := Request{Today: e.Day + 1, Episodes: []memory.Episode{e}, StateDays: 90, DayTurn: 4}
		drafts, complaints := Check(r, []Proposal{{Text: fact, About: "x: y", Kind: "world", Episodes: []string{"e1"}}})
		if len(drafts) == 1 {
			kept = append(kept, lines.Text())
		} else {
			refused = append(refused, lines.Text()+": "+strings.Join(complaints, "; "))
		}
	}
	return kept, refused
}

func TestRightAnswersAreKept(t *testing.T) {
	kept, refused := judged(t, "right.txt")
	if n := len(kept) + len(refused); n < 60 || 100*len(kept) < 95*n {
		t.Errorf("%d of %d are kept; refused:\n%s", len(kept), n, strings.Join(refused, "\n"))
	}
}

func TestInventedAnswersAreRefused(t *testing.T) {
	kept, refused := judged(t, "invented.txt")
	if n := len(kept) + len(refused); n < 40 || 1000*len(kept) > 25*n {
		t.Errorf("%d of %d are kept:\n%s", len(kept), n, strings.Join(kept, "\n"))
	}
}

// TestTheNewestOfTheUsersWordIsTheOnlyOneActive holds for all statements of the
// user on one slot, in the order said, whatever relations a model claims.
func TestTheNewestOfTheUsersWordIsTheOnlyOneActive(t *testing.T) {
	days := []string{"Mondays", "Tuesdays", "Wednesdays", "Thursdays", "Fridays"}
	rapid.Check(t, func(t *rapid.T) {
		var facts []memory.Fact
		last := ""
		for n := range rapid.IntRange(1, 7).Draw(t, "statements") {
			last = "The Heron review is on " + rapid.SampledFrom(days).Draw(t, "day") + "."
			act := rapid.SampledFrom([]memory.Act{memory.Observation, memory.Decision, memory.Commitment, memory.Correction}).Draw(t, "act")
			d := draft(last, one(episode(n+1, last, func(e *memory.Episode) { e.Act = act })))
			d.About = rapid.SampledFrom([]string{"the Heron review: day", "Heron review: schedule", "Heron: date"}).Draw(t, "about")
			for _, f := range facts {
				if r := rapid.SampledFrom([]Relation{"", Same, Replaces}).Draw(t, "relation"); r != "" {
					d.Claims = append(d.Claims, Claim{f.ID, r})
				}
			}
			facts = settled(facts, d)
		}
		if got := activeOnes(facts); got != last+" (user)" {
			t.Fatalf("active: %s, want %s", got, last)
		}
	})
}

// TestAClaimBetweenThingsThatShareANameDoesNothing: whatever a model claims.
func TestAClaimBetweenThingsThatShareANameDoesNothing(t *testing.T) {
	names := []memory.Name{{Text: "Sara", Type: memory.Person}, {Text: "Kestrel", Type: memory.Organisation}}
	named := func(e *memory.Episode) { e.Names = names }
	known := draft("Sara at Kestrel is allergic to nuts.", one(episode(1, "Sara at Kestrel is allergic to nuts.", named)))
	known.About, known.Names = "Sara: allergy", names
	for _, text := range []string{
		"Sara at Kestrel moved to the blue team.", "Sara of Kestrel has a new phone.", "Sara at Kestrel speaks Finnish.",
		"Sara at Kestrel is on holiday.", "Sara at Kestrel plays the cello.", "Sara from Kestrel prefers trains.",
	} {
		for _, relation := range []Relation{Same, Replaces, Retracts} {
			for _, topic := range []string{"Sara: news", "Sara: allergy"} {
				d := draft(text, one(episode(30, text, named)), claims(relation, 1))
				d.About, d.Names = topic, names
				facts := settled(nil, known, d)
				if len(facts) != 2 || facts[0].Status != memory.Active || facts[1].Status != memory.Active {
					t.Errorf("%q %s, about %q: %s", text, relation, topic, status(facts))
				}
			}
		}
	}
}

// TestABeliefToldAgainRetiresThePassingOneBetween in whatever order the two
// that say the same come.
func TestABeliefToldAgainRetiresThePassingOneBetween(t *testing.T) {
	first := statement{n: 1, thing: 1, value: 2, agent: true}
	passing := statement{n: 2, thing: 1, value: 4, agent: true, state: true}
	again := statement{n: 3, thing: 1, value: 2, agent: true}
	want := activeOnes(settleAll([]statement{first, again, passing}))
	if got := activeOnes(settleAll([]statement{first, passing, again})); got != want || got != "The plan 101 is room 2. (agent)" {
		t.Errorf("in order: %s, shuffled: %s", got, want)
	}
}

func TestWhatOnlyTheAgentSaidIsNoFactOfTheUser(t *testing.T) {
	for _, c := range []struct {
		said, fact string
		actor      memory.Role
		kept       bool
	}{
		{"The agent decided to host on Hetzner.", "The user hosts on Hetzner.", memory.RoleAssistant, false},
		{"The agent decided to host on Hetzner.", "The agent hosts on Hetzner.", memory.RoleAssistant, true},
		{"The user decided to host on Hetzner.", "The user hosts on Hetzner.", memory.RoleUser, true},
		{"The agent said that the user likes tea.", "The user likes tea.", memory.RoleAssistant, false},
		{"The agent said that the user likes tea.", "The agent believes that the user likes tea.", memory.RoleAssistant, true},
		{"Der Agent sagte, dass der Nutzer Tee mag.", "Der Nutzer mag Tee.", memory.RoleAssistant, false},
		{"Agentti sanoi, että käyttäjä asuu Oulussa.", "Käyttäjä asuu Oulussa.", memory.RoleAssistant, false},
		{"助手说用户住在北京。", "用户住在北京。", memory.RoleAssistant, false},
		{"The agent said that the launch is on Friday.", "The launch is on Friday.", memory.RoleAssistant, true},
	} {
		e := episode(1, c.said, func(e *memory.Episode) { e.Actor = c.actor })
		r := Request{Today: e.Day + 1, Episodes: []memory.Episode{e}, StateDays: 90, DayTurn: 4}
		drafts, complaints := Check(r, []Proposal{{Text: c.fact, About: "x: y", Kind: "world", Episodes: []string{"e1"}}})
		if (len(drafts) == 1) != c.kept {
			t.Errorf("%q of %q: %d kept, %q", c.fact, c.said, len(drafts), complaints)
		}
	}
}
