package encoder

import (
	"context"
	"errors"
	"math"
	"strings"
	"sync"
	"testing"

	"pgregory.net/rapid"
)

func embed(t testing.TB, texts ...string) [][]float32 {
	t.Helper()
	made, err := New().Embed(context.Background(), texts)
	if err != nil {
		t.Fatal(err)
	}
	return made
}

// The cosines are those of the unrounded weights in double precision, computed
// outside this package.
func TestLikenessIsThatOfTheUnroundedModel(t *testing.T) {
	long := strings.TrimSpace(strings.Repeat("The meeting about the budget of the northern office was moved. ", 30))
	tests := []struct {
		a, b string
		want float64
	}{
		{"My cat is called Pulla.", "What is my pet's name?", 0.6079},
		{"The rent went up to 900 euros.", "How much do I pay for the flat?", 0.3567},
		{"The rent went up to 900 euros.", "She plays the cello.", 0.0079},
		{"Café Möller in Lübeck!", "cafe moller, lubeck", 0.9455},
		{"我下个月要搬到柏林。", "The user moves to Berlin next month.", 0.1529},
		{"", "x", 0.5389},
		{"supercalifragilisticexpialidocious antidisestablishmentarianism", "a very long word", 0.4458},
		{"snake_case, e-mail: a@b.co; $5 (50%)", "an address and a price", 0.2760},
		{"I can't come, I'm ill 🤒", "The user is sick.", 0.2322},
		{long, "The meeting was moved.", 0.5142},
	}
	for _, tt := range tests {
		v := embed(t, tt.a, tt.b)
		if got := float64(dot(v[0], v[1])); math.Abs(got-tt.want) > 0.02 {
			t.Errorf("%.40q and %q: %.4f, want %.4f", tt.a, tt.b, got, tt.want)
		}
	}
}

func TestEveryTextGetsAVectorOfUnitLength(t *testing.T) {
	e := New()
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.String().Draw(t, "text")
		made, err := e.Embed(context.Background(), []string{text})
		if err != nil {
			t.Fatal(err)
		}
		if length := float64(dot(made[0], made[0])); len(made[0]) != Dimensions || math.Abs(length-1) > 1e-3 {
			t.Fatalf("%q: %d dimensions, length² %v", text, len(made[0]), length)
		}
	})
}

func TestAVeryLongTextIsReadToItsBound(t *testing.T) {
	e := New()
	n, err := e.model()
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{strings.Repeat("a", 1<<20), strings.Repeat("word ", 1<<18), strings.Repeat("好", 1<<18), strings.Repeat("\xff", 1<<18), strings.Repeat("\u0301", 1<<18)} {
		if got := len(n.vocabulary.encode(text)); got < 2 || got > MaxTokens {
			t.Errorf("%.10q: %d pieces", text, got)
		}
	}
}

func TestSeveralGoroutinesShareAnEncoder(t *testing.T) {
	e, want := New(), embed(t, "The rent went up.")[0]
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			made, err := e.Embed(context.Background(), []string{"The rent went up.", "It is cold."})
			if err != nil || dot(made[0], want) < 0.9999 {
				t.Errorf("another vector, or %v", err)
			}
		})
	}
	wg.Wait()
}

func TestAnEndedContextEndsTheWork(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := New().Embed(ctx, []string{"a"}); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}

func TestKernelsAgreeWithThePortableOnes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.SampledFrom([]int{1, 15, 16, 17, 32, 384, 1536}).Draw(t, "n")
		weights := rapid.SliceOfN(rapid.Byte(), n, n).Draw(t, "weights")
		got, want := make([]float32, n), make([]float32, n)
		unpack(got, string(weights))
		unpackPortable(want, string(weights))
		for i := range got {
			if got[i] != want[i] {
				t.Fatalf("unpack %d: %v, want %v", i, got[i], want[i])
			}
		}
		x := make([]float32, lanes*n)
		for i := range x {
			x[i] = float32(weights[i%n])/16 - float32(i%7)
		}
		var a, b [lanes]float32
		dots(&a, got, x)
		dotsPortable(&b, got, x)
		for i := range a {
			if math.Abs(float64(a[i]-b[i])) > 1e-3*(1+math.Abs(float64(b[i])))+0.5 {
				t.Fatalf("product %d: %v, want %v", i, a[i], b[i])
			}
		}
	})
}

func TestGeluIsThatOfTheErrorFunction(t *testing.T) {
	table := newGelu()
	rapid.Check(t, func(t *rapid.T) {
		x := rapid.Float64Range(-20, 20).Draw(t, "x")
		y := []float32{float32(x)}
		table.apply(y)
		if want := x * 0.5 * (1 + math.Erf(x/math.Sqrt2)); math.Abs(float64(y[0])-want) > 1e-5 {
			t.Fatalf("gelu(%v) = %v, want %v", x, y[0], want)
		}
	})
}

func TestDamagedWeightsAreRefused(t *testing.T) {
	for _, text := range []string{"", magic, packed[:len(packed)/2], packed + "x", "x" + packed[1:], magic + strings.Repeat("\xff", 100)} {
		if _, err := load(text); !errors.Is(err, errDamaged) {
			t.Errorf("%d bytes: %v", len(text), err)
		}
	}
}

func BenchmarkQuestionOfTwentyWords(b *testing.B) {
	e := New()
	const question = "when did my sister tell me that she would move to the new flat in Turku with her two cats"
	for b.Loop() {
		if _, err := e.Embed(context.Background(), []string{question}); err != nil {
			b.Fatal(err)
		}
	}
}
