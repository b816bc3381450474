package dataset

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"time"
)

// rawObservation is [text, turn id] or [text, [turn id, …]].
type rawObservation struct {
	text    string
	sources []string
}

// UnmarshalJSON reads either form.
func (o *rawObservation) UnmarshalJSON(raw []byte) error {
	var pair []json.RawMessage
	if err := json.Unmarshal(raw, &pair); err != nil {
		return err
	}
	if len(pair) != 2 {
		return fmt.Errorf("an observation of %d parts, want 2", len(pair))
	}
	if err := json.Unmarshal(pair[0], &o.text); err != nil {
		return err
	}
	if json.Unmarshal(pair[1], &o.sources) == nil {
		return nil
	}
	var one string
	if err := json.Unmarshal(pair[1], &one); err != nil {
		return err
	}
	o.sources = evidence([]string{one})
	return nil
}

// order puts the observations in the order of their first source, and gives
// each the time of its last.
func (s *Sample) order() {
	place := map[string]int{}
	for i, t := range s.Turns {
		place[t.ID] = i
	}
	first := func(o Observation) int {
		if i, ok := place[o.Sources[0]]; ok {
			return i
		}
		return len(s.Turns)
	}
	s.Observations = slices.DeleteFunc(s.Observations, func(o Observation) bool { return len(o.Sources) == 0 })
	for i := range s.Observations {
		o := &s.Observations[i]
		last := time.Time{}
		for _, id := range o.Sources {
			if i, ok := place[id]; ok && s.Turns[i].At.After(last) {
				last = s.Turns[i].At
			}
		}
		if !last.IsZero() {
			o.At = last
		}
	}
	slices.SortStableFunc(s.Observations, func(a, b Observation) int {
		return cmp.Or(cmp.Compare(a.Session, b.Session), cmp.Compare(first(a), first(b)), cmp.Compare(a.Speaker, b.Speaker), cmp.Compare(a.Text, b.Text))
	})
}
