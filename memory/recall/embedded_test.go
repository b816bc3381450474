package recall

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// cloud makes n vectors around as many middles, as texts lie around topics, all
// of them moved the same way, as those of language models are.
func cloud(r *rand.Rand, n, middles, dimensions int) [][]float32 {
	shift := gauss(r, dimensions, 1)
	var centres, out [][]float32
	for range middles {
		centres = append(centres, gauss(r, dimensions, 1))
	}
	for i := range n {
		v := gauss(r, dimensions, 0.7)
		for j := range v {
			v[j] += centres[i%middles][j] + shift[j]
		}
		out = append(out, v)
	}
	return out
}

func gauss(r *rand.Rand, n int, spread float64) []float32 {
	v := make([]float32, n)
	for i := range v {
		v[i] = float32(r.NormFloat64() * spread)
	}
	return v
}

// The search by signs loses next to none of those that a look at all finds.
func TestTheNearestByVectorsAreFoundAmongMany(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	var e embedded
	all := cloud(r, 3*closeRows, 40, 200)
	for i, v := range all[1:] {
		e.add(uint32(i), Quantise(v))
	}
	a := e.aim(Quantise(all[0]))
	const want = 100
	exact := firstOf(len(e.docs), want, func(i, j int) bool { return e.cosine(a, i) > e.cosine(a, j) })
	found := e.nearest(a, want)
	lost := 0
	for _, row := range exact {
		if !slices.Contains(found, row) {
			lost++
		}
	}
	if len(found) != want || lost > 2 {
		t.Errorf("%d found, %d of the %d nearest lost", len(found), lost, want)
	}
	if !slices.IsSortedFunc(found, func(i, j int) int { return cmpDown(e.cosine(a, i), e.cosine(a, j)) }) {
		t.Error("they are not nearest first")
	}
}

func TestACueOfOtherDimensionsIsNotCompared(t *testing.T) {
	var e embedded
	e.add(0, []int8{127, 3, 0})
	for _, cue := range [][]int8{nil, {1, 2}, {0, 0, 0}} {
		if e.aim(cue) != nil {
			t.Errorf("%v is compared", cue)
		}
	}
	if a := e.aim([]int8{127, 3, 0}); a == nil || len(e.nearest(a, 5)) != 1 {
		t.Error("the only vector is not found")
	}
}

func BenchmarkNearestByVectors(b *testing.B) {
	r := rand.New(rand.NewPCG(1, 2))
	var e embedded
	for i, v := range cloud(r, 100_000, 100, 768) {
		e.add(uint32(i), Quantise(v))
	}
	cue := Quantise(gauss(r, 768, 1))
	for b.Loop() {
		e.nearest(e.aim(cue), maxByMeaning)
	}
}
