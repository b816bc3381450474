package recall

import (
	"math"
	"time"

	"muisto/memory"
)

// fading raises retrievability to a power: R^γ = (1 + F·t/S)^(−D·γ), with F and
// D as in memory.Retrievability.
type fading struct{ f, exponent float64 }

func newFading(decay, power float64) fading {
	return fading{f: math.Pow(0.9, -1/decay) - 1, exponent: -decay * power}
}

// power is R^γ after age days for a lifespan in days; 1 for none.
func (f fading) power(age, lifespan float64) float64 {
	if lifespan <= 0 {
		return 1
	}
	return math.Exp(f.exponent * math.Log1p(f.f*age/lifespan))
}

// days gives an age in seconds in days; an age before the memory is none.
func days(seconds int64) float64 { return float64(max(seconds, 0)) / (24 * 3600) }

// left is what is left of an episode at now.
func left(e *memory.Episode, now time.Time, decay float64) float64 {
	if e.Lifespan <= 0 {
		return 1
	}
	return e.Retrievability(now, decay)
}

// weight is what a memory's cue is multiplied by for its salience s, in [0, 1]:
// s/(s+half), and one for the heaviest. It sets the everyday lookups back and
// hardly tells the rest apart: weight decides between things that belong, it
// does not make a thing belong.
func weight(s, half float64) float64 { return s / (s + half) * (1 + half) }
