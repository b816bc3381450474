package when

import (
	"embed"
	"fmt"
	"io/fs"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// A table in languages/ says how one language names times, a line for each kind:
//
//	kind [value]: phrase | phrase | …
//
// A phrase marked ? is a word of other languages or a name too, and counts only
// where the text is plainly in this language; one marked ~ is the short name of a
// weekday that means something else beside a noun. Lines that begin with # are
// comments.
//
//go:embed languages/*.txt
var tables embed.FS

// kind is what a phrase of a table says.
type kind uint8

const (
	isNothing    kind = iota + 1 // looks like a time and is none ("guten Morgen")
	isDay                        // a day, by its distance from today
	isPart                       // a part of the day
	isWeekday                    // a weekday, 0 for Sunday
	isLast                       // the latest such weekday
	isRecurring                  // every such weekday
	isEvery                      // before a weekday
	isMonth                      // a month, 1 to 12
	isBefore                     // before a weekday, a week or a month: how many on
	isAfter                      // the same behind it
	isComing                     // before: the next that comes; of a week, the next
	isUnit                       // a unit of time
	isWeekend                    // the weekend without more
	isNumber                     // a number
	isAhead                      // before an amount: from now on
	isAheadAfter                 // the same behind it
	isAgo                        // before an amount: back from now
	isAgoAfter                   // the same behind it
	isDayWord                    // before or behind a day of the month
	isStart                      // before a period: its first day
	isStartAfter
	isEnd // before a period: its last day
	isEndAfter
	isSeason // a season, by its first month
	isIn     // before a month or a season
	isYear   // before a year
	isUntil  // before a time: it is an end
	isUntilAfter
	isSince // before a time that bounds what is said
	isSinceAfter
	isFeast     // month and day
	isEaster    // days from Easter Sunday
	isMidsummer // days from the Saturday of 20 to 26 June
)

var kinds = map[string]kind{
	"nothing": isNothing, "day": isDay, "part": isPart, "weekday": isWeekday, "last": isLast, "recurs": isRecurring,
	"every": isEvery, "month": isMonth, "before": isBefore, "after": isAfter, "coming": isComing, "unit": isUnit,
	"alone": isWeekend, "number": isNumber, "ahead before": isAhead, "ahead after": isAheadAfter, "ago before": isAgo,
	"ago after": isAgoAfter, "dayword": isDayWord, "dayword before": isDayWord, "start before": isStart,
	"start after": isStartAfter, "end before": isEnd, "end after": isEndAfter, "season": isSeason, "in": isIn,
	"year": isYear, "until before": isUntil, "until after": isUntilAfter, "since before": isSince,
	"since after": isSinceAfter, "feast": isFeast, "easter": isEaster, "midsummer": isMidsummer,
}

var unitNames = map[string]unit{"day": days, "week": weeks, "weekend": weekends, "month": months, "year": years}

// phrase is a phrase of a table.
type phrase struct {
	kind  kind
	value int
	words []string
	// weak and short: see the marks ? and ~.
	weak, short bool
}

// language is one table.
type language struct {
	name string
	// byWord holds its phrases by their first word, the longest first.
	byWord map[string][]phrase
	// words are common words that tell the language.
	words map[string]bool
	// back and forward are words that put a sentence in the past or ahead.
	back, forward map[string]bool
	// dotted: "3.6." is a date, since decimals take a comma.
	dotted bool
	// prepositions: words before months and seasons say what in other languages
	// their endings do.
	prepositions bool
}

// lexicon is all the tables.
type lexicon struct {
	languages []*language
	// byWord are the languages that have a phrase with this first word.
	byWord map[string][]*language
	// glue are the words that may stand between a weekday and its week.
	glue map[string]bool
}

// theLexicon reads the tables when they are first needed.
var theLexicon = sync.OnceValue(func() *lexicon {
	x, err := readLexicon(tables)
	if err != nil {
		panic(err) // the tables are part of the program, and a test reads them
	}
	return x
})

func readLexicon(files fs.FS) (*lexicon, error) {
	names, err := fs.Glob(files, "languages/*.txt")
	if err != nil {
		return nil, fmt.Errorf("list the tables of languages: %w", err)
	}
	x := &lexicon{byWord: map[string][]*language{}, glue: map[string]bool{}}
	var english *language
	for _, name := range names {
		text, err := fs.ReadFile(files, name)
		if err != nil {
			return nil, fmt.Errorf("read the table %s: %w", name, err)
		}
		l, err := readLanguage(name, string(text), x.glue)
		if err != nil {
			return nil, err
		}
		if l.name == "english" {
			english = l
			continue
		}
		x.languages = append(x.languages, l)
		for w := range l.byWord {
			x.byWord[w] = append(x.byWord[w], l)
		}
	}
	for _, l := range x.languages {
		for w := range english.words {
			delete(l.words, w)
		}
	}
	return x, nil
}

func readLanguage(file, text string, glue map[string]bool) (*language, error) {
	l := &language{
		name:   strings.TrimSuffix(file[strings.LastIndexByte(file, '/')+1:], ".txt"),
		byWord: map[string][]phrase{}, words: map[string]bool{}, back: map[string]bool{}, forward: map[string]bool{},
	}
	for n, line := range strings.Split(text, "\n") {
		if line == "" || line[0] == '#' {
			continue
		}
		head, phrases, ok := strings.Cut(line, ": ")
		if !ok {
			return nil, fmt.Errorf("table %s, line %d: no kind", file, n+1)
		}
		if err := l.take(head, strings.Split(phrases, " | "), glue); err != nil {
			return nil, fmt.Errorf("table %s, line %d: %w", file, n+1, err)
		}
	}
	for _, list := range l.byWord {
		slices.SortStableFunc(list, func(a, b phrase) int { return len(b.words) - len(a.words) })
	}
	return l, nil
}

// take takes in one line of a table.
func (l *language) take(head string, phrases []string, glue map[string]bool) error {
	set := map[string]map[string]bool{"words": l.words, "back": l.back, "forward": l.forward, "glue": glue}[head]
	switch {
	case set != nil:
		for _, p := range phrases {
			for _, t := range tokenise(p) {
				set[t.low] = true
			}
		}
		return nil
	case head == "numeric":
		l.dotted = phrases[0] == "dotted"
		return nil
	}
	k, value, err := headOf(head)
	if err != nil {
		return err
	}
	l.prepositions = l.prepositions || k == isIn
	for _, p := range phrases {
		e := phrase{kind: k, value: value, weak: strings.HasPrefix(p, "?"), short: strings.HasPrefix(p, "~")}
		for _, t := range tokenise(p) {
			e.words = append(e.words, t.low)
		}
		if len(e.words) == 0 {
			return fmt.Errorf("%q has no word", p)
		}
		l.byWord[e.words[0]] = append(l.byWord[e.words[0]], e)
	}
	return nil
}

// headOf reads "month 3", "before -1", "unit week", "feast 12-24" and "until before".
func headOf(head string) (kind, int, error) {
	if k, ok := kinds[head]; ok {
		return k, 0, nil
	}
	name, value, _ := strings.Cut(head, " ")
	k, ok := kinds[name]
	if !ok {
		return 0, 0, fmt.Errorf("no kind %q", head)
	}
	if u, named := unitNames[value]; named {
		return k, int(u), nil
	}
	if m, d, dated := strings.Cut(value, "-"); dated && k == isFeast {
		month, errM := strconv.Atoi(m)
		day, errD := strconv.Atoi(d)
		if errM != nil || errD != nil {
			return 0, 0, fmt.Errorf("no date %q", value)
		}
		return k, month*100 + day, nil
	}
	n, err := strconv.Atoi(value)
	if err != nil {
		return 0, 0, fmt.Errorf("no number %q", value)
	}
	return k, n, nil
}
