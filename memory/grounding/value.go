package grounding

import (
	"regexp"
	"slices"
	"strings"
	"time"

	"muisto/memory"
	"muisto/memory/when"
)

// values are the numbers, days and times of day of some texts.
type values struct {
	numbers  map[float64]bool
	clocks   []int
	spans    []when.Span
	weekdays map[time.Weekday]bool
	// weeks and days: a distance in them is said.
	weeks, days bool
	// bare are weekdays that were said without a date.
	bare map[time.Weekday]bool
	// lines are how many the longest of the texts has.
	lines int
	// today are the days of the texts.
	today []memory.Day
}

func newValues() *values {
	return &values{numbers: map[float64]bool{}, weekdays: map[time.Weekday]bool{}, bare: map[time.Weekday]bool{}}
}

// add takes in the values of a text that was said at a time.
func (v *values) add(text string, list []token, at time.Time, turn int) {
	for _, n := range numbers(text, list) {
		for _, x := range n.values {
			v.numbers[x] = true
		}
		if n.clock >= 0 {
			v.clocks = append(v.clocks, n.clock)
		}
	}
	for _, s := range timesIn(text, list, at, turn) {
		v.spans = append(v.spans, years(s)...)
		if s.HasWkday {
			v.weekdays[s.Weekday] = true
			v.bare[s.Weekday] = v.bare[s.Weekday] || !strings.ContainsAny(s.Text, "0123456789")
		}
		if s.HasDay() && s.From == s.To {
			v.weekdays[s.From.Weekday()] = true
		}
		if s.Clock && s.Minute >= 0 {
			v.clocks = append(v.clocks, s.Minute)
		}
	}
	for _, t := range list {
		v.weeks = v.weeks || is("week", t.low)
		v.days = v.days || is("day", t.low)
		if d, ok := hanWeekday(t); ok {
			v.weekdays[d], v.bare[d] = true, true
		}
		if d, ok := shortDays[t.low]; ok {
			v.weekdays[d], v.bare[d] = true, true
		}
	}
	v.today = append(v.today, memory.DayOf(at, turn))
	v.lines = max(v.lines, 1+strings.Count(text, "\n"))
}

// timesIn are the days and times of a text. What is read in a part of a number is
// none: "at 2,000".
func timesIn(text string, list []token, at time.Time, turn int) []when.Span {
	found := numbers(text, list)
	spans := slices.DeleteFunc(when.Find(text, at, turn), func(s when.Span) bool {
		return slices.ContainsFunc(found, func(n number) bool { return n.clock < 0 && s.Start <= n.start && n.start < s.End && s.End < n.end })
	})
	return append(spans, relativeDays(list, at, turn)...)
}

var shortDays = map[string]time.Weekday{"mon": 1, "tue": 2, "tues": 2, "wed": 3, "thu": 4, "thur": 4, "thurs": 4, "fri": 5, "sat": 6, "sun": 0}

// years are a time, and that of the year before and after where it names a day of
// the calendar and no year.
func years(s when.Span) []when.Span {
	list := []when.Span{s}
	if !s.HasDay() || s.HasWkday || !calendarDay.MatchString(s.Text) && !isMonth(s) || namedYear.MatchString(s.Text) {
		return list
	}
	for _, n := range []int{-1, 1} {
		other := s
		y, m, d := s.From.Date()
		other.From = memory.DayOn(y+n, m, d)
		y, m, d = s.To.Date()
		other.To = memory.DayOn(y+n, m, d)
		list = append(list, other)
	}
	return list
}

// isMonth reports whether a time is a whole month.
func isMonth(s when.Span) bool {
	_, first, day := s.From.Date()
	_, last, _ := (s.To + 1).Date()
	return day == 1 && last == first%12+1
}

var (
	calendarDay = regexp.MustCompile(`\d`)
	namedYear   = regexp.MustCompile(`\d{4}`)
)

// relative are words for days near a message that memory/when does not read.
var relative = map[string]int{
	"明天": 1, "今天": 0, "昨天": -1, "后天": 2, "前天": -2, "明日": 1, "今日": 0, "昨日": -1,
	"завтра": 1, "вчера": -1, "сегодня": 0, "послезавтра": 2, "내일": 1, "어제": -1, "오늘": 0,
}

func relativeDays(list []token, at time.Time, turn int) []when.Span {
	var spans []when.Span
	for _, t := range list {
		for word, distance := range relative {
			if t.low == word || t.unspaced && strings.Contains(t.low, word) {
				day := memory.DayOf(at, turn) + memory.Day(distance)
				spans = append(spans, when.Span{Text: word, From: day, To: day, Minute: -1})
			}
		}
	}
	return spans
}

var hanDays = map[rune]time.Weekday{'一': 1, '二': 2, '三': 3, '四': 4, '五': 5, '六': 6, '日': 0, '天': 0, '月': 1, '火': 2, '水': 3, '木': 4, '金': 5, '土': 6}

// hanWeekday reads 星期五, 周五 and 金曜.
func hanWeekday(t token) (time.Weekday, bool) {
	if !t.unspaced {
		return 0, false
	}
	runes := []rune(t.low)
	for i, r := range runes {
		switch {
		case r == '曜' && i > 0:
			d, ok := hanDays[runes[i-1]]
			return d, ok
		case (r == '期' || r == '拜' || r == '周' || r == '週') && i+1 < len(runes):
			if d, ok := hanDays[runes[i+1]]; ok && strings.ContainsRune("一二三四五六日天", runes[i+1]) {
				return d, true
			}
		}
	}
	return 0, false
}

