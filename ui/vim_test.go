package ui

import (
	"testing"

	tea "charm.land/bubbletea/v2"
)

func TestVimModeEditsWhatIsWritten(t *testing.T) {
	drive(t, talked, Options{Vim: true}, 100, 30, func(d *driver) {
		d.write("the wrong word here")
		d.lacks("NORMAL")
		d.press("esc")
		d.wants("NORMAL")
		if c := d.m.View().Cursor; c == nil || c.Shape != tea.CursorBlock {
			t.Errorf("the cursor is %+v", c)
		}
		d.press("0", "w", "c", "w")
		d.write("right")
		d.press("esc", "w", "d", "w")
		d.wants("› the right here", "NORMAL")
		d.press("u", "G", "A")
		d.write("!")
		d.press("enter")
		if got := lastSaid(d); got != "the right word here!" {
			t.Errorf("sent %q", got)
		}
		d.lacks("NORMAL")
		d.write("dd")
		d.wants("› dd")
	})
}

func TestVimModeLeavesEverythingElseAsItIs(t *testing.T) {
	drive(t, heldFake, Options{Vim: true}, 100, 30, func(d *driver) {
		d.press("esc")
		d.write("Hello")
		d.press("enter")
		d.write("next")
		d.press("esc") // stops the reply
		d.wants("› next")
		if d.m.turn != nil {
			t.Error("the reply is still coming")
		}
		d.press("esc")
		d.wants("NORMAL")
		d.press("d", "d")
		d.write("/wh")
		d.wants("› /why")
		d.press("esc", "esc")
		d.press("ctrl+u")
		d.press("tab", "j")
		d.lacks("NORMAL")
	})
	drive(t, talked, Options{}, 100, 30, func(d *driver) {
		d.write("dd")
		d.press("esc")
		d.write("u")
		d.wants("› ddu")
	})
}
