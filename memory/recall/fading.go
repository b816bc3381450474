package recall

import (
	"time"

	"muisto/memory"
)

// retrievability is memory.Retrievability for an age in seconds.
func retrievability(age int64, lifespan, decay float64) float64 {
	if lifespan <= 0 {
		return 1
	}
	const longest = int64(200 * 365 * 24 * 3600) // a Duration holds 292 years
	return memory.Retrievability(time.Duration(min(max(age, 0), longest))*time.Second, lifespan, decay)
}

// weight is what a memory's cue is multiplied by for its salience s, in (0, 1]:
// s/(s+half), and one for the heaviest. It sets the everyday lookups back and
// hardly tells the rest apart: weight decides between things that belong, it
// does not make a thing belong.
func weight(s, half float64) float64 { return s / (s + half) * (1 + half) }
