package recall

import (
	"slices"
	"testing"

	"muisto/memory"
)

func fact(id memory.FactID, text string, status memory.FactStatus, sources ...memory.EpisodeID) memory.Fact {
	return memory.Fact{
		ID: id, Text: text, Kind: memory.World, Status: status, Authority: memory.ByUser, Salience: 0.9,
		FormedAt: first, EvidenceAt: first, Sources: sources,
	}
}

// review is a memory in which a review moved from Wednesday to Thursday.
func review(t *testing.T) *Index {
	old := fact(1, "The Tideline review with Oskar is on Wednesday.", memory.Superseded, 1, 2)
	old.SupersededBy, old.RetiredAt = 2, later
	return remember(t, moments(
		"The Tideline review with Oskar is on Wednesdays at ten.",
		"The Wednesday slot of the Tideline review suits the user.",
		"The Tideline review with Oskar moved to Thursday.",
		"The user planted potatoes at the allotment.",
	), old, fact(2, "The Tideline review with Oskar is on Thursday.", memory.Active, 3))
}

func TestWhatWasOverriddenDoesNotComeAsCurrent(t *testing.T) {
	got := texts(t, review(t), Cue{Text: "when is the Tideline review?"})
	want := []string{"The Tideline review with Oskar is on Thursday.", "The Tideline review with Oskar moved to Thursday."}
	if len(got) < 2 || !slices.Equal(got[:2], want) {
		t.Fatalf("got %q, want %q first", got, want)
	}
	for _, text := range got {
		if slices.Contains([]string{"The Tideline review with Oskar is on Wednesday.", "The Tideline review with Oskar is on Wednesdays at ten."}, text) {
			t.Errorf("%q came", text)
		}
	}
}

func TestThePastComesMarkedWhenItIsAskedAbout(t *testing.T) {
	got := texts(t, review(t), Cue{Text: "what did I believe before about the Tideline review?"})
	for _, want := range []string{
		"The Tideline review with Oskar is on Wednesday. [no longer so: The Tideline review with Oskar is on Thursday.]",
		"The Tideline review with Oskar is on Wednesdays at ten. [no longer so: The Tideline review with Oskar is on Thursday.]",
		"The Tideline review with Oskar is on Thursday.",
	} {
		if !slices.Contains(got, want) {
			t.Errorf("%q did not come; %q did", want, got)
		}
	}
}

func TestAFactIsJudgedByItsLatestState(t *testing.T) {
	x := remember(t, nil, fact(1, "The user's office is in Kalasatama.", memory.Active, 1))
	cue := Cue{Text: "where is the office?"}
	if got := texts(t, x, cue); len(got) != 1 {
		t.Fatalf("an active fact: %q", got)
	}
	x.ApplyFacts([]memory.Fact{fact(1, "The user's office is in Kalasatama.", memory.Closed, 1)})
	if got := texts(t, x, cue); len(got) != 0 {
		t.Errorf("a closed fact: %q", got)
	}
	if x.Len() != 1 {
		t.Errorf("%d documents, want 1", x.Len())
	}
}

func TestAStatePastItsLastDayDoesNotCome(t *testing.T) {
	state := fact(1, "The user is staying at the Tampere flat.", memory.Active, 1)
	state.Kind, state.ValidUntil = memory.State, memory.DayOf(first, 4)+3
	x := remember(t, nil, state)
	cue := Cue{Text: "the Tampere flat", Now: first.AddDate(0, 0, 3)}
	if got := texts(t, x, cue); len(got) != 1 {
		t.Errorf("on its last day: %q", got)
	}
	cue.Now = first.AddDate(0, 0, 4)
	if got := texts(t, x, cue); len(got) != 0 {
		t.Errorf("after it: %q", got)
	}
}

func TestRetiredFactsSayWhatBecameOfThem(t *testing.T) {
	closed := fact(1, "The user keeps bees.", memory.Closed, 1)
	closed.RetiredBy = memory.ByUser
	expired := fact(2, "The user lodges with bees in the attic.", memory.Expired, 2)
	expired.ValidUntil = memory.DayOf(first, 4)
	x := remember(t, nil, closed, expired)
	got := map[string]string{}
	for _, h := range hits(t, x, Cue{Text: "what about bees did I say previously?"}) {
		got[h.ID()] = h.Replaced
	}
	if got["f1"] != "taken back" || got["f2"] != "until 2026-05-04" {
		t.Errorf("replaced by %q", got)
	}
}

func TestTheNewestInAChainStandsForAll(t *testing.T) {
	a, b := fact(1, "The desk is blue.", memory.Superseded, 1), fact(2, "The desk is green.", memory.Superseded, 2)
	a.SupersededBy, b.SupersededBy = 2, 3
	x := remember(t, nil, a, b, fact(3, "The desk is red.", memory.Active, 3))
	for _, h := range hits(t, x, Cue{Text: "what colour was the desk before?"}) {
		if h.Fact.ID != 3 && h.Replaced != "The desk is red." {
			t.Errorf("%s is replaced by %q", h.ID(), h.Replaced)
		}
	}
	ring := fact(4, "The lamp is old.", memory.Superseded, 4)
	ring.SupersededBy = 4
	x.ApplyFacts([]memory.Fact{ring})
	if got := x.inPlaceOf(4); got != 4 {
		t.Errorf("a fact in its own place: %v", got)
	}
}

func TestFactsComeBeforeTheirMoments(t *testing.T) {
	x := remember(t, moments("My sister Petra lives in Oslo now.", "A parcel to Petra takes four days.", "Petra sent a photo."),
		fact(1, "The user's sister Petra lives in Oslo.", memory.Active, 1))
	got := hits(t, x, Cue{Text: "where does my sister Petra live?"})
	if len(got) < 2 || got[0].ID() != "f1" || got[0].Retrievability != 1 {
		t.Errorf("got %+v", got)
	}
}

func TestAskingAboutThePast(t *testing.T) {
	for text, want := range map[string]bool{
		"what did I believe before?":         true,
		"where did I use to live":            false,
		"where I used to live":               true,
		"missä asuin aiemmin?":               true,
		"was habe ich früher geglaubt?":      true,
		"以前はどこに住んでいた?":                       true,
		"how old is my mother?":              false,
		"when is the Tideline review?":       false,
		"the forebefore is one word":         false,
		"Which seat did I like PREVIOUSLY??": true,
	} {
		if got := asksPast(text); got != want {
			t.Errorf("%q: %v, want %v", text, got, want)
		}
	}
}

func TestWhatTookThePlaceComesForTheOldWords(t *testing.T) {
	old := fact(1, "The user moves to the flat on Pengerkatu on 1 July.", memory.Superseded, 1)
	old.SupersededBy, old.RetiredAt = 2, later
	x := remember(t, moments(
		"The user corrected the agent: they move to the flat on Pengerkatu on 1 July.",
		"The user corrected the agent: they stay where they live now, the flat fell through.",
	), old, fact(2, "The user stays where they live now.", memory.Active, 2))
	for _, cue := range []string{"when do I move?", "are we moving?", "when is the move?", "what about Pengerkatu?"} {
		if got := texts(t, x, Cue{Text: cue}); !slices.Contains(got, "The user stays where they live now.") {
			t.Errorf("%q brings %q", cue, got)
		}
	}
	for _, cue := range []string{"when do I sleep?", "what is the capital of Mongolia?", "how do I reverse a linked list?"} {
		if got := texts(t, x, Cue{Text: cue}); len(got) > 0 {
			t.Errorf("%q brings %q", cue, got)
		}
	}
}
