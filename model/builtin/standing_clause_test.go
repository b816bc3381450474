package builtin

import "testing"

func TestTheClauseThatStandsByItself(t *testing.T) {
	for text, want := range map[string]string{
		"they've moved the user and others, the Marten workshop is in room 22": "the Marten workshop is in room 22",
		"once more: the Ironbark gym costs 39 dollars a month":                 "the Ironbark gym costs 39 dollars a month",
		"Halvard got a new phone, Halvard's extension is 4490":                 "Halvard's extension is 4490",
		"back to 20:00, dinner at Mirov is at 20:00":                           "dinner at Mirov is at 20:00",
		"while the bridge is shut, the user takes bus 42 to work":              "while the bridge is shut, the user takes bus 42 to work",
		"not there any more": "not there any more",
	} {
		if got := standingClause(text, true); got != want {
			t.Errorf("standingClause(%q) = %q, want %q", text, got, want)
		}
	}
}

func TestWhatIsNoSentenceIsNotComplete(t *testing.T) {
	for text, want := range map[string]bool{
		"Not there any more.":                         false,
		"For the Marten workshop is room 22.":         false,
		"The user is not any more.":                   false,
		"They've moved the user, the shop is closed.": false,
		"Petra lives in Rauma.":                       true,
	} {
		if got := complete(text); got != want {
			t.Errorf("complete(%q) = %v", text, got)
		}
	}
}

func TestTheHeadDecidesBetweenIsAndAre(t *testing.T) {
	for subject, want := range map[string]string{
		"The Heron review with Tomas": " is ", "The garage keys": " are ", "Choir at St Brigid's": " is ", "Tomas": " is ", "Petra and Ilona": " are ",
	} {
		if got := isFor(subject); got != want {
			t.Errorf("isFor(%q) = %q", subject, got)
		}
	}
}

func TestAFactIsAClause(t *testing.T) {
	for text, want := range map[string]bool{
		"The user has two dogs.":                            true,
		"Badminton with Vikram is on Saturdays.":            true,
		"The Tern deadline is 3 May.":                       true,
		"The agent and others need to check if.":            false,
		"The formula for the median \\(m_a\\) is 4.":        false,
		"The value is given by.":                            false,
		"How can the user apply it to their daily life.":    false,
		"**Free will is a question.":                        false,
		"The agent is managing the user's time is crucial.": false,
		"The agent is adding a spinner can improve it.":     false,
		"The user is taking a course in Rome.":              true,
		"Use standard fonts like Arial.":                    false,
		"The user's goal is to.":                            false,
		"Const x = {a: 1} is how it is.":                    false,
	} {
		if got := isClause(text); got != want {
			t.Errorf("%q: %v, want %v", text, got, want)
		}
	}
}
