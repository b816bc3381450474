package builtin

import (
	"context"
	"strings"
	"testing"
	"time"

	"muisto/memory"
	"muisto/memory/hippocampus"
	"muisto/memory/recall"
	"muisto/model"
)

func window(lines ...string) []memory.Message {
	return said("2026-05-18T14:00:00+03:00", lines...).Messages
}

func reply(t *testing.T, p model.Prompt) string {
	t.Helper()
	var b strings.Builder
	pieces := 0
	if _, err := New(4).Reply(context.Background(), p, func(s string) { b.WriteString(s); pieces++ }); err != nil {
		t.Fatal(err)
	}
	if pieces < 2 && b.Len() > 20 {
		t.Errorf("%q came in one piece", b.String())
	}
	return b.String()
}

func TestReplyAnswersFromMemory(t *testing.T) {
	day, _ := memory.ParseDay("2026-05-18")
	fact := &memory.Fact{ID: 3, Text: "The user's sister Petra lives in Oslo.", From: []memory.Day{day}}
	moment := &memory.Episode{ID: 7, What: "The user prefers an aisle seat on trains.", Day: day}
	got := reply(t, model.Prompt{
		Window:   window("where does Petra live?"),
		Recalled: []recall.Hit{{Kind: recall.KindFact, Fact: fact}, {Kind: recall.KindEpisode, Episode: moment}},
	})
	for _, want := range []string{"From memory:\n\nYour sister Petra lives in Oslo. (18 May 2026)", notice} {
		if !strings.Contains(got, want) {
			t.Errorf("%q lacks %q", got, want)
		}
	}
}

func TestReplySaysWhatItIsOnce(t *testing.T) {
	first := reply(t, model.Prompt{Window: window("hello")})
	if !strings.Contains(first, notice) {
		t.Errorf("the first reply %q does not say what answers", first)
	}
	second := reply(t, model.Prompt{Window: window("hello", "agent: "+first, "what is my rent?")})
	if strings.Contains(second, notice) || !strings.Contains(second, "don't remember anything") {
		t.Errorf("the second reply is %q", second)
	}
}

func TestReplyTakesNote(t *testing.T) {
	for said, want := range map[string]string{
		"No, my sister Petra lives in Oslo now.": "Noted: your sister Petra lives in Oslo now.",
		"I'll call the carpenter tomorrow.":      "Noted: you will call the carpenter tomorrow.",
		"You mixed up Petra and Anna.":           "Noted: I mixed up Petra and Anna.",
		"Let's paint the kitchen yellow.":        "Noted: you decided to paint the kitchen yellow.",
		"thanks a lot!":                          "You're welcome.",
	} {
		if got := reply(t, model.Prompt{Window: window("agent: Petra lives in Bergen.", said)}); !strings.HasPrefix(got, want) {
			t.Errorf("to %q: %q, want %q", said, got, want)
		}
	}
}

func TestOffTheRecordReplyPromisesNothing(t *testing.T) {
	for _, said := range []string{"No, my sister Petra lives in Oslo now.", "I must never tell anyone.", "I had coffee with Tomas today."} {
		got := reply(t, model.Prompt{Window: window(said), Private: true})
		if !strings.HasPrefix(got, opensOffRecord) || strings.Contains(got, keptForLater) || strings.Contains(got, opensHeard) {
			t.Errorf("to %q: %q", said, got)
		}
	}
}

func TestReplyStopsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	n := 0
	_, err := New(4).Reply(ctx, model.Prompt{Window: window("tell me everything"), Now: time.Unix(0, 0)}, func(string) {
		if n++; n == 2 {
			cancel()
		}
	})
	if err == nil || n != 2 {
		t.Errorf("after cancelling at the second piece: %d pieces, error %v", n, err)
	}
	cancel()
}

func TestReplyKeepsToItsBound(t *testing.T) {
	if got := reply(t, model.Prompt{Window: window("hello"), MaxTokens: 5}); len(got) > 5*bytesAToken+3 {
		t.Errorf("%d bytes: %q", len(got), got)
	}
}

// What is answered from memory is not captured as new.
func TestRepliesAreNotCaptured(t *testing.T) {
	fact := &memory.Fact{ID: 3, Text: "The user's sister Petra lives in Oslo."}
	for _, said := range []string{"where does Petra live?", "No, my sister Petra lives in Oslo now.", "the bike has a flat tyre", "hello", "thanks", "I'll call Petra tomorrow."} {
		for _, before := range []string{"agent: Petra lives in Bergen.", "agent: " + notice} {
			for _, hits := range [][]recall.Hit{nil, {{Kind: recall.KindFact, Fact: fact}}} {
				answer := reply(t, model.Prompt{Window: window(before, said), Recalled: hits})
				if ps := encode(t, turnOf(said, answer)); len(ps) > 1 || len(ps) == 1 && ps[0].Sources[0] != "m1" {
					t.Errorf("the reply %q was captured: %+v", answer, ps)
				}
			}
		}
	}
}

func turnOf(user, agent string) hippocampus.Batch {
	return said("2026-05-18T14:00:00+03:00", user, "agent: "+agent)
}

