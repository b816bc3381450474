package recall

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"muisto/unicodetest"
)

func keys(text string) []string {
	var out []string
	tokens(text, func(w token) { out = append(out, w.key) })
	return out
}

func TestTokens(t *testing.T) {
	for _, c := range []struct {
		text string
		want []string
	}{
		{"", nil},
		{"… — !?", nil},
		{"The Tideline review, at ten.", []string{"the", "tideline", "review", "at", "ten"}},
		{"Mel's mother doesn't", []string{"mel", "mother", "doesn"}},
		{"l'école d’été", []string{"l", "ecole", "d", "ete"}},
		{"Gijón ÅLAND Straße łódź", []string{"gijon", "aland", "strasse", "lodz"}},
		{"Helsingissä", []string{"helsingissa"}},
		{"Ёжик й", []string{"ежик", "и"}},
		{"花ちゃん", []string{"花", "花ち", "ちゃ", "ゃん"}},
		{"東京", []string{"東", "東京", "京"}},
		{"ラーメン", []string{"ラー", "ーメ", "メン"}},
		{"が", []string{"が"}},
		{"สวัสดี", []string{"สว", "วั", "ัส", "สด", "ดี"}},
		{"iPhone16 v2.0", []string{"iphone16", "v2", "0"}},
		{strings.Repeat("é", 40), []string{strings.Repeat("e", 24)}},
	} {
		if got := keys(c.text); !slices.Equal(got, c.want) {
			t.Errorf("%q: %q, want %q", c.text, got, c.want)
		}
	}
}

func FuzzTokens(f *testing.F) {
	for _, s := range []string{"", "It's 花ちゃん!", "\xff\xfeab", "’’'", "ﷺ ﬁ", "नमस्ते", "👨‍👩‍👧 ok", "a'\xf0b"} {
		f.Add(s)
	}
	for _, s := range unicodetest.Texts() {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		tokens(text, func(w token) {
			if w.key == "" && !strings.ContainsFunc(w.lower, func(r rune) bool { return !wordRune(r) || r > 0x80 }) {
				t.Errorf("%q gives an empty word of %q", text, w.lower)
			}
			if utf8.ValidString(text) && !utf8.ValidString(w.key) {
				t.Errorf("%q gives the broken word %q", text, w.key)
			}
			if len(w.lower) > 4*maxWord {
				t.Errorf("a word of %d bytes", len(w.lower))
			}
			if !w.gram && fold(w.key) != w.key {
				t.Errorf("%q folds again to %q", w.key, fold(w.key))
			}
		})
	})
}

func TestBeginningsCount(t *testing.T) {
	for _, c := range []struct {
		a, b  string
		known bool
		want  bool
	}{
		{"lissabon", "lissabonissa", false, true},
		{"helsinki", "helsingissa", false, true},
		{"kuopio", "kuopioon", false, true},
		{"contract", "contrast", true, false},
		{"paint", "painting", true, true},
		{"car", "carpet", true, false},
		{"plan", "planetarium", false, false},
		{"회의", "회의는", false, true},
	} {
		got := start(c.a, c.b, c.known) > 0 && beginning(c.a) != "" && beginning(c.a) == beginning(c.b)
		if got != c.want {
			t.Errorf("%q and %q: %v, want %v", c.a, c.b, got, c.want)
		}
		if start(c.a, c.b, c.known) != start(c.b, c.a, c.known) {
			t.Errorf("%q and %q: the order counts", c.a, c.b)
		}
	}
}
