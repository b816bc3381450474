package ui

import (
	"context"
	"reflect"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"
)

// driver runs a model as Bubble Tea does, but for the terminal, in a bubble
// whose time passes only when a test lets it.
type driver struct {
	t    *testing.T
	f    *fake
	m    *model
	msgs chan tea.Msg
	seen []string // the types of the messages that are for Bubble Tea
	quit bool
}

// bubble runs test where time passes only when everything waits, and lets the
// highlighter's clock, which stops when it has not been used for a while, end.
func bubble(t *testing.T, test func(t *testing.T)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		defer time.Sleep(time.Hour)
		test(t)
	})
}

// drive runs test in a bubble with a screen of the given size.
func drive(t *testing.T, session func() *fake, o Options, w, h int, test func(d *driver)) {
	t.Helper()
	bubble(t, func(t *testing.T) {
		f := session() // its channels belong to the bubble
		ctx, cancel := context.WithCancel(t.Context())
		d := &driver{t: t, f: f, m: newModel(ctx, f, o), msgs: make(chan tea.Msg)}
		defer func() {
			cancel()
			d.settle()
		}()
		d.run(d.m.Init())
		d.send(tea.WindowSizeMsg{Width: w, Height: h})
		test(d)
	})
}

func (d *driver) run(cmd tea.Cmd) {
	if cmd == nil {
		return
	}
	go func() {
		if msg := cmd(); msg != nil {
			d.msgs <- msg
		}
	}()
}

// send gives the model a message and lets everything that follows from it
// happen.
func (d *driver) send(msg tea.Msg) {
	d.take(msg)
	d.settle()
}

func (d *driver) take(msg tea.Msg) {
	switch msg := msg.(type) {
	case tea.BatchMsg:
		for _, cmd := range msg {
			d.run(cmd)
		}
		return
	case tea.QuitMsg:
		d.quit = true
		return
	}
	d.seen = append(d.seen, reflect.TypeOf(msg).String())
	_, cmd := d.m.Update(msg)
	d.run(cmd)
}

func (d *driver) settle() {
	for {
		synctest.Wait()
		select {
		case msg := <-d.msgs:
			d.take(msg)
		default:
			return
		}
	}
}

// press presses keys by name, one after another: "enter", "ctrl+o", "a".
func (d *driver) press(names ...string) {
	for _, name := range names {
		d.send(keyOf(name))
	}
}

// write types text.
func (d *driver) write(text string) {
	for _, r := range text {
		d.send(tea.KeyPressMsg{Code: r, Text: string(r)})
	}
}

func (d *driver) frame() string { return d.m.View().Content }

// text is the frame without its styles.
func (d *driver) text() string { return ansi.Strip(d.frame()) }

func (d *driver) wants(parts ...string) {
	d.t.Helper()
	frame := d.text()
	for _, part := range parts {
		if !strings.Contains(frame, part) {
			d.t.Errorf("%q is not on screen:\n%s", part, frame)
		}
	}
}

func (d *driver) lacks(parts ...string) {
	d.t.Helper()
	frame := d.text()
	for _, part := range parts {
		if strings.Contains(frame, part) {
			d.t.Errorf("%q is on screen:\n%s", part, frame)
		}
	}
}

func keyOf(name string) tea.KeyPressMsg {
	codes := map[string]rune{
		"enter": tea.KeyEnter, "esc": tea.KeyEscape, "tab": tea.KeyTab, "up": tea.KeyUp, "down": tea.KeyDown,
		"left": tea.KeyLeft, "right": tea.KeyRight, "home": tea.KeyHome, "end": tea.KeyEnd, "pgup": tea.KeyPgUp,
		"pgdown": tea.KeyPgDown, "backspace": tea.KeyBackspace, "delete": tea.KeyDelete, "f1": tea.KeyF1, "f2": tea.KeyF2,
		"f3": tea.KeyF3, "f4": tea.KeyF4, "f5": tea.KeyF5, "f7": tea.KeyF7, "space": tea.KeySpace,
	}
	var k tea.KeyPressMsg
	rest := name
	for {
		if r, ok := strings.CutPrefix(rest, "ctrl+"); ok {
			k.Mod, rest = k.Mod|tea.ModCtrl, r
		} else if r, ok := strings.CutPrefix(rest, "alt+"); ok {
			k.Mod, rest = k.Mod|tea.ModAlt, r
		} else if r, ok := strings.CutPrefix(rest, "shift+"); ok {
			k.Mod, rest = k.Mod|tea.ModShift, r
		} else {
			break
		}
	}
	if code, ok := codes[rest]; ok {
		k.Code = code
		return k
	}
	k.Code = []rune(rest)[0]
	if k.Mod == 0 {
		k.Text = rest
	}
	return k
}
