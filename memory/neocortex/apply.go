package neocortex

import (
	"slices"

	"muisto/memory"
)

// Apply gives facts as they are after changes; new ones follow the old.
func Apply(facts []memory.Fact, changes []memory.Change) []memory.Fact {
	after := slices.Clone(facts)
	for _, c := range changes {
		i := slices.IndexFunc(after, func(f memory.Fact) bool { return f.ID == c.Fact.ID })
		if i < 0 {
			after = append(after, c.Fact)
			continue
		}
		after[i] = c.Fact
	}
	return after
}
