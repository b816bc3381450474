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

// weight is that of a memory's own salience: an everyday lookup of many words
// states something besides, and counts as an observation does.
func (x *Index) weight(doc uint32) float64 {
	b, i := x.docs.at(doc)
	s := float64(b.records[i].salience)
	if s < observation {
		s += (observation - s) * x.states(doc)
	}
	return weight(s, x.mix.Weight)
}

// states tells how far a memory is long enough to state something, in [0, 1].
func (x *Index) states(doc uint32) float64 {
	const few, many = 10, 20 // words
	b, i := x.docs.at(doc)
	return min(max((float64(b.length[i])-few)/(many-few), 0), 1)
}

// lifespan is that of a memory in days, or of an observation for one that states
// something besides asking.
func (x *Index) lifespan(doc uint32) float64 {
	b, i := x.docs.at(doc)
	own := float64(b.records[i].lifespan)
	if own <= 0 {
		return own
	}
	return max(own, memory.Lifespan(observation)*x.states(doc))
}
