package mind

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"muisto/memory"
	"muisto/memory/hippocampus"
	"muisto/memory/neocortex"
	"muisto/memory/store"
)

// corrects is an encoder that takes every message for a correction of the
// user's, and a writer that makes a fact of it which replaces all known.
type corrects struct{}

func (corrects) Encode(_ context.Context, b hippocampus.Batch, _ []string) ([]hippocampus.Proposal, error) {
	var list []hippocampus.Proposal
	for i, m := range b.Messages {
		what, _ := strings.CutPrefix(m.Text, "No, ")
		list = append(list, hippocampus.Proposal{
			What: strings.ToUpper(what[:1]) + what[1:], About: "the launch: day", Act: "correction",
			Sources: []string{fmt.Sprintf("m%d", i+1)}, Quote: m.Text,
		})
	}
	return list, nil
}

func (corrects) Write(_ context.Context, r neocortex.Request, _ []string) ([]neocortex.Proposal, error) {
	last := r.Episodes[len(r.Episodes)-1]
	p := neocortex.Proposal{Text: last.What, About: last.About, Kind: "world", Episodes: []string{last.ID.String()}}
	for _, f := range r.Known {
		p.Touches = append(p.Touches, neocortex.Touch{Fact: f.ID.String(), Relation: "replaces"})
	}
	return []neocortex.Proposal{p}, nil
}

func TestOnlyTheUserHasTheUsersAuthority(t *testing.T) {
	for _, tt := range []struct {
		speaker string
		users   []string
		is      bool
	}{
		{"", nil, true},
		{" ", nil, true},
		{"Anna", []string{"Anna"}, true},
		{"anna", []string{"", "Anna"}, true},
		{"Bob", nil, false},
		{"Bob", []string{"Anna"}, false},
		{"Bob", []string{""}, false},
		{"user", nil, false},
	} {
		t.Run(fmt.Sprintf("%q of %q", tt.speaker, tt.users), func(t *testing.T) {
			m := newMind(t, corrects{})
			m.Writer, m.Settings.Users, m.Settings.NightCalls, m.Settings.StateDays = corrects{}, tt.users, 50, 90
			bring(t, m, say("a", at(10, 9, 0), memory.RoleUser, "No, the launch is on Friday."))
			capture(t, m, CaptureScope{})
			night(t, m)
			theirs := say("b", at(12, 9, 0), memory.RoleUser, "No, the launch is on Sunday.")
			theirs.Speaker = tt.speaker
			bring(t, m, theirs)
			report := capture(t, m, CaptureScope{})
			night(t, m)
			e := report.Episodes[0]
			if (e.Actor == memory.RoleUser && e.Act == memory.Correction) != tt.is || !tt.is && (e.Actor != memory.RoleOther || e.Act != memory.Observation || e.Lasting) {
				t.Errorf("%+v", e)
			}
			facts, err := m.Facts(t.Context(), store.FactQuery{})
			if err != nil {
				t.Fatal(err)
			}
			sunday := false
			for _, f := range facts {
				sunday = sunday || strings.Contains(f.Text, "Sunday") && f.Authority == memory.ByUser
			}
			if sunday != tt.is {
				t.Errorf("facts %+v", facts)
			}
		})
	}
}

func night(t *testing.T, m *Mind) {
	t.Helper()
	if _, err := m.Sleep(t.Context(), SleepScope(memory.Month), func(neocortex.Progress) {}); err != nil {
		t.Fatal(err)
	}
	if _, err := m.Sleep(t.Context(), SleepScope(memory.Night), func(neocortex.Progress) {}); err != nil {
		t.Fatal(err)
	}
}
