package amygdala

import (
	"math"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"muisto/memory"
)

func learned(texts ...string) Normal {
	var n Normal
	for _, t := range texts {
		n = n.Learn(Measure(t))
	}
	return n
}

var quiet = []string{
	"bread was fine", "ironed four shirts", "paid the phone bill", "walked around the bay", "sore throat, tea helped",
	"fixed the drawer", "porridge again", "two calls at work", "slept ok", "the bus was late", "rain all afternoon",
	"new bin bags are too small", "met someone on the stairs", "the fine was 2 euros", "soup for dinner", "long day",
}

func loud() []string {
	var texts []string
	for _, q := range quiet {
		texts = append(texts, strings.ToUpper(q)+"!!!")
	}
	return texts
}

const shout = "NO WE NEVER SAID FRIDAY, THIS IS WRONG!!"

func TestIntensityIsAgainstThatPersonsOwnNormal(t *testing.T) {
	tests := []struct {
		name   string
		text   string
		normal Normal
		lo, hi float64
	}{
		{"a shout from a quiet person is near 1", shout, learned(quiet...), 0.95, 1},
		{"the same from a loud person is ordinary", shout, learned(loud()...), 0, 0.5},
		{"a calm line from a quiet person is nothing", "watered the ficus", learned(quiet...), 0, 0.05},
		{"a calm line from a loud person is nothing", "watered the ficus", learned(loud()...), 0, 0.05},
		{"a first message is no spike", shout, Normal{}, 0, 0.6},
		{"one exclamation mark is a little", "ran my first race!", learned(quiet...), 0.02, 0.5},
		{"an ordinary question is nothing", "is it raining?", learned(quiet...), 0, 0.05},
		{"capitals in code are not typed", "it fails here\n```\nSELECT * FROM USERS WHERE NAME = 'BOB'!!!\n```", learned(quiet...), 0, 0.1},
		{"capitals in a quotation are not typed", `the sign says "KEEP OUT, PRIVATE PROPERTY!!"`, learned(quiet...), 0, 0.1},
		{"other scripts do not break it", "明日は花ちゃんの誕生日", learned(quiet...), 0, 0.1},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := Intensity(Measure(tt.text), tt.normal)
			if got < tt.lo || got > tt.hi {
				t.Errorf("intensity %.3f, want within [%.2f, %.2f]", got, tt.lo, tt.hi)
			}
		})
	}
}

func TestFloorsAreThoseOfTheDesign(t *testing.T) {
	want := map[memory.Act]float64{
		memory.Correction: 0.90, memory.Decision: 0.70, memory.Commitment: 0.60,
		memory.Retraction: 0.45, memory.Observation: 0.25, memory.Routine: 0.05,
	}
	for _, a := range memory.Acts() {
		if Floor(a) != want[a] {
			t.Errorf("floor of %s is %v, want %v", a, Floor(a), want[a])
		}
	}
}

func TestSalienceIsTheHigherOfFloorAndIntensity(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		act := rapid.SampledFrom(memory.Acts()).Draw(t, "act")
		intensity := rapid.Float64Range(0, 1).Draw(t, "intensity")
		e := Weigh(memory.Episode{Act: act}, intensity)
		if e.Salience != max(Floor(act), intensity) {
			t.Fatalf("salience %v of floor %v and intensity %v", e.Salience, e.Floor, e.Intensity)
		}
		if want := 0.5 * math.Pow(1460, e.Salience); math.Abs(e.Lifespan-want) > 1e-9 {
			t.Fatalf("lifespan %v, want %v", e.Lifespan, want)
		}
	})
}

func TestIntensityStaysInBoundsForAnyText(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		texts := rapid.SliceOfN(rapid.String(), 0, 20).Draw(t, "texts")
		n := learned(texts...)
		got := Intensity(Measure(rapid.String().Draw(t, "text")), n)
		if math.IsNaN(got) || got < 0 || got > 1 {
			t.Fatalf("intensity %v", got)
		}
	})
}

func TestLearnKeepsMeanAndVariance(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		xs := rapid.SliceOfN(rapid.Float64Range(0, 8), 1, 50).Draw(t, "xs")
		var n Normal
		sum := 0.0
		for _, x := range xs {
			n = n.Learn(Features{marks: x})
			sum += x
		}
		mean := sum / float64(len(xs))
		squares := 0.0
		for _, x := range xs {
			squares += (x - mean) * (x - mean)
		}
		if math.Abs(n.Mean[marks]-mean) > 1e-9 || math.Abs(n.M2[marks]-squares) > 1e-6 {
			t.Fatalf("mean %v, want %v; squares %v, want %v", n.Mean[marks], mean, n.M2[marks], squares)
		}
	})
}

func TestNormalSurvivesBeingKept(t *testing.T) {
	n := learned(quiet...)
	data, err := n.Marshal()
	if err != nil {
		t.Fatal(err)
	}
	got, err := UnmarshalNormal(data)
	if err != nil || got != n {
		t.Fatalf("got %v, %v; want %v", got, err, n)
	}
	if got, err := UnmarshalNormal(nil); err != nil || got != (Normal{}) {
		t.Fatalf("nothing reads as %v, %v", got, err)
	}
	if _, err := UnmarshalNormal([]byte("{")); err == nil {
		t.Fatal("broken statistics are taken")
	}
}
