package builtin

import "testing"

func TestAFewWordsAreReadIntoTheClaimThatTheySetRight(t *testing.T) {
	for _, tt := range []struct{ claim, said, want, about string }{
		{"The Tern review is on Monday.", "Friday, not Monday.", "the Tern review is on Friday.", "the Tern review: day"},
		{"The Tern review is on Monday.", "no no, Friday", "the Tern review is on Friday.", "the Tern review: day"},
		{"Your dog gets two cups of food a day.", "one cup.", "the user's dog gets one cup of food a day.", "the user's dog: cup"},
		{"The flight to Malaga leaves at 6:20.", "wait no, 7:20", "the flight to Malaga leaves at 7:20.", "the flight to Malaga: time"},
		{"The meeting room is B12.", "B21, not B12", "the meeting room is B21.", "the meeting room: number"},
		{"There are four guests for dinner.", "five, you forgot Miriam", "there are five guests for dinner, the agent forgot Miriam.", "five guests: mention"},
	} {
		ps := encode(t, said("2026-05-04T18:00:00Z", "agent: "+tt.claim, tt.said))
		last := ps[len(ps)-1]
		if want := "The user corrected the agent: " + tt.want; last.Act != "correction" || last.What != want || last.About != tt.about {
			t.Errorf("%q after %q:\n got %s %q about %q\nwant %q about %q", tt.said, tt.claim, last.Act, last.What, last.About, want, tt.about)
		}
	}
}
