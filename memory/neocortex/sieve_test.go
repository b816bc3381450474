package neocortex

import (
	"testing"

	"muisto/memory"
)

func moment(n int, day memory.Day, change ...func(*memory.EpisodeRef)) memory.EpisodeRef {
	m := memory.EpisodeRef{ID: memory.EpisodeID(n), Day: day, Act: memory.Observation, Actor: memory.RoleUser, Salience: 0.25}
	for _, c := range change {
		c(&m)
	}
	return m
}

func agents(m *memory.EpisodeRef)     { m.Actor = memory.RoleAssistant }
func correction(m *memory.EpisodeRef) { m.Act, m.Salience = memory.Correction, 0.9 }
func retraction(m *memory.EpisodeRef) { m.Act, m.Actor = memory.Retraction, memory.RoleAssistant }
func heavy(m *memory.EpisodeRef)      { m.Salience = 0.95 }

func TestSieve(t *testing.T) {
	says := func(ids ...memory.EpisodeID) func([]memory.EpisodeID) map[memory.EpisodeID]bool {
		return func([]memory.EpisodeID) map[memory.EpisodeID]bool {
			said := map[memory.EpisodeID]bool{}
			for _, id := range ids {
				said[id] = true
			}
			return said
		}
	}
	yes := func(memory.EpisodeID) bool { return true }
	for name, c := range map[string]struct {
		sieve   Sieve
		group   []memory.EpisodeRef
		passes  bool
		bearers int
		reason  string
	}{
		"two days":                        {Sieve{}, []memory.EpisodeRef{moment(1, 5), moment(2, 6)}, true, 0, "it came up on 2 days"},
		"one busy evening":                {Sieve{}, []memory.EpisodeRef{moment(1, 5), moment(2, 5), moment(3, 5)}, false, 0, "all on one day"},
		"one moment":                      {Sieve{}, []memory.EpisodeRef{moment(1, 5)}, false, 0, "it stands alone"},
		"a correction":                    {Sieve{}, []memory.EpisodeRef{moment(1, 5), moment(2, 5, correction)}, true, 1, "a correction acts the same night"},
		"a correction that was sent":      {Sieve{Spent: yes}, []memory.EpisodeRef{moment(2, 5, correction)}, false, 0, "it stands alone"},
		"a correction of the agent's":     {Sieve{}, []memory.EpisodeRef{moment(2, 5, correction, agents)}, false, 0, "it stands alone"},
		"the heaviest":                    {Sieve{}, []memory.EpisodeRef{moment(1, 5, heavy)}, true, 1, "a moment of such weight acts the same night"},
		"two corrections, said once":      {Sieve{}, []memory.EpisodeRef{moment(1, 5, correction), moment(2, 5, correction)}, true, 2, "a correction acts the same night"},
		"a retraction of a fact":          {Sieve{TakesBack: yes}, []memory.EpisodeRef{moment(1, 5, retraction)}, true, 1, "it takes back a fact"},
		"a retraction of nothing":         {Sieve{}, []memory.EpisodeRef{moment(1, 5, retraction)}, false, 0, "it stands alone"},
		"a heavy retraction of nothing":   {Sieve{}, []memory.EpisodeRef{moment(1, 5, retraction, heavy)}, false, 0, "it stands alone"},
		"the agent on two days":           {Sieve{Said: says()}, []memory.EpisodeRef{moment(1, 5, agents), moment(2, 6, agents)}, true, 0, "it came up on 2 days"},
		"the agent retelling a fact":      {Sieve{Said: says(1, 2)}, []memory.EpisodeRef{moment(1, 5, agents), moment(2, 6, agents)}, false, 0, "only the agent said again what a fact says already"},
		"the user once, the agent retold": {Sieve{Said: says(2)}, []memory.EpisodeRef{moment(1, 5), moment(2, 6, agents)}, false, 0, "only the agent said again what a fact says already"},
		"the user twice, the agent too":   {Sieve{Said: says(3)}, []memory.EpisodeRef{moment(1, 5), moment(2, 6), moment(3, 7, agents)}, true, 0, "it came up on 3 days"},
	} {
		t.Run(name, func(t *testing.T) {
			v := c.sieve.Sift(c.group)
			if v.Passes != c.passes || len(v.Bearers) != c.bearers || v.Reason != c.reason {
				t.Errorf("verdict %+v", v)
			}
		})
	}
}
