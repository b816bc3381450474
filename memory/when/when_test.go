package when

import (
	"testing"
	"time"

	"muisto/memory"
	"muisto/unicodetest"

	"pgregory.net/rapid"
)

func at(t *testing.T, s string) time.Time {
	t.Helper()
	v, err := time.Parse(time.RFC3339, s)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func TestFindResolvesAgainstTheMessageTime(t *testing.T) {
	const friday = "2026-05-15T12:00:00+03:00"
	const monday = "2026-05-04T18:00:00+03:00"
	tests := []struct {
		said, text, phrase, from, to string
	}{
		{monday, "I'll call the carpenter tomorrow.", "tomorrow", "2026-05-05", "2026-05-05"},
		{monday, "i will call the plumber tomorow morning", "tomorow morning", "2026-05-05", "2026-05-05"},
		{monday, "We have no hot water this morning.", "this morning", "2026-05-04", "2026-05-04"},
		{monday, "finished the novel last night, didnt love the ending", "last night", "2026-05-03", "2026-05-03"},
		{friday, "see you next Friday", "next Friday", "2026-05-22", "2026-05-22"},
		{friday, "the call is on Friday", "Friday", "2026-05-22", "2026-05-22"},
		{friday, "I met her on Friday", "Friday", "2026-05-08", "2026-05-08"},
		{friday, "On Wednesday I saw a fox", "Wednesday", "2026-05-13", "2026-05-13"},
		{friday, "last Friday", "last Friday", "2026-05-08", "2026-05-08"},
		{friday, "this Sunday we rest", "this Sunday", "2026-05-17", "2026-05-17"},
		{monday, "the landlord pushed the inspection to the 10th", "the 10th", "2026-05-10", "2026-05-10"},
		{monday, "The concert is on the 3rd.", "the 3rd", "2026-06-03", "2026-06-03"},
		{monday, "the parcel came on the 3rd", "the 3rd", "2026-05-03", "2026-05-03"},
		{"2026-06-05T12:00:00Z", "it is on the 31st", "the 31st", "2026-07-31", "2026-07-31"},
		{monday, "The Heron deadline is 12 May.", "12 May", "2026-05-12", "2026-05-12"},
		{monday, "leave on the 12th of June", "the 12th of June", "2026-06-12", "2026-06-12"},
		{monday, "The Wren demo is on June 9.", "June 9", "2026-06-09", "2026-06-09"},
		{monday, "May 12th, 2027 it is", "May 12th, 2027", "2027-05-12", "2027-05-12"},
		{monday, "I had it on 2 February", "2 February", "2026-02-02", "2026-02-02"},
		{"2028-04-15T10:00:00Z", "we meet on 29 February", "29 February", "2032-02-29", "2032-02-29"},
		{"2026-03-01T10:00:00Z", "born on 29 February", "29 February", "2028-02-29", "2028-02-29"},
		{monday, "Hotel Rivoli for 12-15 June", "12-15 June", "2026-06-12", "2026-06-15"},
		{monday, "until 14 June", "until 14 June", "2026-06-14", "2026-06-14"},
		{monday, "on 14.6. we leave", "14.6", "2026-06-14", "2026-06-14"},
		{monday, "on 14.6.2027", "14.6.2027", "2027-06-14", "2027-06-14"},
		{monday, "due 2026-06-14", "2026-06-14", "2026-06-14", "2026-06-14"},
		{monday, "they come in two weeks", "in two weeks", "2026-05-18", "2026-05-18"},
		{monday, "three days ago", "three days ago", "2026-05-01", "2026-05-01"},
		{monday, "a couple of weeks ago it broke", "a couple of weeks ago", "2026-04-20", "2026-04-20"},
		{monday, "what happened last week?", "last week", "2026-04-27", "2026-05-03"},
		{monday, "A man repairs our roof next week.", "next week", "2026-05-11", "2026-05-17"},
		{monday, "next month", "next month", "2026-06-01", "2026-06-30"},
		{monday, "in May", "May", "2026-05-01", "2026-05-31"},
		{monday, "lessons start in August.", "August", "2026-08-01", "2026-08-31"},
		{monday, "I moved here in January", "January", "2026-01-01", "2026-01-31"},
		{monday, "in November I fell", "November", "2025-11-01", "2025-11-30"},
		{monday, "at the end of the month", "the end of the month", "2026-05-31", "2026-05-31"},
		{"2028-02-10T10:00:00Z", "by the end of the month", "by the end of the month", "2028-02-29", "2028-02-29"},
		{monday, "last summer", "last summer", "2025-06-01", "2025-08-31"},
		{monday, "since 2016", "since 2016", "2016-01-01", "2016-12-31"},
		{monday, "before Easter", "before Easter", "2026-04-05", "2026-04-05"},
		{"2026-01-31T10:00:00Z", "in a month", "in a month", "2026-02-28", "2026-02-28"},
		{"2026-03-28T23:30:00+02:00", "tomorrow", "tomorrow", "2026-03-29", "2026-03-29"},
		{"2026-03-29T12:00:00+03:00", "yesterday", "yesterday", "2026-03-28", "2026-03-28"},
		{"2026-05-05T02:00:00+03:00", "tomorrow", "tomorrow", "2026-05-05", "2026-05-05"},
		{"2026-05-05T04:00:00+03:00", "tomorrow", "tomorrow", "2026-05-06", "2026-05-06"},
		{"2026-12-31T23:00:00-08:00", "tomorrow", "tomorrow", "2027-01-01", "2027-01-01"},
		{monday, "Varasin ajan ensi perjantaiksi.", "ensi perjantaiksi", "2026-05-15", "2026-05-15"},
		{monday, "viime viikolla satoi", "viime viikolla", "2026-04-27", "2026-05-03"},
		{monday, "eilen", "eilen", "2026-05-03", "2026-05-03"},
		{monday, "toukokuussa", "toukokuussa", "2026-05-01", "2026-05-31"},
		{monday, "standup tomorrow at 9:30", "tomorrow at 9:30", "2026-05-05", "2026-05-05"},
		{monday, "on Tuesday 12 May we go", "Tuesday 12 May", "2026-05-12", "2026-05-12"},
	}
	for _, tt := range tests {
		t.Run(tt.text, func(t *testing.T) {
			spans := Find(tt.text, at(t, tt.said), 4)
			if len(spans) != 1 {
				t.Fatalf("found %+v, want one span", spans)
			}
			s := spans[0]
			if s.Text != tt.phrase || s.From.String() != tt.from || s.To.String() != tt.to {
				t.Errorf("found %q from %s to %s, want %q from %s to %s", s.Text, s.From, s.To, tt.phrase, tt.from, tt.to)
			}
		})
	}
}

func TestFindTellsTimesFromOtherWords(t *testing.T) {
	said := at(t, "2026-05-04T18:00:00Z")
	for _, text := range []string{
		"I may come", "you may", "we march on", "the 3rd floor", "the loan rate is 3.4, not 3.9",
		"half of it", "it costs 480", "version 1.2.3", "a day in the sun", "I had two weeks of rain",
		"the second one", "may I ask", "",
	} {
		for _, s := range Find(text, said, 4) {
			if s.HasDay() {
				t.Errorf("%q: found the day %q", text, s.Text)
			}
		}
	}
}

func TestFindMarksWhatRecursAndWhatEnds(t *testing.T) {
	said := at(t, "2026-05-04T18:00:00Z")
	one := func(text string) Span {
		t.Helper()
		spans := Find(text, said, 4)
		if len(spans) != 1 {
			t.Fatalf("%q: found %+v, want one span", text, spans)
		}
		return spans[0]
	}
	if s := one("the review is on Wednesdays at ten"); !s.Recurs || !s.Clock || s.Minute != 600 || s.HasDay() || s.Weekday != time.Wednesday {
		t.Errorf("Wednesdays at ten: %+v", s)
	}
	if s := one("as every Thursday"); !s.Recurs || s.Weekday != time.Thursday {
		t.Errorf("every Thursday: %+v", s)
	}
	if s := one("out of order until Friday"); !s.Until || s.To.String() != "2026-05-08" {
		t.Errorf("until Friday: %+v", s)
	}
	if s := one("Choir on Thursday mornings"); !s.Recurs {
		t.Errorf("Thursday mornings: %+v", s)
	}
	for text, minute := range map[string]int{
		"at 9:30": 570, "at 3 pm": 900, "half past six": 390, "noon": 720, "the flight goes at 21:40": 1300, "around 7pm": 1140, "at two": 120,
	} {
		if s := one(text); !s.Clock || s.Minute != minute || s.HasDay() {
			t.Errorf("%q: %+v, want minute %d", text, s, minute)
		}
	}
}

func TestEasterMatchesPublishedDates(t *testing.T) {
	for year, want := range map[int]string{2000: "2000-04-23", 2024: "2024-03-31", 2025: "2025-04-20", 2026: "2026-04-05", 2038: "2038-04-25"} {
		if got := easterSunday(year).String(); got != want {
			t.Errorf("Easter %d: %s, want %s", year, got, want)
		}
	}
}

func TestResolveGivesTheLastDayMeant(t *testing.T) {
	said := at(t, "2026-05-04T18:00:00Z")
	if d, ok := Resolve("by the end of next month", said, 4); !ok || d.String() != "2026-06-30" {
		t.Errorf("got %s, %v", d, ok)
	}
	if d, ok := Resolve("whenever", said, 4); ok {
		t.Errorf("whenever resolves to %s", d)
	}
	if d, ok := Resolve("at ten", said, 4); ok {
		t.Errorf("a time of day resolves to %s", d)
	}
}

// Whatever the day, "tomorrow" is a day after it, "next Friday" a Friday of
// the next week, "last Friday" an earlier one, and the end of the month a day
// whose tomorrow is the 1st.
func TestRelativeDaysHoldOnEveryDay(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		unix := rapid.Int64Range(864_000, 4_000_000_000).Draw(t, "unix")
		zone := time.FixedZone("", rapid.IntRange(-12, 14).Draw(t, "hours")*3600)
		said := time.Unix(unix, 0).In(zone)
		today := memory.DayOf(said, 4)
		day := func(phrase string) memory.Day {
			d, ok := Resolve(phrase, said, 4)
			if !ok {
				t.Fatalf("%q does not resolve", phrase)
			}
			return d
		}
		if d := day("tomorrow"); d != today+1 {
			t.Fatalf("tomorrow of %s is %s", today, d)
		}
		if d := day("next Friday"); d.Weekday() != time.Friday || d <= today || d > today+13 {
			t.Fatalf("next Friday of %s is %s", today, d)
		}
		if d := day("Friday"); d.Weekday() != time.Friday || d <= today || d > today+7 {
			t.Fatalf("Friday of %s is %s", today, d)
		}
		if d := day("last Friday"); d.Weekday() != time.Friday || d >= today || d < today-7 {
			t.Fatalf("last Friday of %s is %s", today, d)
		}
		if _, _, d := (day("the end of the month") + 1).Date(); d != 1 {
			t.Fatalf("the month of %s ends on %s", today, day("the end of the month"))
		}
		if d := day("29 February"); d < today-45 {
			t.Fatalf("29 February of %s is %s", today, d)
		}
	})
}

