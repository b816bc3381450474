package builtin

import "testing"

func TestASentenceIsSpokenToTheUser(t *testing.T) {
	for text, want := range map[string]string{
		"The user's sister is called Aino.":                      "Your sister is called Aino.",
		"The user has coffee with Tomas.":                        "You have coffee with Tomas.",
		"The user will send Noor the budget.":                    "You will send Noor the budget.",
		"The user lives in Turku and works as a nurse.":          "You live in Turku and work as a nurse.",
		"The user is allergic to penicillin.":                    "You are allergic to penicillin.",
		"The user corrected the agent: the launch is on Friday.": "You corrected muisto: the launch is on Friday.",
		"The agent recommended Bergen to the user.":              "muisto recommended Bergen to you.",
		"Noor told the user that the agent's answer was wrong.":  "Noor told you that muisto's answer was wrong.",
		"The Heron review is on Thursdays.":                      "The Heron review is on Thursdays.",
		"The user asked how to read a file line by line in Go.":  "You asked how to read a file line by line in Go.",
		"The agents of the bank called.":                         "The agents of the bank called.",
	} {
		if got := Spoken(text); got != want {
			t.Errorf("%q became %q, want %q", text, got, want)
		}
	}
}
