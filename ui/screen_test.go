package ui

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"
	"github.com/charmbracelet/x/exp/golden"

	"muisto/chat"
)

// screens are the states of the screen that have golden frames.
var screens = []struct {
	name string
	f    func() *fake
	show func(d *driver)
}{
	{"empty", newFake, func(*driver) {}},
	{"chat", talked, func(d *driver) { d.status(waiting()) }},
	{"replying", func() *fake { f := talked(); f.hold = make(chan struct{}, 2); return f }, func(d *driver) {
		d.f.hold <- struct{}{}
		d.write("When is it again?")
		d.press("enter")
		d.write("And where")
	}},
	{"stopped", func() *fake { f := talked(); f.hold = make(chan struct{}, 1); return f }, func(d *driver) {
		d.f.hold <- struct{}{}
		d.write("When is it again?")
		d.press("enter", "esc")
	}},
	{"error", func() *fake {
		f := talked()
		f.replyErr = fmt.Errorf("The model server at http://localhost:11434 does not answer. Start it with “ollama serve”, then send again.")
		f.reply = nil
		return f
	}, func(d *driver) { d.write("Hello?"); d.press("enter") }},
	{"commands", talked, func(d *driver) { d.write("/re") }},
	{"list", talked, func(d *driver) { d.write("/"); d.press("down", "down", "down", "down", "down") }},
	{"unknown", talked, func(d *driver) { d.write("/remembr"); d.press("enter") }},
	{"moments", talked, func(d *driver) { d.press("tab", "down", "down") }},
	{"filter", talked, func(d *driver) { d.press("tab", "/"); d.write("tomas") }},
	{"moment", talked, func(d *driver) { d.press("tab", "down", "down", "enter") }},
	{"sources", talked, func(d *driver) { d.press("tab", "enter", "down") }},
	{"facts", slept, func(d *driver) { d.write("/facts"); d.press("enter", "down") }},
	{"correcting", slept, func(d *driver) { reviewing(d); d.press("down", "c") }},
	{"history", slept, func(d *driver) { reviewing(d); d.press("h") }},
	{"review", slept, func(d *driver) { reviewing(d); d.press("R") }},
	{"detail", slept, func(d *driver) { reviewing(d); d.press("down", "enter") }},
	{"weigh", talked, func(d *driver) { inLab(d) }},
	{"fade", talked, func(d *driver) { inLab(d, "tab", "down") }},
	{"names", talked, func(d *driver) { inLab(d, "tab", "tab") }},
	{"ties", talked, func(d *driver) { inLab(d, "shift+tab", "right") }},
	{"search", slept, func(d *driver) { d.write("/search tomas"); d.press("enter", "down") }},
	{"picked", talked, func(d *driver) { d.press("ctrl+t", "alt+up") }},
	{"anew", talked, func(d *driver) { d.press("alt+up", "up", "enter", "ctrl+u"); d.write("And in Python?") }},
	{"stats", spending, func(d *driver) { d.status(spent()); d.write("/stats"); d.press("enter") }},
	{"spent", spending, func(d *driver) { d.status(spent()) }},
	{"model", talked, func(d *driver) { d.m.options.Models = d.f; d.write("/model"); d.press("enter", "down") }},
	{"import", talked, func(d *driver) {
		d.m.options.Files = &past{fake: d.f, in: years}
		d.write("/import chats.zip")
		d.press("enter")
	}},
	{"sessions", filed, func(d *driver) { d.press("ctrl+l", "down", "down") }},
	{"naming", filed, func(d *driver) { d.write("/sessions"); d.press("enter", "down", "n", "ctrl+u"); d.write("The offsite") }},
	{"searchin", filed, func(d *driver) { d.press("ctrl+l", "down", "ctrl+r"); d.write("boat"); d.rest() }},
	{"erase", slept, func(d *driver) { d.write("/erase f3"); d.press("enter") }},
	{"retired", slept, func(d *driver) { d.press("tab", "right", "a") }},
	{"fact", slept, func(d *driver) { d.press("tab", "right", "down", "enter") }},
	{"nights", slept, func(d *driver) { d.write("/night"); d.press("enter") }},
	{"graph", slept, func(d *driver) { d.write("/night"); d.press("enter", "down", "enter") }},
	{"night", slept, func(d *driver) { d.press("tab", "left", "down", "enter") }},
	{"asleep", func() *fake {
		f := slept()
		f.sleepFor = make(chan struct{})
		f.nights[1].Finished = false
		return f
	}, func(d *driver) { d.write("/sleep night"); d.press("enter", "tab", "left") }},
	{"why", talked, func(d *driver) { d.press("ctrl+o") }},
	{"help", talked, func(d *driver) { d.press("f1") }},
	{"capturing", talked, func(d *driver) { d.status(chat.Status{Doing: chat.Capturing, Messages: 6}) }},
	{"sleeping", talked, func(d *driver) {
		d.status(chat.Status{Doing: chat.Sleeping, Pass: "night", Group: 3, Groups: 8})
	}},
	{"offline", talked, func(d *driver) {
		s := waiting()
		s.Trouble = "The model does not answer."
		d.status(s)
	}},
	{"private", talked, func(d *driver) {
		d.write("/private")
		d.press("enter")
		d.write("This stays here.")
		d.press("enter")
	}},
	{"pasted", talked, func(d *driver) {
		d.write("Look: ")
		d.send(tea.PasteMsg{Content: strings.Repeat("a line of a log\n", 214)})
	}},
	{"leaving", func() *fake { f := talked(); f.leaveFor = make(chan struct{}); return f }, func(d *driver) {
		d.press("ctrl+c", "ctrl+c")
	}},
	{"above", talked, func(d *driver) {
		d.press("pgup", "pgup", "pgup")
		d.f.events <- chat.Changed{}
		d.settle()
	}},
}

