package memory

import (
	"math"
	"time"
)

// DefaultDecay is D of the forgetting curve.
const DefaultDecay = 0.5

// MinDecay and MaxDecay bound the setting for D.
const (
	MinDecay = 0.1
	MaxDecay = 0.8
)

// Lifespan is the stability S in days of a memory with the given salience in
// [0, 1]: S = 0.5 · 1460^salience, from half a day to two years.
func Lifespan(salience float64) float64 {
	return 0.5 * math.Pow(1460, clamp01(salience))
}

// Retrievability is what is left of a memory of stability s (days, > 0) after
// the time t, with decay d in [MinDecay, MaxDecay]:
//
//	R(t) = (1 + F·t/S)^(−D), F = 0.9^(−1/D) − 1
//
// so that R(S) = 0.9; for D = 0.5, F = 19/81. A time before the memory counts
// as none. This is the power forgetting curve of FSRS-4.5 (Ye et al., "A
// Stochastic Shortest Path Algorithm for Optimizing Spaced Repetition
// Scheduling", KDD 2022, and the open-spaced-repetition project after it).
func Retrievability(t time.Duration, s, d float64) float64 {
	days := max(t.Hours()/24, 0)
	f := math.Pow(0.9, -1/d) - 1
	return math.Pow(1+f*days/s, -d)
}

// DaysUntil is the time in days after which retrievability has fallen to r in
// (0, 1]: the inverse of Retrievability.
func DaysUntil(r, s, d float64) float64 {
	f := math.Pow(0.9, -1/d) - 1
	return s / f * (math.Pow(r, -1/d) - 1)
}

// Label is a word for a salience.
type Label string

// The labels of salience, each with its lower bound.
const (
	Low    Label = "low"
	Medium Label = "medium" // from 0.35
	High   Label = "high"   // from 0.65
	Peak   Label = "peak"   // from 0.90
)

// LabelOf gives the word for a salience in [0, 1].
func LabelOf(salience float64) Label {
	switch {
	case salience >= 0.90:
		return Peak
	case salience >= 0.65:
		return High
	case salience >= 0.35:
		return Medium
	}
	return Low
}

func clamp01(x float64) float64 { return min(max(x, 0), 1) }
