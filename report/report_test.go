package report

import (
	"regexp"
	"strings"
	"testing"
	"time"

	"muisto/memory"
)

var noon = time.Date(2026, time.October, 12, 12, 0, 0, 0, time.UTC)

// hostile is text that would run, load or break out, were it not escaped.
const hostile = `<script>alert(1)</script><img src=x onerror=alert(1)>"'</style></li>&amp;\x1b[31m`

func sample() Memory {
	day := memory.DayOn(2026, 10, 11)
	moment := func(id memory.EpisodeID, what string, salience float64) memory.Episode {
		return memory.Episode{
			ID: id, What: what, Act: memory.Observation, Salience: salience, Lifespan: memory.Lifespan(salience),
			FirstAt: noon.AddDate(0, 0, -1), LastAt: noon.AddDate(0, 0, -1), Day: day,
		}
	}
	return Memory{
		Now: noon, Decay: memory.DefaultDecay,
		Facts: []memory.Fact{
			{ID: 1, Text: "The launch is next week.", About: "the launch: date", Status: memory.Superseded, SupersededBy: 2, RetiredAt: noon, Salience: 0.3},
			{ID: 2, Text: "The launch is on Friday.", About: "the launch: date", Status: memory.Active, Sources: []memory.EpisodeID{1, 9}, From: []memory.Day{day, day}, Salience: 0.9},
			{ID: 3, Text: hostile, About: hostile + ": x", Status: memory.Closed, RetiredAt: noon},
		},
		Moments: []memory.Episode{moment(1, "The user moved the launch to Friday.", 0.9), moment(2, hostile, 0.2)},
		Left:    7,
		Nights: []memory.PassRecord{{
			Pass: memory.Pass{Kind: memory.Night, From: day, To: day}, Moments: 2, Finished: true,
			Groups: []memory.GroupRecord{
				{
					Episodes: []memory.EpisodeID{1, 2}, Names: []memory.WeighedName{{Name: hostile, Weight: 3.5}},
					Ties: []memory.Tie{{A: 0, B: 1, Weight: 3.5}, {A: 0, B: 99, Weight: 1}}, Outcome: memory.BecameFacts,
					Changes: []memory.FactChange{{Effect: memory.Formed, Fact: 2}},
				},
				{Episodes: []memory.EpisodeID{2}, Outcome: memory.StayedMoments},
			},
		}},
		Spoken: func(s string) string { return strings.ReplaceAll(s, "The user", "You") },
	}
}

func written(t *testing.T, m Memory) string {
	t.Helper()
	var b strings.Builder
	if err := Write(&b, m); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestThePageShowsWhatIsRemembered(t *testing.T) {
	got := written(t, sample())
	for _, want := range []string{
		"1 active of 3 facts · 9 moments", "The launch is on Friday.", "The launch is next week. (until 12 Oct 2026)",
		`<a href="#e1">e1</a> (11 Oct 2026), e9 (11 Oct 2026)`, "You moved the launch to Friday.", "Sunday 11 October 2026",
		"7 older moments are left out", "formed: The launch is on Friday.", "1 of them stayed moments", "retired on 12 Oct 2026", ">peak, ",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("the page lacks %q", want)
		}
	}
	if n := strings.Count(got, "The launch is next week."); n != 1 {
		t.Errorf("what was replaced is shown %d times", n)
	}
	if got != written(t, sample()) {
		t.Error("the same memory makes another page")
	}
	for _, want := range []string{"No facts yet.", "No moments yet.", "No nights yet."} {
		if empty := written(t, Memory{Now: noon, Decay: memory.DefaultDecay}); !strings.Contains(empty, want) {
			t.Errorf("an empty memory does not say %q", want)
		}
	}
}

// tags are the elements that the page may have.
var tags = regexp.MustCompile(`<([a-z][a-z0-9]*)`)

func TestNothingInAMemoryBecomesPartOfThePage(t *testing.T) {
	got := written(t, sample())
	may := map[string]bool{}
	for _, name := range strings.Fields("html head meta title style body header h1 p nav a main h2 h3 ul li div span svg path circle line text section details summary") {
		may[name] = true
	}
	for _, m := range tags.FindAllStringSubmatch(got, -1) {
		if !may[m[1]] {
			t.Errorf("the page has a <%s>", m[1])
		}
	}
	for _, bad := range []string{"<script", "<img", " onerror=alert(1)>", "http://", "https://", "url(", "@import", " style=", "\x1b"} {
		if strings.Contains(strings.ReplaceAll(got, "&lt;img src=x onerror=alert(1)&gt;", ""), bad) {
			t.Errorf("the page has %q", bad)
		}
	}
	for _, want := range []string{"default-src &#39;none&#39;; style-src &#39;sha256-", "base-uri &#39;none&#39;", "&lt;script&gt;alert(1)"} {
		if !strings.Contains(got, want) {
			t.Errorf("the page lacks %q", want)
		}
	}
}
