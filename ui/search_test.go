package ui

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"
)

// rest lets the typing rest until it is searched for.
func (d *driver) rest() { d.goOn(4 * searchAfter) }

func TestSearchFindsAsOneTypes(t *testing.T) {
	drive(t, slept, Options{}, 100, 30, func(d *driver) {
		d.press("ctrl+r")
		d.wants("Search", "messages, moments and facts…")
		d.write("TOMAS")
		d.rest()
		if got := slices.DeleteFunc(slices.Clone(d.f.calls), func(c string) bool { return !strings.HasPrefix(c, "search") }); !slices.Equal(got, []string{"search TOMAS"}) {
			t.Errorf("called %q", got)
		}
		d.wants("fact f3", "fact f4", "moment e3", "you said", "4 places")
		d.write("zzz")
		d.rest()
		d.wants("Nothing contains “TOMASzzz”.", "0 places")
		d.press("esc")
		d.wants("write here…")
	})
}

func TestSearchGoesThere(t *testing.T) {
	drive(t, slept, Options{}, 100, 30, func(d *driver) {
		d.write("/search tomas")
		d.press("enter")
		d.settle()
		d.wants("› fact f3")
		d.press("enter")
		d.wants("Fact", "for now")
		d.press("esc", "down", "down", "enter")
		d.wants("Moment", "observation by you")
		d.press("esc", "down", "enter")
		d.wants("you ‹ here", "Had coffee with Tomas this morning.")
		d.press("esc")
		d.wants("Search", "› you said")
	})
}

func TestASearchThatFailsSaysSo(t *testing.T) {
	drive(t, slept, Options{}, 100, 30, func(d *driver) {
		d.press("ctrl+r")
		d.f.mu.Lock()
		d.f.loadErr = errNoRoom
		d.f.mu.Unlock()
		d.write("x")
		d.rest()
		d.wants("! Search: the disk is full")
	})
}

func TestAnExcerptHoldsWhatWasFound(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		before, after := text(t, "before"), text(t, "after")
		got := excerpt(before+"needle"+after, "needle")
		if !utf8.ValidString(got) || len(before) < 1000 && strings.Contains(before, "needle") == false && !strings.Contains(got, "needle") {
			t.Fatalf("%q", got)
		}
	})
}
