package neocortex

import (
	"fmt"
	"testing"
	"time"

	"muisto/memory"
)

func TestWeightsAndTiesOfThePublishedExample(t *testing.T) {
	start := time.Date(2026, 5, 1, 9, 0, 0, 0, time.UTC)
	moments := make([]memory.EpisodeRef, 200)
	for i := range moments {
		moments[i] = memory.EpisodeRef{ID: memory.EpisodeID(i + 1), At: start.Add(time.Duration(i) * time.Hour)}
		if i < 6 {
			moments[i].Names = append(moments[i].Names, "lisbon")
		}
		if i%14 == 1 {
			moments[i].Names = append(moments[i].Names, "sara")
		}
	}
	parts := Divide(moments, nil, MaxGroup)
	weights := map[string]string{}
	for k, key := range parts.Names.Keys {
		weights[key] = fmt.Sprintf("%.1f", parts.Weights[k])
	}
	if weights["lisbon"] != "3.5" || weights["sara"] != "2.6" {
		t.Errorf("weights are %v, want lisbon 3.5 and sara 2.6", weights)
	}
	if got := fmt.Sprintf("%.1f", Weight(6, 200)+Weight(15, 200)); got != "6.1" {
		t.Errorf("Lisbon and Sara weigh %s together, want 6.1", got)
	}
	if got := fmt.Sprintf("%.1f", parts.Ties.Between(0, 2)); got != "3.5" {
		t.Errorf("tie by Lisbon alone is %s, want 3.5", got)
	}
	if got := fmt.Sprintf("%.1f", parts.Ties.Between(1, 15)); got != "2.6" {
		t.Errorf("tie by Sara alone is %s, want 2.6", got)
	}
	if got := parts.Ties.Between(100, 101); got != 0 {
		t.Errorf("moments without a shared name are tied by %v", got)
	}
}

func TestTieSumsTheNamesThatTwoMomentsShare(t *testing.T) {
	moments := make([]memory.EpisodeRef, 200)
	for i := range moments {
		moments[i] = memory.EpisodeRef{ID: memory.EpisodeID(i + 1)}
		if i < 6 {
			moments[i].Names = append(moments[i].Names, "lisbon")
		}
		if i < 15 {
			moments[i].Names = append(moments[i].Names, "sara")
		}
	}
	if got := fmt.Sprintf("%.1f", Divide(moments, nil, MaxGroup).Ties.Between(2, 4)); got != "6.1" {
		t.Errorf("tie is %s, want 6.1", got)
	}
}

func TestNamesThatSayNothingAreSetAside(t *testing.T) {
	for _, c := range []struct {
		n, of int
		zero  bool
	}{
		{n: 1, of: 200, zero: true},
		{n: 0, of: 200, zero: true},
		{n: 100, of: 200},
		{n: 101, of: 200, zero: true},
		{n: 6, of: 10, zero: true},
		{n: 5, of: 9}, // fewer than ten moments: more than half is no sign
		{n: 9, of: 9}, // what all of a few days is about
		{n: 10, of: 10, zero: true},
	} {
		if got := Weight(c.n, c.of); (got == 0) != c.zero || got < 0 {
			t.Errorf("Weight(%d, %d) = %v", c.n, c.of, got)
		}
	}
}

func TestNamesAreCountedWhereThereAreMoreMoments(t *testing.T) {
	window := CollectNames([]memory.EpisodeRef{{Names: []string{"bergen"}}, {Names: []string{"bergen"}}})
	recent := CollectNames([]memory.EpisodeRef{
		{Names: []string{"bergen"}}, {Names: []string{"bergen"}}, {Names: []string{"tomas"}}, {}, {}, {}, {}, {}, {}, {},
	})
	if got := WeighNames(window, recent)[0]; got != float32(Weight(2, 10)) {
		t.Errorf("Bergen weighs %v, want %v", got, Weight(2, 10))
	}
	if got := WeighNames(recent, window); got[0] != float32(Weight(2, 10)) || got[1] != 0 {
		t.Errorf("the narrower count was taken: %v", got)
	}
}