func spansStayInBounds(t *testing.T, text string, unix int64) {
	t.Helper()
	said := time.Unix(864_000+(unix&0xffffffff), 0).UTC()
	end := 0
	for _, s := range Find(text, said, 4) {
		if s.Start < end || s.End <= s.Start || s.End > len(text) || text[s.Start:s.End] != s.Text {
			t.Fatalf("%q: bad span %+v after %d", text, s, end)
		}
		if (s.From == 0) != (s.To == 0) || s.From > s.To {
			t.Fatalf("%q: bad days %+v", text, s)
		}
		end = s.End
	}
}

func FuzzFind(f *testing.F) {
	for _, s := range []string{"until 14 June at 9:30", "May the 12th", "Fridays", "99.99.", "the 31st", "明日は", "in a a couple of", "\xff\xfe 12th", "the end of"} {
		f.Add(s, int64(1_770_000_000))
	}
	for _, s := range unicodetest.Texts() {
		f.Add(s, int64(1_770_000_000))
	}
	f.Fuzz(spansStayInBounds)
}

func BenchmarkFind(b *testing.B) {
	said := time.Date(2026, 5, 4, 18, 0, 0, 0, time.UTC)
	for b.Loop() {
		Find("The landlord pushed the inspection back from the 3rd to the 10th, so I'll be home at two tomorrow.", said, 4)
	}
}

func TestDigitsOfEveryScriptAreReadToTheirEnd(t *testing.T) {
	for _, text := range []string{"the meeting is at ٣", "२", "３ o'clock", "๓", "𝟘", "৭/৮ at 9:30", "1२3", "²½Ⅷ"} {
		Find(text, at(t, "2026-05-15T12:00:00+03:00"), 4)
	}
}
