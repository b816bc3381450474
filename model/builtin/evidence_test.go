package builtin

import (
	"testing"
)

// strong are the acts that weigh much.
var strong = set(`correction decision commitment retraction`)

// Words that steer a conversation say nothing against what was said, whatever
// that was.
func TestAFragmentWithoutAValueIsNoCorrection(t *testing.T) {
	priors := []string{"Paris.", "42.", "On Friday.", "The meeting with Sara is on Friday.", "Here is part 1 of 3: Oslo.", "It is 21 degrees.", "Your train leaves at nine.", "You have one cat."}
	fragments := []string{
		"continue", "next", "Next.", "more", "more please", "next one", "next question", "next page", "skip", "stop", "undo", "quit", "why", "explain", "translate", "in French", "in French please", "in detail", "more details",
		"as JSON", "list all", "try again", "again slower", "shorter please", "thanks next", "ok next", "joke", "sorted", "tickets", "book it", "cheaper options", "go on", "keep going", "no worries", "sounds good", "will do", "fair enough", "lol", "same here",
		"louder", "as bullet points", "both", "the usual", "whatever", "never mind", "hmm", "interesting", "what a pity", "seriously", "me too",
	}
	for _, prior := range priors {
		for _, f := range fragments {
			acts, ps := utterance{Prior: prior, Role: "user", Text: f}.acts(t)
			for i, a := range acts {
				if a == "correction" || a == "decision" {
					t.Errorf("%q after %q: %s: %s", f, prior, a, ps[i].What)
				}
			}
		}
	}
}

func TestPlainTalkClaimsNothing(t *testing.T) {
	for _, u := range []utterance{
		{Prior: "They make the best coffee in town.", Role: "user", Text: "No, I've never been there."},
		{Prior: "That looks lovely!", Role: "user", Text: "It is not only the view, the food is great, too."},
		{Prior: "Sorry to bother you with all this.", Role: "user", Text: "it's not a bother at all!"},
		{Prior: "I'm studying economics.", Role: "user", Text: "I'm studying psychology in Ghent."},
		{Prior: "Do you have children?", Role: "user", Text: "No, I don't have kids."},
		{Prior: "Are you still at the hospital?", Role: "user", Text: "Nah im home"},
		{Prior: "I like your new jacket.", Role: "user", Text: "It's about a boy who finds a boat."},
		{Prior: "You must be tired.", Role: "user", Text: "I did!"},
		{Prior: "Never give up!", Role: "user", Text: "I won't quit, your words keep me going."},
		{Role: "user", Text: "Hey, my bad for texting so late, I slept in."},
		{Role: "user", Text: "It is nice to go there instead of a bar in the evenings."},
		{Role: "user", Text: "I don't play anymore, I have no time."},
		{Role: "user", Text: "I just moved to a new house a week ago."},
		{Role: "user", Text: "It's perfectly normal to have mixed feelings."},
		{Prior: "Keep going!", Role: "user", Text: "I'm gonna keep pushing forward and believing in myself."},
		{Role: "user", Text: "Talk to you tomorrow, I'll see you then."},
		{Role: "user", Text: "Im gonna head to bed"},
		{Role: "user", Text: "maybe I'll go to a friend's house later"},
		{Role: "user", Text: "I hope we will find a place like this."},
		{Role: "user", Text: "Let's make it happen!"},
		{Role: "assistant", Text: "I haven't planned the holidays yet, but I am thinking about the coast."},
		{Role: "assistant", Text: "It turned out great, actually. I followed a recipe this time."},
		{Role: "assistant", Text: "Taking a step back can really show us the beauty of life."},
		{Role: "assistant", Text: "Sorry I didn't write sooner, it was a busy week."},
		{Role: "assistant", Text: "If the request fails, the error is caught and you will get a message."},
		{Prior: "The code throws an error.", Role: "assistant", Text: "Here is a corrected version of your function. It handles invalid input and returns an error message."},
	} {
		acts, ps := u.acts(t)
		for i, a := range acts {
			if strong[a] {
				t.Errorf("%q after %q: %s: %s", u.Text, u.Prior, a, ps[i].What)
			}
		}
	}
}

func TestWhatStandsAgainstAClaimIsACorrection(t *testing.T) {
	for _, u := range []utterance{
		{Prior: "Your dentist is on Tuesday.", Role: "user", Text: "no, Thursday"},
		{Prior: "You have two brothers.", Role: "user", Text: "three"},
		{Prior: "I have put the hotel down under Petra.", Role: "user", Text: "under Paula please, not Petra"},
		{Prior: "You live in Turku.", Role: "user", Text: "we live in Naantali now"},
		{Prior: "The gym opens at seven.", Role: "user", Text: "at six"},
		{Prior: "Your sister is a nurse.", Role: "user", Text: "a doctor"},
		{Prior: "You don't eat fish.", Role: "user", Text: "I do eat fish"},
		{Prior: "Shall I book the table for four?", Role: "user", Text: "no, for six"},
		{Role: "user", Text: "We fly on the 6th, not the 8th."},
		{Role: "user", Text: "Change of plan: we take the bus."},
		{Role: "user", Text: "I told you the wrong room, it is B4."},
	} {
		acts, ps := u.acts(t)
		if len(acts) != 1 || acts[0] != "correction" {
			t.Errorf("%q after %q: %v %+v", u.Text, u.Prior, acts, ps)
		}
	}
}
