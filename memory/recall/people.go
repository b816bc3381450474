package recall

// people numbers those who speak, from 1.
type people struct {
	numbers map[string]uint32
	// words lists who has a word in the name.
	words map[string][]uint32
}

func newPeople() people {
	return people{numbers: map[string]uint32{}, words: map[string][]uint32{}}
}

func (p people) number(name string) uint32 {
	n, ok := p.numbers[name]
	if !ok {
		n = uint32(len(p.numbers) + 1)
		p.numbers[name] = n
		tokens(name, func(w token) { p.words[w.key] = append(p.words[w.key], n) })
	}
	return n
}

// named gives the people of whom a term is a name, whatever its ending.
func (p people) named(terms []term) map[uint32]bool {
	out := map[uint32]bool{}
	for _, t := range terms {
		for n := len(t.key); n > 0; n-- {
			// An ending of up to three letters may follow ("Kaisalle").
			if n < len(t.key)-3 || n < 3 && n < len(t.key) {
				break
			}
			for _, who := range p.words[t.key[:n]] {
				out[who] = true
			}
		}
	}
	return out
}