func talked() *fake { return newFake().talk() }

func slept() *fake { return talked().slept() }

func waiting() chat.Status {
	return chat.Status{
		Doing: chat.Waiting, QuietSince: monday.Add(-42 * time.Second), RemembersAt: monday.Add(48 * time.Second),
		NextNight: monday.Truncate(24 * time.Hour).Add(28 * time.Hour),
	}
}

func (d *driver) status(s chat.Status) {
	d.f.events <- s
	d.settle()
}

func TestScreens(t *testing.T) {
	for _, size := range [][2]int{{80, 24}, {120, 36}, {40, 12}} {
		for _, s := range screens {
			t.Run(fmt.Sprintf("%s_%dx%d", s.name, size[0], size[1]), func(t *testing.T) {
				drive(t, s.f, Options{Theme: Dark}, size[0], size[1], func(d *driver) {
					s.show(d)
					checkFrame(t, d, size[0], size[1])
					golden.RequireEqual(t, d.text())
				})
			})
		}
	}
}

func TestColours(t *testing.T) {
	themes := map[string]Options{"dark": {Theme: Dark}, "light": {Theme: Light}, "plain": {NoColor: true}}
	for name, o := range themes {
		for _, s := range screens {
			if !slices.Contains([]string{"chat", "moment", "why", "facts", "review", "graph", "search", "erase", "weigh", "sessions", "stats", "model", "import"}, s.name) {
				continue
			}
			t.Run(s.name+"_"+name, func(t *testing.T) {
				drive(t, s.f, o, 100, 30, func(d *driver) {
					s.show(d)
					golden.RequireEqual(t, d.frame())
				})
			})
		}
	}
}

// checkFrame holds a frame to its size, and to drawing nothing but text and
// styles.
func checkFrame(t *testing.T, d *driver, w, h int) {
	t.Helper()
	frame := d.frame()
	lines := strings.Split(frame, "\n")
	if len(lines) != h {
		t.Errorf("%d lines, want %d:\n%s", len(lines), h, ansi.Strip(frame))
	}
	for i, line := range lines {
		if got := d.m.look.Method.StringWidth(line); got != w {
			t.Errorf("line %d is %d cells wide, want %d: %q", i, got, w, line)
		}
	}
	if bad := foreign(frame); bad != "" {
		t.Errorf("the frame drives the terminal: %q", bad)
	}
}

// foreign gives the first sequence of a frame that is no style.
func foreign(frame string) string {
	var state byte
	for rest := frame; rest != ""; {
		seq, width, n, next := ansi.DecodeSequence(rest, state, nil)
		state, rest = next, rest[n:]
		style := strings.HasPrefix(seq, "\x1b[") && strings.HasSuffix(seq, "m")
		link := seq == ansi.ResetHyperlink() || strings.HasPrefix(seq, "\x1b]8;;http://") || strings.HasPrefix(seq, "\x1b]8;;https://")
		if width == 0 && !style && !link && seq != "\n" && (seq[0] < ' ' || seq[0] == 0x7f || strings.HasPrefix(seq, "\xc2\x80")) {
			return seq
		}
	}
	return ""
}
