package recall

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"muisto/memory/recall/vectors"
)

// wordID numbers the distinct words of an index, in the order met.
type wordID uint32

// entry is what the index knows of one word.
type entry struct {
	key   string
	lower string // as first met; differs from key only by diacritics
	// stemmed are the languages whose stem classes the word is in.
	stemmed languageSet
	// row is the word's vector, or -1.
	row int32
	// open marks a word met in a text of no known language: it is stemmed in
	// every language of the store.
	open bool
	gram bool
	// name marks a word of some episode's or fact's names.
	name bool
	// mass is the sum over the documents that hold the word.
	mass     float64
	postings postings
	// said are the documents that hold it only in the messages they came from.
	said postings
}

type stemKey struct {
	lang uint8
	stem string
}

// vocabulary holds every word met, by its key, its stems and its beginning.
type vocabulary struct {
	ids     map[string]wordID
	entries []entry
	stems   map[stemKey][]wordID
	// begins lists the words of each beginning; see beginning.
	begins map[string][]wordID
	// stored are the languages that some text was told to be in.
	stored  languageSet
	tongues *tongues
	stemmer stemmer
}

func newVocabulary() *vocabulary {
	return &vocabulary{
		ids: map[string]wordID{}, stems: map[stemKey][]wordID{}, begins: map[string][]wordID{},
		tongues: newTongues(),
	}
}

// add gives the ids of a text's words, in order; new words are entered.
func (v *vocabulary) add(words []token, table *vectors.Table, ids []wordID) []wordID {
	langs := v.tongues.of(words)
	if fresh := langs &^ v.stored; fresh != 0 {
		v.stored |= langs
		for id := range v.entries {
			if v.entries[id].open {
				v.classify(wordID(id), fresh)
			}
		}
	}
	for _, w := range words {
		id, ok := v.ids[w.key]
		if !ok {
			id = v.enter(w, table)
		}
		if !w.gram {
			if langs != 0 {
				v.classify(id, langs)
			} else if !v.entries[id].open {
				v.entries[id].open = true
				v.classify(id, v.stored)
			}
		}
		ids = append(ids, id)
	}
	return ids
}

func (v *vocabulary) enter(w token, table *vectors.Table) wordID {
	id := wordID(len(v.entries))
	// A word is a part of its text, which must not be kept for it.
	e := entry{key: strings.Clone(w.key), gram: w.gram, row: -1}
	e.lower = e.key
	if w.lower != w.key {
		e.lower = strings.Clone(w.lower)
	}
	if row, ok := table.Row(w.lower); ok && !w.gram {
		e.row = int32(row)
	}
	v.append(e)
	return id
}

// append gives an entry the next id.
func (v *vocabulary) append(e entry) {
	id := wordID(len(v.entries))
	v.entries = append(v.entries, e)
	v.ids[e.key] = id
	if b := beginning(e.key); b != "" && !e.gram {
		v.begins[b] = append(v.begins[b], id)
	}
}

// classify enters a word into its stem classes.
func (v *vocabulary) classify(id wordID, langs languageSet) {
	e := &v.entries[id]
	fresh := langs &^ e.stemmed
	if fresh == 0 || e.gram {
		return
	}
	e.stemmed |= fresh
	for i := range languages {
		if fresh.has(i) {
			k := stemKey{uint8(i), v.stemmer.stem(i, e.lower)}
			v.stems[k] = append(v.stems[k], id)
		}
	}
}

// shortest gives the length in runes from which the beginning of a word counts
// as a match: two syllables of Hangul, four letters elsewhere.
func shortest(key string) int {
	if r, _ := utf8.DecodeRuneInString(key); unicode.Is(unicode.Hangul, r) {
		return 2
	}
	return 4
}

// beginning is the first few runes of a word; empty for one that is shorter.
func beginning(key string) string {
	n := shortest(key)
	for i := range key {
		if n == 0 {
			return key[:i]
		}
		n--
	}
	if n == 0 {
		return key
	}
	return ""
}
