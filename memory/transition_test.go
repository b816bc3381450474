package memory

import (
	"testing"
	"time"
)

var said = time.Date(2026, 5, 18, 12, 0, 0, 0, time.UTC)

func fact(by Authority, kind FactKind, hours int) Fact {
	return Fact{ID: 1, Status: Active, Authority: by, Kind: kind, EvidenceAt: said.Add(time.Duration(hours) * time.Hour), Sources: []EpisodeID{EpisodeID(hours + 1)}}
}

func TestWhoWinsBetweenTwoFacts(t *testing.T) {
	retold := fact(ByAgent, World, 0).Retell(said.Add(9 * time.Hour))
	for name, c := range map[string]struct {
		f, g Fact
		want bool
	}{
		"the user's older word over the agent's newer belief": {fact(ByUser, World, 0), fact(ByAgent, World, 5), true},
		"the agent's newer belief over the user's word":       {fact(ByAgent, World, 5), fact(ByUser, World, 0), false},
		"the newer of the user's":                             {fact(ByUser, World, 5), fact(ByUser, World, 0), true},
		"the older of the user's":                             {fact(ByUser, World, 0), fact(ByUser, World, 5), false},
		"a belief told again over one between":                {retold, fact(ByAgent, World, 5), true},
		"a passing state over what just is":                   {fact(ByUser, State, 5), fact(ByUser, World, 0), false},
		"a passing state over a passing state":                {fact(ByUser, State, 5), fact(ByUser, State, 0), true},
		"what just is over a passing state":                   {fact(ByUser, Habit, 5), fact(ByUser, State, 0), true},
	} {
		t.Run(name, func(t *testing.T) {
			if got := c.f.Beats(c.g); got != c.want {
				t.Errorf("beats is %v", got)
			}
		})
	}
}

func TestTransitionsLeaveTheFactThatTheyStartFrom(t *testing.T) {
	before := fact(ByAgent, State, 0)
	before.From, before.ValidUntil = []Day{10}, 20
	winner := fact(ByUser, World, 3)
	winner.ID = 2
	calendar := Calendar{Turn: 0, Zone: time.FixedZone("", 3*3600)}

	if f := before.Supersede(winner); f.Status != Superseded || f.SupersededBy != 2 || f.RetiredBy != ByUser || !f.RetiredAt.Equal(winner.EvidenceAt) {
		t.Errorf("superseded: %+v", f)
	}
	if f := before.Close(ByUser, said); f.Status != Closed || f.RetiredBy != ByUser || !f.RetiredAt.Equal(said) {
		t.Errorf("closed: %+v", f)
	}
	if f := before.Expire(calendar); f.Status != Expired || !f.RetiredAt.Equal(Day(21).Time(calendar.Zone)) {
		t.Errorf("expired: %+v", f)
	}
	if f := before.Confirm(said.Add(-time.Hour)); f.Authority != ByUser || f.Reinforced != 1 || !f.EvidenceAt.Equal(said.Add(-time.Hour)) {
		t.Errorf("confirmed: %+v", f)
	}
	if f := before.Reinforce(said.Add(time.Hour), 25); f.ValidUntil != 25 || !f.EvidenceAt.Equal(said.Add(time.Hour)) {
		t.Errorf("reinforced: %+v", f)
	}
	if f, ok := before.Cite(Episode{ID: 7, Day: 9, Salience: 0.5}); !ok || len(f.Sources) != 2 || f.From[0] != 9 || f.Salience != 0.5 {
		t.Errorf("cited: %+v", f)
	}
	if before.Status != Active || before.Authority != ByAgent || len(before.Sources) != 1 || len(before.From) != 1 || before.ValidUntil != 20 {
		t.Errorf("the fact itself became %+v", before)
	}
}

func TestADayEndsWhereItTurns(t *testing.T) {
	zone := time.FixedZone("", 2*3600)
	for turn, want := range map[int]string{0: "2026-05-19T00:00:00+02:00", 4: "2026-05-19T04:00:00+02:00"} {
		c := Calendar{Turn: turn, Zone: zone}
		end := c.End(DayOn(2026, 5, 18))
		if got := end.Format(time.RFC3339); got != want {
			t.Errorf("with turn %d the day ends at %s, want %s", turn, got, want)
		}
		if c.DayOf(end.Add(-time.Second)) != DayOn(2026, 5, 18) || c.DayOf(end) != DayOn(2026, 5, 19) {
			t.Errorf("with turn %d the days do not meet at %s", turn, end)
		}
	}
}
