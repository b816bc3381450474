package recall

import "testing"

func TestWhatWeighsNothingIsNoReason(t *testing.T) {
	x := remember(t, moments("The user moored the canoe in Savonlinna and it is in the shade."))
	for _, h := range hits(t, x, Cue{Text: "and where is the canoe in Savonlinna?"}) {
		for _, b := range h.Because {
			if b.Weight < leastReason {
				t.Errorf("%s %q weighs %v", b.Kind, b.Text, b.Weight)
			}
		}
	}
}
