package ui

import (
	"fmt"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"muisto/chat"
	"muisto/memory"
	"muisto/ui/page"
)

// longTalk is a screen over a conversation of n messages, all of them held,
// with 1,000 moments in the panel.
func longTalk(b *testing.B, n int) *model {
	b.Helper()
	f := newFake()
	m := newModel(b.Context(), f, Options{Theme: Dark})
	entries := make([]page.Entry, n)
	for i := range entries {
		role, text := memory.RoleUser, fmt.Sprintf("Question %d: how does this go on, and what was it that Tomas said about Bergen?", i)
		if i%2 == 1 {
			role, text = memory.RoleAssistant, goAnswer
		}
		entries[i] = page.Entry{Message: memory.Message{Key: int64(i + 1), Role: role, Text: text, At: monday, Finished: true}}
	}
	m.page.Set(entries, false, false)
	f.add(memory.RoleUser, "x", monday)
	for i := range 1000 {
		f.episode(fmt.Sprintf("The user did thing %d, which takes a line or two to tell in full.", i), memory.Decision, 0.7, 0.3, monday, 1)
	}
	m.panel.SetMoments(f.episodes)
	m.Update(tea.WindowSizeMsg{Width: 160, Height: 50})
	m.View()
	return m
}

func BenchmarkKeyToFrame(b *testing.B) {
	m := longTalk(b, 10_000)
	b.ReportAllocs()
	for i := range maxBench(b) {
		if i%200 == 0 {
			m.composer.Reset()
		}
		m.Update(tea.KeyPressMsg{Code: 'a', Text: "a"})
		m.View()
	}
}

// maxBench counts b.N, so that loops can see how far they are.
func maxBench(b *testing.B) func(yield func(int) bool) {
	return func(yield func(int) bool) {
		for i := 0; b.Loop(); i++ {
			if !yield(i) {
				return
			}
		}
	}
}

func BenchmarkScrollToFrame(b *testing.B) {
	m := longTalk(b, 10_000)
	b.ReportAllocs()
	for b.Loop() {
		m.Update(keyOf("pgup"))
		m.View()
	}
}

func BenchmarkResizeToFrame(b *testing.B) {
	for _, n := range []int{100, 10_000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			m := longTalk(b, n)
			b.ReportAllocs()
			for i := range maxBench(b) {
				m.Update(tea.WindowSizeMsg{Width: 100 + i%100, Height: 40 + i%20})
				m.View()
			}
		})
	}
}

// BenchmarkPieceToFrame is a chunk of a streaming reply, from its arrival to
// the frame, after so many words.
func BenchmarkPieceToFrame(b *testing.B) {
	kinds := map[string]string{
		"paragraphs": strings.Repeat("word ", 79) + "end.\n\n",
		"list":       "- " + strings.Repeat("word ", 18) + "end\n",
		"code":       "",
		"one line":   strings.Repeat("word ", 80),
	}
	for _, kind := range []string{"paragraphs", "list", "code", "one line"} {
		for _, words := range []int{200, 20_000} {
			b.Run(fmt.Sprintf("%s/%d", kind, words), func(b *testing.B) {
				m := longTalk(b, 100)
				m.event(chat.Said{Message: memory.Message{Key: 1e6, Role: memory.RoleUser, Text: "go", At: monday}})
				text := strings.Repeat(kinds[kind], words/max(strings.Count(kinds[kind], " ")+1, 1))
				if kind == "code" {
					text = "```go\n" + strings.Repeat("x := call(a, b, \"text\") // and a comment\n", words/10)
				}
				for len(text) > 0 {
					n := min(len(text), 400)
					m.event(chat.Piece{Text: text[:n]})
					text = text[n:]
				}
				m.View()
				b.ReportAllocs()
				for b.Loop() {
					m.event(chat.Piece{Text: "and so "})
					m.View()
				}
			})
		}
	}
}

// BenchmarkFirstFrame is from nothing to the first frame, before anything has
// been read.
func BenchmarkFirstFrame(b *testing.B) {
	f := newFake()
	for b.Loop() {
		m := newModel(b.Context(), f, Options{Theme: Dark})
		m.Init()
		m.Update(tea.WindowSizeMsg{Width: 160, Height: 50})
		m.View()
	}
}

// BenchmarkFirstHistory is from the messages read at the start to the frame
// that shows them: what builds the Markdown and code styles.
func BenchmarkFirstHistory(b *testing.B) {
	f := talked()
	entries, _ := f.History(b.Context(), HistoryQuery{Limit: historyPage})
	for b.Loop() {
		m := newModel(b.Context(), f, Options{Theme: Dark})
		m.Update(tea.WindowSizeMsg{Width: 160, Height: 50})
		m.loaded(historyMsg{page: m.page, query: HistoryQuery{Limit: historyPage}, entries: entries})
		m.View()
	}
}