// missing returns the values of a sentence that are not among v and cannot be
// reckoned from them, and the parts of the sentence that values take.
func (v *values) missing(text string, list []token, at time.Time, turn int) (missing []string, taken []when.Span) {
	for _, s := range timesIn(text, list, at, turn) {
		if s.Clock && !s.HasDay() && !s.Recurs && s.Minute < 0 {
			continue
		}
		if !v.hasSpan(s, text) {
			missing = append(missing, s.Text)
		}
		if s.End > s.Start {
			taken = append(taken, s)
		}
	}
	for _, t := range list {
		if d, ok := hanWeekday(t); ok && !v.weekdays[d] {
			missing = append(missing, t.text)
		}
	}
	for _, n := range numbers(text, list) {
		if slices.ContainsFunc(taken, func(s when.Span) bool { return n.start < s.End && n.end > s.Start }) {
			continue
		}
		if hasHanWeekday(list, n) || v.hasNumber(n, list) || v.countsLines(n, list) {
			taken = append(taken, when.Span{Start: n.start, End: n.end})
			continue
		}
		missing = append(missing, n.text)
		taken = append(taken, when.Span{Start: n.start, End: n.end})
	}
	return missing, taken
}

// countsLines reports whether a number is of lines of a text that was pasted.
func (v *values) countsLines(n number, list []token) bool {
	return len(n.values) > 0 && n.values[0] <= float64(v.lines) && slices.ContainsFunc(list, func(t token) bool {
		return t.start >= n.end && t.start <= n.end+2 && is("line", t.low)
	})
}

func hasHanWeekday(list []token, n number) bool {
	for _, t := range list {
		if n.start >= t.start && n.end <= t.end {
			_, ok := hanWeekday(t)
			return ok && n.end-n.start == 3
		}
	}
	return false
}

func (v *values) hasNumber(n number, list []token) bool {
	dates := slices.ContainsFunc(list, func(t token) bool {
		return t.start == n.end && t.unspaced && strings.ContainsAny(t.text[:3], "年月日号")
	})
	if n.clock >= 0 && (v.hasClock(n.clock) || v.numbers[float64(n.clock/60)] && n.clock%60 == 0) {
		return true
	}
	for _, x := range n.values {
		if v.numbers[x] {
			return true
		}
		if x == float64(int(x)) && x >= 0 && x <= 24 && v.hasClock(60*int(x)) { // 14 for 2 pm
			return true
		}
		for _, s := range v.spans { // 5月19日 for 明天
			if !dates {
				break
			}
			if s.HasDay() && s.From == s.To {
				year, month, day := s.From.Date()
				if x == float64(day) || x == float64(month) || x == float64(year) {
					return true
				}
			}
		}
	}
	return false
}

// hasClock reports whether a time of day was said; one said without its half of
// the day may be either.
func (v *values) hasClock(minute int) bool {
	const half = 12 * 60
	for _, c := range v.clocks {
		if c == minute || c%half == minute%half {
			return true
		}
	}
	if minute%60 != 0 {
		return false
	}
	hour := minute / 60
	return v.numbers[float64(hour)] || hour > 12 && v.numbers[float64(hour-12)] || hour <= 12 && v.numbers[float64(hour+12)]
}

func (v *values) hasSpan(s when.Span, text string) bool {
	if s.Clock && s.Minute >= 0 && !v.hasClock(s.Minute) {
		return false
	}
	digits := strings.ContainsAny(s.Text, "0123456789")
	switch {
	case s.Recurs && s.HasWkday:
		return v.weekdays[s.Weekday]
	case !s.HasDay():
		return true
	case s.HasWkday && !digits:
		return v.weekdays[s.Weekday]
	case v.hasDays(s.From, s.To), s.From == s.To && v.bare[s.From.Weekday()] && v.isNear(s.From):
		return true
	}
	return v.spells(s)
}

// isNear reports whether a day is at most two weeks from the texts, so that a
// weekday alone may mean it.
func (v *values) isNear(day memory.Day) bool {
	const most = 14
	return slices.ContainsFunc(v.today, func(d memory.Day) bool { return day-d <= most && d-day <= most })
}

// hasDays reports whether a day was said, or lies a number of weeks or days that
// was said from one that was.
func (v *values) hasDays(from, to memory.Day) bool {
	const month = 31
	for _, known := range v.spans {
		if !known.HasDay() {
			continue
		}
		if known.From == from && known.To == to || from <= known.From && known.To <= to && to-from < month {
			return true
		}
		distance := int(from - known.From)
		if distance < 0 {
			distance = -distance
		}
		if from == to && known.From == known.To && distance > 0 &&
			(v.weeks && distance%7 == 0 && (distance == 7 || v.numbers[float64(distance/7)]) || v.days && v.numbers[float64(distance)]) {
			return true
		}
	}
	return false
}

// spells reports whether the numbers of a date were said, and its month is that
// of a day that was said: "the 13th" for "al 13".
func (v *values) spells(s when.Span) bool {
	words := tokens(s.Text)
	list := numbers(s.Text, words)
	for _, n := range list {
		if !v.hasNumber(n, words) {
			return false
		}
	}
	if len(list) == 0 {
		return false
	}
	_, month, _ := s.From.Date()
	for _, known := range v.spans {
		if !known.HasDay() {
			continue
		}
		if _, m, _ := known.From.Date(); m == month {
			return true
		}
	}
	return !strings.ContainsFunc(s.Text, isLetterOfMonth)
}

// isLetterOfMonth: a date without any letters does not name its month.
func isLetterOfMonth(r rune) bool { return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r > 127 }
