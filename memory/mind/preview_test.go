package mind

import (
	"errors"
	"slices"
	"testing"

	"muisto/memory"
	"muisto/memory/hippocampus"
)

func TestWhatIsForeseenIsWhatIsCaptured(t *testing.T) {
	enc := &echo{}
	m := newMind(t, enc)
	for i := range 3 {
		bring(t, m,
			say("a", at(17+i, 9, 0), memory.RoleUser, "the boiler is broken"),
			say("b", at(17+i, 9, 0), memory.RoleUser, "a heron at the canal"),
			say("b", at(17+i, 9, 0), memory.RoleAssistant, "How fine!"),
		)
	}
	var seen []hippocampus.Batch
	err := m.PreviewCapture(t.Context(), CaptureScope{}, func(b hippocampus.Batch) error {
		seen = append(seen, b)
		return nil
	})
	if err != nil || len(enc.batches) != 0 {
		t.Fatalf("%d calls, %v", len(enc.batches), err)
	}
	if report := capture(t, m, CaptureScope{}); report.Messages != 9 {
		t.Errorf("only %d messages were left to capture", report.Messages)
	}
	same := func(a, b hippocampus.Batch) bool {
		return slices.Equal(a.Messages, b.Messages) && slices.Equal(a.Context, b.Context)
	}
	if !slices.EqualFunc(seen, enc.batches, same) {
		t.Errorf("previewed %+v, captured %+v", seen, enc.batches)
	}
}

func TestForeseeingEndsWithALook(t *testing.T) {
	m := newMind(t, &echo{})
	bring(t, m, say("a", at(17, 9, 0), memory.RoleUser, "monday"), say("a", at(18, 9, 0), memory.RoleUser, "tuesday"))
	enough, looks := errors.New("enough"), 0
	err := m.PreviewCapture(t.Context(), CaptureScope{}, func(hippocampus.Batch) error { looks++; return enough })
	if !errors.Is(err, enough) || looks != 1 {
		t.Errorf("%d looks, %v", looks, err)
	}
}
