#include "textflag.h"

// func dotsAVX2(out *[4]float32, row, x *float32, n int)
//
// Each step multiplies 16 weights with 16 numbers of each of the four tokens;
// two sums a token hide the latency of the fused multiply-add.
TEXT ·dotsAVX2(SB), NOSPLIT, $0-32
	MOVQ out+0(FP), DX
	MOVQ row+8(FP), SI
	MOVQ x+16(FP), R8
	MOVQ n+24(FP), CX
	MOVQ CX, AX
	SHLQ $2, AX
	LEAQ (R8)(AX*1), R9
	LEAQ (R9)(AX*1), R10
	LEAQ (R10)(AX*1), R11
	XORQ BX, BX
	VXORPS Y0, Y0, Y0
	VXORPS Y1, Y1, Y1
	VXORPS Y2, Y2, Y2
	VXORPS Y3, Y3, Y3
	VXORPS Y4, Y4, Y4
	VXORPS Y5, Y5, Y5
	VXORPS Y6, Y6, Y6
	VXORPS Y7, Y7, Y7

step:
	VMOVUPS (SI)(BX*1), Y8
	VMOVUPS 32(SI)(BX*1), Y9
	VFMADD231PS (R8)(BX*1), Y8, Y0
	VFMADD231PS (R9)(BX*1), Y8, Y1
	VFMADD231PS (R10)(BX*1), Y8, Y2
	VFMADD231PS (R11)(BX*1), Y8, Y3
	VFMADD231PS 32(R8)(BX*1), Y9, Y4
	VFMADD231PS 32(R9)(BX*1), Y9, Y5
	VFMADD231PS 32(R10)(BX*1), Y9, Y6
	VFMADD231PS 32(R11)(BX*1), Y9, Y7
	ADDQ $64, BX
	CMPQ BX, AX
	JLT  step

	VADDPS Y4, Y0, Y0
	VADDPS Y5, Y1, Y1
	VADDPS Y6, Y2, Y2
	VADDPS Y7, Y3, Y3
	VHADDPS Y1, Y0, Y0
	VHADDPS Y3, Y2, Y2
	VHADDPS Y2, Y0, Y0
	VEXTRACTF128 $1, Y0, X1
	VADDPS X1, X0, X0
	VMOVUPS X0, (DX)
	VZEROUPPER
	RET

// func unpackAVX2(out *float32, weights *byte, n int)
TEXT ·unpackAVX2(SB), NOSPLIT, $0-24
	MOVQ out+0(FP), DI
	MOVQ weights+8(FP), SI
	MOVQ n+16(FP), CX

widen:
	VPMOVSXBD (SI), Y0
	VPMOVSXBD 8(SI), Y1
	VCVTDQ2PS Y0, Y0
	VCVTDQ2PS Y1, Y1
	VMOVUPS Y0, (DI)
	VMOVUPS Y1, 32(DI)
	ADDQ $16, SI
	ADDQ $64, DI
	SUBQ $16, CX
	JNZ  widen
	VZEROUPPER
	RET
