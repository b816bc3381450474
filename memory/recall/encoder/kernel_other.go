//go:build !amd64

package encoder

func dots(out *[lanes]float32, row, x []float32) { dotsPortable(out, row, x) }

func unpack(out []float32, weights string) { unpackPortable(out, weights) }
