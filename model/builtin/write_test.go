package builtin

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"muisto/memory"
	"muisto/memory/hippocampus"
	"muisto/memory/neocortex"
)

// life has the encoder read what was said, a line a message: "05-04 u: …".
// Lines of one day are one conversation.
func life(t *testing.T, lines ...string) []memory.Episode {
	t.Helper()
	var episodes []memory.Episode
	var batch hippocampus.Batch
	day := ""
	read := func() {
		if len(batch.Messages) == 0 {
			return
		}
		proposals, err := New(4).Encode(t.Context(), batch, nil)
		if err != nil {
			t.Fatal(err)
		}
		drafts, _, _ := hippocampus.Check(batch, proposals, 4)
		for _, d := range drafts {
			e := d.Episode
			e.ID, e.Salience = memory.EpisodeID(len(episodes)+1), 0.25
			episodes = append(episodes, e)
			batch.Known = append(batch.Known, e.Names...)
		}
		batch.Messages = nil
	}
	for i, line := range lines {
		if line[:5] != day {
			read()
			day = line[:5]
		}
		at, err := time.Parse(time.DateOnly, "2026-"+day)
		if err != nil {
			t.Fatal(err)
		}
		role := memory.RoleUser
		if line[6] == 'a' {
			role = memory.RoleAssistant
		}
		batch.Messages = append(batch.Messages, memory.Message{
			Key: int64(i + 1), ID: fmt.Sprint(i + 1), Role: role, Text: line[9:], At: at.Add(12*time.Hour + time.Duration(i)*time.Minute), Finished: true,
		})
	}
	read()
	return episodes
}

// written has the facts of a group written and checked, each as "text (kind →
// last day) touches".
func written(t *testing.T, r neocortex.Request) string {
	t.Helper()
	r.StateDays = 90
	proposals, err := New(4).Write(t.Context(), r, nil)
	if err != nil {
		t.Fatal(err)
	}
	drafts, complaints := neocortex.Check(r, proposals)
	if len(complaints) > 0 {
		t.Errorf("complaints: %q", complaints)
	}
	var lines []string
	for i, d := range drafts {
		line := fmt.Sprintf("%s (%s", d.Text, d.Kind)
		if proposals[i].ValidUntil != "" {
			line += " → " + proposals[i].ValidUntil
		}
		line += ")"
		for _, c := range d.Claims {
			line += fmt.Sprintf(" %s %s", c.Relation, c.Fact)
		}
		lines = append(lines, line)
	}
	return strings.Join(lines, "\n")
}

