// Package amygdala weighs: what kind of act an episode was gives the least it
// weighs, how forceful it was against that person's own normal can give more,
// and the weight sets how long the episode lasts.
//
// Everything in it is a pure function. It knows nothing of where messages come
// from or where weights go.
package amygdala

import "muisto/memory"

// floors are the least weights of the acts.
var floors = map[memory.Act]float64{
	memory.Correction:  0.90,
	memory.Decision:    0.70,
	memory.Commitment:  0.60,
	memory.Retraction:  0.45,
	memory.Observation: 0.25,
	memory.Routine:     0.05,
}

// Floor is the least salience of an act, in [0, 1]; an unknown act has that of
// an observation.
func Floor(a memory.Act) float64 {
	if f, ok := floors[a]; ok {
		return f
	}
	return floors[memory.Observation]
}

// Weigh sets the floor, intensity, salience and lifespan of an episode that was
// said with the given intensity in [0, 1].
func Weigh(e memory.Episode, intensity float64) memory.Episode {
	e.Floor = Floor(e.Act)
	e.Intensity = intensity
	e.Salience = max(e.Floor, intensity)
	e.Lifespan = memory.Lifespan(e.Salience)
	return e
}
