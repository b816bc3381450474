package builtin

import "testing"

func TestSlangAtTheEndOfALineIsNoPartOfAMoment(t *testing.T) {
	for text, want := range map[string]string{
		"our team standup moved to 9:30 btw": "The user's team standup moved to 9:30.",
		"I ran ten kilometres today lol":     "The user ran ten kilometres today.",
		"I sold the old bike, haha!":         "The user sold the old bike.",
	} {
		found := false
		var got []string
		for _, p := range encode(t, said("2026-03-02T09:00:00Z", text)) {
			got = append(got, p.What)
			found = found || p.What == want
		}
		if !found {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

func TestWhatIsSaidOfTheUserIsSaidToThem(t *testing.T) {
	for text, want := range map[string]string{
		"The user is Dana, they moved to Tampere last month.": "You are Dana, you moved to Tampere last month.",
		"The user and others are paying 820 for the flat.":    "You are paying 820 for the flat.",
		"The user met the neighbours, they have a boat.":      "You met the neighbours, they have a boat.",
		"Tom told the user and others about the trip.":        "Tom told you about the trip.",
	} {
		if got := addressed(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}
