package recall

import (
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestWordsSideBySideComeBeforeTheSameWordsApart(t *testing.T) {
	x := remember(t, moments(
		"The user's dance teacher rented a studio flat for the winter in Bergen.",
		"The user wants to open a dance studio in Bergen before the winter.",
		"The flat above the studio had a winter dance in Bergen.",
	))
	for _, asked := range []string{"where is the dance studio?", "what of the dance studios?"} {
		if got := texts(t, x, Cue{Text: asked}); len(got) == 0 || !strings.Contains(got[0], "open a dance studio") {
			t.Errorf("%q brings %q first", asked, got)
		}
	}
}

func TestAPairThatWasEnteredIsThere(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		words := rapid.SliceOfN(rapid.StringMatching(`\pL{0,9}`), 2, 40).Draw(r, "words")
		var s pairBits
		for i := 1; i < len(words); i++ {
			s.add(pairOf(words[i-1], words[i]))
		}
		for i := 1; i < len(words); i++ {
			if !s.has(pairOf(words[i-1], words[i])) {
				r.Fatalf("%q %q is not there", words[i-1], words[i])
			}
		}
	})
}

func TestFewPairsSeemToBeThere(t *testing.T) {
	var s pairBits
	for i := range 10 {
		s.add(pairOf("here", string(rune('a'+i))))
	}
	seem := 0
	for i := range 10_000 {
		if s.has(pairOf("elsewhere", string([]rune{rune(0x4e00 + i)}))) {
			seem++
		}
	}
	if seem > 50 {
		t.Errorf("%d of 10,000 pairs seem to be there", seem)
	}
}
