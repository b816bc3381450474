package encoder

import (
	"unsafe"

	"golang.org/x/sys/cpu"
)

// vectorised says whether the processor has what kernel_amd64.s needs.
var vectorised = cpu.X86.HasAVX2 && cpu.X86.HasFMA

// chunk is how many numbers the assembly takes at a time.
const chunk = 16

// dotsAVX2 is dotsPortable for n, a multiple of chunk.
//
//go:noescape
func dotsAVX2(out *[lanes]float32, row, x *float32, n int)

// unpackAVX2 is unpackPortable for n, a multiple of chunk.
//
//go:noescape
func unpackAVX2(out *float32, weights *byte, n int)

func dots(out *[lanes]float32, row, x []float32) {
	if !vectorised || len(row)%chunk != 0 || len(row) == 0 || len(x) < lanes*len(row) {
		dotsPortable(out, row, x)
		return
	}
	dotsAVX2(out, &row[0], &x[0], len(row))
}

func unpack(out []float32, weights string) {
	if !vectorised || len(out)%chunk != 0 || len(out) == 0 || len(weights) < len(out) {
		unpackPortable(out, weights)
		return
	}
	unpackAVX2(&out[0], unsafe.StringData(weights), len(out))
}
