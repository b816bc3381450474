package ground

import (
	"testing"
	"time"
)

// wednesday is 6 May 2026.
var wednesday = time.Date(2026, 5, 6, 12, 0, 0, 0, time.UTC)

func TestValuesThatWereSaidOrFollow(t *testing.T) {
	for name, c := range map[string]struct {
		said, text, missing string
	}{
		"an hour of the afternoon":    {"at 14", "at 2 PM", ""},
		"an hour without its half":    {"on Thursdays at 2", "on Thursdays at 14:00", ""},
		"another hour":                {"at 14", "at 15:00", "15:00"},
		"German":                      {"um 14 Uhr", "at 14:00", ""},
		"Finnish":                     {"klo 14", "at 2 pm", ""},
		"an hour later":               {"at 14, an hour later", "at 15:00", ""},
		"thousands":                   {"4,000 euros", "4000 euros", ""},
		"thousands, with a point":     {"4.000 Euro", "4000 Euro", ""},
		"a zero too many":             {"4000 euros", "40000 euros", "40000"},
		"a number in words":           {"three kids", "3 kids", ""},
		"a number in German words":    {"drei Kinder", "3 Kinder", ""},
		"digits of another script":    {"costs २५ euros", "costs 25 euros", ""},
		"tomorrow":                    {"tomorrow", "on 7 May", ""},
		"by a week":                   {"moved from 12 June by a week", "on 19 June", ""},
		"by two weeks, in words":      {"12 June, two weeks later", "on 26 June", ""},
		"digits that changed places":  {"on 12 June", "on 21 June", "21 June"},
		"the weekday of a date":       {"on 7 May", "on Thursday", ""},
		"another weekday":             {"on Thursdays", "on Fridays", "Friday"},
		"raised by":                   {"10 mg, raised by 5", "15 mg", ""},
		"a sum that nobody asked for": {"10 mg and 5 drops", "15 mg", "15"},
		"this year":                   {"on 12 June", "on 12 June 2026", ""},
		"a letter before":             {"k8s", "k8s", ""},
	} {
		t.Run(name, func(t *testing.T) {
			e := Evidence{Turn: 4}
			e.Add(c.said, wednesday)
			if got := e.Missing(c.text, wednesday); got != c.missing {
				t.Errorf("%q of %q lacks %q, want %q", c.text, c.said, got, c.missing)
			}
		})
	}
}

func TestValuesContradict(t *testing.T) {
	for name, c := range map[string]struct {
		a, b string
		want bool
	}{
		"two weekdays":            {"on Wednesdays", "on Thursdays", true},
		"two hours":               {"at 14:00", "at 9:00", true},
		"one hour, said twice":    {"at 2 pm", "at 14:00", false},
		"a day and an hour":       {"on Wednesdays", "at 14:00", false},
		"more of the same":        {"on Wednesdays", "on Wednesdays at 14", false},
		"a date and its weekday":  {"on 7 May", "on Thursdays", false},
		"a date and another":      {"on 7 May", "on Fridays", true},
		"two numbers":             {"1200 euros", "1250 euros", true},
		"no value in one of them": {"in Turku", "1250 euros", false},
	} {
		t.Run(name, func(t *testing.T) {
			if got := Read(c.a, wednesday, 4).Contradicts(Read(c.b, wednesday, 4)); got != c.want {
				t.Errorf("contradicts is %v", got)
			}
		})
	}
}

func FuzzEvidence(f *testing.F) {
	f.Add("The launch moved to २५ June, at 14h.", "用户搬到柏林 in 4.000 days")
	f.Add("aa 00B!", "' 0000")
	f.Fuzz(func(t *testing.T, said, text string) {
		e := Evidence{Turn: 4}
		e.Add(said+" x", wednesday)
		share, n := e.Cover(text, nil)
		if share < 0 || share > 1 || n < 0 {
			t.Errorf("cover %v of %d", share, n)
		}
		e.Missing(text, wednesday)
		e.Denies(text, nil)
	})
}
