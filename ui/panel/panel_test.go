package panel

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/charmbracelet/x/ansi"
	"pgregory.net/rapid"

	"muisto/memory"
	"muisto/ui/cell"
	"muisto/ui/look"
)

var noon = time.Date(2026, time.October, 12, 12, 0, 0, 0, time.UTC)

func newPanel(w, h int) *Panel {
	p := New(look.New(look.Plain, cell.ByGrapheme), memory.DefaultDecay)
	p.SetNow(noon)
	p.SetSize(w, h)
	p.SetFocus(true)
	return p
}

func moments(n int) []memory.Episode {
	out := make([]memory.Episode, n)
	for i := range out {
		out[i] = memory.Episode{
			ID: memory.EpisodeID(i + 1), What: fmt.Sprintf("Thing %d happened.", i+1), Act: memory.Decision,
			Salience: 0.7, Floor: 0.7, Lifespan: memory.Lifespan(0.7), LastAt: noon.AddDate(0, 0, -i),
		}
	}
	return out
}

func shown(p *Panel) string { return ansi.Strip(strings.Join(p.Lines(), "\n")) }

func TestSpan(t *testing.T) {
	for days, want := range map[float64]string{
		0.7: "a day", 1.6: "2 days", 3.1: "3 days", 9.4: "9 days", 13: "2 weeks", 40: "6 weeks", 82: "3 months", 350: "a year", 587: "19 months", 730: "2 years", 4000: "11 years",
	} {
		if got := Span(days); got != want {
			t.Errorf("Span(%v) = %q, want %q", days, got, want)
		}
	}
}

func TestAgo(t *testing.T) {
	for _, tt := range []struct {
		back time.Duration
		want string
	}{
		{time.Hour, "today 11:00"}, {13 * time.Hour, "yesterday 23:00"}, {3 * 24 * time.Hour, "Fri 12:00"},
		{10 * 24 * time.Hour, "2 Oct"}, {400 * 24 * time.Hour, "7 Sep 2025"},
	} {
		if got := Ago(noon.Add(-tt.back), noon); got != tt.want {
			t.Errorf("%v ago is %q, want %q", tt.back, got, tt.want)
		}
	}
}

func TestThePickedMomentIsInSight(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := newPanel(rapid.IntRange(30, 60).Draw(t, "width"), rapid.IntRange(8, 60).Draw(t, "height"))
		n := rapid.IntRange(1, 50).Draw(t, "moments")
		p.SetMoments(moments(n))
		for _, by := range rapid.SliceOfN(rapid.IntRange(-20, 20), 1, 20).Draw(t, "moves") {
			p.Move(by)
			e := p.Picked().(memory.Episode)
			if got := shown(p); !strings.Contains(got, "› "+e.What) {
				t.Fatalf("%q is not in sight:\n%s", e.What, got)
			}
		}
	})
}

func TestNewMomentsLeaveThePickedOnePicked(t *testing.T) {
	p := newPanel(40, 30)
	p.SetMoments(moments(10)[3:])
	p.Move(2)
	want := p.Picked().(memory.Episode).ID
	p.SetMoments(moments(10))
	if got := p.Picked().(memory.Episode).ID; got != want {
		t.Errorf("picked %v, want %v", got, want)
	}
}

func TestMoreIsAskedForNearTheEnd(t *testing.T) {
	p := newPanel(40, 30)
	p.SetMoments(moments(PageSize))
	if p.WantsMore() {
		t.Error("at the beginning no more is needed")
	}
	p.Move(PageSize)
	if !p.WantsMore() {
		t.Error("near the end more is needed")
	}
	p.AddMoments(moments(3))
	if p.WantsMore() || p.Held() != PageSize+3 {
		t.Errorf("holds %d, and asks for more: %v", p.Held(), p.WantsMore())
	}
}

func TestTheCurveFalls(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := newPanel(rapid.IntRange(20, 60).Draw(t, "width"), 40)
		e := moments(1)[0]
		e.Lifespan = memory.Lifespan(rapid.Float64Range(0, 1).Draw(t, "salience"))
		e.LastAt = noon.Add(-time.Duration(rapid.IntRange(0, 100_000).Draw(t, "hours")) * time.Hour)
		lines := p.curveLines(e)
		if len(lines) != curveRows+2 {
			t.Fatalf("%d lines", len(lines))
		}
		text := ansi.Strip(strings.Join(lines, "\n"))
		if strings.Count(text, "●") != 1 || !strings.Contains(text, "now") || !strings.Contains(text, "┴") {
			t.Fatalf("now is not marked once:\n%s", text)
		}
		for _, line := range lines {
			if got := cell.ByGrapheme.StringWidth(line); got > p.width {
				t.Fatalf("%q is %d wide", line, got)
			}
		}
		heights := make([]int, p.width)
		for _, row := range Plot(func(x float64) float64 { return 1 - x }, p.width, 5) {
			for x, r := range row {
				if r != ' ' {
					heights[x]++
				}
			}
		}
		for x := 1; x < len(heights); x++ {
			if heights[x] > heights[x-1] {
				t.Fatalf("it rises at %d: %v", x, heights)
			}
		}
	})
}

func TestTiesAreWrittenAsASum(t *testing.T) {
	names := func(n ...float64) (out []memory.WeighedName) {
		for i, w := range n {
			out = append(out, memory.WeighedName{Name: string(rune('A' + i)), Weight: w})
		}
		return out
	}
	for want, g := range map[string]memory.GroupRecord{
		"":                                  {},
		"A 3.5":                             {Names: names(3.507)},
		"A 3.5 + B 2.6 = 6.1":               {Names: names(3.507, 2.590)},
		"A 1.0 + B 1.0 + C 1.0 + D 1.0 + …": {Names: names(1, 1, 1, 1, 1)},
	} {
		if got := tiesOf(g); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

func TestWhatIsOpenIsLeftInTurn(t *testing.T) {
	p := newPanel(40, 30)
	p.SetTab(Facts)
	p.SetFacts([]memory.Fact{{ID: 1, Text: "It is so.", Kind: memory.World, Status: memory.Active}})
	p.OpenFact(p.Picked().(memory.Fact))
	p.SetMomentsOf(1, moments(2), nil)
	shown(p)
	p.Move(1)
	p.OpenMoment(p.Picked().(memory.Episode))
	if got := shown(p); !strings.Contains(got, "Thing 2 happened.") {
		t.Errorf("the second moment should be open:\n%s", got)
	}
	p.SetSources(9, []memory.Message{{Text: "of another"}})
	if strings.Contains(shown(p), "of another") {
		t.Error("sources of another moment were shown")
	}
	p.Back()
	if got := shown(p); !strings.Contains(got, "It is so.") || !p.Opened() {
		t.Errorf("the fact should be open:\n%s", got)
	}
	p.Back()
	if p.Opened() || p.Tab() != Facts {
		t.Error("the list of facts should be in sight")
	}
}
