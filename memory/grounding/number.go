package grounding

import (
	_ "embed"
	"regexp"
	"strconv"
	"strings"
)

//go:embed numbers.txt
var numbersFile string

// numberWords are the numbers that words name.
var numberWords = readNumbers(numbersFile)

func readNumbers(text string) map[string]float64 {
	m := map[string]float64{}
	for _, line := range strings.Split(text, "\n") {
		fields := strings.Fields(line)
		if len(fields) == 0 {
			continue
		}
		n, err := strconv.ParseFloat(fields[0], 64)
		if err != nil {
			panic("numbers.txt: " + err.Error())
		}
		for _, w := range fields[1:] {
			m[w] = n
		}
	}
	return m
}

// number is a number said in a text, with every value that it may have: "4k" is
// 4,000, and 4 of something.
type number struct {
	start, end int
	text       string
	values     []float64
	// clock is a time of day in minutes since midnight that it may be, else -1.
	clock int
}

// digits are numbers in digits, with what separates thousands, decimals and
// minutes, and a letter for thousands.
var digits = regexp.MustCompile(`\d+(?:(?:[.,:hH’' \x{00a0}\x{202f}]| [hH] )\d+)*(?:\s?[kK]\b|[hH]\b)?`)

var (
	grouped  = regexp.MustCompile(`^[1-9]\d{0,2}(?:[.,’' \x{00a0}\x{202f}]\d{3})+(?:[.,]\d{1,2})?$`)
	decimal  = regexp.MustCompile(`^\d+[.,]\d+$`)
	clockish = regexp.MustCompile(`^([01]?\d|2[0-4])(?:[:.hH]| [hH] )([0-5]\d)$`)
	parts    = regexp.MustCompile(`\d+`)
)

// numbers finds the numbers of a text, in digits and in words.
func numbers(text string, list []token) []number {
	var found []number
	for _, at := range digits.FindAllStringIndex(text, -1) {
		found = append(found, readDigits(text, at[0], at[1], list)...)
	}
	for i, t := range list {
		found = append(found, readWord(list, i, t)...)
	}
	return found
}

func readDigits(text string, start, end int, list []token) []number {
	raw := text[start:end]
	n := number{start: start, end: end, text: raw, clock: -1}
	bare := strings.TrimRight(raw, "kKhH \u00a0")
	thousands := strings.HasSuffix(strings.ToLower(raw), "k")
	switch {
	case clockish.MatchString(bare):
		m := clockish.FindStringSubmatch(bare)
		n.clock = 60*atoi(m[1]) + atoi(m[2])
		if decimal.MatchString(bare) {
			n.values = append(n.values, atof(bare))
		}
	case grouped.MatchString(bare):
		n.values = append(n.values, ungrouped(bare))
	case decimal.MatchString(bare):
		n.values = append(n.values, atof(bare))
	case parts.FindString(bare) == bare:
		n.values = append(n.values, atof(bare))
	default: // a date, or several numbers side by side: each by itself
		var each []number
		for _, at := range parts.FindAllStringIndex(raw, -1) {
			each = append(each, number{start + at[0], start + at[1], raw[at[0]:at[1]], []float64{atof(raw[at[0]:at[1]])}, -1})
		}
		return each
	}
	factor := multiplier(list, end)
	if thousands {
		factor = 1000
	}
	n.multiply(factor)
	return []number{n}
}

// readWord reads a word that names a number; the article "one" names none.
func readWord(list []token, i int, t token) []number {
	if t.unspaced {
		if i > 0 && list[i-1].end == t.start && isNumber(list[i-1]) { // 8万
			rest := strings.TrimLeft(t.text, "十百千万")
			t.start, t.text = t.end-len(rest), rest
		}
		return readHan(t)
	}
	value, ok := numberWords[t.low]
	if !ok {
		if strings.HasPrefix(t.low, "neljä") || !is("thousand", t.low) && !is("hundred", t.low) && !is("million", t.low) || t.low == "k" || i > 0 && isNumber(list[i-1]) {
			return nil
		}
		value = 1
	}
	n := number{start: t.start, end: t.end, text: t.text, values: []float64{value}, clock: -1}
	if i+1 < len(list) && value >= 20 {
		if unit, ok := numberWords[list[i+1].low]; ok && unit < 10 {
			n.values = append(n.values, value+unit)
		}
	}
	if i > 0 && value < 10 {
		if tens, ok := numberWords[list[i-1].low]; ok && tens >= 20 {
			n.values = append(n.values, tens+value)
		}
	}
	end := t.end
	if !ok {
		end = t.start
	}
	n.multiply(multiplier(list, end))
	if n.clock = halfHour(list, i, value); n.clock < 0 {
		n.clock = aroundHour(list, i, value)
	}
	return []number{n}
}

