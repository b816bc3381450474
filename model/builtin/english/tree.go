package english

// Tree is a sentence that was read. Indices of its tokens stay valid as long
// as it is not changed.
type Tree struct {
	Text   string
	Tokens []Token
}

// Root is the index of the word that all others depend on, -1 in an empty
// tree.
func (t Tree) Root() int {
	for i := range t.Tokens {
		if t.Tokens[i].Head < 0 {
			return i
		}
	}
	return -1
}

// Child is the first dependent of word i by one of the relations, -1 if it has
// none.
func (t Tree) Child(i int, rels ...string) int {
	for j := range t.Tokens {
		if t.Tokens[j].Head != i {
			continue
		}
		for _, r := range rels {
			if t.Tokens[j].Rel == r {
				return j
			}
		}
	}
	return -1
}

// Has reports whether word i has a dependent by one of the relations.
func (t Tree) Has(i int, rels ...string) bool { return t.Child(i, rels...) >= 0 }

// Children are the dependents of word i, in order.
func (t Tree) Children(i int) []int {
	var out []int
	for j := range t.Tokens {
		if t.Tokens[j].Head == i {
			out = append(out, j)
		}
	}
	return out
}

// Under reports whether word j is i or depends on it, at any depth.
func (t Tree) Under(j, i int) bool {
	for steps := 0; j >= 0 && steps <= len(t.Tokens); steps++ {
		if j == i {
			return true
		}
		j = t.Tokens[j].Head
	}
	return false
}

// Span is the first and the last word of what depends on word i, i included.
func (t Tree) Span(i int) (first, last int) {
	first, last = i, i
	for j := range t.Tokens {
		if t.Under(j, i) {
			first, last = min(first, j), max(last, j)
		}
	}
	return first, last
}

// Said are the words from first to last as written.
func (t Tree) Said(first, last int) string {
	if first < 0 || last >= len(t.Tokens) || first > last {
		return ""
	}
	return t.Text[t.Tokens[first].Start:t.Tokens[last].End]
}
