package recall

import (
	"math/bits"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/blevesearch/snowballstem"
	"github.com/blevesearch/snowballstem/arabic"
	"github.com/blevesearch/snowballstem/danish"
	"github.com/blevesearch/snowballstem/dutch"
	"github.com/blevesearch/snowballstem/english"
	"github.com/blevesearch/snowballstem/finnish"
	"github.com/blevesearch/snowballstem/french"
	"github.com/blevesearch/snowballstem/german"
	"github.com/blevesearch/snowballstem/hungarian"
	"github.com/blevesearch/snowballstem/irish"
	"github.com/blevesearch/snowballstem/italian"
	"github.com/blevesearch/snowballstem/norwegian"
	"github.com/blevesearch/snowballstem/portuguese"
	"github.com/blevesearch/snowballstem/romanian"
	"github.com/blevesearch/snowballstem/russian"
	"github.com/blevesearch/snowballstem/spanish"
	"github.com/blevesearch/snowballstem/swedish"
	"github.com/blevesearch/snowballstem/tamil"
	"github.com/blevesearch/snowballstem/turkish"
)

// languageSet is a set of indices into languages.
type languageSet uint32

func (s languageSet) has(i int) bool { return s>>i&1 == 1 }

// language is one that words are stemmed in. Which languages a text could be
// in is told by its commonest words, or by its script where that is enough.
// More than one answer is fine, and so is none: a short text rarely tells.
type language struct {
	name   string
	stem   func(*snowballstem.Env) bool
	common string // its commonest words
	// script tells the language, where no other here is written in it.
	script *unicode.RangeTable
}

var languages = []language{
	{name: "english", stem: english.Stem, common: "a the of and to in is was that it for on with as are this be by at not have from my i you we he she they what when where who how did do does has had will would his her their our your me them there which about into an or but if so am were been being us mine whom whose why than then also just some any many much more most does did doing can could should may might must get got go goes went come came say said says tell told happen happened happens remember talk talked mention mentioned know"},
	{name: "finnish", stem: finnish.Stem, common: "on ja ei oli se että mutta kun niin myös ovat olen hän minä sinä tämä joka ole mitä missä milloin kuka mikä miten olla sen nyt vai tai kanssa mun sun ensi viime minun sinun sitten vielä"},
	{name: "swedish", stem: swedish.Stem, common: "och att det som en på är av för med den till inte har jag ett om var men hon han vi du när vad vem min mitt ska från"},
	{name: "norwegian", stem: norwegian.Stem, common: "og det er en på til som med for at av ikke den har jeg et om var men hun han vi du når hva hvem min mitt skal fra hvor"},
	{name: "danish", stem: danish.Stem, common: "og det er en på til som med for at af ikke den har jeg et om var men hun han vi du når hvad hvem min mit skal fra hvor"},
	{name: "german", stem: german.Stem, common: "der die das und ist nicht ein eine ich zu mit den auf für von dem sich wir er sie es war wann wo wer wie was mein meine im am hat haben wird des bei"},
	{name: "dutch", stem: dutch.Stem, common: "de het een en van is dat niet ik op te zijn met voor er aan wij hij zij was wanneer waar wie hoe wat mijn heeft heb ook maar bij"},
	{name: "french", stem: french.Stem, common: "le la les des et est un une que je il elle nous vous dans pour pas sur avec ce qui du au quand où comment mon ma mes était sont à"},
	{name: "spanish", stem: spanish.Stem, common: "el la los las de y que es un una en no se por con para su lo del al mi yo cuándo dónde cómo qué quién está fue era son muy ayer todo"},
	{name: "italian", stem: italian.Stem, common: "il la lo gli le di e che è un una non per con sono del della mi si quando dove come chi mio mia era nel al da anche"},
	{name: "portuguese", stem: portuguese.Stem, common: "o a os as de e que é um uma não em para com do da se por no na meu minha eu quando onde como quem está foi era são ao"},
	{name: "romanian", stem: romanian.Stem, common: "și este nu un o de la în cu pe că să din pentru care mai sunt am ai au când unde cum cine ce meu mea lui era fost"},
	{name: "hungarian", stem: hungarian.Stem, common: "a az és hogy nem is egy van ez volt de meg ha csak már mint én mikor hol ki mi hogyan lesz az egy el még"},
	{name: "turkish", stem: turkish.Stem, common: "ve bir bu da de için ile çok ne var ben sen o biz mi mı değil gibi daha olarak nerede kim nasıl benim olan zaman nerde kaç hangi"},
	{name: "irish", stem: irish.Stem, common: "agus an na ar tá bhí ag go is le sé sí mé tú nach níl cad cá cathain mo do atá sin"},
	{name: "russian", stem: russian.Stem, script: unicode.Cyrillic, common: "и в не на я что он с как а то это по но они мы она так его за у от меня мне ты к же вы из был была было были когда где кто какой какая какие почему сколько мой моя моё мои"},
	{name: "arabic", stem: arabic.Stem, script: unicode.Arabic, common: "في من على إلى عن أن هذا هذه ما ماذا متى أين كيف هل كان كانت هو هي أنا لا مع أو ثم التي الذي كم لماذا"},
	{name: "tamil", stem: tamil.Stem, script: unicode.Tamil, common: "ஒரு என்று மற்றும் இந்த என் நான் அது இது எப்போது எங்கே யார் என்ன எப்படி ஏன் உள்ளது"},
}