func TestFactsOfAGroup(t *testing.T) {
	for name, c := range map[string]struct {
		said []string
		want string
	}{
		"a correction": {
			[]string{"05-04 a: The Tern review is on Mondays.", "05-04 u: No, the Tern review is on Fridays."},
			"The Tern review is on Fridays. (habit)\nThe Tern review is on Mondays. (habit)",
		},
		"a move": {
			[]string{"05-04 a: See you at the Tern review.", "05-04 u: The Tern review has moved to Friday."},
			"The Tern review is on Friday. (world)",
		},
		"an occasion of one weekday": {
			[]string{
				"05-04 u: Choir with Maija at the Michael church tonight, we sing Bach", "05-11 u: Choir with Maija at the Michael church tonight, we sing Bach",
				"05-18 u: choir with Maija at the Michael church tonight, my throat is sore",
			},
			"The user goes to choir with Maija at the Michael church on Mondays. (habit)",
		},
		"an occasion of any day": {
			[]string{"05-04 u: Choir with Maija at the Michael church tonight", "05-06 u: choir with Maija at the Michael church, we sang Bach", "05-19 u: choir with Maija at the Michael church again"},
			"The user often goes to choir with Maija at the Michael church. (habit)",
		},
		"an occasion of two days": {
			[]string{"05-04 u: Choir with Maija at the Michael church tonight", "05-06 u: choir with Maija at the Michael church tonight"},
			"",
		},
		"one's own slip": {
			[]string{"05-04 u: My colleague is called Markku.", "05-04 a: " + opensHeard, "05-04 u: Actually it's Marko, not Markku!!"},
			"The user's colleague is called Marko. (world)\nThe user's colleague is called Markku. (world)",
		},
		"nothing but blame": {
			[]string{"05-04 a: You live in Turku.", "05-04 u: you are wrong about that"},
			"",
		},
		"said before": {
			[]string{"05-04 a: Your car is blue.", "05-04 u: I told you already: my car is red."},
			"The user's car is red. (world)\nThe user's car is blue. (world)",
		},
		"a new time": {
			[]string{"05-04 a: The Tern standup is at 10:00.", "05-04 u: The Tern standup moved to 9:45."},
			"The Tern standup is at 9:45. (world)\nThe Tern standup is at 10:00. (world)",
		},
		"a date": {
			[]string{"05-04 a: The Tern deadline is 3 May.", "05-04 u: The Tern deadline has moved to 19 May."},
			"The Tern deadline is on 19 May. (world)\nThe Tern deadline is 3 May. (world)",
		},
		"what was wrong is left out": {
			[]string{"05-04 a: The standup is at 10:00.", "05-04 u: the Tern standup is at 9:30, not 10:00"},
			"The Tern standup is at 9:30. (world)",
		},
		"a mere value": {
			[]string{"05-04 a: The Tern review is on Monday.", "05-04 u: Friday, not Monday."},
			"The Tern review is on Friday. (world)\nThe Tern review is on Monday. (world)",
		},
		"who moved it": {
			[]string{"05-04 a: The Tern review is on Monday.", "05-04 u: They moved the Tern review to Friday."},
			"The Tern review is on Friday. (world)\nThe Tern review is on Monday. (world)",
		},
		"what is so no longer": {
			[]string{"05-04 a: The Tern review is on Monday.", "05-04 u: the Tern review isn't on Monday any more, it's on Friday"},
			"The Tern review is on Friday. (world)\nThe Tern review is on Monday. (world)",
		},
		"a passing exception": {
			[]string{"05-04 a: The Tern review is on Wednesday.", "05-04 u: No, this week the Tern review is on Thursday."},
			"The Tern review is on Thursday this week. (state → 2026-05-10)",
		},
		"a state for so long": {
			[]string{"05-04 a: The Tern hall is open.", "05-04 u: No, the Tern hall is closed for two weeks."},
			"The Tern hall is closed for two weeks. (state → 2026-05-18)",
		},
		"a state with an end": {
			[]string{"05-04 a: You are in Lima until 7 June.", "05-04 u: No, I'm staying in Lima until 14 June."},
			"The user is staying in Lima until 14 June. (state → 2026-06-14)\nThe user is in Lima until 7 June. (state → 2026-06-07)",
		},
		"said on two days": {
			[]string{"05-04 u: The Tern review is on Mondays.", "05-06 u: The Tern review is on Mondays, so I keep it free."},
			"The Tern review is on Mondays. (habit)",
		},
		"what happened is over": {
			[]string{"05-04 u: Had soup with Kaisa in Kallio.", "05-08 u: Had a beer with Kaisa in Kallio."},
			"",
		},
		"the newest of two corrections": {
			[]string{"05-04 a: The Tern review is on Mondays.", "05-04 u: No, the Tern review is on Fridays.", "05-08 a: Friday then.", "05-08 u: No, the Tern review is on Thursdays."},
			"The Tern review is on Thursdays. (habit)\nThe Tern review is on Mondays. (habit)\nThe Tern review is on Fridays. (habit)",
		},
		"what the agent tells again and again": {
			[]string{"05-04 a: I checked the page: the Tern budget has been approved.", "05-09 a: The page says that the Tern budget has been approved."},
			"The Tern budget has been approved. (world)",
		},
		"a habit in pieces": {
			[]string{"05-05 u: Swimming at Kallio pool this morning, like every Tuesday.", "05-12 u: Tuesday swimming at Kallio pool again, it was empty.", "05-19 u: Back from the usual Tuesday swimming at Kallio pool."},
			"The user goes swimming at Kallio pool on Tuesdays. (habit)",
		},
		"a habit that moves": {
			[]string{
				"07-01 u: Badminton with Vikram at the club, as every Wednesday.", "07-08 u: Back from Wednesday badminton with Vikram.", "07-15 u: It's Wednesday, so badminton with Vikram as always.",
				"07-27 a: Badminton with Vikram is on Wednesday again.", "07-27 u: No, badminton with Vikram has moved to Saturdays.",
			},
			"Badminton with Vikram is on Saturdays. (habit)\nBadminton with Vikram is on Wednesday. (world)\nThe user has badminton with Vikram on Wednesdays. (habit)",
		},
		"a place that changes": {
			[]string{"05-04 a: The Tern workshop meets at Kiln Hall.", "05-04 u: Not there any more. The workshop meets at Quarry House."},
			"The Tern workshop meets at Quarry House. (world)\nThe Tern workshop meets at Kiln Hall. (world)",
		},
		"a part of a day that comes back": {
			[]string{"03-04 u: Spanish lesson with Pilar, every Wednesday evening", "03-11 u: had my Spanish lesson with Pilar", "03-18 u: Spanish with Pilar, she says I'm improving"},
			"The user has Spanish with Pilar on Wednesday evenings. (habit)",
		},
		"what says more of the same": {
			[]string{"03-02 u: My wife Sanna and I live in Espoo.", "03-10 u: Sanna and I live in Espoo, near the sea"},
			"The user's wife Sanna and the user live in Espoo. (world)",
		},
		"somebody called by their name": {
			[]string{"03-02 u: my cousin Lina is staying with us for two weeks", "03-05 u: Lina is still staying with us, she cooks every night"},
			"The user's cousin Lina is staying with the user and others for two weeks. (state → 2026-03-16)",
		},
		"a new amount": {
			[]string{"04-01 a: Your rent is 950 euros.", "04-01 u: the rent went up, it's 990 now"},
			"The user's rent is 990. (world)\nThe user's rent is 950 euros. (world)",
		},
		"an amount in a few words": {
			[]string{"04-01 a: You take 5 mg of ramipril.", "04-01 u: it's 10 mg now"},
			"The user takes 10 mg of ramipril. (world)\nThe user takes 5 mg of ramipril. (world)",
		},
		"another place of work": {
			[]string{"04-20 a: You work at Nokia.", "04-20 u: I don't work at Nokia any more, I'm at Tern now"},
			"The user is at Tern. (world)\nThe user works at Nokia. (world)",
		},
		"a habit that is said": {
			[]string{"05-06 u: I go running with Selma every Wednesday.", "05-13 u: Ran with Selma, Wednesday run as usual."},
			"The user goes running with Selma every Wednesday. (habit)",
		},
		"a plan": {
			[]string{"05-03 u: Flights to Porto are booked, we leave on the 12th of June.", "05-11 u: Found a hotel in Porto.", "05-19 u: Bought tickets for a tour in Porto."},
			"Flights to Porto are booked, the user and others leave on the 12th of June. (state → 2026-06-12)",
		},
		"what somebody else said": {
			[]string{`05-03 u: Tom said "I am quitting my job".`, `05-08 u: At lunch Tom repeated "I am quitting my job".`},
			"",
		},
		"what was only imagined": {
			[]string{"05-03 u: what if I moved to Berlin?", "05-08 u: if I sold the boat and moved to Berlin I'd miss the sea"},
			"",
		},
	} {
		t.Run(name, func(t *testing.T) {
			r := neocortex.Request{Episodes: life(t, c.said...)}
			if len(r.Episodes) == 0 {
				t.Fatal("nothing was captured")
			}
			if r.Episodes[0].Day == r.Episodes[len(r.Episodes)-1].Day {
				for _, e := range r.Episodes {
					if e.Act == memory.Correction {
						r.Bearers = append(r.Bearers, e.ID)
					}
				}
			}
			if got := written(t, r); got != c.want {
				t.Errorf("got  %s\nwant %s\nof %s", got, c.want, sentencesOf(r.Episodes))
			}
		})
	}
}

