package ui

import (
	"slices"
	"testing"
	"time"
)

func TestLeaving(t *testing.T) {
	held := func() *fake { f := talked(); f.leaveFor = make(chan struct{}); return f }
	t.Run("one press only warns", func(t *testing.T) {
		drive(t, talked, Options{}, 100, 30, func(d *driver) {
			d.press("ctrl+c")
			d.wants("ctrl+c again to leave")
			time.Sleep(hintFor)
			d.settle()
			d.lacks("again to leave")
			d.press("ctrl+c")
			if d.quit || d.m.leaving != nil {
				t.Error("two presses far apart must not leave")
			}
		})
	})
	t.Run("twice remembers what waits, and goes", func(t *testing.T) {
		drive(t, held, Options{}, 100, 30, func(d *driver) {
			d.press("ctrl+c", "ctrl+c")
			d.wants("remembering 3 of 12…")
			close(d.f.leaveFor)
			d.settle()
			if !d.quit || !slices.Contains(d.f.calls, "leave") {
				t.Errorf("quit %v after %q", d.quit, d.f.calls)
			}
		})
	})
	t.Run("one more press goes at once", func(t *testing.T) {
		drive(t, held, Options{}, 100, 30, func(d *driver) {
			d.press("ctrl+c", "ctrl+c", "ctrl+c")
			if !d.quit {
				t.Error("still there")
			}
		})
	})
	t.Run("ten seconds at most", func(t *testing.T) {
		drive(t, held, Options{}, 100, 30, func(d *driver) {
			d.press("ctrl+d")
			time.Sleep(leaveWithin - time.Second)
			d.settle()
			if d.quit {
				t.Fatal("gone too early")
			}
			time.Sleep(time.Second)
			d.settle()
			if !d.quit {
				t.Error("still there")
			}
			if d.m.leaveErr != nil {
				t.Errorf("being cut short is no error: %v", d.m.leaveErr)
			}
		})
	})
	t.Run("a reply is stopped first", func(t *testing.T) {
		drive(t, heldFake, Options{}, 100, 30, func(d *driver) {
			d.write("x")
			d.press("enter", "ctrl+c", "ctrl+c")
			if !d.quit || d.m.turn != nil {
				t.Errorf("quit %v, turn %v", d.quit, d.m.turn)
			}
		})
	})
}
