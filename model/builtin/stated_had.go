package builtin

import (
	"strings"

	"muisto/model/builtin/english"
)

// owned are the pets and children that "my …" says the speaker has, whatever the
// sentence is about: "my cow is sick", "I walked home with my dogs". What has come
// up before is left out.
func (m *message) owned(p part, t english.Tree) []stated {
	var out []stated
	for i := range t.Tokens {
		k := t.Tokens[i]
		if k.Pos != "NOUN" || k.Rel == "compound" || !hadThing(k.Low) {
			continue
		}
		if i+1 < len(t.Tokens) && t.Tokens[i+1].Pos == "PROPN" {
			continue // "my daughter Elsa": what is said of her tells it
		}
		poss := t.Child(i, "nmod:poss")
		if poss < 0 || poss > i || t.Tokens[poss].Low != "my" && t.Tokens[poss].Low != "our" {
			continue
		}
		words, ok := ownedWords(t, poss+1, i)
		if !ok {
			continue
		}
		text := m.voice.subject + " has " + words
		s := stated{owned: true, span: span{p.start + t.Tokens[poss].Start, p.start + k.End}, text: sentence(text)}
		s.about = topic{m.voice.subject, strings.TrimSuffix(k.Low, "s")}
		out = append(out, s)
	}
	return out
}

// ownedWords are the words of a possession as they read behind "has". It gives
// none where the words say more than what it is ("my late wife", "my ex").
func ownedWords(t english.Tree, from, to int) (string, bool) {
	var out []string
	for j := from; j <= to; j++ {
		k := t.Tokens[j]
		switch {
		case k.Pos == "NOUN", k.Pos == "NUM", k.Pos == "PROPN" && j < to && k.Rel == "compound":
			out = append(out, k.Low)
		case k.Pos == "ADJ" && keptAdjective[k.Low]:
			out = append(out, k.Low)
		case k.Pos == "ADJ" && droppedAdjective[k.Low]:
		default:
			return "", false
		}
	}
	if len(out) == 0 {
		return "", false
	}
	head := t.Tokens[to]
	if head.Tag == "NN" && t.Tokens[from].Pos != "NUM" {
		out = append([]string{article(out[0])}, out...)
	}
	return strings.Join(out, " "), true
}

func article(w string) string { return pick(strings.ContainsAny(w[:1], "aeiou"), "an", "a") }

// hadThing: a child or a pet, which come up for years by "my" alone.
func hadThing(w string) bool {
	w = strings.TrimSuffix(w, "s")
	return hadKin[w] || pet[w]
}

var (
	hadKin           = set(`son daughter kid child children grandson granddaughter grandkid grandchildren cow goat chicken twin`)
	keptAdjective    = set(`old young older younger oldest youngest little big pet elder twin step golden german electric acoustic`)
	droppedAdjective = set(`dear sweet lovely poor beautiful wonderful crazy own favorite favourite new cute good`)
)