// unstemmed are the commonest words of languages without a stemmer, and of those
// whose words are not spaced the commonest pairs.
const unstemmed = "και το να η ο του της είναι πότε πού ποιος τι πώς γιατί στο στην από με " +
	"언제 어디 누구 무엇 뭐 왜 어떻게 그리고 나는 내가 있는 " +
	"いつ どこ だれ 誰 何 はい なに です ます した のは はど は何 たの " +
	"什 什么 么 么时 时 时候 候 谁 哪 哪里 里 几 是 的 了 吗 在 我 你 他 她 怎 怎么 们 " +
	"เม มื ื่ ่อ อไ ไห หร ร่ ที ่ไ ไห หน ใค คร อะ ะไ ไร"

// tongues tells languages apart. It never changes once made.
type tongues struct{ common map[string]languageSet }

func newTongues() *tongues {
	t := &tongues{common: map[string]languageSet{}}
	for i, l := range languages {
		for _, w := range strings.Fields(l.common) {
			t.common[w] |= 1 << i
		}
	}
	for _, w := range append(strings.Fields(unstemmed), pastWords...) {
		t.common[w] |= noStemmer
	}
	return t
}

// isCommon reports whether a word is one of the commonest of some language.
func (t *tongues) isCommon(w token) bool { return t.common[w.lower] != 0 }

// of gives the languages that words could be in: those with the most common
// words among them, and those of the words' scripts.
func (t *tongues) of(words []token) languageSet {
	var count [len32]int
	best, set := 1, languageSet(0)
	for _, w := range words {
		for s := t.common[w.lower] &^ noStemmer; s != 0; s &= s - 1 {
			i := bits.TrailingZeros32(uint32(s))
			count[i]++
			best = max(best, count[i])
		}
		if !ascii(w.lower) {
			set |= scripts(w.lower)
		}
	}
	for i := range languages {
		if count[i] == best && languages[i].script == nil {
			set |= 1 << i
		}
	}
	return set
}

// inEnglish is the index of English in languages.
const inEnglish = 0

// len32 is as many languages as a languageSet holds, and noStemmer the last of
// them: any without a stemmer.
const (
	len32     = 32
	noStemmer = languageSet(1 << (len32 - 1))
)

func scripts(word string) (set languageSet) {
	r, _ := utf8.DecodeRuneInString(word)
	for i, l := range languages {
		if l.script != nil && unicode.Is(l.script, r) {
			set |= 1 << i
		}
	}
	return set
}

// stemmer stems words; it is not safe for concurrent use.
type stemmer struct{ env *snowballstem.Env }

// stem gives the stem of a word in lower case, folded.
func (s *stemmer) stem(lang int, lower string) string {
	if s.env == nil {
		s.env = snowballstem.NewEnv("")
	}
	if lang == inEnglish {
		if base, ok := irregular[lower]; ok {
			lower = base
		}
	}
	s.env.SetCurrent(lower)
	languages[lang].stem(s.env)
	return fold(s.env.Current())
}
