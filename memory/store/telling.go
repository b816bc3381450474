package store

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/blevesearch/snowballstem"
	"github.com/blevesearch/snowballstem/english"
	"golang.org/x/text/unicode/norm"
)

// What is left of an erased text is looked for by its content words, folded and
// stemmed, since whoever repeats a thing says it in their own words and person.

// function words tell nothing by themselves. A language that is missing here
// costs a sentence too many, never one too few.
const functionWords = `a an the and or but if of to in on at by for with from as into onto over under about than then so too very just also only not no nor
	i me my mine myself you your yours yourself he him his she her hers it its we us our ours they them their theirs this that these those there here
	who whom whose which what when where why how am is are was were be been being do does did done have has had having will would shall should can could may might must
	yes okay ok noted sure thanks thank please hello hi oh well said says say saying tell told let lets get got go know user users agent agents muisto
	d ll m re s t ve im ive youre dont didnt doesnt isnt wasnt arent cant wont thats
	ja ei on oli en et se että mutta kun niin myös minä sinä hän me te he tämä joka mitä mikä kuka
	och att det som en på är av för med den till inte har jag ett om men du vi han hon
	der die das und ist nicht ein eine einen ich du er sie es wir ihr zu mit den dem auf für von im in an sich war hat haben sind mein meine dein deine
	le la les des et est un une de du que je tu il elle nous vous dans pour pas sur avec ce mon ma mes au
	el los las y es una en se por con lo mi tu su al del para il lo gli di che è per non sono della o os as um uma em para com`

// word is one word of a text, as it is compared.
type word struct {
	folded, stem string
	// weak words are too short to tell anything by themselves.
	weak bool
}

// reader cuts texts into content words. It is not safe for concurrent use.
type reader struct {
	env       *snowballstem.Env
	functions map[string]bool
}

func newReader() *reader {
	r := &reader{env: snowballstem.NewEnv(""), functions: map[string]bool{}}
	for _, w := range strings.Fields(functionWords) {
		r.functions[foldWord(w)] = true
	}
	return r
}

// words gives the content words of a text in order, until yield returns false.
// Where words are not spaced, they are pairs of neighbouring characters; a sign
// that is no letter and no punctuation is a word.
func (r *reader) words(text string, yield func(word) bool) {
	for len(text) > 0 {
		first, size := utf8.DecodeRuneInString(text)
		end := size
		switch {
		case isUnspaced(first):
			end = spanOf(text, isUnspaced)
			if !neighbours(text[:end], yield) {
				return
			}
		case isLetter(first):
			end = spanOf(text, func(r rune) bool { return isLetter(r) && !isUnspaced(r) })
			if w := r.word(text[:end]); !r.functions[w.folded] && !yield(w) {
				return
			}
		case unicode.In(first, unicode.So, unicode.Co):
			if !yield(word{folded: text[:end], stem: text[:end]}) {
				return
			}
		}
		text = text[end:]
	}
}

func (r *reader) word(text string) word {
	w := word{folded: foldWord(text)}
	w.weak = utf8.RuneCountInString(w.folded) < 3
	r.env.SetCurrent(w.folded)
	english.Stem(r.env)
	w.stem = r.env.Current()
	return w
}

func spanOf(text string, in func(rune) bool) int {
	if i := strings.IndexFunc(text, func(r rune) bool { return !in(r) }); i >= 0 {
		return i
	}
	return len(text)
}

func isLetter(r rune) bool { return unicode.IsLetter(r) || unicode.IsNumber(r) || unicode.IsMark(r) }

func isUnspaced(r rune) bool {
	return unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar) || r == 'ー'
}

func neighbours(run string, yield func(word) bool) bool {
	letters := []rune(run)
	if len(letters) == 1 {
		return yield(word{folded: run, stem: run, weak: true})
	}
	for i := range len(letters) - 1 {
		pair := string(letters[i : i+2])
		if !yield(word{folded: pair, stem: pair}) {
			return false
		}
	}
	return true
}

// foldWord is a word in lower case without marks.
func foldWord(text string) string {
	text = strings.ToLower(text)
	if strings.IndexFunc(text, func(r rune) bool { return r >= utf8.RuneSelf }) < 0 {
		return text
	}
	return strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Mn, r) {
			return -1
		}
		return r
	}, norm.NFKD.String(text))
}

// vocabulary is a set of words that knows them in other forms, too.
type vocabulary struct {
	folded map[string]bool // as they are
	stems  map[string]bool
	begun  map[string]bool // the beginnings that a longer word of them may have
}

func newVocabulary() *vocabulary {
	return &vocabulary{map[string]bool{}, map[string]bool{}, map[string]bool{}}
}

// An ending has this many letters at most, a beginning that tells at least so
// many: Lissabon and Lissabonissa are one word, Ann and Annual are not.
const (
	longestEnding = 4
	leastStart    = 5
)

func (v *vocabulary) add(w word) {
	v.folded[w.folded], v.stems[w.stem] = true, true
	starts(w.folded, func(start string) bool {
		v.begun[start] = true
		return true
	})
}

// has reports whether a word is one of the set, or is one of them in another
// form.
func (v *vocabulary) has(w word) bool {
	if v.folded[w.folded] || v.stems[w.stem] || v.begun[w.folded] {
		return true
	}
	found := false
	starts(w.folded, func(start string) bool {
		found = v.folded[start]
		return !found
	})
	return found
}

// starts gives what a word could be another form of. One with a digit is no
// form of another.
func starts(folded string, yield func(start string) bool) {
	if strings.ContainsFunc(folded, unicode.IsNumber) {
		return
	}
	letters := []rune(folded)
	for n := len(letters) - 1; n >= max(leastStart, len(letters)-longestEnding); n-- {
		if !yield(string(letters[:n])) {
			return
		}
	}
}

// sentence is a part of a text: from, to are in bytes.
type sentence struct{ from, to int }

// sentencesOf cuts a text at the ends of sentences and lines.
func sentencesOf(text string) []sentence {
	var list []sentence
	from := 0
	cut := func(to int) {
		lead := len(text[from:to]) - len(strings.TrimLeft(text[from:to], " \t\r\n>-*•"))
		tail := len(strings.TrimRight(text[from:to], " \t\r\n"))
		if lead < tail {
			list = append(list, sentence{from + lead, from + tail})
		}
		from = to
	}
	for i, r := range text {
		next := i + utf8.RuneLen(max(r, 0))
		switch {
		case r == utf8.RuneError:
		case r == '\n', strings.ContainsRune("。！？", r):
			cut(next)
		case strings.ContainsRune(".!?…", r) && (next == len(text) || unicode.IsSpace(rune(text[next]))):
			cut(next)
		}
	}
	cut(len(text))
	return list
}

// overwriteSentences puts Erased in the place of those sentences of a text that
// tell something; none reports whether nothing but that is left.
func (r *reader) overwriteSentences(text string, tells func(string) bool) (result string, changed, none bool) {
	var b strings.Builder
	at, rest := 0, false
	for _, s := range sentencesOf(text) {
		part := text[s.from:s.to]
		if part == Erased || !tells(part) {
			r.words(part, func(word) bool { rest = rest || part != Erased; return false })
			continue
		}
		b.WriteString(text[at:s.from])
		b.WriteString(Erased)
		at, changed = s.to, true
	}
	if !changed {
		return text, false, false
	}
	b.WriteString(text[at:])
	return b.String(), true, !rest
}
