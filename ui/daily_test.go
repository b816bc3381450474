package ui

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"muisto/chat"
	"muisto/memory"
)

func TestAnErrorLeavesWithTheNextKey(t *testing.T) {
	for _, key := range []string{"a", "pgup", "alt+up", "/"} {
		drive(t, talked, Options{}, 100, 30, func(d *driver) {
			d.write("/foo")
			d.press("enter")
			d.wants("! There is no command /foo")
			d.press(key)
			d.lacks("There is no command /foo")
		})
	}
}

func TestAReplyThatFailedStaysInTheConversation(t *testing.T) {
	failing := func() *fake { f := talked(); f.replyErr, f.reply = errors.New("the server is down"), nil; return f }
	drive(t, failing, Options{}, 100, 30, func(d *driver) {
		d.write("Hello")
		d.press("enter", "a", "b")
		d.wants("! The server is down.")
	})
}

func TestANewConversationIsOfferedAfterADay(t *testing.T) {
	silent := func(since time.Duration) func() *fake {
		return func() *fake { f := talked(); f.now = f.now.Add(since); return f }
	}
	const offer = "The last message here was on Monday 12 October."
	drive(t, silent(23*time.Hour), Options{}, 120, 36, func(d *driver) {
		d.lacks("The last message here")
		d.f.mu.Lock()
		d.f.now = d.f.now.Add(2 * time.Hour)
		d.f.mu.Unlock()
		d.send(tickMsg{})
		d.wants(offer, "/new")
	})
	drive(t, silent(48*time.Hour), Options{}, 120, 36, func(d *driver) {
		d.wants(offer)
		d.press("x", "backspace")
		d.send(tickMsg{})
		if n := strings.Count(d.text(), "The last message here"); n != 1 {
			t.Errorf("offered %d times", n)
		}
		d.write("Go on then")
		d.press("enter")
		d.lacks("The last message here")
	})
	drive(t, newFake, Options{}, 120, 36, func(d *driver) { d.lacks("The last message") })
}

func TestEditPutsTheLastMessageIntoTheComposer(t *testing.T) {
	drive(t, talked, Options{}, 100, 30, func(d *driver) {
		d.write("/edit")
		d.press("enter")
		if got := d.m.composer.Text(); got != "No, the launch is Friday, not next week." {
			t.Fatalf("the composer has %q", got)
		}
		d.write(" Really.")
		d.press("enter")
		if !slices.Contains(d.f.calls, "say No, the launch is Friday, not next week. Really. instead of 5") {
			t.Errorf("calls: %q", d.f.calls)
		}
	})
}

func TestTheFirstKeyReplacesAName(t *testing.T) {
	renamed := func(d *driver) string {
		for _, c := range d.f.calls {
			if strings.HasPrefix(c, "rename") {
				return c
			}
		}
		return ""
	}
	for _, c := range []struct {
		how  func(d *driver)
		want string
	}{
		{func(d *driver) { d.write("Offsite") }, "Offsite"},
		{func(d *driver) { d.send(tea.PasteMsg{Content: "Offsite"}) }, "Offsite"},
		{func(d *driver) { d.press("end"); d.write("!") }, "Ideas for the offsite in Lisbon!"},
		{func(d *driver) { d.press("backspace", "X") }, "Ideas for the offsite in LisboX"},
	} {
		drive(t, filed, Options{}, 100, 30, func(d *driver) {
			d.press("ctrl+l", "down", "n")
			c.how(d)
			d.press("enter")
			if got := renamed(d); !strings.HasSuffix(got, fmt.Sprintf(" %q", c.want)) {
				t.Errorf("called %q, want %q", got, c.want)
			}
		})
	}
}

func TestTheMouseIsTurnedOffAndOn(t *testing.T) {
	for _, off := range []bool{false, true} {
		drive(t, talked, Options{MouseOff: off}, 100, 30, func(d *driver) {
			modes := []tea.MouseMode{tea.MouseModeCellMotion, tea.MouseModeNone}
			if off {
				slices.Reverse(modes)
			}
			for _, want := range append(modes, modes[0]) {
				if got := d.m.View().MouseMode; got != want {
					t.Errorf("the mode is %v, want %v", got, want)
				}
				d.press("f3")
			}
		})
	}
}

func TestALongReplyIsAnnounced(t *testing.T) {
	said := chat.Replied{Message: memory.Message{Key: 9, Role: memory.RoleAssistant, Text: "Done:\x1b]0;x\a it works."}}
	for _, c := range []struct {
		how  Notify
		took time.Duration
		e    chat.Replied
		want string
	}{
		{Bell, 11 * time.Second, said, "\a"},
		{OSC9, 11 * time.Second, said, "\x1b]9;muisto: Done: it works.\a"},
		{OSC777, 11 * time.Second, said, "\x1b]777;notify;muisto;Done: it works.\a"},
		{Bell, 9 * time.Second, said, ""},
		{NoNotice, time.Minute, said, ""},
		{Bell, time.Minute, chat.Replied{Message: said.Message, Stopped: true}, ""},
		{OSC9, time.Minute, chat.Replied{Err: errors.New("the server is down")}, "\x1b]9;muisto: The server is down.\a"},
	} {
		drive(t, talked, Options{Notify: c.how}, 100, 30, func(d *driver) {
			d.m.turn = &turn{began: monday.Add(-c.took)}
			got := ""
			if cmd := d.m.notifyReplied(c.e); cmd != nil {
				got = fmt.Sprint(cmd().(tea.RawMsg).Msg)
			}
			if got != c.want {
				t.Errorf("%v after %v sends %q, want %q", c.how, c.took, got, c.want)
			}
		})
	}
}

func TestALongMessageIsFoldedUntilItIsPicked(t *testing.T) {
	long := func(lines int) func() *fake {
		return func() *fake {
			f := newFake()
			var text []string
			for i := range lines {
				text = append(text, fmt.Sprintf("row %d", i+1))
			}
			f.add(memory.RoleUser, strings.Join(text, "\n"), monday)
			f.add(memory.RoleAssistant, "I see.", monday)
			return f
		}
	}
	drive(t, long(200), Options{}, 100, 30, func(d *driver) {
		d.wants("row 6", "… 194 more lines (alt+↑ picks it and shows all)", "I see.")
		d.lacks("row 7")
		d.press("alt+up")
		d.wants("row 7", "picked")
		d.lacks("more lines")
		d.press("esc")
		d.wants("194 more lines")
	})
	drive(t, long(20), Options{}, 100, 40, func(d *driver) {
		d.wants("row 20")
		d.lacks("more line")
	})
}
