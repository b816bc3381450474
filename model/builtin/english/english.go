// Package english reads the grammar of an English sentence: its tokens, their
// parts of speech, and which word depends on which, in the terms of Universal
// Dependencies.
//
// The tagger and the parser are averaged perceptrons learnt from the English
// Web Treebank (see NOTICE beside the weights). The package knows nothing of
// messages, speakers or memory, and makes nothing of what it reads.
package english

import (
	_ "embed"
	"fmt"
	"sync"
)

// table is what was learnt; Train writes it.
//
//go:embed english.weights
var table []byte

// Token is one word, or one half of a contraction, of a sentence.
type Token struct {
	Start, End int    // byte offsets in the sentence
	Text       string // as written
	Low        string // lower case, straight apostrophes
	Pos        string // universal part of speech: "VERB"
	Tag        string // Penn Treebank tag: "VBD"
	Head       int    // index of the word it depends on, -1 for the root
	Rel        string // how: "nsubj"
}

// Parser tags and parses. The zero value is ready to use, by several goroutines,
// too. The weights are read when the first sentence is.
type Parser struct{}

// learnt reads the weights once for the whole program: they never change.
var learnt = sync.OnceValue(func() *grammar { return mustRead(table) })

// maxTokens bounds what is read as one sentence; what is beyond it stays
// without a reading.
const maxTokens = 150

// Parse reads one sentence. Text without a word gives an empty tree.
func (*Parser) Parse(text string) Tree {
	ts := Tokenize(text)
	if len(ts) > maxTokens {
		ts = ts[:maxTokens]
	}
	learnt().read(ts)
	return Tree{Text: text, Tokens: ts}
}

// read tags and parses tokens in place.
func (g *grammar) read(ts []Token) {
	if len(ts) == 0 {
		return
	}
	tags := g.tag(ts)
	for i, t := range tags {
		ts[i].Pos, ts[i].Tag = g.tags[t].pos, g.tags[t].tag
	}
	g.parse(ts, tags)
}

func mustRead(data []byte) *grammar {
	g, err := readGrammar(data)
	if err != nil {
		panic(fmt.Sprintf("english.weights: %v", err))
	}
	return g
}
