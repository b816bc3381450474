package encoder

// dotsPortable writes the products of row with lanes tokens that follow each
// other in x.
func dotsPortable(out *[lanes]float32, row, x []float32) {
	n := len(row)
	a, b, c, d := x[:n], x[n:2*n], x[2*n:3*n], x[3*n:4*n]
	var sa, sb, sc, sd float32
	for i, w := range row {
		sa += w * a[i]
		sb += w * b[i]
		sc += w * c[i]
		sd += w * d[i]
	}
	out[0], out[1], out[2], out[3] = sa, sb, sc, sd
}

// unpackPortable widens signed bytes.
func unpackPortable(out []float32, weights string) {
	for i := range out {
		out[i] = float32(int8(weights[i]))
	}
}

func dot(a, b []float32) float32 {
	var sum float32
	for i, v := range a {
		sum += v * b[i]
	}
	return sum
}
