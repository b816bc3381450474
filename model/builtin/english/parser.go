package english

// Transitions of the arc-hybrid system (Kuhlmann, Gómez-Rodríguez and Satta
// 2011): shift moves the next word onto the stack; left makes the top of the
// stack depend on the next word; right makes it depend on the word below it.
// Class 0 is shift, class 1+2r is left and 2+2r right with relation r.
type move uint8

const (
	shift move = iota
	left
	right
)

func classesOf(rels int) int { return 1 + 2*rels }

func moveOf(class int) (move, int) {
	if class == 0 {
		return shift, 0
	}
	return move(1 + (class-1)%2), (class - 1) / 2
}

// state is a sentence while it is parsed. The root is word 0 of the stack's
// bottom and has index len(words).
type state struct {
	n     int
	next  int // the first word of the buffer
	stack []int
	heads []int
	rels  []uint8
	// the outermost two dependents on either side of a word, -1: none
	left1, left2, right1, right2 []int
	lefts, rights                []uint8
}

func newState(n int) *state {
	s := &state{n: n, stack: make([]int, 1, n+1), heads: make([]int, n), rels: make([]uint8, n)}
	s.stack[0] = n
	all := make([]int, 4*(n+1))
	for i := range all {
		all[i] = -1
	}
	s.left1, s.left2, s.right1, s.right2 = all[:n+1], all[n+1:2*(n+1)], all[2*(n+1):3*(n+1)], all[3*(n+1):]
	counts := make([]uint8, 2*(n+1))
	s.lefts, s.rights = counts[:n+1], counts[n+1:]
	for i := range s.heads {
		s.heads[i] = -1
	}
	return s
}

func (s *state) done() bool { return s.next == s.n && len(s.stack) == 1 }

func (s *state) top(k int) int {
	if k >= len(s.stack) {
		return -1
	}
	return s.stack[len(s.stack)-1-k]
}

func (s *state) ahead(k int) int {
	if s.next+k >= s.n {
		return -1
	}
	return s.next + k
}

// allowed: the root takes one word, the last.
func (s *state) allowed(m move) bool {
	switch m {
	case shift:
		return s.next < s.n
	case left:
		return s.next < s.n && len(s.stack) > 1
	}
	return len(s.stack) > 2 || len(s.stack) == 2 && s.next == s.n
}

func (s *state) apply(m move, rel uint8) {
	if m == shift {
		s.stack = append(s.stack, s.next)
		s.next++
		return
	}
	d := s.top(0)
	h := s.next
	if m == right {
		h = s.top(1)
		s.right2[h], s.right1[h] = s.right1[h], d
		s.rights[h] = min(s.rights[h]+1, 5)
	} else {
		s.left2[h], s.left1[h] = s.left1[h], d
		s.lefts[h] = min(s.lefts[h]+1, 5)
	}
	s.heads[d], s.rels[d] = h, rel
	s.stack = s.stack[:len(s.stack)-1]
}

// parse fills in heads and relations.
func (g *grammar) parse(ts []Token, tags []uint8) {
	ls := lexicals(ts)
	s := newState(len(ts))
	scores := make([]int32, maxClasses)
	features := make([]uint32, 0, 64)
	for !s.done() {
		features = s.features(ls, tags, features[:0])
		g.parser.score(features, scores)
		c := s.bestAllowed(scores[:classesOf(len(g.rels))])
		m, r := moveOf(c)
		s.apply(m, uint8(r))
	}
	for i := range ts {
		ts[i].Head, ts[i].Rel = s.heads[i], g.rels[s.rels[i]]
		if s.heads[i] == s.n {
			ts[i].Head, ts[i].Rel = -1, "root"
		}
	}
}

func (s *state) bestAllowed(scores []int32) int {
	var ok [3]bool
	for m := range ok {
		ok[m] = s.allowed(move(m))
	}
	at := -1
	for c := range scores {
		if m, _ := moveOf(c); ok[m] && (at < 0 || scores[c] > scores[at]) {
			at = c
		}
	}
	return at
}
