package hippocampus

import (
	"strings"

	"muisto/memory"
	"muisto/memory/grounding"
)

// Named are those of the facts, at most a few, whose subject the messages of a
// batch name. The user and the agent alone are no subject: everything is about
// them.
func Named(b Batch, facts []memory.Fact) []memory.Fact {
	var texts []string
	for _, m := range b.Messages {
		texts = append(texts, clip(m.Text))
	}
	words := grounding.WordsOf(texts...)
	var named []memory.Fact
	for _, f := range facts {
		subject, _, _ := strings.Cut(f.About, ":")
		if len(named) < maxFacts && !grounding.NamesSide(subject) && words.Holds(subject) {
			named = append(named, f)
		}
	}
	return named
}
