package amygdala

import (
	"math"
	"regexp"
	"slices"
	"strings"
	"unicode"
)

// The features of how a text was typed.
const (
	capitals = iota // share of letters with case that are capitals, in [0, 1]
	marks           // exclamation and question marks, a question's own one set aside
	repeats         // runs of three letters or two marks and more
	emphasis        // emphatic words
	length          // log2(1 + words)
	emoji           // emoji and pictographs
	featureCount
)

// Features says how a text was typed, one number for each feature.
type Features [featureCount]float64

// Bounds above which more of the same says nothing more.
const (
	maxMarks    = 8
	maxRepeats  = 5
	maxEmphasis = 5
	maxEmoji    = 5
	// minCased is how many letters it takes for their case to mean anything:
	// "OK" and "TV" are no shouting.
	minCased = 5
)

var emphatic = func() map[string]bool {
	set := make(map[string]bool)
	for _, w := range strings.Fields(`absolutely again always amazing angry awful completely damn definitely disgusting
		enough ever extremely finally furious god hate hell horrible idiotic impossible incredible insane love never no
		nobody nothing omg outrageous ridiculous seriously shit sick stop stupid terrible totally unacceptable
		unbelievable wonderful worst wow wrong wtf`) {
		set[w] = true
	}
	return set
}()

// Measure takes the features of what a person typed.
func Measure(text string) Features {
	text = Typed(text)
	var f Features
	cased, upper, questions := 0, 0, 0
	var run int
	var last rune
	for _, r := range text {
		lower := unicode.ToLower(r)
		if unicode.IsUpper(r) || unicode.IsLower(r) {
			cased++
			if unicode.IsUpper(r) {
				upper++
			}
		}
		switch {
		case r == '!':
			f[marks]++
		case r == '?':
			questions++
		case isEmoji(r):
			f[emoji]++
		}
		if lower == last && (unicode.IsLetter(r) || r == '!' || r == '?') {
			run++
		} else {
			run = 1
		}
		if run == 3 && unicode.IsLetter(r) || run == 2 && (r == '!' || r == '?') {
			f[repeats]++
		}
		last = lower
	}
	words := strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '\'' })
	for _, w := range words {
		if emphatic[w] {
			f[emphasis]++
		}
	}
	if cased >= minCased {
		f[capitals] = float64(upper) / float64(cased)
	}
	f[marks] = min(f[marks]+float64(max(questions-1, 0)), maxMarks)
	f[repeats] = min(f[repeats], maxRepeats)
	f[emphasis] = min(f[emphasis], maxEmphasis)
	f[emoji] = min(f[emoji], maxEmoji)
	f[length] = math.Log2(1 + float64(len(words)))
	return f
}

func isEmoji(r rune) bool {
	return r >= 0x1F300 && r <= 0x1FAFF || r >= 0x2600 && r <= 0x27BF
}

var (
	codeBlock  = regexp.MustCompile("(?s)```.*?(```|$)")
	inlineCode = regexp.MustCompile("`[^`\n]+`")
	quoteLine  = regexp.MustCompile(`(?m)^\s*>.*$`)
	quotation  = regexp.MustCompile(`"[^"\n]{2,}"|“[^”\n]{2,}”|«[^»\n]{2,}»`)
	link       = regexp.MustCompile(`\bhttps?://\S+`)
)

// pasteRunes is the length beyond which only the paragraphs at either end that
// look typed are taken for typed: nobody types that much into a chat at once.
const pasteRunes = 1500

// Typed is the part of a message that the person typed: without code, quotes,
// links and what looks pasted.
func Typed(text string) string {
	for _, re := range []*regexp.Regexp{codeBlock, inlineCode, quoteLine, quotation, link} {
		text = re.ReplaceAllString(text, " ")
	}
	if len(text) <= pasteRunes {
		return text
	}
	paragraphs := slices.DeleteFunc(strings.Split(text, "\n\n"), func(p string) bool {
		return len(p) > pasteRunes/2 || strings.Count(p, "\n") > 3 || strings.TrimSpace(p) == ""
	})
	if len(paragraphs) == 0 {
		return ""
	}
	if len(paragraphs) == 1 {
		return paragraphs[0]
	}
	return paragraphs[0] + "\n" + paragraphs[len(paragraphs)-1]
}
