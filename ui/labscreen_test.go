package ui

import (
	"fmt"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"muisto/memory"
)

func inLab(d *driver, keys ...string) {
	d.write("/lab")
	d.press("enter")
	d.press(keys...)
}

func TestTheLabWeighsAsTheMemoryDoes(t *testing.T) {
	drive(t, talked, Options{}, 80, 30, func(d *driver) {
		inLab(d)
		d.wants("Lab", "floor", "0.90  of a correction", "salience", "● peak")
		d.press("down", "right", "right")
		d.wants("‹ commitment ›", "0.60  of a commitment")
		quiet := d.text()
		d.press("down", "right", "right")
		d.wants("‹ loudly ›", "◑ medium")
		if d.text() == quiet {
			t.Error("how they usually write changes nothing")
		}
		d.press("up", "up", "ctrl+u")
		d.write("calm")
		d.wants("› message     calm", "0.00  how it was said")
		if len(d.f.said) > 0 || len(d.f.calls) > 0 && d.f.calls[len(d.f.calls)-1] != "typing" {
			t.Errorf("the lab has done something: %q, %q", d.f.said, d.f.calls)
		}
	})
}

func TestTheLabFades(t *testing.T) {
	drive(t, talked, Options{}, 80, 30, func(d *driver) {
		inLab(d, "tab")
		d.wants("R(t) = (1 + F·t/S)^(−D)", "after 5 months")
		days := float64(3*365) / 8
		want := memory.Retrievability(time.Duration(days*24*float64(time.Hour)), memory.Lifespan(0.7), 0.5)
		d.wants(fmt.Sprintf("%.1f %% is left", 100*want))
		d.press("down", "shift+left", "shift+left")
		d.wants("100.0 % is left")
	})
}

func TestTheLabNames(t *testing.T) {
	drive(t, talked, Options{}, 80, 30, func(d *driver) {
		inLab(d, "tab", "tab")
		d.wants("weight ln(40/3) = 2.59")
		d.press("left", "left")
		d.wants("0: only one moment has it")
		d.press("shift+right", "shift+right")
		d.wants("0: ignored, because more than half")
	})
}

func TestTheLabTies(t *testing.T) {
	drive(t, talked, Options{}, 80, 30, func(d *driver) {
		inLab(d, "shift+tab")
		d.wants("11 ties", "● ", "Heron", "‹ Noor: on ›")
		before := d.text()
		d.press("right", "right", " ")
		d.wants("‹ Tomas: off ›", "9 ties")
		if d.text() == before {
			t.Error("switching a name off changes nothing")
		}
		d.press("esc")
		d.wants("write here…")
	})
}

func TestTheLabStandsAlone(t *testing.T) {
	m := newModel(t.Context(), idle{clock: memory.FixedClock(monday)}, Options{Theme: Dark})
	m.alone = true
	m.openLab()
	m.Init()
	m.Update(tea.WindowSizeMsg{Width: 80, Height: 24})
	for _, k := range []string{"tab", "down", "right", "ctrl+r", "ctrl+o", "f1", "f2", "enter", "ctrl+d", "ctrl+home", "pgup", "x"} {
		m.Update(keyOf(k))
		m.View()
	}
	_, cmd := m.Update(keyOf("esc"))
	if cmd == nil {
		t.Fatal("esc does not leave")
	}
	if _, quits := cmd().(tea.QuitMsg); !quits {
		t.Error("esc does not leave")
	}
}
