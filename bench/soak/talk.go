package main

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"time"
)

// utterance is one thing that the person says.
type utterance struct {
	at   time.Time
	text string
}

// spell is a stretch of talk with quiet on both sides of it.
type spell []utterance

// talk makes up what somebody says over a year: the same seed says the same.
// There are projects with meetings that move, people who come and go, places,
// habits by the day of the week, passing states, promises, moods, questions,
// small talk and pastes.
type talk struct {
	seed  uint64
	start time.Time
}

var (
	people = []string{"Noor", "Tomas", "Sara", "Ilmari", "Anneli", "Priya", "Kofi", "Mei", "Lucas", "Zofia", "Hamid", "Ingrid", "Pablo",
		"Aino", "Viktor", "Leila", "Oskar", "Chiara", "Jonas", "Amara", "Eero", "Nadia", "Petra", "Rafael", "Hiroshi", "Elsa", "Dmitri", "Fatima"}
	projects = []string{"Heron", "Lantern", "Cobalt", "Juniper", "Osprey", "Marble", "Quartz", "Saffron", "Tundra", "Velvet", "Willow", "Zephyr"}
	places   = []string{"Bergen", "Lisbon", "Turku", "Tampere", "Oslo", "Porto", "Gdansk", "Riga", "Utrecht", "Ghent", "Malmo", "Tallinn", "Vienna", "Kyoto"}
	weekdays = []string{"Monday", "Tuesday", "Wednesday", "Thursday", "Friday"}
	subjects = []string{"the budget", "the release notes", "the contract", "the survey", "the hiring plan", "the data room", "the press text",
		"the test rig", "the translation", "the warehouse move", "the insurance", "the new logo"}
	sports = []string{"swim", "run", "climb", "play squash", "go to yoga", "row"}
	foods  = []string{"rye bread", "mushrooms", "oysters", "liquorice", "goat cheese", "coriander", "espresso", "oat milk", "herring", "tofu"}
	small  = []string{"Good morning!", "Thanks, that helps.", "Ha, fair enough.", "Okay.", "Hm, let me think.", "What a day.", "Back again.",
		"Right.", "That is all for now.", "See you later.", "Sounds good to me.", "One moment."}
	moods = []string{"I am so tired of this, nobody reads what I write!!", "WHY does this keep happening?!", "I am really happy with how today went.",
		"Honestly I feel a bit lost this week.", "That was the BEST meeting in months!", "ugh, the train again…"}
	lookups = []string{"What is the weather like in %s?", "How far is it to %s?", "What time is it in %s?", "Can you remind me what I said about %s?"}
)

// day gives the spells of a day, of n utterances in all.
func (t talk) day(number, n int) []spell {
	random := rand.New(rand.NewPCG(t.seed, uint64(number)))
	morning := t.start.AddDate(0, 0, number)
	spells := 5 + random.IntN(4)
	var list []spell
	for i := range spells {
		// From eight in the morning to late at night, one after the other.
		at := morning.Add(8*time.Hour + time.Duration(i)*15*time.Hour/time.Duration(spells) + time.Duration(random.IntN(20*60))*time.Second)
		var s spell
		about := t.topic(random, number)
		for range (i+1)*n/spells - i*n/spells {
			if random.IntN(6) == 0 {
				about = t.topic(random, number)
			}
			s = append(s, utterance{at, t.say(random, number, about)})
			at = at.Add(time.Duration(15+random.IntN(30)) * time.Second)
		}
		list = append(list, s)
	}
	return list
}

// topic is what a stretch of talk is about.
type topic struct {
	project, person, place, subject string
}

func pick(random *rand.Rand, from []string) string { return from[random.IntN(len(from))] }

// topic draws from what goes on in that month: projects come and go.
func (t talk) topic(random *rand.Rand, day int) topic {
	month := day / 30
	return topic{
		project: projects[(month+random.IntN(4))%len(projects)],
		person:  people[(month*2+random.IntN(9))%len(people)],
		place:   places[(month+random.IntN(4))%len(places)],
		subject: subjects[(month+random.IntN(5))%len(subjects)],
	}
}

// meets is the day of the week on which a project meets; it moves now and then.
func (t talk) meets(project string, day int) string {
	h := uint64(day / 17)
	for _, c := range project {
		h = h*31 + uint64(c) + t.seed
	}
	return weekdays[h%uint64(len(weekdays))]
}

func (t talk) say(random *rand.Rand, day int, a topic) string {
	date := t.start.AddDate(0, 0, day)
	meets := t.meets(a.project, day)
	switch k := random.IntN(100); {
	case k < 22:
		return pick(random, small)
	case k < 30:
		return fmt.Sprintf(pick(random, lookups), pick(random, []string{a.place, a.place, a.project}))
	case k < 38:
		return fmt.Sprintf("When is the %s review?", a.project)
	case k < 46:
		return fmt.Sprintf("%s and I talked about %s for %s today.", a.person, a.subject, a.project)
	case k < 51:
		return fmt.Sprintf("The %s review with %s is on %ss.", a.project, a.person, meets)
	case k < 54:
		return fmt.Sprintf("No, the %s review is on %ss, not on %ss!", a.project, meets, weekdays[(random.IntN(4)+1+day)%5])
	case k < 58:
		return fmt.Sprintf("We decided to send %s to %s by %s.", a.subject, a.person, pick(random, weekdays))
	case k < 62:
		return fmt.Sprintf("I will call %s about %s tomorrow.", a.person, a.subject)
	case k < 66:
		return fmt.Sprintf("%s is moving to %s in %s.", a.person, a.place, date.AddDate(0, 2, 0).Month())
	case k < 70:
		return fmt.Sprintf("I %s with %s every %s.", sports[day/30%len(sports)], people[(day/60)%len(people)], weekdays[day/30%5])
	case k < 74:
		return fmt.Sprintf("I am in %s until %s.", a.place, date.AddDate(0, 0, 3+random.IntN(6)).Format("2 January"))
	case k < 77:
		return fmt.Sprintf("I can't stand %s.", foods[(day/20+random.IntN(2))%len(foods)])
	case k < 80:
		return fmt.Sprintf("%s likes %s more than anything.", a.person, foods[(len(a.person)+day/90)%len(foods)])
	case k < 84:
		return fmt.Sprintf("Remind me: who is in charge of %s, %s or %s?", a.subject, a.person, pick(random, people))
	case k < 88:
		return pick(random, moods)
	case k < 92:
		return fmt.Sprintf("%s said that %s costs %d euros, and that %s should pay for it.", a.person, a.subject, 100+random.IntN(90)*50, pick(random, people))
	case k < 95:
		return fmt.Sprintf("My flight to %s leaves at %d:%02d on %s.", a.place, 6+random.IntN(14), random.IntN(4)*15, pick(random, weekdays))
	case k < 97:
		return "Here is the log:\n" + paste(random, a)
	}
	return fmt.Sprintf("Actually, forget what I said about %s; %s takes care of it.", a.subject, a.person)
}

// paste is a long text that is not the person's own.
func paste(random *rand.Rand, a topic) string {
	var b strings.Builder
	for i := range 10 + random.IntN(30) {
		fmt.Fprintf(&b, "12:%02d:%02d %s worker %d: %s took %d ms\n", i, random.IntN(60), strings.ToLower(a.project), random.IntN(8), a.subject, random.IntN(900))
	}
	return b.String()
}
