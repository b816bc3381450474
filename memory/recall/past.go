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

// asksPast reports whether a text asks how things were before.
func asksPast(text string) bool {
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
	for _, w := range pastWords {
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
