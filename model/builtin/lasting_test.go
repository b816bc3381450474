package builtin

import (
	"slices"
	"testing"

	"muisto/memory"
	"muisto/memory/hippocampus"
)

// lastingOf are the moments of one message that last, as "what [about]".
func lastingIn(t *testing.T, text string) []string {
	t.Helper()
	b := utterance{Role: string(memory.RoleUser), Text: text}.batch()
	ps, err := New(4).Encode(t.Context(), b, nil)
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, p := range ps {
		if p.Lasting {
			out = append(out, p.What+" ["+p.About+"]")
		}
	}
	return out
}

func TestStandingStatements(t *testing.T) {
	for text, want := range map[string][]string{
		"I live near the harbour.":                                       {"The user lives near the harbour. [the user: home]"},
		"im allergic to penicillin":                                      {"The user is allergic to penicillin. [the user: allergy]"},
		"I'm vegetarian, what should I cook?":                            {"The user is vegetarian. [the user: diet]"},
		"tbh I work as a nurse at the hospital lol":                      {"The user works as a nurse at the hospital. [the user: work]"},
		"I just joined Microsoft":                                        {"The user joined Microsoft. [the user: work]"},
		"We moved to Naantali.":                                          {"The user moved to Naantali. [the user: home]"},
		"my cat is called Pulla":                                         {"The user's cat is called Pulla. [the user's cat: name]"},
		"I grew up on a farm with my brothers.":                          {"The user grew up on a farm with their brothers. [the user: origin]"},
		"I have two kids and I love to sing.":                            {"The user has two kids. [the user: kid]", "The user loves to sing. [the user: sing]"},
		"I don't eat meat.":                                              {"The user doesn't eat meat. [the user: meat]"},
		"my birthday is 4 March":                                         {"The user's birthday is 4 March. [the user: birthday]"},
		"remember that I have a bike":                                    {"The user has a bike. [the user: bike]"},
		"my cow is sick":                                                 {"The user has a cow. [the user: cow]"},
		"I walked home with my three dogs":                               {"The user has three dogs. [the user: dog]"},
		"my daughter Elsa lost her keys":                                 nil,
		"That's cool, I still go to school":                              {"The user still goes to school. [the user: school]"},
		"wow I am a basketball coach too":                                nil,
		"I'm not really into comedies":                                   {"The user is not really into comedies. [the user: state]"},
		"I've always wanted to learn the cello":                          {"The user has always wanted to learn the cello. [the user: learn]"},
		"I'd love to travel to Italy":                                    {"The user would love to travel to Italy. [the user: travel]"},
		"I'd love to hear it":                                            nil,
		"we just bought a house":                                         {"The user bought a house. [the user: house]"},
		"we just bought a pizza":                                         nil,
		"I was a waiter a long time ago":                                 {"The user was a waiter a long time ago. [the user: state]"},
		"I was a bit of a mess":                                          nil,
		"poker is my game of choice":                                     {"Poker is the user's game of choice. [poker: state]"},
		"my favourite film is Clueless":                                  {"The user's favourite film is Clueless. [the user's favourite film: name]"},
		"I relax by knitting":                                            {"The user relaxes by knitting. [the user: knitting]"},
		"I'm looking for a flat":                                         {"The user is looking for a flat. [the user: flat]"},
		"I'm looking for my keys":                                        nil,
		"I can't stand loud music":                                       {"The user can't stand loud music. [the user: music]"},
		"I'm excited":                                                    nil,
		"my friends and I work here":                                     nil,
		"I recently completed 15 problems":                               {"The user recently completed 15 problems. [the user: problem]"},
		"how can I use the fact that I secured 5 interviews?":            {"The user secured 5 interviews. [the user: interview]"},
		"I must set the new daily quota of 1,200 calls per day, but how": {"The daily quota is 1,200 calls per day. [the daily quota: number]"},
		"I want to raise the test coverage for my module, which has improved to 78%": {"The test coverage for the user's module has improved to 78%. [the test coverage: improve]", "The user wants to raise the test coverage for their module. [the user: raise]"},
		"if I secured 5 interviews I'd be happy":                                     nil,
		"I am tired today.":                                                          nil,
		"I have an idea!":                                                            nil,
		"I think you are right.":                                                     nil,
		"I'm going to the shop tomorrow.":                                            nil,
		"Do I have a dentist appointment?":                                           nil,
		"where do i work":                                                            nil,
		"I would love to see it.":                                                    nil,
		"If I had a dog I'd walk it every day.":                                      nil,
		"It is a good day.":                                                          nil,
		"You have a nice garden.":                                                    nil,
		"\"I live in Paris,\" she said.":                                             nil,
		"I have to go now.":                                                          nil,
		"My day was great.":                                                          nil,
		"I was a bit nervous yesterday.":                                             nil,
		"he loves it":                                                                nil,
		"I'm having trouble with a parser, can you see what is wrong?":               nil,
	} {
		got := lastingIn(t, text)
		slices.Sort(got)
		slices.Sort(want)
		if !slices.Equal(got, want) {
			t.Errorf("%q:\n got %q\nwant %q", text, got, want)
		}
	}
}

// What the other side says of itself is no statement of the user's.
func TestOnlyTheUserStates(t *testing.T) {
	b := utterance{Role: string(memory.RoleAssistant), Text: "I live near the harbour and I love to sing."}.batch()
	ps, err := New(4).Encode(t.Context(), b, nil)
	if err != nil {
		t.Fatal(err)
	}
	if slices.ContainsFunc(ps, func(p hippocampus.Proposal) bool { return p.Lasting }) {
		t.Errorf("%+v", ps)
	}
}
