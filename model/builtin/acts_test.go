package builtin

import (
	"strings"
	"testing"
)

// What an answer does depends on how it stands to what was said before it.
func TestActsOfAnswers(t *testing.T) {
	for _, tt := range []struct{ prior, said, want string }{
		// A change of taste goes over what is on record.
		{"You like thrillers.", "My tastes have changed: I read poetry now.", "correction"},
		{"", "I've gone off coffee.", "correction"},
		{"You love spicy food.", "I've gone off spicy food.", "correction"},
		// What begins with another thing answers nothing.
		{"The choir practises on Wednesdays.", "Braai at Pieter's on Saturday", "observation"},
		{"The braai is on Sunday.", "Saturday, at Pieter's", "correction"},
		// Agreeing is not setting right, and was is not is.
		{"Swimming is great for the back.", "It sure is!", ""},
		{"The walls are white.", "They were. Now they're lilac.", "correction"},
		{"Enjoy the beach!", "The beach was closed because of jellyfish", "observation"},
		// Names that somebody is spoken to by are no values.
		{"Thanks, Jon! See you at the event!", "Bye Gina!", ""},
		{"Hey Joanna, glad I could help.", "Got it, Nate. I'll definitely send you the list.", "commitment"},
		// A scolding is nothing beside what it is about.
		{"The wedding is on 4 July.", "NO!! It's the 5th of July!! How many times do I have to say this", "correction"},
		{"Your bus is the 17.", "are you kidding? it's the 71", "correction"},
		// Somebody else's words may lead to one's own.
		{"The review is at four.", "He asked me to push it, so it's five now.", "correction"},
		{"You need three forms.", "the lady at the desk said two", "correction"},
		{"Your father was a miner.", "a fisherman", "correction"},
		{"You have an older sister.", "she's younger than me", "correction"},
		{"The room has eleven seats.", "And the other one?", "routine"},
		{"Lasse is coming with his wife.", "he's coming alone", "correction"},
		{"The tour includes lunch.", "It doesn't, I asked them", "correction"},
		{"You owe the club 60 euros.", "I settled that last month", "correction"},
		{"I have you sharing with Birgitta.", "I asked for a single room", "correction"},
		{"The blinds come in linen or bamboo.", "bamboo for the kitchen", "decision"},
		{"Oak costs more, laminate is quick to lay.", "Laminate then.", "decision"},
		{"Someone must tell the Okafors.", "I will.", "commitment"},
		{"Who can collect Theo?", "I can, I finish at three", "commitment"},
	} {
		lines := []string{tt.said}
		if tt.prior != "" {
			lines = []string{"agent: " + tt.prior, tt.said}
		}
		if got := actsOfLast(t, lines...); got != tt.want {
			t.Errorf("%q after %q: %q, want %q", tt.said, tt.prior, got, tt.want)
		}
	}
}

func actsOfLast(t *testing.T, lines ...string) string {
	t.Helper()
	var acts []string
	for _, w := range whats(t, lines...) {
		act, _, _ := strings.Cut(w, " | ")
		acts = append(acts, act)
	}
	return strings.Join(acts, " ")
}

func TestActsOfStatements(t *testing.T) {
	for said, want := range map[string]string{
		"Book club is on Thursday":                                      "observation",
		"Order 5512 came without the screws.":                           "observation",
		"book a table for two at eight":                                 "routine",
		"What annoys me is that the bins are never emptied.":            "observation",
		"The choir has 32 members.":                                     "observation",
		"Change of plan: Deepa and I will fly on the 22nd.":             "correction",
		"New plan, we'll hold the wake at the club instead of the hall": "correction",
		"I don't eat meat any longer, just so you know":                 "correction",
		"From next term I only teach mornings, I've decided":            "decision",
		"The board voted this morning to keep the old logo.":            "decision",
		"I'll have the slides done before the standup":                  "commitment",
		"I'm picking Jonas up at half past three":                       "commitment",
		"it was my turn to cook and I burnt the rice":                   "observation",
		"I told you the hall seats 200, I checked and it is 120":        "correction",
		"Not Frankfurt am Main, Frankfurt an der Oder!":                 "correction",
		"I WILL CALL THE BANK TODAY, OK?":                               "commitment",
		"I'll be round at five to walk the dog":                         "commitment",
		"The gate is off its hinges.":                                   "observation",
		"byeee":                                                         "",
	} {
		if got := actsOfLast(t, said); got != want {
			t.Errorf("%q: %q, want %q", said, got, want)
		}
	}
}

func TestTheAgentTakesBackOnlyWhereItSaysSo(t *testing.T) {
	for said, want := range map[string]string{
		"It is Bergen's wettest month.":           "observation",
		"I should not have said it was sold out.": "retraction",
		"I will leave that to you.":               "",
	} {
		if got := actsOfLast(t, "agent: "+said); got != want {
			t.Errorf("%q: %q, want %q", said, got, want)
		}
	}
}

// Friends who write without their names are told apart by their roles alone.
func TestFriendsWithoutNamesAreNotCorrectingEachOther(t *testing.T) {
	const most = 0.015 // of the messages
	messages, corrections := 0, 0
	for _, b := range sessions(t) {
		for i := range b.Messages {
			b.Messages[i].Speaker = ""
		}
		messages += len(b.Messages)
		for _, p := range encode(t, b) {
			if p.Act == "correction" {
				corrections++
			}
		}
	}
	t.Logf("%d corrections in %d messages", corrections, messages)
	if float64(corrections) > most*float64(messages) {
		t.Errorf("%d corrections in %d messages", corrections, messages)
	}
}