func TestTheAgentIsSpokenOfInItsCase(t *testing.T) {
	for text, want := range map[string]string{
		"The user corrected the agent: the review is on Friday.": "You corrected me: the review is on Friday.",
		"The agent looked at the portal.":                        "I looked at the portal.",
	} {
		if got := addressed(text); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

func TestPleasantriesOfTheAgentGiveNothing(t *testing.T) {
	for _, text := range []string{"You're very welcome!", "That sounds like a fine first evening.", "I will leave that to you.", "Sleep well."} {
		if ps := encode(t, said("2026-03-02T09:00:00Z", "agent: "+text)); len(ps) > 0 {
			t.Errorf("%q gives %q", text, ps[0].What)
		}
	}
}

func TestWhatTheOtherSideSaidDaysAgoIsNotContradicted(t *testing.T) {
	b := said("2026-03-02T09:00:00Z", "agent: The choir meets on Wednesday.", "Dinner with Kaisa on Thursday.")
	b.Messages[1].At = b.Messages[0].At.Add(2 * sitting)
	for _, p := range encode(t, b) {
		if p.Act == "correction" {
			t.Errorf("%q", p.What)
		}
	}
}

func TestTheirIsYoursWhereItCanOnlyBe(t *testing.T) {
	for text, want := range map[string]string{
		"The user lives in Tampere with their sister Kaisa and their dog Musti.":   "You live in Tampere with your sister Kaisa and your dog Musti.",
		"The user works as a nurse at the Tyks hospital, and their boss is Petra.": "You work as a nurse at the Tyks hospital, and your boss is Petra.",
		"The user lives in Turku and works as a nurse, and their boss is Petra.":   "You live in Turku and work as a nurse, and your boss is Petra.",
		"The user went swimming at the baths and their knee hurt.":                 "You went swimming at the baths and your knee hurt.",
		"The user talked to the neighbours about their dog.":                       "You talked to the neighbours about their dog.",
		"The user was born in Rauma and has lived here ever since.":                "You were born in Rauma and have lived here ever since.",
		"The user prefers short answers and always drinks tea.":                    "You prefer short answers and always drink tea.",
		"The user's sister lives in Turku and works as a nurse.":                   "Your sister lives in Turku and works as a nurse.",
		"The user's parents sold their house.":                                     "Your parents sold their house.",
		"The user told Mia and Jo that their car is ready.":                        "You told Mia and Jo that their car is ready.",
		"The user met the neighbours and their dog.":                               "You met the neighbours and their dog.",
		"The user lost their keys.":                                                "You lost your keys.",
	} {
		if got := addressed(text); got != want {
			t.Errorf("%q becomes %q, want %q", text, got, want)
		}
	}
}

// A day is told as seen from its own, for the reply is read on another.
func TestADayIsToldAsOfThen(t *testing.T) {
	day, _ := memory.ParseDay("2026-05-11")
	hits := []recall.Hit{{Kind: recall.KindEpisode, Episode: &memory.Episode{ID: 7, What: "The user went swimming today and will rest tomorrow.", Day: day}}}
	for now, want := range map[memory.Day]string{
		day:     "You went swimming today and will rest tomorrow.",
		day + 7: "You went swimming that day and will rest the next day.",
	} {
		y, mo, d := now.Date()
		if got := reply(t, model.Prompt{Window: window("did I swim?"), Recalled: hits, Now: time.Date(y, mo, d, 12, 0, 0, 0, time.UTC)}); !strings.Contains(got, want) {
			t.Errorf("on %v: %q, want %q", now, got, want)
		}
	}
}

// What was said in this conversation is no memory yet, and is not denied.
func TestWhatWasJustSaidIsNotDenied(t *testing.T) {
	lives := recall.Hit{Kind: recall.KindFact, Fact: &memory.Fact{ID: 3, Text: "The user lives in Turku."}}
	for _, tt := range []struct {
		said     []string
		recalled []recall.Hit
		want     string
	}{
		{[]string{"My dentist is called Dr. Virtanen, in Kamppi.", "agent: " + opensHeard, "what is my dentist called?"}, nil, "You said a moment ago: “My dentist is called Dr. Virtanen, in Kamppi.”"},
		{[]string{"My dentist is called Dr. Virtanen.", "agent: " + opensHeard, "where do I live?"}, nil, opensNothing},
		{[]string{"My dentist is called Dr. Virtanen.", "agent: " + opensHeard, "where do I live?"}, []recall.Hit{lives}, opensMemory},
		{[]string{"My dentist is Dr. Virtanen.", "agent: " + opensHeard, "what is my dentist called again?"}, nil, "You said a moment ago: “My dentist is Dr. Virtanen.”"},
		{[]string{"what is my dentist called?", "agent: " + opensNothing, "what is my dentist called?"}, nil, opensNothing},
		{[]string{"Remind me to buy milk tomorrow"}, nil, opensCannot},
		{[]string{"tell me about Petra"}, nil, opensNothing},
		{[]string{"could you remind me where I live?"}, []recall.Hit{lives}, opensMemory},
	} {
		got := reply(t, model.Prompt{Window: window(tt.said...), Recalled: tt.recalled})
		if !strings.HasPrefix(got, tt.want) {
			t.Errorf("%q is answered %q, want %q", tt.said, got, tt.want)
		}
		if ps := encode(t, said("2026-05-18T14:00:00+03:00", "agent: "+got)); len(ps) > 0 {
			t.Errorf("the reply %q was captured: %+v", got, ps)
		}
	}
}
