package ui

import (
	"fmt"
	"testing"
)

func TestListsMoveAsInVimAndLess(t *testing.T) {
	drive(t, talked, Options{}, 120, 30, func(d *driver) {
		d.press("tab", "G")
		last := fmt.Sprint(d.m.panel.Picked())
		d.press("g")
		first := fmt.Sprint(d.m.panel.Picked())
		if first == last {
			t.Fatalf("G and g are both at %v", first)
		}
		d.press("ctrl+d", "ctrl+u")
		if got := fmt.Sprint(d.m.panel.Picked()); got != first {
			t.Errorf("half a page down and up is at %v, want %v", got, first)
		}
		d.press("end")
		if got := fmt.Sprint(d.m.panel.Picked()); got != last {
			t.Errorf("end is at %v, want %v", got, last)
		}
		d.press("q")
		if d.m.panelFocus {
			t.Error("q does not leave the panel")
		}
		d.press("q", "g")
		if got := d.m.composer.Text(); got != "qg" {
			t.Errorf("the composer holds %q, want the letters typed", got)
		}
	})
}

func TestQClosesScreens(t *testing.T) {
	for _, command := range []string{"/facts", "/night", "/sessions", "/help"} {
		drive(t, slept, Options{}, 120, 30, func(d *driver) {
			d.write(command)
			d.press("enter")
			if d.m.shown() == nil && d.m.sheet == nil {
				t.Fatalf("%s opens nothing", command)
			}
			d.press("G", "g", "q")
			if d.m.shown() != nil || d.m.sheet != nil {
				t.Errorf("q does not close %s", command)
			}
		})
	}
}
