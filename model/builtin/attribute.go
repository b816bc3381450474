package builtin

import (
	"strings"
	"time"

	"muisto/memory/when"
)

// mainVerb is the verb that carries the meaning: behind auxiliaries, adverbs
// and "not".
func (s *parsed) mainVerb() int {
	low := expandNot(s.low)
	if s.verb >= 0 && (low[s.verb] == "got" || low[s.verb] == "gets") && (isPast(at(low, s.verb+1)) || participle[at(low, s.verb+1)]) {
		return s.verb + 1 // "got pushed"
	}
	if s.verb >= 0 && finiteAux[low[s.verb]] {
		j := s.verb + 1
		for j < len(low) && (adverb[low[j]] || low[j] == "not") {
			j++
		}
		if j < len(low) && !isPast(low[j]) && !participle[low[j]] && !baseVerb[low[j]] && !strings.HasSuffix(low[j], "ing") && low[j] != "be" && low[j] != "been" {
			return s.verb // "is now on Friday"
		}
	}
	i := s.verb
	for i >= 0 && i < len(low) && (finiteAux[low[i]] || low[i] == "not" || low[i] == "be" || low[i] == "been" || adverb[low[i]]) {
		next := at(low, i+1)
		if finiteAux[low[i]] && (next == "" || !isPast(next) && !participle[next] && next != "not" && next != "been" && next != "be" && !adverb[next] && !baseVerb[next] && !strings.HasSuffix(next, "ing")) {
			return i
		}
		if low[i] == "be" || low[i] == "been" {
			if !isPast(next) && !participle[next] && !strings.HasSuffix(next, "ing") {
				return i
			}
		}
		i++
	}
	if i >= len(low) {
		return s.verb
	}
	if low[i] == "going" && at(low, i+1) == "to" && (baseVerb[at(low, i+2)] || at(low, i+2) == "be") {
		return i + 2
	}
	return i
}

func (s *parsed) lemma(i int) string { return lemma(expandNot(s.low[i : i+1])[0]) }

func lemma(w string) string {
	if b, ok := pastOf[w]; ok {
		return b
	}
	if b, ok := thirdPerson(w); ok {
		return b
	}
	switch w {
	case "am", "are", "be", "been", "being":
		return "be"
	}
	for _, end := range []string{"ing", "ed"} {
		if st, ok := strings.CutSuffix(w, end); ok {
			switch n := len(st); {
			case baseVerb[st]:
				return st
			case baseVerb[st+"e"]:
				return st + "e"
			case n > 2 && st[n-1] == st[n-2] && baseVerb[st[:n-1]]:
				return st[:n-1]
			}
		}
	}
	return w
}

// attribute tells what of its subject a statement gives.
func (s *parsed) attribute(said time.Time, turn int) string {
	main := s.mainVerb()
	if main < 0 {
		return ""
	}
	b := s.lemma(main)
	times := notEnds(when.Find(s.text[s.ws[main].start:s.clauseEnd(main)], said, turn))
	if a := s.byVerb(main, b, times); a != "" {
		return a
	}
	passive := s.passive(main)
	if s.subject() != "the user" && len(times) > 0 && (scheduled[b] || moveVerb[s.low[main]] || passive || anyRecurs(times)) {
		return valueAttribute(times, "day")
	}
	switch {
	case b == "be":
		return s.predicate(main + 1)
	case moveVerb[s.low[main]] && s.subject() != "the user", gathers[b] && (at(s.low, main+1) == "at" || at(s.low, main+1) == "in") && s.subject() != "the user":
		return "place"
	case passive:
		if n, ok := nounOf[s.low[main]]; ok {
			return n
		}
		return s.low[main]
	}
	if o := s.object(main+1, false); o != "" {
		return o
	}
	return b
}

