package english

import (
	"bufio"
	"fmt"
	"io"
	"math/rand/v2"
	"strconv"
	"strings"
)

// Sentence is one of a treebank.
type Sentence struct{ Tokens []Token }

// keptSubtypes are relations whose subtype says something that is asked for.
var keptSubtypes = map[string]bool{"nsubj:pass": true, "aux:pass": true, "nmod:poss": true, "acl:relcl": true, "compound:prt": true}

// ReadTreebank reads sentences in CoNLL-U.
func ReadTreebank(r io.Reader) ([]Sentence, error) {
	var out []Sentence
	var ts []Token
	sc := bufio.NewScanner(r)
	sc.Buffer(nil, 1<<20)
	flush := func() {
		if len(ts) > 0 {
			out = append(out, Sentence{ts})
		}
		ts = nil
	}
	for n := 1; sc.Scan(); n++ {
		line := sc.Text()
		if line == "" {
			flush()
			continue
		}
		f := strings.Split(line, "\t")
		if line[0] == '#' || strings.ContainsAny(f[0], "-.") {
			continue
		}
		if len(f) != 10 {
			return nil, fmt.Errorf("read treebank: line %d has %d columns, want 10", n, len(f))
		}
		head, err := strconv.Atoi(f[6])
		if err != nil {
			return nil, fmt.Errorf("read treebank: line %d: %w", n, err)
		}
		rel := f[7]
		if !keptSubtypes[rel] {
			rel, _, _ = strings.Cut(rel, ":")
		}
		t := newToken(f[1], 0, len(f[1]))
		t.Pos, t.Tag, t.Head, t.Rel = f[3], f[4], head-1, rel
		ts = append(ts, t)
	}
	flush()
	return out, sc.Err()
}

// AsChatted gives each sentence and, of a share of them, a copy as people type
// in a chat: in lower case, without apostrophes and without the end mark.
func AsChatted(in []Sentence, share float64) []Sentence {
	rng := rand.New(rand.NewPCG(3, 4))
	out := append([]Sentence(nil), in...)
	for _, s := range in {
		if rng.Float64() >= share {
			continue
		}
		ts := append([]Token(nil), s.Tokens...)
		if last := ts[len(ts)-1]; len(ts) > 1 && (last.Low == "." || last.Low == "?") && !headed(ts, len(ts)-1) {
			ts = ts[:len(ts)-1]
		}
		bare := rng.Float64() < 0.5
		for i, t := range ts {
			w := strings.ToLower(t.Text)
			if bare && t.Pos != "PUNCT" && len(w) > 1 {
				w = strings.NewReplacer("'", "", "’", "").Replace(w)
			}
			n := newToken(w, 0, len(w))
			ts[i].Text, ts[i].Low = n.Text, n.Low
		}
		out = append(out, Sentence{ts})
	}
	return out
}

func headed(ts []Token, i int) bool {
	for _, t := range ts {
		if t.Head == i {
			return true
		}
	}
	return ts[i].Head < 0
}

// Score is how much of a treebank is read as its annotators read it: the share
// of words with the right universal part of speech, the right head (UAS), and
// the right head and relation (LAS); marks are counted, as CoNLL 2018 counts.
type Score struct{ Pos, Tag, Heads, Relations float64 }

// Evaluate reads a treebank's own tokens with the given weights.
func Evaluate(data []byte, test []Sentence) (Score, error) {
	g, err := readGrammar(data)
	if err != nil {
		return Score{}, err
	}
	var n float64
	var sc Score
	for _, s := range test {
		ts := append([]Token(nil), s.Tokens...)
		g.read(ts)
		for i, t := range ts {
			want := s.Tokens[i]
			n++
			if t.Pos == want.Pos {
				sc.Pos++
			}
			if t.Tag == want.Tag {
				sc.Tag++
			}
			if t.Head == want.Head {
				sc.Heads++
				if t.Rel == want.Rel {
					sc.Relations++
				}
			}
		}
	}
	return Score{sc.Pos / n, sc.Tag / n, sc.Heads / n, sc.Relations / n}, nil
}
