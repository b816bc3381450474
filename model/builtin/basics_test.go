package builtin

import (
	"strings"
	"testing"
	"time"

	"muisto/memory"
	"muisto/memory/recall"
	"muisto/model"
)

func TestBasics(t *testing.T) {
	for said, want := range map[string]string{
		"who are you?":                         saysWho,
		"are you an AI":                        saysWho,
		"who r u":                              saysWho,
		"what can you do?":                     saysWhat,
		"what do you do actually?":             saysWhat,
		"help":                                 saysWhat,
		"how many moments do you have":         saysCount,
		"how r u":                              saysFine,
		"how are you?":                         saysFine,
		"can u remember im vegetarian":         willRemember,
		"don't forget: bins go out on Mondays": willRemember,
		"hey muisto remember that my locker code is blue":             willRemember,
		"Mia is coming on Friday, can you remember that she's vegan?": willRemember,
		"note: the boiler man comes at nine":                          willRemember,
		"delete what i said about mondays":                            saysErase,
		"forget that my dad died":                                     saysErase,
		"can you forget what I told you":                              saysErase,
		"that's wrong":                                                saysWhich,
		"you're wrong, i never said that":                             saysWhich,
		"i lost my job. don't know what to do":                        saysSorry,
		"tbh im lonely here. dont know a single soul besides the cat": saysSorry,
		"my dad died yesterday":                                       saysSorry,
		"Aino is pregnant!!!!":                                        saysGlad,
	} {
		if got := reply(t, model.Prompt{Window: window(said)}); !strings.HasPrefix(got, want) {
			t.Errorf("to %q: %q, want %q", said, got, want)
		}
	}
	now := time.Date(2026, 11, 30, 9, 5, 0, 0, time.UTC)
	if got := reply(t, model.Prompt{Window: window("what day is it today"), Now: now}); !strings.HasPrefix(got, "It's Monday, 30 November 2026, 09:05.") {
		t.Errorf("the day: %q", got)
	}
	if got := reply(t, model.Prompt{Window: window("how many times did Joonas contact me?")}); strings.HasPrefix(got, saysFine) || strings.HasPrefix(got, saysCount) {
		t.Errorf("a count: %q", got)
	}
}

func TestItSeesTheConversationItIsIn(t *testing.T) {
	for _, tt := range []struct{ before, asked, want string }{
		{"my cat is called Pulla", "whats my cats name", "Pulla"},
		{"my cat is called Pulla", "what's my cat called?", "Pulla"},
		{"my boss is Riitta", "who is my manager?", "Riitta"},
		{"I start work on Tuesday", "when do i start work", "Tuesday"},
		{"I live in Naantali", "where is my home?", "Naantali"},
		{"the rent is 840", "What did I just say?", "840"},
	} {
		got := reply(t, model.Prompt{Window: window(tt.before, "agent: Got it.", tt.asked)})
		if !strings.Contains(got, tt.want) {
			t.Errorf("%q after %q: %q", tt.asked, tt.before, got)
		}
	}
}

func TestFollowUps(t *testing.T) {
	told := "agent: " + opensMemory + "\n\nYou moved to Turku. (9 May 2026)"
	if got := reply(t, model.Prompt{Window: window("where did I move?", told, "and when was that?")}); !strings.HasPrefix(got, "That was on 9 May 2026.") {
		t.Errorf("when: %q", got)
	}
	if got := reply(t, model.Prompt{Window: window("where did I move?", told, "why?")}); !strings.HasPrefix(got, saysNoReason) {
		t.Errorf("why: %q", got)
	}
}

// What was only asked is no answer, and one memory that holds what is asked for
// is told alone.
func TestAQuestionIsAnsweredInOneLine(t *testing.T) {
	asked := &memory.Episode{ID: 1, What: "The user asked when they start work.", Act: memory.Routine}
	other := &memory.Episode{ID: 2, What: "The user has a dentist appointment.", Act: memory.Observation}
	right := &memory.Episode{ID: 3, What: "The user starts work on 1 June.", Act: memory.Observation}
	hits := []recall.Hit{{Kind: recall.KindEpisode, Episode: asked}, {Kind: recall.KindEpisode, Episode: other}, {Kind: recall.KindEpisode, Episode: right}}
	got := reply(t, model.Prompt{Window: window("when do I start work?"), Recalled: hits})
	if !strings.HasPrefix(got, opensMemory+"\n\nYou start work on 1 June.") || strings.Contains(got, "dentist") {
		t.Errorf("%q", got)
	}
}

func TestWhatIsToBeForgottenIsNoMoment(t *testing.T) {
	for _, text := range []string{"forget that my dad died", "delete what i said about mondays", "you're wrong, i never said that", "scratch that"} {
		if ps := encode(t, said("2026-05-18T14:00:00Z", text)); len(ps) > 0 {
			t.Errorf("%q: %+v", text, ps)
		}
	}
	if ps := encode(t, said("2026-05-18T14:00:00Z", "I start on Monday.", "scratch that")); len(ps) > 0 {
		t.Errorf("what was taken back at once: %+v", ps)
	}
}

func TestAMemoIsWhatItSays(t *testing.T) {
	for text, want := range map[string]string{
		"can u remember im vegetarian":             "The user is vegetarian.",
		"don't forget: bins go out on Tuesdays":    "Bins go out on Tuesdays.",
		"hey muisto remember that my bike is blue": "The user's bike is blue.",
		"note: my locker is number 12":             "The user's locker is number 12.",
	} {
		ps := encode(t, said("2026-05-18T14:00:00Z", text))
		if len(ps) != 1 || ps[0].What != want || ps[0].Act != string(memory.Observation) {
			t.Errorf("%q: %+v", text, ps)
		}
	}
}

// A request to remember behind a statement loses neither of the two.
func TestAMemoBehindAStatementLosesNeither(t *testing.T) {
	for text, want := range map[string][]string{
		"my sister Ilona is visiting on Friday, can you remember that she's vegetarian?": {"Ilona is visiting", "vegetarian"},
		"I start at Wirepas on Monday, could you note that my badge is number 12?":       {"Wirepas", "badge is number 12"},
	} {
		var all strings.Builder
		for _, p := range encode(t, said("2026-05-18T14:00:00Z", text)) {
			all.WriteString(p.What + "\n")
			if strings.Contains(p.What, "asked") {
				t.Errorf("%q is a question: %q", text, p.What)
			}
		}
		for _, w := range want {
			if !strings.Contains(all.String(), w) {
				t.Errorf("%q lacks %q: %q", text, w, all.String())
			}
		}
	}
}