func isNumber(t token) bool {
	_, ok := numberWords[t.low]
	return ok || t.low[0] >= '0' && t.low[0] <= '9'
}

// halfHour is the time that a half past, or to, an hour is; -1 for none.
func halfHour(list []token, i int, hour float64) int {
	if hour < 1 || hour > 12 {
		return -1
	}
	for _, k := range []int{i - 1, i - 2} {
		if k < 0 || !is("half", list[k].low) {
			continue
		}
		if list[k].low == "half" && k == i-2 { // half past nine
			return 60*int(hour) + 30
		}
		if k == i-1 { // halb zehn, puoli kymmenen
			return 60*int(hour) - 30
		}
	}
	for k := i + 1; k <= i+3 && k < len(list); k++ { // nueve y media, neuf heures et demie
		if is("half", list[k].low) {
			return 60*int(hour) + 30
		}
	}
	return -1
}

// aroundHour is the time that some minutes before or after an hour are, "ten past
// nine"; -1 for none.
func aroundHour(list []token, i int, minutes float64) int {
	if i+2 >= len(list) || minutes < 1 || minutes > 29 {
		return -1
	}
	hour, ok := numberWords[list[i+2].low]
	switch {
	case !ok || hour < 1 || hour > 12:
		return -1
	case is("past", list[i+1].low):
		return 60*int(hour) + int(minutes)
	case is("before", list[i+1].low):
		return 60*int(hour) - int(minutes)
	}
	return -1
}

// multiplier is what the word after a number makes of it.
func multiplier(list []token, end int) float64 {
	for _, t := range list {
		if t.start < end || t.start > end+2 {
			continue
		}
		switch {
		case is("thousand", t.low), strings.HasPrefix(t.low, "千"):
			return 1e3
		case is("hundred", t.low):
			return 1e2
		case is("million", t.low):
			return 1e6
		case strings.HasPrefix(t.low, "万"):
			return 1e4
		}
		return 1
	}
	return 1
}

func (n *number) multiply(factor float64) {
	if factor == 1 {
		return
	}
	for _, v := range n.values {
		n.values = append(n.values, v*factor)
	}
}

var hanUnits = map[rune]float64{'十': 10, '百': 100, '千': 1000, '万': 1e4}

// readHan reads the numerals in a run of Chinese or Japanese.
func readHan(t token) []number {
	var found []number
	total, current, start, last := 0.0, 0.0, -1, 0.0
	flush := func(end int) {
		if start >= 0 && total+current > 1 {
			n := number{t.start + start, t.start + end, t.text[start:end], []float64{total + current}, -1}
			if current > 0 && last >= 100 { // 四千五 is 4,500
				n.values = append(n.values, total+current*last/10)
			}
			if strings.HasPrefix(t.text[end:], "点半") {
				n.clock = 60*int(total+current) + 30
			}
			found = append(found, n)
		}
		total, current, start, last = 0, 0, -1, 0
	}
	for i, r := range t.text {
		digit, isDigit := numberWords[string(r)]
		unit, isUnit := hanUnits[r]
		switch {
		case isUnit:
			if start < 0 {
				start = i
			}
			if unit == 1e4 {
				total = max(total+current, 1) * unit
			} else {
				total += max(current, 1) * unit
			}
			current, last = 0, unit
		case isDigit:
			if start < 0 {
				start = i
			}
			current = digit
		default:
			flush(i)
		}
	}
	flush(len(t.text))
	return found
}

func ungrouped(s string) float64 {
	if i := strings.LastIndexAny(s, ".,"); i > 0 && len(s)-i-1 < 3 {
		return ungrouped(s[:i]) + atof("0."+s[i+1:])
	}
	return atof(strings.Join(parts.FindAllString(s, -1), ""))
}

func atoi(s string) int { return int(atof(s)) }

func atof(s string) float64 {
	f, err := strconv.ParseFloat(strings.ReplaceAll(s, ",", "."), 64)
	if err != nil { // only digits come here
		return -1
	}
	return f
}
