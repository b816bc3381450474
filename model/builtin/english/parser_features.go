package english

// node is a word as the parser's features see it.
type node struct{ word, tag, rel uint32 }

func (s *state) node(ls []lexical, tags []uint8, i int) node {
	switch {
	case i < 0:
		return node{none, 1 << 10, 1 << 10}
	case i == s.n:
		return node{2, 1 << 11, 1 << 11}
	}
	rel := uint32(1 << 12)
	if s.heads[i] >= 0 {
		rel = uint32(s.rels[i])
	}
	return node{ls[i].word, uint32(tags[i]), rel}
}

// features are those of Zhang and Nivre (2011), as far as they go with
// arc-hybrid.
func (s *state) features(ls []lexical, tags []uint8, out []uint32) []uint32 {
	i0, i1, i2 := s.top(0), s.top(1), s.top(2)
	j0, j1, j2 := s.ahead(0), s.ahead(1), s.ahead(2)
	s0, s1, s2 := s.node(ls, tags, i0), s.node(ls, tags, i1), s.node(ls, tags, i2)
	b0, b1, b2 := s.node(ls, tags, j0), s.node(ls, tags, j1), s.node(ls, tags, j2)
	out = append(out,
		mix(1, s0.word, s0.tag), mix(2, s0.word), mix(3, s0.tag), mix(4, b0.word, b0.tag), mix(5, b0.word), mix(6, b0.tag),
		mix(7, b1.word, b1.tag), mix(8, b1.word), mix(9, b1.tag), mix(10, b2.word, b2.tag), mix(11, b2.tag), mix(12, s1.word, s1.tag), mix(13, s1.word), mix(14, s1.tag),
		mix(15, s0.word, s0.tag, b0.word, b0.tag), mix(16, s0.word, s0.tag, b0.word), mix(17, s0.word, b0.word, b0.tag), mix(18, s0.word, s0.tag, b0.tag), mix(19, s0.tag, b0.word, b0.tag), mix(20, s0.word, b0.word), mix(21, s0.tag, b0.tag),
		mix(22, s1.word, s1.tag, s0.word, s0.tag), mix(23, s1.word, s0.word), mix(24, s1.tag, s0.tag), mix(25, s1.word, s0.tag), mix(26, s1.tag, s0.word),
		mix(27, b0.tag, b1.tag), mix(28, b0.tag, b1.tag, b2.tag), mix(29, s0.tag, b0.tag, b1.tag), mix(30, s1.tag, s0.tag, b0.tag), mix(31, s2.tag, s1.tag, s0.tag), mix(32, s1.tag, s0.tag, b0.tag, b1.tag), mix(33, s0.word, b0.tag, b1.tag), mix(34, s1.tag, s0.tag, b0.word), mix(35, s1.word, b0.word),
	)
	return s.structure(ls, tags, s0, s1, b0, out)
}

// structure adds what the words have for dependents, and how far apart they
// are.
func (s *state) structure(ls []lexical, tags []uint8, s0, s1, b0 node, out []uint32) []uint32 {
	i0, i1, j0 := s.top(0), s.top(1), s.ahead(0)
	kid := func(of []int, i int) node {
		if i < 0 {
			return node{none, 1 << 10, 1 << 10}
		}
		return s.node(ls, tags, of[i])
	}
	count := func(of []uint8, i int) uint32 {
		if i < 0 {
			return 9
		}
		return uint32(of[i])
	}
	s0l, s0r, s1l, s1r, b0l := kid(s.left1, i0), kid(s.right1, i0), kid(s.left1, i1), kid(s.right1, i1), kid(s.left1, j0)
	s0l2, s0r2, s1r2, b0l2 := kid(s.left2, i0), kid(s.right2, i0), kid(s.right2, i1), kid(s.left2, j0)
	near, far := distance(i0, j0), distance(i1, i0)
	return append(out,
		mix(40, s0.tag, s0l.tag, s0l.rel), mix(41, s0.tag, s0r.tag, s0r.rel), mix(42, s1.tag, s1l.tag, s1l.rel), mix(43, s1.tag, s1r.tag, s1r.rel), mix(44, b0.tag, b0l.tag, b0l.rel),
		mix(45, s0l.rel, s0l2.rel, s0.tag), mix(46, s0r.rel, s0r2.rel, s0.tag), mix(47, s1r.rel, s1r2.rel, s1.tag), mix(48, b0l.rel, b0l2.rel, b0.tag),
		mix(49, s0.word, s0l.rel), mix(50, s0.word, s0r.rel), mix(51, s1.word, s1l.rel), mix(52, s1.word, s1r.rel), mix(53, b0.word, b0l.rel),
		mix(54, s0.word, near), mix(55, s0.tag, b0.tag, near), mix(56, s1.tag, s0.tag, far), mix(57, s0.tag, s1.tag, s1r.tag, b0.tag), mix(58, s0.tag, b0.tag, b0l.tag), mix(59, s0.tag, b0.tag, s0r.tag), mix(60, s0.tag, b0.tag, s0l.tag), mix(61, s0.tag, s1.tag, s0l.tag), mix(62, s0.tag, s1.tag, s0r.tag),
		mix(63, s0.word, count(s.rights, i0)), mix(64, s0.tag, count(s.rights, i0), count(s.lefts, i0)), mix(65, s1.tag, count(s.rights, i1), s0.tag), mix(66, b0.tag, count(s.lefts, j0)), mix(67, s1.word, s1r.word, s0.word), mix(68, s0.word, s0r.word, b0.word), mix(69, s1.word, s0.word, s0l.word),
		mix(70, s1.word, s0.tag, s0l.word), mix(71, s0.word, s0l.word, b0.tag), mix(72, s0l.rel, s0r.rel, s0.tag, b0.tag),
	)
}

func distance(i, j int) uint32 {
	if i < 0 || j < 0 {
		return 0
	}
	return uint32(min(max(j-i, 0), 6)) + 1
}
