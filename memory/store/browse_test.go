package store

import (
	"testing"

	"muisto/memory"
)

func TestBrowsingIsNarrowedAndOrdered(t *testing.T) {
	s := openNew(t)
	lives(t, s)
	all := must[[]memory.Episode](t)(s.Browse(t.Context(), BrowseQuery{}))
	if len(all) < 2 {
		t.Fatalf("%d episodes", len(all))
	}
	tests := []struct {
		name  string
		query BrowseQuery
		keeps func(memory.Episode) bool
	}{
		{"act", BrowseQuery{Act: string(all[0].Act)[:4]}, func(e memory.Episode) bool { return e.Act == all[0].Act }},
		{"no such act", BrowseQuery{Act: "%"}, func(memory.Episode) bool { return false }},
		{"name", BrowseQuery{Name: all[0].Names[0].Text}, func(e memory.Episode) bool {
			for _, n := range e.Names {
				if n.Text == all[0].Names[0].Text {
					return true
				}
			}
			return false
		}},
		{"from", BrowseQuery{From: all[0].Day}, func(e memory.Episode) bool { return e.Day >= all[0].Day }},
		{"to", BrowseQuery{To: all[0].Day - 1}, func(e memory.Episode) bool { return e.Day < all[0].Day }},
		{"words and a day", BrowseQuery{Filter: all[0].What, From: all[0].Day, To: all[0].Day}, func(e memory.Episode) bool {
			return e.What == all[0].What && e.Day == all[0].Day
		}},
	}
	for _, tt := range tests {
		want := 0
		for _, e := range all {
			if tt.keeps(e) {
				want++
			}
		}
		got := must[[]memory.Episode](t)(s.Browse(t.Context(), tt.query))
		for _, e := range got {
			if !tt.keeps(e) {
				t.Errorf("%s: %+v is kept", tt.name, e)
			}
		}
		if len(got) != want {
			t.Errorf("%s: %d, want %d", tt.name, len(got), want)
		}
	}
	heaviest := must[[]memory.Episode](t)(s.Browse(t.Context(), BrowseQuery{ByWeight: true}))
	for i := 1; i < len(heaviest); i++ {
		if heaviest[i].Salience > heaviest[i-1].Salience {
			t.Errorf("%.2f comes after %.2f", heaviest[i].Salience, heaviest[i-1].Salience)
		}
	}
}
