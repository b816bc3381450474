package amygdala

import (
	"encoding/json"
	"fmt"
	"math"
)

// priorWeight is how many imagined messages the prior counts for.
const priorWeight = 3

// prior is what is expected of a speaker of whom nothing is known, as mean and
// standard deviation of each feature. The deviations are wide, since people
// differ more from each other than from themselves: a first message is never
// far outside.
var prior = [featureCount]struct{ mean, deviation float64 }{
	capitals: {0.10, 0.50},
	marks:    {0.30, 1.50},
	repeats:  {0.10, 1.00},
	emphasis: {0.30, 1.00},
	length:   {3.50, 1.50},
	emoji:    {0.20, 1.00},
}

// force is how much each feature alone can make of a message, in [0, 1].
var force = [featureCount]float64{
	capitals: 0.85,
	marks:    0.70,
	repeats:  0.40,
	emphasis: 0.40,
	length:   0.15,
	emoji:    0.30,
}

// A deviation counts from onset standard deviations on, and in full from full.
const (
	onset = 1.0
	full  = 4.5
)

// Normal is how one speaker usually writes: for each feature the count, the
// mean and the sum of squared deviations. The zero value knows nothing yet.
type Normal struct {
	N    float64               `json:"n"`
	Mean [featureCount]float64 `json:"mean"`
	M2   [featureCount]float64 `json:"m2"`
}

// Learn adds one message to what is normal (Welford 1962, "Note on a method for
// calculating corrected sums of squares and products").
func (n Normal) Learn(f Features) Normal {
	n.N++
	for i, x := range f {
		delta := x - n.Mean[i]
		n.Mean[i] += delta / n.N
		n.M2[i] += delta * (x - n.Mean[i])
	}
	return n
}

// expect is the mean and standard deviation of feature i with the prior
// counted in: the pooled mean, and the pooled sum of squares about it.
func (n Normal) expect(i int) (mean, deviation float64) {
	p := prior[i]
	total := n.N + priorWeight
	mean = (n.N*n.Mean[i] + priorWeight*p.mean) / total
	between := n.N * priorWeight / total * (n.Mean[i] - p.mean) * (n.Mean[i] - p.mean)
	squares := n.M2[i] + priorWeight*p.deviation*p.deviation + between
	return mean, math.Sqrt(squares / total)
}

// Intensity is how forceful a text with these features is for someone who
// writes as n says, in [0, 1]. Each feature that stands out upwards counts by
// how far it does, and they add up as independent signs do: 1 − Π(1 − wᵢ·sᵢ).
func Intensity(f Features, n Normal) float64 {
	rest := 1.0
	for i, x := range f {
		mean, deviation := n.expect(i)
		z := (x - mean) / deviation
		s := min(max((z-onset)/(full-onset), 0), 1)
		rest *= 1 - force[i]*s
	}
	return 1 - rest
}

// Marshal writes a Normal for keeping.
func (n Normal) Marshal() ([]byte, error) {
	out, err := json.Marshal(n)
	if err != nil {
		return nil, fmt.Errorf("write a speaker's statistics: %w", err)
	}
	return out, nil
}

// UnmarshalNormal reads what Marshal wrote; nothing at all reads as zero.
func UnmarshalNormal(data []byte) (Normal, error) {
	var n Normal
	if len(data) == 0 {
		return n, nil
	}
	if err := json.Unmarshal(data, &n); err != nil {
		return Normal{}, fmt.Errorf("read a speaker's statistics: %w", err)
	}
	return n, nil
}
