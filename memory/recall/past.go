package recall

import "strings"

// pastWords ask how things were before, in the languages that have stemmers
// and most speakers here; each stands between two non-letters.
var pastWords = []string{
	"before", "previously", "formerly", "used to", "back then", "earlier", "in the past", "once believe", "originally", "former",
	"ennen", "aiemmin", "aikaisemmin", "entinen", "alun perin",
	"tidigare", "förut", "tidligere", "før",
	"früher", "vorher", "damals", "ehemals", "ursprünglich",
	"vroeger", "voorheen", "eerder",
	"avant", "auparavant", "autrefois", "jadis", "ancien", "ancienne",
	"antes", "anteriormente", "solía", "antiguo", "antigua", "antigamente",
	"prima", "precedentemente", "una volta", "înainte", "korábban", "régen", "önce", "eskiden",
	"раньше", "прежде", "قبل", "سابقا", "以前", "昔", "之前", "过去",
}

// agentWords speak of the one who is asked.
var agentWords = []string{
	"you", "your", "yours", "sinä", "sä", "sinun", "sun", "suosittelit", "ehdotit", "sanoit", "kerroit", "du", "dein", "deine", "deinen", "din", "ditt", "jij", "je", "jouw", "tu", "vous", "ton", "votre",
	"usted", "tú", "te", "tuo", "você", "seu", "ты", "вы", "твой", "你", "您", "あなた",
}

// asksAgent reports whether a text speaks of the one who is asked.
func asksAgent(text string) bool { return holdsAny(text, agentWords) }

// valueWords ask for one value as it is now: a day, a number, a place, a name.
var valueWords = []string{
	"how many", "how much", "when is", "when s", "when are", "when do", "when does", "when will", "what is my", "what is the", "what s", "whats", "which", "where is", "where do", "where does", "what time", "what day", "what deadline", "who is", "how old",
	"montako", "paljonko", "milloin", "koska", "mikä on", "missä", "kuinka monta", "kuinka paljon", "kuka on", "mihin aikaan",
	"wie viele", "wie viel", "wann", "wo", "wer ist", "hur många", "hur mycket", "när", "var bor", "hoeveel", "wanneer", "waar",
	"combien", "quand", "où", "quel est", "quelle est", "cuántos", "cuántas", "cuánto", "cuándo", "dónde", "cuál es", "quanti", "quante", "quanto", "quando", "dove", "qual è",
	"quantos", "quantas", "onde", "qual é", "сколько", "когда", "где", "多少", "几", "什么时候", "哪里", "いつ", "いくつ", "どこ",
}

// asksValue reports whether a text asks for one value.
func asksValue(text string) bool { return holdsAny(text, valueWords) }

// asksPast reports whether a text asks how things were before.
func asksPast(text string) bool { return holdsAny(text, pastWords) }

// holdsAny reports whether a text holds one of the phrases as whole words.
func holdsAny(text string, phrases []string) bool {
	var b strings.Builder
	b.WriteByte(' ')
	for _, r := range strings.ToLower(clip(text, maxCueBytes)) {
		if wordRune(r) {
			b.WriteRune(r)
		} else {
			b.WriteByte(' ')
		}
	}
	b.WriteByte(' ')
	padded := b.String()
	for _, w := range phrases {
		if w[0] >= 0xD8 && strings.ContainsFunc(w, unspaced) {
			if strings.Contains(padded, w) {
				return true
			}
		} else if strings.Contains(padded, " "+w+" ") {
			return true
		}
	}
	return false
}
