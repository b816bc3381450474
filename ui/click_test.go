package ui

import (
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"
)

// clickOn clicks on the first place where a text stands.
func (d *driver) clickOn(text string) {
	d.t.Helper()
	for y, line := range strings.Split(d.text(), "\n") {
		if before, _, ok := strings.Cut(line, text); ok {
			d.send(tea.MouseClickMsg{X: ansi.StringWidth(before) + 1, Y: y, Button: tea.MouseLeft})
			return
		}
	}
	d.t.Fatalf("%q is not on screen:\n%s", text, d.text())
}

func TestAClickPicks(t *testing.T) {
	drive(t, slept, Options{}, 100, 30, func(d *driver) {
		d.frame()
		d.clickOn("○ observation")
		d.wants("› The user had coffee with Tomas,")
		d.clickOn("Facts")
		d.wants("3 active")
		d.clickOn("◕ for now")
		d.wants("› Noor has an offsite")
		d.clickOn("write here…")
		d.lacks("› Noor has an offsite")
		reviewing(d)
		d.clickOn("The Heron review")
		d.wants("› The Heron review")
		d.press("esc")
		d.write("/search tomas")
		d.press("enter")
		d.clickOn("moment e3")
		d.wants("› moment e3")
	})
}