// byVerb is the attribute that a verb, or the noun before it, stands for
// whatever is said of it; "" for verbs that stand for none.
func (s *parsed) byVerb(main int, b string, times []when.Span) string {
	subject, next := s.subject(), at(s.low, main+1)
	switch {
	case b == "spell" || b == "pronounce" || b == "name" || s.low[main] == "called" && main > s.verb || s.low[main] == "calling" || strings.HasSuffix(subject, "name"):
		return "name"
	case hasWord(s.low, "allergic"):
		return "allergy"
	case b == "live" || b == "relocate" || b == "move" && s.animate() && (len(times) == 0 || next == "to" && s.named[main+2]):
		return "home"
	case b == "work" && (next == "at" || next == "for" || next == "as" || next == "in"):
		return "work"
	case preference[b]:
		if o := s.object(main+1, true); o != "" {
			return o
		}
		return b
	case b == "cost" || strings.HasSuffix(subject, "rent") || strings.HasSuffix(subject, "price") || strings.HasSuffix(subject, "budget") && s.hasNumber(main):
		return "amount"
	case (b == "go" || b == "be" || b == "send") && s.recipient(main):
		return "recipient"
	}
	return ""
}

// passive: a participle behind a form of be or get.
func (s *parsed) passive(main int) bool {
	if main <= s.verb || strings.HasSuffix(s.low[main], "ing") || !isPast(s.low[main]) && !participle[s.low[main]] {
		return false
	}
	for i := s.verb; i < main; i++ {
		switch expandNot(s.low)[i] {
		case "is", "are", "was", "were", "am", "be", "been", "got", "get", "gets":
			return true
		}
	}
	return false
}

// clauseEnd is the byte at which the clause of word i ends.
func (s *parsed) clauseEnd(i int) int {
	for j := i + 1; j < len(s.ws); j++ {
		if s.ws[j].mark && (s.low[j] == "," || s.low[j] == ";") {
			return s.ws[j].start
		}
	}
	return len(s.text)
}

// animate: the subject is somebody.
func (s *parsed) animate() bool {
	for i := s.first; i < s.verb; i++ {
		low := strings.TrimSuffix(s.low[i], "'s")
		if kinship[low] || givenName[low] || low == "user" || s.low[i] == "she" || s.low[i] == "he" || s.low[i] == "they" {
			return true
		}
	}
	return false
}

// gathers are verbs behind which a place is where a thing is held.
var gathers = set(`meet gather rehearse practise practice train convene assemble play`)

var (
	unit         = set(`mg g kg ml l cl km m cm mm grams gram milligrams kilos litres liters`)
	lengthOfTime = set(`day week month year hour minute time`)
)

var preference = set(`prefer like love hate enjoy take drink eat dislike favour favor stand want avoid`)
var scheduled = set(`be start begin end finish open close land leave depart arrive happen take run go meet move fall`)
var nounOf = pairs(`approved=approval cancelled=cancellation canceled=cancellation delivered=delivery paid=payment signed=signature closed=closing opened=opening booked=booking
	confirmed=confirmation finished=state broken=state done=state ordered=order`)

func notEnds(spans []when.Span) []when.Span {
	var out []when.Span
	for _, s := range spans {
		if !s.Until {
			out = append(out, s)
		}
	}
	return out
}

func anyRecurs(spans []when.Span) bool {
	for _, s := range spans {
		if s.Recurs {
			return true
		}
	}
	return false
}

// valueAttribute is "day" or "time", by what is said first; other if neither.
func valueAttribute(spans []when.Span, other string) string {
	for _, s := range spans {
		switch {
		case s.Clock && s.HasDay() && !s.HasWkday && relativeDay(s.Text):
			return "time" // "at 10:00 today" says when on the day
		case s.HasDay() || s.Recurs:
			return "day"
		case s.Clock:
			return "time"
		}
	}
	if len(spans) == 0 {
		return other
	}
	return "day"
}

func relativeDay(text string) bool {
	for _, w := range strings.Fields(strings.ToLower(text)) {
		if w == "today" || w == "tomorrow" || w == "tonight" {
			return true
		}
	}
	return false
}

// predicate tells what "is …" gives.
func (s *parsed) predicate(i int) string {
	for i < len(s.low) && (adverb[s.low[i]] || s.low[i] == "not") {
		i++
	}
	if i >= len(s.low) {
		return "state"
	}
	switch w := s.low[i]; {
	case s.kinIn(i):
		return "relation"
	case s.named[i] || title[w]:
		return "name"
	case colour[w]:
		return "colour"
	case number(w), code(w), w == "number":
		return "number"
	case w == "in" || w == "at" || w == "near" || w == "on" || w == "behind" || w == "under":
		if s.subject() == "the user" {
			if o := s.object(i+1, false); o != "" {
				return o
			}
		}
		return "place"
	case strings.HasSuffix(w, "ing") && baseVerbOfIng(w):
		if o := s.object(i+1, false); o != "" {
			return o
		}
		return lemma(w)
	}
	return "state"
}

