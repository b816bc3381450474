package ground

import (
	_ "embed"
	"regexp"
	"strings"
	"unicode"
)

//go:embed numbers.txt
var numberLines string

// numberWords are the numbers that people write as words, by the word.
var numberWords = readNumberWords(numberLines)

// readNumberWords reads lines of a number and the words for it.
func readNumberWords(lines string) map[string]string {
	words := make(map[string]string)
	for line := range strings.Lines(lines) {
		fields := strings.Fields(line)
		if len(fields) == 0 || fields[0] == "#" {
			continue
		}
		for _, w := range fields[1:] {
			words[w] = fields[0]
		}
	}
	return words
}

// figure is a number in figures that does not begin inside a word, with the
// marks inside it, and a "k" behind.
var figure = regexp.MustCompile(`(^|[^\p{L}\p{Nd}])(\p{Nd}+(?:[.,'’  ]\p{Nd}{3})+|\p{Nd}+(?:[.,:]\p{Nd}+)*)(k\b)?`)

// numbersIn are the numbers of a text as plain ASCII figures ("4000", "3.5"),
// whether it has them in figures or in words.
func numbersIn(text string) []string {
	var list []string
	for _, m := range figure.FindAllStringSubmatch(text, -1) {
		n := plain(m[2])
		if m[3] != "" {
			n += "000"
		}
		list = append(list, n)
	}
	for _, w := range strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) }) {
		if n, ok := numberWords[w]; ok {
			list = append(list, n)
		}
	}
	return list
}

// plain is a number in ASCII figures, without the marks between thousands and
// with a point before decimals.
func plain(s string) string {
	s = asciiDigits(s)
	groups := strings.FieldsFunc(s, func(r rune) bool { return !unicode.IsDigit(r) })
	if len(groups) == 1 {
		return trimZeros(groups[0])
	}
	thousands := true
	for _, g := range groups[1:] {
		thousands = thousands && len(g) == 3
	}
	switch {
	case thousands && !strings.Contains(s, ":"):
		return trimZeros(strings.Join(groups, ""))
	case len(groups) == 2 && !strings.Contains(s, ":"):
		if strings.Trim(groups[1], "0") == "" {
			return trimZeros(groups[0])
		}
		return trimZeros(groups[0]) + "." + strings.TrimRight(groups[1], "0")
	}
	return s
}

func trimZeros(s string) string {
	if t := strings.TrimLeft(s, "0"); t != "" {
		return t
	}
	return "0"
}

// asciiDigits writes the digits of any script as ASCII. Unicode keeps the ten
// digits of a script in a row.
func asciiDigits(s string) string {
	return strings.Map(func(r rune) rune {
		if r <= unicode.MaxASCII || !unicode.IsDigit(r) {
			return r
		}
		zero := r
		for r-zero < 9 && unicode.IsDigit(zero-1) {
			zero--
		}
		return '0' + (r - zero)
	}, s)
}
