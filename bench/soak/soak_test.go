package main

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"
	"time"
)

func TestAFewDaysAreLivedThroughAndHold(t *testing.T) {
	o := options{days: 3, perDay: 40, nightCalls: 50, seed: 1, folder: t.TempDir()}
	var out bytes.Buffer
	if err := live(t.Context(), o, 0, 2, &out); err != nil {
		t.Fatal(err)
	}
	// A day that is begun again goes on where it was.
	if err := live(t.Context(), o, 1, o.days, &out); err != nil {
		t.Fatal(err)
	}
	var days []lived
	for d := json.NewDecoder(&out); d.More(); {
		var l lived
		if err := d.Decode(&l); err != nil {
			t.Fatal(err)
		}
		days = append(days, l)
	}
	if len(days) != 4 || days[0].Turns != 20 || days[2].Turns != 0 || days[3].Messages != 120 || days[3].Moments < 10 || days[3].Heap == 0 {
		t.Errorf("lived %+v", days)
	}
	v, err := check(t.Context(), o.file())
	if err != nil || len(v.Troubles) > 0 || v.Moments < 10 || v.Export == 0 {
		t.Errorf("found %+v, %v", v, err)
	}
	r := &report{out: &out}
	for _, l := range days {
		if err := r.day(o, l); err != nil {
			t.Fatal(err)
		}
	}
	if err := r.end(v, time.Second); err != nil || !strings.Contains(out.String(), "came back as it was") {
		t.Errorf("told %q, %v", out.String(), err)
	}
	if err := r.end(verdict{Troubles: []string{"something"}}, time.Second); err == nil {
		t.Error("what is wrong is not told")
	}
}

func TestTheSameSeedSaysTheSame(t *testing.T) {
	one, other := options{seed: 3}.talk().day(40, 150), options{seed: 3}.talk().day(40, 150)
	n, texts := 0, map[string]bool{}
	last := time.Time{}
	for i, s := range one {
		for j, u := range s {
			if o := other[i][j]; u.text != o.text || !u.at.Equal(o.at) {
				t.Fatalf("%v, and then %v", u, other[i][j])
			}
			if u.at.Before(last) {
				t.Errorf("%q is said before what comes before it", u.text)
			}
			last = u.at
			texts[u.text] = true
			n++
		}
	}
	if n != 150 || len(texts) < 75 {
		t.Errorf("%d utterances, %d different ones", n, len(texts))
	}
}