// kinIn: "is the user's cousin".
func (s *parsed) kinIn(i int) bool {
	for j := i; j < len(s.low) && j < i+4 && !s.ws[j].mark; j++ {
		if kinship[s.low[j]] {
			return true
		}
	}
	return false
}

func (s *parsed) hasNumber(i int) bool {
	for ; i < len(s.low); i++ {
		if number(s.low[i]) {
			return true
		}
	}
	return false
}

// recipient: "goes to Hanna", "is for Olli".
func (s *parsed) recipient(i int) bool {
	for j := i + 1; j+1 < len(s.low) && j < i+6; j++ {
		if (s.low[j] == "to" || s.low[j] == "for") && s.named[j+1] && !place[s.low[j+1]] {
			return true
		}
	}
	return false
}

// object is the head of the noun phrase from i on; with its place ("seat on
// train") if that is wanted.
func (s *parsed) object(i int, withPlace bool) string {
	for i < len(s.low) && (determiner[s.low[i]] || adverb[s.low[i]] || s.low[i] == "the" || s.low[i] == "user's" || s.low[i] == "not" || preposition[s.low[i]] && s.low[i] != "than") {
		i++
	}
	end := s.phraseEnd(i)
	head := end - 1
	for head > i && (adjective[s.low[head]] || colour[s.low[head]] || adverb[s.low[head]]) {
		head--
	}
	if head >= 0 && head < len(s.low) && (s.low[head] == "be" || s.low[head] == "user" || s.low[head] == "agent" || s.low[head] == "themselves") {
		return ""
	}
	if head >= i && head+2 < len(s.low) && unit[s.low[head]] && s.low[head+1] == "of" {
		return s.object(head+2, withPlace)
	}
	if head >= i && head < len(s.low) && lengthOfTime[strings.TrimSuffix(s.low[head], "s")] {
		return ""
	}
	if head < i || i >= len(s.low) || s.ws[i].mark || conjunction[s.low[i]] || finiteAux[s.low[i]] || number(s.low[head]) {
		return ""
	}
	out := singular(s.written(head))
	for k := i; k < head; k++ { // a name before the head tells which one
		if s.named[k] {
			out = s.written(k) + " " + out
		}
	}
	if withPlace && end+1 < len(s.low) && (s.low[end] == "on" || s.low[end] == "in" || s.low[end] == "for" || s.low[end] == "at") {
		j := end + 1
		for j < len(s.low) && determiner[s.low[j]] {
			j++
		}
		if j < len(s.low) && !s.ws[j].mark && !dayWord(s.low[j]) {
			out += " " + s.low[end] + " " + singular(s.written(j))
		}
	}
	return out
}

// phraseEnd is the end of the noun phrase that begins at i.
func (s *parsed) phraseEnd(i int) int {
	j := i
	for j < len(s.low) && !s.ws[j].mark {
		low := s.low[j]
		if j > i && (preposition[low] || conjunction[low] || finiteAux[low] || subjectPronoun[low] || determiner[low] || adverb[low] || dayWord(low) && !s.nounAt(j+1) || isPast(low) && !s.named[j]) {
			break
		}
		j++
	}
	return j
}

// nounAt: "the Wednesday slot".
func (s *parsed) nounAt(i int) bool {
	if i >= len(s.low) || s.ws[i].mark {
		return false
	}
	low := s.low[i]
	return !preposition[low] && !conjunction[low] && !adverb[low] && !finiteAux[low] && !number(low) && !dayWord(low) && !isPast(low)
}

func singular(w string) string {
	low := strings.ToLower(w)
	if len(low) > 3 && strings.HasSuffix(low, "s") && !strings.HasSuffix(low, "ss") && !strings.HasSuffix(low, "us") && !strings.HasSuffix(low, "is") && !strings.Contains(low, "'") && !capital(w) {
		for end, one := range map[string]string{"ies": "y", "oes": "o", "sses": "ss", "ches": "ch", "shes": "sh", "xes": "x"} {
			if st, ok := strings.CutSuffix(w, end); ok {
				return st + one
			}
		}
		return w[:len(w)-1]
	}
	return w
}
