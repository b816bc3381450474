package neocortex

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"muisto/memory"
)

// hollow are words that tell no statement from another.
var hollow = wordSet(`a about again agent also am an and answered are as asked at be been being both but by can
	confirmed corrected currently did do does fact for from had has have he her here hers him his how i in into is it
	its itself just me mentioned my now of on once or our ours out over said says she so stated still than that the
	their them then there these they this those to told too up us user was we were what when where which who will with
	would you your`)

// negations turn a statement into its opposite.
var negations = wordSet(`not no never none nobody nothing neither nor without cannot cant wont dont doesnt didnt isnt
	arent wasnt werent hasnt havent hadnt wouldnt shouldnt couldnt stopped quit longer`)

func wordSet(words string) map[string]bool {
	set := make(map[string]bool)
	for _, w := range strings.Fields(words) {
		set[w] = true
	}
	return set
}

// splitWords cuts a text into words as they were written, possessive endings
// taken off. A number with marks inside ("9:30") is one word; a date in figures
// is read as its day and month.
func splitWords(s string) []string {
	s = strings.ReplaceAll(s, "’", "'")
	var words []string
	for _, field := range strings.FieldsFunc(s, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune("'.:-", r)
	}) {
		field = strings.Trim(field, "'.:-")
		if startsWithDigit(field) {
			words = append(words, readFigures(field)...)
			continue
		}
		for _, w := range strings.FieldsFunc(field, func(r rune) bool { return strings.ContainsRune(".:-", r) }) {
			w = strings.TrimSuffix(strings.TrimSuffix(w, "'s"), "'S")
			if w = strings.Trim(w, "'"); w != "" {
				words = append(words, w)
			}
		}
	}
	return words
}

// readFigures gives the words that stand for a number, date or time of day:
// "12th" is 12, "10:00" is 10, "2026-06-14" is 14 June.
func readFigures(s string) []string {
	if day, err := memory.ParseDay(s); err == nil {
		_, month, d := day.Date()
		return []string{strconv.Itoa(d), month.String()}
	}
	s = strings.ReplaceAll(s, ".", ":")
	for _, ending := range []string{"st", "nd", "rd", "th", ":00"} {
		s = strings.TrimSuffix(s, ending)
	}
	return []string{s}
}

// figures are the numbers that people write as words.
var figures = map[string]string{
	"one": "1", "two": "2", "three": "3", "four": "4", "five": "5", "six": "6", "seven": "7", "eight": "8",
	"nine": "9", "ten": "10", "eleven": "11", "twelve": "12",
}

func startsWithDigit(s string) bool {
	r, _ := utf8.DecodeRuneInString(s)
	return unicode.IsDigit(r)
}

// base is the form under which two spellings count as one word: lower case,
// no apostrophe, no English plural ending.
func base(word string) string {
	w := strings.ReplaceAll(strings.ToLower(word), "'", "")
	if figure, ok := figures[w]; ok {
		return figure
	}
	switch {
	case utf8.RuneCountInString(w) <= 3 || startsWithDigit(w):
		return w
	case strings.HasSuffix(w, "ies"):
		return strings.TrimSuffix(w, "ies") + "y"
	case strings.HasSuffix(w, "ss"), strings.HasSuffix(w, "us"), strings.HasSuffix(w, "is"):
		return w
	}
	return strings.TrimSuffix(w, "s")
}

// contentWords are the base forms of the words of a text that tell it from
// others.
func contentWords(s string) map[string]bool {
	set := make(map[string]bool)
	for _, word := range splitWords(s) {
		w := base(word)
		if w != "" && !hollow[strings.ToLower(word)] && !hollow[w] {
			set[w] = true
		}
	}
	return set
}

// Weekdays and months, which like numbers are values: a statement with another
// one is another statement.
var calendarWords = wordSet(`monday tuesday wednesday thursday friday saturday sunday january february march april may
	june july august september october november december weekday weekend tomorrow today yesterday noon midnight`)

// isValue reports whether a base form is a number, a day or a month.
func isValue(word string) bool { return startsWithDigit(word) || calendarWords[word] }

// sameCover is the share of the longer statement's words that the shorter must
// cover for the two to say the same.
const sameCover = 0.6

// SaysSame reports whether two statements say the same, as far as words can
// tell: the content words of one are among those of the other and most of
// them, and what the longer adds is no number, day, month or negation.
func SaysSame(a, b string) bool {
	few, many := contentWords(a), contentWords(b)
	if len(few) > len(many) {
		few, many = many, few
	}
	if len(few) == 0 || float64(len(few)) < sameCover*float64(len(many)) {
		return false
	}
	for w := range few {
		if !many[w] {
			return false
		}
	}
	for w := range many {
		if !few[w] && (isValue(w) || negations[w]) {
			return false
		}
	}
	return true
}

// HasValue reports whether a text gives a number, a day or a month.
func HasValue(s string) bool { return len(valuesOf(s)) > 0 }

// valuesOf are the values among the words of a text.
func valuesOf(s string) map[string]bool {
	values := make(map[string]bool)
	for w := range contentWords(s) {
		if isValue(w) {
			values[w] = true
		}
	}
	return values
}

// SameValues reports whether the values of one text are among those of the
// other.
func SameValues(a, b string) bool {
	few, many := valuesOf(a), valuesOf(b)
	if len(few) > len(many) {
		few, many = many, few
	}
	for v := range few {
		if !many[v] {
			return false
		}
	}
	return true
}
