package neocortex

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"muisto/memory"
)

// shown writes passes as "night 5-5 week 1-30", days of May.
func shown(passes []memory.Pass) string {
	var words []string
	may := memory.DayOn(2026, 5, 1) - 1
	for _, p := range passes {
		words = append(words, fmt.Sprintf("%s %d-%d", p.Kind, p.From-may, p.To-may))
	}
	return strings.Join(words, " ")
}

func may(n int) memory.Day { return memory.DayOn(2026, 5, n) }

func TestPassesThatAreDue(t *testing.T) {
	past := func(k memory.PassKind, from, to, on, left int, finished bool) memory.PastPass {
		return memory.PastPass{Pass: memory.Pass{Kind: k, From: may(from), To: may(to)}, On: may(on), Left: left, Finished: finished}
	}
	for name, c := range map[string]struct {
		day, hour int
		first     int
		last      int
		unseen    []memory.Day
		passes    []memory.PastPass
		want      string
	}{
		"nothing has happened":           {day: 9, hour: 12, want: ""},
		"the day is not over":            {day: 5, hour: 23, first: 5, unseen: []memory.Day{may(5)}, want: ""},
		"the day turns at four":          {day: 6, hour: 3, first: 5, unseen: []memory.Day{may(5)}, want: ""},
		"the night after":                {day: 6, hour: 4, first: 5, unseen: []memory.Day{may(5)}, want: "night 5-5"},
		"missed days each once":          {day: 9, hour: 9, first: 5, unseen: []memory.Day{may(7), may(5), may(7)}, want: "night 5-5 night 7-7"},
		"moments from a time to come":    {day: 9, hour: 9, first: 8, unseen: []memory.Day{may(8), may(20)}, want: "night 8-8"},
		"a week after the first day":     {day: 12, hour: 9, first: 5, want: "week 5-11"},
		"not yet a week":                 {day: 11, hour: 9, first: 5, want: ""},
		"a week after the last":          {day: 19, hour: 9, first: 5, passes: []memory.PastPass{past(memory.Week, 5, 11, 12, 0, true)}, want: "week 5-18"},
		"not a week after the last":      {day: 18, hour: 9, first: 5, passes: []memory.PastPass{past(memory.Week, 5, 11, 12, 0, true)}, want: ""},
		"one week for a long time away":  {day: 31, hour: 9, first: -20, passes: []memory.PastPass{past(memory.Month, -20, 25, 26, 0, true)}, want: "week 1-30"},
		"nothing in the last 30 days":    {day: 31, hour: 9, first: -20, last: -10, passes: []memory.PastPass{past(memory.Month, -20, 25, 26, 0, true)}, want: ""},
		"the month":                      {day: 31, hour: 9, first: 1, passes: []memory.PastPass{past(memory.Week, 1, 28, 29, 0, true)}, want: "month 1-30"},
		"a pass of a later clock":        {day: 12, hour: 9, first: 5, passes: []memory.PastPass{past(memory.Week, 5, 25, 26, 0, true)}, want: "week 5-11"},
		"what was cut short goes on":     {day: 9, hour: 9, first: 5, unseen: []memory.Day{may(7), may(8)}, passes: []memory.PastPass{past(memory.Night, 7, 7, 8, 0, false)}, want: "night 7-7 night 8-8"},
		"what a night left waits a day":  {day: 9, hour: 9, first: 5, unseen: []memory.Day{may(8)}, passes: []memory.PastPass{past(memory.Night, 8, 8, 9, 2, true)}, want: ""},
		"and then is due":                {day: 10, hour: 9, first: 5, unseen: []memory.Day{may(8)}, passes: []memory.PastPass{past(memory.Night, 8, 8, 9, 2, true)}, want: "night 8-8"},
		"what a week left waits a day":   {day: 12, hour: 9, first: 5, passes: []memory.PastPass{past(memory.Week, 5, 11, 12, 3, true)}, want: ""},
		"and is due the next":            {day: 13, hour: 9, first: 5, passes: []memory.PastPass{past(memory.Week, 5, 11, 12, 3, true)}, want: "week 5-12"},
		"a late moment of a night seen":  {day: 9, hour: 9, first: 5, unseen: []memory.Day{may(5)}, passes: []memory.PastPass{past(memory.Night, 5, 5, 6, 0, true)}, want: "night 5-5"},
		"a later week that left nothing": {day: 14, hour: 9, first: 5, passes: []memory.PastPass{past(memory.Week, 5, 11, 12, 3, true), past(memory.Week, 5, 12, 13, 0, true)}, want: ""},
	} {
		t.Run(name, func(t *testing.T) {
			cal := memory.PassHistory{
				Now: time.Date(2026, 5, c.day, c.hour, 30, 0, 0, time.FixedZone("", 3*3600)), DayTurn: 4,
				Unseen: c.unseen, Passes: c.passes,
			}
			if c.first != 0 {
				cal.First, cal.Last = may(c.first), may(5)
				if c.last != 0 {
					cal.Last = may(c.last)
				}
			}
			if got := shown(Due(cal)); got != c.want {
				t.Errorf("due: %q, want %q", got, c.want)
			}
		})
	}
}

func TestAskedForByHandTodayCounts(t *testing.T) {
	cal := memory.PassHistory{
		Now: time.Date(2026, 5, 31, 12, 0, 0, 0, time.UTC), DayTurn: 4, First: may(-9), Unseen: []memory.Day{may(31), may(30)},
		Passes: []memory.PastPass{{Pass: memory.Pass{Kind: memory.Night, From: may(30), To: may(30)}, On: may(31), Finished: true, Left: 1}},
	}
	for kind, want := range map[memory.PassKind]string{memory.Night: "night 30-30 night 31-31", memory.Week: "week 2-31", memory.Month: "month -9-31"} {
		if got := shown(Asked(cal, kind)); got != want {
			t.Errorf("%s: %q, want %q", kind, got, want)
		}
	}
	if got := Asked(memory.PassHistory{Now: cal.Now, DayTurn: 4}, memory.Week); got != nil {
		t.Errorf("a week of nothing: %v", got)
	}
}

func TestTheNextNightIsWhenTheDayTurns(t *testing.T) {
	zone := time.FixedZone("", 3*3600)
	for now, want := range map[time.Time]time.Time{
		time.Date(2026, 5, 4, 12, 0, 0, 0, zone): time.Date(2026, 5, 5, 4, 0, 0, 0, zone),
		time.Date(2026, 5, 5, 2, 0, 0, 0, zone):  time.Date(2026, 5, 5, 4, 0, 0, 0, zone),
		time.Date(2026, 5, 5, 4, 0, 0, 0, zone):  time.Date(2026, 5, 6, 4, 0, 0, 0, zone),
	} {
		if got := NextNight(now, 4); !got.Equal(want) {
			t.Errorf("at %v: %v, want %v", now, got, want)
		}
	}
}
