package hippocampus

import (
	"encoding/json"
	"strings"
	"testing"

	"muisto/memory"
)

func TestAYesMakesTheQuestionTheUsersWord(t *testing.T) {
	for _, c := range []struct{ question, yes, no, what, denied string }{
		{"Are you still allergic to peanuts?", "Yes.", "No.", "The user is still allergic to peanuts.", "The user is not allergic to peanuts any more."},
		{"Trinkst du noch Kaffee?", "Ja, klar.", "Nein.", "Der Nutzer trinkt noch Kaffee.", "Der Nutzer trinkt keinen Kaffee mehr."},
		{"Asutko vielä Turussa?", "Joo.", "En.", "Käyttäjä asuu vielä Turussa.", "Käyttäjä ei asu enää Turussa."},
		{"¿Sigues viviendo en Valencia?", "Sí.", "No.", "El usuario sigue viviendo en Valencia.", "El usuario ya no vive en Valencia."},
		{"Vous prenez toujours le bus ?", "Oui.", "Non.", "L'utilisateur prend toujours le bus.", "L'utilisateur ne prend plus le bus."},
		{"你还在华为工作吗？", "是的。", "不是。", "用户还在华为工作。", "用户不在华为工作了。"},
	} {
		for _, quote := range []string{"", "answer", c.question} {
			for answer, want := range map[string][2]bool{c.yes: {true, false}, c.no: {false, true}} {
				for i, what := range []string{c.what, c.denied} {
					p := proposal("observation", what, "m1", "m2")
					if p.Quote = quote; quote == "answer" {
						p.Quote = answer
					}
					drafts, complaints, _ := Check(batchOf("assistant: "+c.question, "user: "+answer), []Proposal{p}, 4)
					if kept := len(drafts) == 1; kept != want[i] || kept && drafts[0].Episode.Actor != memory.RoleUser {
						t.Errorf("%q, answered %q, quoting %q: %q gives %v, %v", c.question, answer, quote, what, drafts, complaints)
					}
				}
			}
		}
	}
}

func TestWhatTheAgentTellsBackMakesNoMoment(t *testing.T) {
	b := batchOf("user: what is my locker number?", "assistant: Your locker number is 214, at the gym in Kallio.")
	b.Recalled = map[int64][]string{2: {"The user's locker number is 214; it is at the gym in Kallio."}}
	for _, sources := range [][]string{{"m2"}, {"m1", "m2"}} {
		p := proposal("observation", "The agent said that the user's locker number is 214.", sources...)
		if drafts, complaints, lost := Check(b, []Proposal{p}, 4); len(drafts)+len(complaints)+len(lost) != 0 {
			t.Errorf("%v: %v, %v, %v", sources, drafts, complaints, lost)
		}
		p.What = "The agent said that the user's locker is at the gym in Kallio and opens at nine."
		if drafts, _, _ := Check(b, []Proposal{p}, 4); len(drafts) != 0 {
			t.Errorf("%v: an invention is kept: %v", sources, drafts)
		}
	}
	b.Recalled = nil
	if drafts, _, _ := Check(b, []Proposal{proposal("observation", "The agent said that the user's locker number is 214.", "m2")}, 4); len(drafts) != 1 {
		t.Error("what the agent says by itself makes none")
	}
}

func TestRewordingsOfOneSourceAreOneMoment(t *testing.T) {
	b := batchOf("user: I prefer oolong tea in the morning.")
	drafts, complaints, _ := Check(b, []Proposal{
		proposal("observation", "The user prefers oolong tea in the morning.", "m1"),
		proposal("observation", "In the morning, the user likes oolong tea.", "m1"),
		proposal("observation", "The user drinks oolong tea every morning.", "m1"),
	}, 4)
	if len(drafts) != 1 {
		t.Errorf("%d moments, %v", len(drafts), complaints)
	}
}

func TestATopicIsOfWhatWasSaid(t *testing.T) {
	for about, want := range map[string]string{
		"the user: tea": "the user: tea", "oolong tea: time": "oolong tea: time", "Zanthe: home town": "", "käyttäjä: tee": "käyttäjä: tee",
	} {
		p := proposal("observation", "The user prefers oolong tea in the morning.", "m1")
		p.About = about
		drafts, _, _ := Check(batchOf("user: I prefer oolong tea in the morning."), []Proposal{p}, 4)
		if len(drafts) != 1 || drafts[0].Episode.About != want {
			t.Errorf("%q: %v", about, drafts)
		}
	}
}

func TestADateIsTakenWhereAPhraseWasAskedFor(t *testing.T) {
	for _, c := range []struct{ message, when, day string }{
		{"Jag flyttar på midsommarafton.", "2026-06-19", "2026-06-19"},
		{"The launch is this Friday.", "this Friday (22 May 2026)", "2026-05-22"},
		{"The launch is this Friday.", "2026-05-22", "2026-05-22"},
		{"The launch is this Friday.", "2026-05-25", ""},
		{"The launch is soon.", "2096-05-25", ""},
	} {
		p := proposal("observation", strings.TrimSuffix(c.message, "."), "m1")
		p.When = c.when
		drafts, complaints, _ := Check(batchOf("user: "+c.message), []Proposal{p}, 4)
		if len(drafts) != 1 {
			t.Fatal(complaints)
		}
		if got := drafts[0].Episode.WhenAt.String(); got != c.day {
			t.Errorf("%q for %q is %q", c.when, c.message, got)
		}
	}
}

func TestTheSchemaIsJSON(t *testing.T) {
	if !json.Valid(Schema()) {
		t.Error("it is none")
	}
}

func TestThePromptTellsWhatIsOnRecord(t *testing.T) {
	b := batchOf("user: the Heron launch moved")
	facts := []memory.Fact{{ID: 3, About: "the Heron launch: date", Text: "The Heron launch is on 3 June."}, {ID: 4, About: "Miso: diet", Text: "Miso is on a diet."}}
	b.Facts, b.Topics = Named(b, facts), []string{"the rent: amount"}
	system, user := Prompt(b, nil)
	for _, want := range []string{`"id":"f3"`, "the rent: amount", `"label":"m1"`} {
		if !strings.Contains(user, want) {
			t.Errorf("%q is not in\n%s", want, user)
		}
	}
	if strings.Contains(user, "Miso") {
		t.Error("it tells what nobody named")
	}
	if n := memory.Tokens(system) + memory.Tokens(string(Schema())); n > 1500 {
		t.Errorf("%d tokens leave too little of a window of 4,096", n)
	}
}
