package ui

import (
	"context"
	"testing"

	tea "charm.land/bubbletea/v2"
	"pgregory.net/rapid"

	"muisto/chat"
)

// TestAnyKeysLeaveAWholeFrame presses keys at random, on every screen that they
// lead to, with commands running as they do.
func TestAnyKeysLeaveAWholeFrame(t *testing.T) {
	names := []string{
		"ctrl+l", "ctrl+t", "alt+up", "alt+down", "ctrl+r", "ctrl+o", "enter", "enter", "esc", "up", "down", "left", "right", "tab", "pgup", "pgdown",
		"/", "n", "d", "u", "x", "y", "a", "A", "v", "space", "N", "ctrl+u", "backspace", "f1", "f2", "f3", "f4", "f5", "q", "?", "@",
	}
	commands := []string{"/sessions", "/stats", "/model", "/import a.zip", "/export a.md", "/again", "/edit", "/new", "/private"}
	bubble(t, func(t *testing.T) {
		rapid.Check(struct{ rapid.TB }{t}, func(rt *rapid.T) {
			f := spending().filed(30)
			ctx, cancel := context.WithCancel(t.Context())
			past := &past{fake: f, in: years}
			d := &driver{t: t, f: f, m: newModel(ctx, f, Options{Models: f, Files: past}), msgs: make(chan tea.Msg)}
			defer func() {
				cancel()
				d.settle()
			}()
			w, h := rapid.IntRange(40, 160).Draw(rt, "width"), rapid.IntRange(12, 50).Draw(rt, "height")
			d.run(d.m.Init())
			d.send(tea.WindowSizeMsg{Width: w, Height: h})
			for range rapid.IntRange(1, 16).Draw(rt, "steps") {
				switch rapid.IntRange(0, 4).Draw(rt, "step") {
				case 0:
					d.m.composer.SetText(rapid.SampledFrom(commands).Draw(rt, "command"))
					d.press("enter")
				case 1:
					d.f.events <- chat.Changed{}
					d.settle()
				default:
					d.press(rapid.SampledFrom(names).Draw(rt, "key"))
				}
				fits(rt, d.m, w, h)
			}
		})
	})
}
