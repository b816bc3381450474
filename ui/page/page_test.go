package page

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

func entries(from, n int) []Entry {
	out := make([]Entry, n)
	for i := range out {
		role := memory.RoleUser
		if i%2 == 1 {
			role = memory.RoleAssistant
		}
		out[i] = Entry{Message: memory.Message{Key: int64(from + i), Role: role, Text: fmt.Sprintf("message %d", from+i), At: noon, Finished: true}}
	}
	return out
}

func newPage(n, w, h int) *Page {
	p := New(look.New(look.Plain, cell.ByGrapheme))
	p.SetWhyKey("ctrl+o")
	p.SetNow(noon)
	p.SetSize(w, h)
	p.Set(entries(1, n), false, false)
	return p
}

func seen(p *Page) string { return ansi.Strip(strings.Join(p.Lines(), "\n")) }

// TestScrollingUpAndDownComesBack: n lines up and n down is where one was.
func TestScrollingUpAndDownComesBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := newPage(rapid.IntRange(0, 40).Draw(t, "messages"), rapid.IntRange(10, 60).Draw(t, "width"), rapid.IntRange(1, 30).Draw(t, "height"))
		p.Scroll(-rapid.IntRange(1, 60).Draw(t, "to"))
		before := seen(p)
		// Far enough from the ends that no step is cut short.
		top := p.top
		n := rapid.IntRange(1, 10).Draw(t, "lines")
		p.Scroll(-n)
		if p.top == (place{}) || p.follow {
			return
		}
		p.Scroll(n)
		if got := seen(p); got != before {
			t.Fatalf("from %v by %d:\n%s\n---\n%s", top, n, before, got)
		}
	})
}

func TestWhatIsSeenStays(t *testing.T) {
	tests := map[string]func(p *Page){
		"while older messages are put before": func(p *Page) { p.Prepend(entries(-99, 100), true) },
		"while a message is added":            func(p *Page) { p.Notice("news", noon) },
		"while a reply comes": func(p *Page) {
			p.Begin(memory.Message{Role: memory.RoleAssistant, At: noon}, false)
			for range 50 {
				p.Piece("more\n\n")
			}
		},
		"while the far end is let go": func(p *Page) { p.Trim(50) },
		"while what was drawn is let go": func(p *Page) {
			p.kept = maxKept + 1
			p.Lines()
		},
	}
	for name, change := range tests {
		t.Run(name, func(t *testing.T) {
			p := newPage(100, 40, 20)
			p.Scroll(-120)
			before := seen(p)
			change(p)
			if got := seen(p); got != before {
				t.Errorf("was\n%s\nis\n%s", before, got)
			}
			if p.Following() {
				t.Error("it follows the end")
			}
		})
	}
}

func TestAtTheEndItFollows(t *testing.T) {
	p := newPage(100, 40, 20)
	p.Begin(memory.Message{Role: memory.RoleAssistant, At: noon}, false)
	p.Piece("the very last words")
	if !strings.Contains(seen(p), "the very last words") {
		t.Errorf("not in sight:\n%s", seen(p))
	}
	p.Scroll(-5)
	p.Piece(strings.Repeat("\n\nmore", 30))
	p.Scroll(5)
	if p.Following() {
		t.Error("it is not at the end")
	}
	p.Scroll(1000)
	if !p.Following() || p.Unseen() != 0 {
		t.Error("at the end it should follow again")
	}
}

func TestOnlyWhatIsSeenIsLaidOut(t *testing.T) {
	p := newPage(10_000, 40, 20)
	p.Lines()
	cut := 0
	for _, it := range p.items {
		if it.parts != nil {
			cut++
		}
	}
	if cut > 40 {
		t.Errorf("%d messages were laid out for a page of 20 lines", cut)
	}
}

func TestAReplyIsTheSameStreamedAndStored(t *testing.T) {
	text := "Here:\n\n- one\n- two\n\n```go\nx := 1\n```\n\nDone, *really*.\n"
	streamed := newPage(1, 40, 40)
	streamed.Begin(memory.Message{Role: memory.RoleAssistant, At: noon}, false)
	for _, r := range text {
		streamed.Piece(string(r))
		streamed.Lines()
	}
	streamed.Finish(Entry{Message: memory.Message{Key: 2, Role: memory.RoleAssistant, Text: text, At: noon, Finished: true}})
	stored := newPage(0, 40, 40)
	stored.Set(append(entries(1, 1), Entry{Message: memory.Message{Key: 2, Role: memory.RoleAssistant, Text: text, At: noon, Finished: true}}), false, false)
	if seen(streamed) != seen(stored) {
		t.Errorf("streamed\n%s\nstored\n%s", seen(streamed), seen(stored))
	}
}

func TestMarksUnderAReply(t *testing.T) {
	reply := memory.Message{Key: 2, Role: memory.RoleAssistant, Text: "Half a", At: noon}
	tests := []struct {
		name  string
		entry Entry
		want  string
		lacks string
	}{
		{"cut short by a crash", Entry{Message: reply}, "— cut off here", "came to mind"},
		{"stopped by the person", Entry{Message: reply, Stopped: true}, "— stopped here", "cut short"},
		{"what was recalled", Entry{Message: reply, Facts: 1, Moments: 2}, "↳ recalled 1 fact, 2 moments  (ctrl+o why)", "1 facts"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			p := newPage(0, 60, 20)
			p.Set([]Entry{tt.entry}, false, false)
			if got := seen(p); !strings.Contains(got, tt.want) || strings.Contains(got, tt.lacks) {
				t.Errorf("want %q and not %q:\n%s", tt.want, tt.lacks, got)
			}
		})
	}
}

func TestAReplyThatNeverCameLeavesNothing(t *testing.T) {
	p := newPage(1, 40, 20)
	before := seen(p)
	p.Begin(memory.Message{Role: memory.RoleAssistant, At: noon}, false)
	p.Finish(Entry{})
	if got := seen(p); got != before {
		t.Errorf("left\n%s", got)
	}
}

func TestDays(t *testing.T) {
	p := newPage(0, 40, 40)
	all := entries(1, 3)
	all[0].At = noon.AddDate(-1, 0, 0)
	p.Set(all, false, false)
	got := seen(p)
	for _, want := range []string{" Sunday 12 October 2025 ", " Monday 12 October "} {
		if strings.Count(got, want) != 1 {
			t.Errorf("want %q once:\n%s", want, got)
		}
	}
}

func TestTheReplyInSightIsTheOneAskedAbout(t *testing.T) {
	p := newPage(100, 40, 20)
	if e, ok := p.SeenReply(); !ok || e.Key != 100 {
		t.Errorf("at the end: %v", e.Key)
	}
	p.Scroll(-1000)
	if e, ok := p.SeenReply(); !ok || e.Key > 12 {
		t.Errorf("at the beginning: %v", e.Key)
	}
}
