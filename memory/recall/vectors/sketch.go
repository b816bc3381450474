package vectors

import "math/bits"

// Sketch are the signs of a vector's components: the share of bits in which two
// sketches differ grows with the angle between their vectors (Charikar,
// "Similarity Estimation Techniques from Rounding Algorithms", STOC 2002).
type Sketch [2]uint64

// Distance is the number of bits that differ, from 0 to Dimensions.
func (s Sketch) Distance(t Sketch) int {
	return bits.OnesCount64(s[0]^t[0]) + bits.OnesCount64(s[1]^t[1])
}

// Signs gives the sketch of a vector.
func Signs(v *[Dimensions]float32) (s Sketch) {
	for i, x := range v {
		if x > 0 {
			s[i>>6] |= 1 << (i & 63)
		}
	}
	return s
}