func sentencesOf(episodes []memory.Episode) string {
	var lines []string
	for _, e := range episodes {
		lines = append(lines, fmt.Sprintf("%s %s [%s]", e.Act, e.What, e.About))
	}
	return strings.Join(lines, "\n   ")
}

func TestRelationsToWhatIsKnown(t *testing.T) {
	known := func(id memory.FactID, text, about string, by memory.Authority) memory.Fact {
		return memory.Fact{ID: id, Text: text, About: about, Status: memory.Active, Authority: by, Kind: memory.World}
	}
	facts := []memory.Fact{
		known(1, "The Tern review is on Mondays.", "the Tern review: day", memory.ByUser),
		known(2, "The Plover review is on Mondays.", "the Plover review: day", memory.ByUser),
		known(3, "The Tern budget has been approved.", "the Tern budget: approval", memory.ByAgent),
	}
	for name, c := range map[string]struct {
		said []string
		want string
	}{
		"another value": {
			[]string{"05-04 a: Monday again.", "05-04 u: No, the Tern review is on Fridays."},
			"The Tern review is on Fridays. (habit) replaces f1",
		},
		"the same again": {
			[]string{"05-04 a: The Tern review is on Friday.", "05-04 u: No, the Tern review is on Mondays."},
			"The Tern review is on Mondays. (habit) same f1\nThe Tern review is on Friday. (world) replaces f1",
		},
		"the agent against the user's word": {
			[]string{"05-04 a: The Tern review is on Fridays.", "05-09 a: The Tern review is on Fridays."},
			"The Tern review is on Fridays. (habit) replaces f1",
		},
		"taken back": {
			[]string{"05-04 a: I take back what I said: I have no proof that the Tern budget has been approved."},
			" () retracts f3",
		},
		"something else taken back": {
			[]string{"05-04 a: I take back what I said about the Tern hall being free."},
			"",
		},
	} {
		t.Run(name, func(t *testing.T) {
			r := neocortex.Request{Episodes: life(t, c.said...), Known: facts}
			for i := range r.Known {
				r.Known[i].Names = []memory.Name{{Text: strings.Fields(r.Known[i].Text)[1]}}
			}
			if got := written(t, r); got != c.want {
				t.Errorf("got  %s\nwant %s\nof %s", got, c.want, sentencesOf(r.Episodes))
			}
		})
	}
}
