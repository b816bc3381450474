package ground

import (
	_ "embed"
	"slices"
	"strings"
	"time"
	"unicode"

	"muisto/memory"
	"muisto/memory/when"
)

//go:embed distances.txt
var distanceLines string

// units are the lengths of the units of time in minutes, by the beginning of
// the word; movers are the words that say that a value was moved.
var units, movers = readDistances(distanceLines)

func readDistances(lines string) (units map[string]int, movers []string) {
	units = make(map[string]int)
	minutes := map[string]int{"minute": 1, "hour": 60, "day": 24 * 60, "week": 7 * 24 * 60}
	for line := range strings.Lines(lines) {
		fields := strings.Fields(line)
		if len(fields) == 0 || fields[0] == "#" {
			continue
		}
		if fields[0] == "move" {
			movers = append(movers, fields[1:]...)
			continue
		}
		for _, w := range fields[1:] {
			units[w] = minutes[fields[0]]
		}
	}
	return units, movers
}

// distances are the distances in time that the texts name, in minutes.
func (e *Evidence) distances() []int {
	var list []int
	for _, s := range e.texts {
		words := strings.FieldsFunc(strings.ToLower(s.text), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
		for i, w := range words {
			length, ok := units[w]
			if !ok {
				continue
			}
			n := 1
			if i > 0 {
				if figures := numbersIn(words[i-1]); len(figures) == 1 && len(figures[0]) <= 3 && !strings.ContainsAny(figures[0], ".:") {
					n = 0
					for _, c := range figures[0] {
						n = 10*n + int(c-'0')
					}
				}
			}
			list = append(list, n*length)
		}
	}
	return list
}

func (e *Evidence) shifts() []int {
	const day = 24 * 60
	var days []int
	for _, d := range e.distances() {
		if d%day == 0 {
			days = append(days, d/day)
		}
	}
	return days
}

func (e *Evidence) minuteShifts() []int {
	const day = 24 * 60
	var minutes []int
	for _, d := range e.distances() {
		if d < day {
			minutes = append(minutes, d)
		}
	}
	return minutes
}

// minBeginning is how long a beginning must be, in bytes, to stand for a word.
const minBeginning = 5

// movesByNumber reports whether a text says that a number was raised or
// lowered.
func (e *Evidence) movesByNumber() bool {
	for _, s := range e.texts {
		for _, word := range wordsOf(s.text) {
			if slices.ContainsFunc(movers, func(m string) bool { return word == m || len(m) >= minBeginning && strings.HasPrefix(word, m) }) {
				return true
			}
		}
	}
	return false
}

// spansOf are the single days that a text names.
func spansOf(text string, at time.Time, turn int) []memory.Day {
	var days []memory.Day
	for _, s := range when.Find(text, at, turn) {
		if s.HasDay() {
			days = append(days, s.From, s.To)
		}
	}
	return days
}
