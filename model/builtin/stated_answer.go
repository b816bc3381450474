package builtin

import (
	"strings"

	"muisto/memory"
	"muisto/model/builtin/english"
)

// answered is what a bare answer says with the question before it: "Do you have
// any pets?" – "Yes, two dogs."
func (m *message) answered(p part, t english.Tree) (stated, bool) {
	q, ok := m.questionBefore()
	root := t.Root()
	if !ok || root < 0 || len(p.ws) > 12 || t.Has(root, "nsubj", "nsubj:pass", "cop", "aux") || len(m.sentences) > 0 && m.sentences[0].start != p.start {
		return stated{}, false
	}
	first, last := answerSpan(t, root)
	if first < 0 || pointsAway(t, first, last) {
		return stated{}, false
	}
	kind, ok := asksForLasting(q)
	if !ok || !kind.takes(t, root, first) {
		return stated{}, false
	}
	said := answerWords(t, first, last)
	s := stated{span: span{p.start + t.Tokens[first].Start, p.start + t.Tokens[last].End}}
	s.text = sentence(m.voice.subject + " " + kind.says(said))
	s.about = topic{m.voice.subject, kind.attribute}
	return s, true
}

// questionBefore is the tree of the last question of the other side.
func (m *message) questionBefore() (english.Tree, bool) {
	if m.prior == nil || m.prior.role != memory.RoleAssistant || len(m.prior.heard.sentences) == 0 {
		return english.Tree{}, false
	}
	asked := m.prior.heard.sentences
	last := asked[len(asked)-1]
	text := last.of(m.prior.text)
	if !strings.Contains(text, "?") || len(last.ws) > 20 {
		return english.Tree{}, false
	}
	return m.parser.Parse(text), true
}

// lastingQuestion is a question whose answer lasts.
type lastingQuestion struct {
	attribute string
	verb      string // before the answer
	prep      string // that a place takes where the answer has none
	is        string // part of speech that the answer must have
}

func (k lastingQuestion) says(answer string) string {
	first, _, _ := strings.Cut(answer, " ")
	if k.prep != "" && !preposition[strings.ToLower(first)] {
		answer = k.prep + " " + answer
	}
	return k.verb + " " + answer
}

// takes: the answer is of the kind that was asked for.
func (k lastingQuestion) takes(t english.Tree, root, first int) bool {
	w := t.Tokens[root]
	switch k.is {
	case "job":
		return w.Pos == "NOUN" && doer(w.Low)
	case "number":
		return w.Pos == "NUM" || t.Has(root, "nummod")
	case "place":
		return w.Pos == "PROPN" || place[w.Low]
	case "thing":
		counted := t.Has(root, "nummod", "det") || w.Tag == "NNS"
		return w.Pos == "NOUN" && counted && !passingThing[w.Low]
	case "name":
		return w.Pos == "PROPN" || w.Pos == "NOUN"
	}
	return false
}

// asksForLasting tells which of the questions with a lasting answer it is, by
// the verb and what is asked for.
func asksForLasting(t english.Tree) (lastingQuestion, bool) {
	root := t.Root()
	if root < 0 {
		return lastingQuestion{}, false
	}
	verb, subject := t.Tokens[root].Low, t.Child(root, "nsubj")
	you := subject >= 0 && t.Tokens[subject].Low == "you"
	asked := strings.ToLower(t.Text)
	switch {
	case you && verb == "have" && strings.HasPrefix(asked, "do you") && t.Has(root, "obj"):
		o := t.Tokens[t.Child(root, "obj")].Low
		return lastingQuestion{attribute: strings.TrimSuffix(o, "s"), verb: "has", is: "thing"}, !passingThing[o]
	case you && verb == "do" && strings.Contains(asked, "what do you do") && (t.Has(root, "obl") || len(t.Tokens) <= 6):
		return lastingQuestion{attribute: "work", verb: "is", is: "job"}, true
	case you && (verb == "live" || verb == "from") && strings.Contains(asked, "where"):
		return lastingQuestion{attribute: "home", verb: pick(verb == "live", "lives", "is"), prep: pick(verb == "live", "in", "from"), is: "place"}, true
	case strings.Contains(asked, "where are you from"):
		return lastingQuestion{attribute: "origin", verb: "is", prep: "from", is: "place"}, true
	case strings.Contains(asked, "how old are you"):
		return lastingQuestion{attribute: "age", verb: "is", is: "number"}, true
	}
	return lastingQuestion{}, false
}

// answerSpan is the answer without a "yes" and what follows a comma.
func answerSpan(t english.Tree, root int) (first, last int) {
	first, last = -1, -1
	for i, k := range t.Tokens {
		lead := first < 0 && (k.Pos == "PUNCT" || k.Pos == "INTJ" || k.Rel == "discourse" || fillerAdverb[k.Low] || k.Low == "just")
		if lead {
			continue
		}
		if k.Pos == "PUNCT" {
			if i > root {
				break
			}
			return -1, -1
		}
		if first < 0 {
			first = i
		}
		last = i
	}
	if first < 0 || root < first || root > last {
		return -1, -1
	}
	return first, last
}

// pointsAway: a word of it points to what was said elsewhere, or to the speaker.
func pointsAway(t english.Tree, first, last int) bool {
	for i := first; i <= last; i++ {
		if k := t.Tokens[i]; k.Pos == "PRON" || k.Pos == "VERB" || k.Pos == "AUX" || k.Low == "not" || vague[k.Low] {
			return true
		}
	}
	return false
}

func answerWords(t english.Tree, first, last int) string {
	said := t.Said(first, last)
	if t.Tokens[first].Pos != "PROPN" && !place[t.Tokens[first].Low] {
		said = lowerFirst(said)
	}
	return said
}
