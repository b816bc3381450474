package memory

import (
	"math"
	"testing"
	"time"

	"pgregory.net/rapid"
)

const day = 24 * time.Hour

func TestLifespansAreThoseOfTheDesign(t *testing.T) {
	for salience, want := range map[float64]float64{0.05: 0.72, 0.25: 3.09, 0.45: 13.3, 0.60: 39.6, 0.70: 82, 0.90: 352, 1: 730} {
		if got := Lifespan(salience); math.Abs(got-want)/want > 0.01 {
			t.Errorf("lifespan of %.2f is %.2f days, want %.2f", salience, got, want)
		}
	}
}

func TestNineTenthsAreLeftAfterTheLifespan(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := rapid.Float64Range(0.5, 730).Draw(t, "s")
		d := rapid.Float64Range(MinDecay, MaxDecay).Draw(t, "d")
		got := Retrievability(time.Duration(s*float64(day)), s, d)
		if math.Abs(got-0.9) > 1e-6 {
			t.Fatalf("R(S) = %v", got)
		}
	})
}

// The factor 19/81 and the value at ten lifespans are FSRS-4.5's.
func TestTheCurveIsThatOfFSRS(t *testing.T) {
	if got := Retrievability(10*day, 1, 0.5); math.Abs(got-math.Pow(1+190.0/81, -0.5)) > 1e-12 {
		t.Errorf("R(10 S) = %v", got)
	}
}

func TestRetrievabilityOnlyFallsAndNeverReachesZero(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := rapid.Float64Range(0.5, 730).Draw(t, "s")
		a := time.Duration(rapid.Int64Range(0, int64(30*365*day)).Draw(t, "a"))
		b := time.Duration(rapid.Int64Range(0, int64(30*365*day)).Draw(t, "b"))
		ra, rb := Retrievability(min(a, b), s, DefaultDecay), Retrievability(max(a, b), s, DefaultDecay)
		if ra < rb || rb <= 0 || ra > 1 {
			t.Fatalf("R(%v) = %v, R(%v) = %v", min(a, b), ra, max(a, b), rb)
		}
	})
}

func TestDaysUntilInvertsTheCurve(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := rapid.Float64Range(0.5, 730).Draw(t, "s")
		r := rapid.Float64Range(0.2, 1).Draw(t, "r")
		days := DaysUntil(r, s, DefaultDecay)
		if got := Retrievability(time.Duration(days*float64(day)), s, DefaultDecay); math.Abs(got-r) > 1e-6 {
			t.Fatalf("R after %v days is %v, want %v", days, got, r)
		}
	})
}

func TestLabels(t *testing.T) {
	for salience, want := range map[float64]Label{0: Low, 0.349: Low, 0.35: Medium, 0.649: Medium, 0.65: High, 0.899: High, 0.90: Peak, 1: Peak} {
		if got := LabelOf(salience); got != want {
			t.Errorf("label of %v is %s, want %s", salience, got, want)
		}
	}
}
