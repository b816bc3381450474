package find

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/charmbracelet/x/ansi"
)

func brackets(s ...string) string { return "[" + strings.Join(s, "") + "]" }

func TestPlacesAreMarkedAndGoneTo(t *testing.T) {
	lines := []string{"Bergen", "\x1b[1mOslo and bergen, BERGEN\x1b[m", "nothing", "in Bergen"}
	var f Find
	if got, _, ok := f.Apply(lines, brackets); ok || got[0] != "Bergen" {
		t.Error("nothing is searched for, and something is marked")
	}
	f.Set("bergen")
	want := []int{0, 1, 3, 0, 3}
	for i, step := range []int{0, 1, 1, 1, -1} {
		f.Step(step)
		got, to, ok := f.Apply(lines, brackets)
		if !ok || to != want[i] {
			t.Errorf("step %d goes to %d, %v; want %d", i, to, ok, want[i])
		}
		if got[1] != "Oslo and [bergen], [BERGEN]" || got[2] != "nothing" {
			t.Errorf("marked %q", got)
		}
	}
	if _, _, ok := f.Apply(lines, brackets); ok {
		t.Error("it goes on by itself")
	}
	f.Set("Turku")
	if _, _, ok := f.Apply(lines, brackets); ok || f.Places() != 0 {
		t.Error("something was found")
	}
}

// TestMarkingChangesNoText: without the marks the lines read as before.
func TestMarkingChangesNoText(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		lines := rapid.SliceOf(rapid.String()).Draw(t, "lines")
		var f Find
		f.Set(rapid.StringN(1, 3, -1).Draw(t, "text"))
		got, _, _ := f.Apply(lines, func(s ...string) string { return "\x1b[7m" + strings.Join(s, "") + "\x1b[m" })
		for i := range lines {
			if ansi.Strip(got[i]) != ansi.Strip(lines[i]) {
				t.Errorf("%q became %q", lines[i], got[i])
			}
		}
	})
}
