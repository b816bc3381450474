// Package ground compares a sentence with what it is said to rest on: whether
// its numbers, days and times were said or follow from what was, how many of
// its words were, and whether it says the opposite. It works in any script.
//
// It knows texts, days and times, and nothing of episodes, facts or models.
package ground

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"muisto/memory"
	"muisto/memory/when"
)

// Evidence is what a sentence may rest on.
type Evidence struct {
	// Turn is the hour at which a local day ends.
	Turn int

	texts  []said
	values Values
	days   []memory.Day
	words  map[string]bool
	// saidOn are the days on which the texts were said.
	saidOn map[memory.Day]bool
}

type said struct {
	text string
	at   time.Time
}

// Add takes in a text that was said at a time.
func (e *Evidence) Add(text string, at time.Time) {
	if text == "" {
		return
	}
	if e.words == nil {
		e.values, e.words = noValues(), make(map[string]bool)
	}
	e.texts = append(e.texts, said{text, at})
	e.values.read(text, at, e.Turn)
	for _, n := range numbersIn(text) {
		e.values.numbers[n] = true
	}
	e.days = append(e.days, spansOf(text, at, e.Turn)...)
	for w := range stemsOf(text) {
		e.words[w] = true
	}
}

// AddDay takes in a day that was meant.
func (e *Evidence) AddDay(d memory.Day) {
	if d == 0 {
		return
	}
	if e.words == nil {
		e.values, e.words = noValues(), make(map[string]bool)
	}
	e.days = append(e.days, d)
	e.values.days[dateOf(d)] = d.Weekday()
}

// AddSaidOn takes in a day on which something was said. It is no day that was
// meant, but what is said on several Mondays may be so on Mondays.
func (e *Evidence) AddSaidOn(d memory.Day) {
	if e.saidOn == nil {
		e.saidOn = make(map[memory.Day]bool)
	}
	e.saidOn[d] = true
}

// often reports whether it was said on several such weekdays, and a text says
// that it comes back.
func (e *Evidence) often(wd time.Weekday, text string, at time.Time) bool {
	n := 0
	for d := range e.saidOn {
		if d.Weekday() == wd {
			n++
		}
	}
	return n > 1 && slices.ContainsFunc(when.Find(text, at, e.Turn), func(s when.Span) bool { return s.Recurs })
}

// SaysDay reports whether a day was said, or follows from what was.
func (e *Evidence) SaysDay(d memory.Day) bool {
	return e.reckonedDays()[dateOf(d)] || e.saidDay(dateOf(d))
}

// Missing returns the first value of a sentence that was neither said nor
// follows from what was; empty if there is none. At is when the sentence holds.
func (e *Evidence) Missing(text string, at time.Time) string {
	v := Read(text, at, e.Turn)
	days := e.reckonedDays()
	for d := range v.days {
		if !days[d] && !e.saidDay(d) {
			return strconv.Itoa(d.day) + " " + d.month.String()
		}
	}
	if len(v.days) == 0 {
		for wd := range v.weekdays {
			if !e.values.weekdays[wd] && !e.hasDayOn(wd) && !e.often(wd, text, at) {
				return wd.String()
			}
		}
	}
	for m := range v.minutes {
		if !e.saidMinute(m) {
			return strconv.Itoa(m/60) + ":" + strconv.Itoa(100 + m%60)[1:]
		}
	}
	for n := range v.numbers {
		if !e.saidNumber(n, at) {
			return n
		}
	}
	return ""
}

// saidDay reports whether the day of the month was said without its month.
func (e *Evidence) saidDay(d date) bool {
	if !e.values.numbers[strconv.Itoa(d.day)] {
		return false
	}
	for _, s := range e.texts {
		if s.at.Month() == d.month || s.at.AddDate(0, 1, 1-s.at.Day()).Month() == d.month || strings.Contains(strings.ToLower(s.text), strings.ToLower(d.month.String())) {
			return true
		}
	}
	return false
}

func (e *Evidence) hasDayOn(wd time.Weekday) bool {
	for _, d := range e.days {
		if d.Weekday() == wd {
			return true
		}
	}
	return false
}

// reckonedDays are the days said, and those moved by a distance that was said
// ("by a week").
func (e *Evidence) reckonedDays() map[date]bool {
	days := make(map[date]bool)
	shifts := e.shifts()
	for _, d := range e.days {
		days[dateOf(d)] = true
		for _, n := range shifts {
			days[dateOf(d+memory.Day(n))], days[dateOf(d-memory.Day(n))] = true, true
		}
	}
	for d := range e.values.days {
		days[d] = true
	}
	return days
}

// saidMinute takes an hour that was said as a bare number, and an hour moved by
// a distance that was said.
func (e *Evidence) saidMinute(m int) bool {
	if hasMinute(e.values.minutes, m) {
		return true
	}
	if m%60 == 0 && (e.values.numbers[strconv.Itoa(m/60)] || e.values.numbers[strconv.Itoa((m/60+11)%12+1)]) {
		return true
	}
	for _, n := range e.minuteShifts() {
		if hasMinute(e.values.minutes, m-n) || hasMinute(e.values.minutes, m+n) {
			return true
		}
	}
	return false
}

// maxSum bounds the numbers of which sums are tried.
const maxSum = 40

func (e *Evidence) saidNumber(n string, at time.Time) bool {
	if e.values.numbers[n] || n == strconv.Itoa(at.Year()) || n == strconv.Itoa(at.Year()+1) {
		return true
	}
	number, err := strconv.Atoi(n)
	if err != nil {
		return false
	}
	if hasMinute(e.values.minutes, number*60) && number <= 24 {
		return true
	}
	for d := range e.values.days {
		if d.day == number {
			return true
		}
	}
	if len(e.values.numbers) > maxSum || !e.movesByNumber() {
		return false
	}
	for a := range e.values.numbers {
		for b := range e.values.numbers {
			x, errX := strconv.Atoi(a)
			y, errY := strconv.Atoi(b)
			if errX == nil && errY == nil && a != b && (x+y == number || x-y == number) {
				return true
			}
		}
	}
	return false
}
