package mind

import (
	"testing"

	"muisto/memory"
)

func TestWhatDeservesALookComesFirst(t *testing.T) {
	today := memory.DayOn(2026, 5, 20)
	fact := func(id memory.FactID, formed int, change func(*memory.Fact)) memory.Fact {
		f := memory.Fact{ID: id, Status: memory.Active, Authority: memory.ByUser, FormedAt: at(formed, 5, 0), EvidenceAt: at(formed, 5, 0)}
		change(&f)
		return f
	}
	facts := []memory.Fact{
		fact(1, 1, func(f *memory.Fact) {}),
		fact(2, 1, func(f *memory.Fact) { f.Authority = memory.ByAgent }),
		fact(3, 1, func(f *memory.Fact) { f.ValidUntil = today + 3 }),
		fact(4, 1, func(f *memory.Fact) { f.ValidUntil = today + 30 }),
		fact(5, 1, func(f *memory.Fact) {}),
		fact(6, 1, func(f *memory.Fact) { f.Status, f.SupersededBy, f.RetiredAt = memory.Superseded, 5, at(15, 9, 0) }),
		fact(7, 19, func(f *memory.Fact) {}),
		fact(8, 19, func(f *memory.Fact) { f.Status = memory.Closed }),
		fact(9, 19, func(f *memory.Fact) { f.ValidUntil = today - 1 }),
	}
	want := []ReviewItem{{facts[6], IsNew}, {facts[4], Contradicted}, {facts[2], RunsOut}, {facts[1], AgentsWord}}
	got := reviewQueue(facts, at(10, 12, 0), memory.Calendar{Turn: 4}, today)
	if len(got) != len(want) {
		t.Fatalf("%d facts: %+v", len(got), got)
	}
	for i := range want {
		if got[i].Fact.ID != want[i].Fact.ID || got[i].Why != want[i].Why {
			t.Errorf("%d: %s, %s; want %s, %s", i, got[i].Fact.ID, got[i].Why, want[i].Fact.ID, want[i].Why)
		}
	}
}
