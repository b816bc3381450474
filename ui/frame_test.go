package ui

import (
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"
	"pgregory.net/rapid"

	"muisto/chat"
	"muisto/memory"
	"muisto/ui/cell"
	"muisto/ui/look"
)

// awkward are bits of text that are hard to fit into cells.
var awkward = []string{
	"word", " ", "a long-hyphenated-word ", "\n", "\n\n", "\t", "漢字の文", "👩‍👩‍👧‍👦", "🇫🇮", "❤️", "é", "e\u0301", "مرحبا بالعالم", "שלום",
	"**bold**", "`code`", "```go\n", "```\n", "- item\n", "1. one\n", "| a | b |\n|---|---|\n", "> quote\n", "# head\n", "[x](http://y)",
	"\u200d", "\x1b[31m", "\x1b]0;t\x07", "&#27;", strings.Repeat("x", 300), "한국어", "ไทย", "ｆｕｌｌ",
}

func text(t *rapid.T, name string) string {
	return strings.Join(rapid.SliceOfN(rapid.SampledFrom(awkward), 0, 30).Draw(t, name), "")
}

// TestEveryFrameFits holds frames of any size, with any text in any state, to
// their size, and to text and styles alone.
func TestEveryFrameFits(t *testing.T) {
	bubble(t, func(t *testing.T) {
		// The wrapping hides the deadline, which a bubble does not have.
		rapid.Check(struct{ rapid.TB }{t}, func(rt *rapid.T) { anyFrameFits(t, rt) })
	})
}

func anyFrameFits(t *testing.T, rt *rapid.T) {
	f := newFake()
	for range rapid.IntRange(0, 8).Draw(rt, "messages") {
		role := rapid.SampledFrom([]memory.Role{memory.RoleUser, memory.RoleAssistant}).Draw(rt, "role")
		f.add(role, text(rt, "message"), monday)
	}
	f.model = text(rt, "model")
	m := newModel(t.Context(), f, Options{Theme: Dark})
	entries, _ := f.History(t.Context(), HistoryQuery{Limit: 100})
	m.page.Set(pageEntries(entries), false, false)
	f.add(memory.RoleUser, "x", monday)
	for range rapid.IntRange(0, 6).Draw(rt, "moments") {
		f.episode(text(rt, "what"), memory.Decision, 0.7, rapid.Float64Range(0, 1).Draw(rt, "intensity"), monday.AddDate(0, 0, -rapid.IntRange(0, 3000).Draw(rt, "days")), 1)
	}
	m.panel.SetMoments(f.episodes)
	methods := []cell.Method{cell.ByRune, cell.ByGrapheme}
	for range rapid.IntRange(1, 12).Draw(rt, "steps") {
		switch rapid.IntRange(0, 11).Draw(rt, "step") {
		case 0:
			m.update(tea.PasteMsg{Content: text(rt, "paste")})
		case 1:
			m.update(keyOf(rapid.SampledFrom([]string{"tab", "up", "down", "pgup", "pgdown", "enter", "esc", "f1", "f2", "ctrl+o", "/", "s", "left", "ctrl+w", "backspace"}).Draw(rt, "key")))
		case 2:
			m.event(chat.Status{Doing: chat.Sleeping, Pass: text(rt, "pass"), Group: 1, Groups: 3})
		case 3:
			m.event(chat.Said{Message: memory.Message{Key: 99, Role: memory.RoleUser, Text: text(rt, "said"), At: monday}})
		case 4:
			m.event(chat.Piece{Text: text(rt, "piece")})
		case 5:
			m.event(chat.Replied{Message: memory.Message{Key: 100, Role: memory.RoleAssistant, Text: text(rt, "reply"), At: monday}})
		case 6:
			m.notice(text(rt, "notice"))
		case 7:
			m.setLook(look.New(rapid.SampledFrom([]look.Theme{look.Dark, look.Light, look.Plain}).Draw(rt, "theme"), rapid.SampledFrom(methods).Draw(rt, "method")))
		}
		w, h := rapid.IntRange(40, 300).Draw(rt, "width"), rapid.IntRange(12, 100).Draw(rt, "height")
		m.update(tea.WindowSizeMsg{Width: w, Height: h})
		fits(rt, m, w, h)
	}
}

func fits(t *rapid.T, m *model, w, h int) {
	v := m.View()
	lines := strings.Split(v.Content, "\n")
	if len(lines) != h {
		t.Fatalf("%d lines, want %d:\n%s", len(lines), h, ansi.Strip(v.Content))
	}
	for i, line := range lines {
		if got := m.look.Method.StringWidth(line); got != w {
			t.Fatalf("line %d is %d cells wide, want %d: %q", i, got, w, line)
		}
	}
	if bad := foreign(v.Content); bad != "" {
		t.Fatalf("the frame drives the terminal: %q", bad)
	}
	if c := v.Cursor; c != nil && (c.X < 0 || c.X >= w || c.Y < 0 || c.Y >= h) {
		t.Fatalf("the cursor is at %d, %d", c.X, c.Y)
	}
}

// TestAResizeDuringAReplyLosesNothing resizes at every piece.
func TestAResizeDuringAReplyLosesNothing(t *testing.T) {
	bubble(t, func(t *testing.T) {
		m := newModel(t.Context(), newFake(), Options{NoColor: true})
		m.update(tea.WindowSizeMsg{Width: 80, Height: 40})
		m.event(chat.Said{Message: memory.Message{Key: 1, Role: memory.RoleUser, Text: "go", At: monday}})
		var want []string
		for i := range 100 {
			word := "w" + strings.Repeat("o", i%7) + "rd"
			want = append(want, word)
			m.event(chat.Piece{Text: word + " "})
			m.update(tea.WindowSizeMsg{Width: 40 + i*3%200, Height: 12 + i*7%60})
			m.View()
		}
		m.update(tea.WindowSizeMsg{Width: 70, Height: 60})
		got := strings.Fields(ansi.Strip(strings.Join(m.page.Lines(), "\n")))
		if !strings.Contains(strings.Join(got, " "), strings.Join(want, " ")) {
			t.Errorf("words are missing: %q", got)
		}
	})
}
