package composer

import (
	"strings"
	"testing"

	"muisto/ui/cell"
)

func TestAWordIsFoldedWhereItStandsAlone(t *testing.T) {
	for _, c := range []struct {
		text, word string
		found      bool
		show, sent string
	}{
		{"see @a.go now", "@a.go", true, "see [a.go] now", "see TEXT now"},
		{"x@a.go @a.go", "@a.go", true, "x@a.go [a.go]", "x@a.go TEXT"},
		{"@a.go, and", "@a.go", true, "[a.go], and", "TEXT, and"},
		{"@b.go", "@a.go", false, "@b.go", "@b.go"},
		{"", "@a.go", false, "", ""},
		{"see", "", false, "see", "see"},
	} {
		w := New(cell.ByRune)
		w.SetSize(80, 5)
		w.Insert(c.text)
		if got := w.Fold(c.word, "[a.go]", "TEXT"); got != c.found {
			t.Errorf("Fold of %q in %q is %v", c.word, c.text, got)
		}
		rows, _, _ := w.Rows()
		if got := strings.Join(rows, ""); got != c.show || w.Text() != c.sent {
			t.Errorf("%q shows %q and sends %q", c.text, got, w.Text())
		}
	}
}

func TestAFoldThatIsTooLongChangesNothing(t *testing.T) {
	w := New(cell.ByRune)
	w.Insert("@a")
	if w.Fold("@a", "[a]", strings.Repeat("x", MaxBytes+1)) || w.Text() != "@a" {
		t.Errorf("it is %d bytes", len(w.Text()))
	}
}

func TestTheWordBeforeTheCursorIsReplaced(t *testing.T) {
	w := New(cell.ByRune)
	w.Insert("see @do then")
	for range len(" then") {
		w.Left()
	}
	if got := w.Word(); got != "@do" {
		t.Fatalf("the word is %q", got)
	}
	w.SetWord("@docs/")
	if got := w.Text(); got != "see @docs/ then" {
		t.Errorf("it is %q", got)
	}
}
