package mind

import "testing"

func TestConfirmationsAreCountedUntilTheyAreUndone(t *testing.T) {
	m := withSaid(t)
	f, err := m.AddFact(t.Context(), "My home is Oulu.")
	if err != nil {
		t.Fatal(err)
	}
	for want := range 3 {
		got, err := m.Store.Confirmations(t.Context())
		if err != nil || got[f.ID].Times != want || want > 0 && !got[f.ID].At.Equal(m.Clock.Now()) {
			t.Errorf("confirmed %d times, got %+v, %v", want, got, err)
		}
		if _, err := m.Confirm(t.Context(), f.ID); err != nil {
			t.Fatal(err)
		}
	}
	if _, _, err := m.Undo(t.Context()); err != nil {
		t.Fatal(err)
	}
	if got, err := m.Store.Confirmations(t.Context()); err != nil || got[f.ID].Times != 2 {
		t.Errorf("one undone: %+v, %v", got, err)
	}
}
