package builtin

import "strings"

// pattern is a phrase to look for in the plain words of a sentence. It is
// written as words apart:
//
//	a|b     one of these words
//	a?      may be left out
//	*       up to four words of any kind within the clause
//	<verb>  a word of a class, see classes
//	^ and $ the start and the end of the sentence
type pattern struct {
	source   string
	elements []element
	atStart  bool
	atEnd    bool
	// needs has a mask for each element that must be there and is a word or
	// one of several: a sentence with none of their bits cannot match.
	needs []uint64
}

type element struct {
	words    []string
	class    func(string) bool
	optional bool
	gap      bool
}

// maxGap is how many words a * stands for at most.
const maxGap = 4

func patterns(lines ...string) []pattern {
	out := make([]pattern, len(lines))
	for i, line := range lines {
		out[i] = compile(line)
	}
	return out
}

func compile(line string) pattern {
	p := pattern{source: line}
	for _, f := range strings.Fields(line) {
		switch {
		case f == "^":
			p.atStart = true
		case f == "$":
			p.atEnd = true
		case f == "*":
			p.elements = append(p.elements, element{gap: true})
		default:
			e := element{}
			f, e.optional = strings.CutSuffix(f, "?")
			if strings.HasPrefix(f, "<") {
				e.class = classes[strings.Trim(f, "<>")]
			} else {
				e.words = strings.Split(f, "|")
			}
			p.elements = append(p.elements, e)
			if e.class == nil && !e.optional {
				p.needs = append(p.needs, bitsOf(e.words))
			}
		}
	}
	return p
}

// bitsOf marks which words there are, one bit in 64 for each (a Bloom filter
// with one hash, FNV-1a).
func bitsOf(ws []string) uint64 {
	var bits uint64
	for _, w := range ws {
		h := uint32(2166136261)
		for i := 0; i < len(w); i++ {
			h = (h ^ uint32(w[i])) * 16777619
		}
		bits |= 1 << (h >> 26)
	}
	return bits
}

func (p pattern) possible(bits uint64) bool {
	for _, n := range p.needs {
		if n&bits == 0 {
			return false
		}
	}
	return true
}

// find gives where the pattern stands in ws.
func (p pattern) find(ws []string) (start, end int, ok bool) {
	last := len(ws) - 1
	if p.atStart {
		last = 0
	}
	for i := 0; i <= last; i++ {
		if end := p.match(ws, i, 0); end >= 0 {
			return i, end, true
		}
	}
	return 0, 0, false
}

// match gives the end of a match of the elements from e on at ws[i:], or -1.
func (p pattern) match(ws []string, i, e int) int {
	if e == len(p.elements) {
		if p.atEnd && strings.Trim(strings.Join(ws[i:], ""), ".!?…") != "" {
			return -1
		}
		return i
	}
	el := p.elements[e]
	if el.gap {
		for n := 0; n <= maxGap && i+n <= len(ws); n++ {
			if end := p.match(ws, i+n, e+1); end >= 0 {
				return end
			}
			if i+n < len(ws) && clauseMark(ws[i+n]) {
				break
			}
		}
		return -1
	}
	if i < len(ws) && el.matches(ws[i]) {
		if end := p.match(ws, i+1, e+1); end >= 0 {
			return end
		}
	}
	if el.optional {
		return p.match(ws, i, e+1)
	}
	return -1
}

func (el element) matches(w string) bool {
	if el.class != nil {
		return el.class(w)
	}
	for _, x := range el.words {
		if x == w {
			return true
		}
	}
	return false
}

func clauseMark(w string) bool {
	switch w {
	case ",", ";", ":", ".", "!", "?", "…", "–", "—":
		return true
	}
	return false
}

// anyOf gives the first of the patterns that stands in ws.
func anyOf(ps []pattern, ws []string) (pattern, int, int, bool) {
	bits := bitsOf(ws)
	for _, p := range ps {
		if !p.possible(bits) {
			continue
		}
		if start, end, ok := p.find(ws); ok {
			return p, start, end, true
		}
	}
	return pattern{}, 0, 0, false
}

// firstOf gives the first of the patterns that stands in ws and is accepted.
func firstOf(ps []pattern, ws []string, accept func(pattern) bool) (pattern, bool) {
	bits := bitsOf(ws)
	for _, p := range ps {
		if !p.possible(bits) {
			continue
		}
		if _, _, ok := p.find(ws); ok && accept(p) {
			return p, true
		}
	}
	return pattern{}, false
}

func found(ps []pattern, ws []string) bool {
	_, _, _, ok := anyOf(ps, ws)
	return ok
}
