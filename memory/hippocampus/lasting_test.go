package hippocampus

import "testing"

func TestOnlyTheUsersOwnStatementsLast(t *testing.T) {
	for _, tt := range []struct {
		message, act, what, when string
		want                     bool
	}{
		{"user: I'm a vet nurse at the clinic.", "observation", "The user is a vet nurse at the clinic.", "", true},
		{"user: No, my birthday is on 3 June.", "correction", "The user's birthday is on 3 June.", "3 June", true},
		{"user: No, the deadline is on Friday.", "correction", "The deadline is on Friday.", "Friday", true},
		{"user: Olen kasvissyöjä.", "observation", "Käyttäjä on kasvissyöjä.", "", true},
		{"user: We use Postgres from now on.", "decision", "The user decided to use Postgres.", "", true},
		{"user: I have been a vegan since last week.", "observation", "The user has been a vegan since last week.", "since last week", true},
		{"user: What can I cook? I'm allergic to nuts.", "observation", "The user is allergic to nuts.", "", true},
		{"user: Am I allergic to nuts?", "observation", "The user is allergic to nuts.", "", false},
		{"user: Olenko kasvissyöjä?", "observation", "Käyttäjä on kasvissyöjä.", "", false},
		{"user: I was at the dentist yesterday.", "observation", "The user was at the dentist.", "yesterday", false},
		{"user: I fly to Turku on Friday.", "observation", "The user flies to Turku on Friday.", "", false},
		{"user: I'll call the plumber.", "commitment", "The user calls the plumber.", "", false},
		{"user: look up my clinic", "routine", "The user asked to look up the clinic.", "", false},
		{"assistant: You are a vet nurse at the clinic.", "observation", "The agent said that the user is a vet nurse at the clinic.", "", false},
		{"user: > I am a vet nurse at the clinic", "observation", "Somebody is a vet nurse at the clinic.", "", false},
	} {
		t.Run(tt.message, func(t *testing.T) {
			p := proposal(tt.act, tt.what, "m1")
			p.When, p.Lasting = tt.when, true
			drafts, complaints, _ := Check(batchOf(tt.message), []Proposal{p}, 4)
			if len(drafts) != 1 {
				t.Fatalf("not kept: %v", complaints)
			}
			if got := drafts[0].Episode.Lasting; got != tt.want {
				t.Errorf("lasting %t, want %t", got, tt.want)
			}
			p.Lasting = false
			if drafts, _, _ := Check(batchOf(tt.message), []Proposal{p}, 4); drafts[0].Episode.Lasting {
				t.Error("it lasts though nobody said so")
			}
		})
	}
}
