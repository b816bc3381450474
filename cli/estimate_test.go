package cli

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"muisto/memory"
	"muisto/memory/hippocampus"
	"muisto/memory/mind"
)

// The estimate is held to the batches that a capture makes.
func TestTheEstimateIsNearWhatACaptureTakes(t *testing.T) {
	e := newEndpoint(t, `{"episodes":[]}`)
	p := openParts(t, e.URL, "2026-05-18T12:00:00Z")
	at := time.Date(2026, 5, 1, 9, 0, 0, 0, time.UTC)
	var all []memory.Message
	for i := range 400 {
		all = append(all, memory.Message{
			Conversation: fmt.Sprint("c", i%3), ID: fmt.Sprint(i), Role: memory.RoleUser, At: at.Add(time.Duration(i) * 20 * time.Minute),
			Text: strings.Repeat("Some words that were said. ", 1+i%40*i%40),
		})
	}
	if _, err := p.store.Import(t.Context(), all); err != nil {
		t.Fatal(err)
	}
	before := p.newEstimate()
	for _, m := range all {
		before.add(m)
	}
	calls, tokens := int64(0), int64(0)
	if err := p.mind.PreviewCapture(t.Context(), mind.CaptureScope{}, func(b hippocampus.Batch) error {
		system, user := hippocampus.Prompt(b, nil)
		calls++
		tokens += int64(memory.Tokens(system) + memory.Tokens(user) + memory.Tokens(string(hippocampus.Schema())))
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	near := func(got, want int64) bool { return got*10 > want*7 && got*7 < want*10 }
	if before.calls != calls || !near(before.in(), tokens) {
		t.Errorf("estimated %d calls and %d tokens; it takes %d and %d", before.calls, before.in(), calls, tokens)
	}
	report, err := p.mind.Capture(t.Context(), mind.CaptureScope{}, func(mind.CaptureProgress) {})
	if err != nil || int64(report.Calls) != calls {
		t.Errorf("%d calls, %v", report.Calls, err)
	}
}

func TestAnEstimateOfWhatIsNewAlone(t *testing.T) {
	e := newEstimate(4096, 4)
	for i := range 10 {
		e.add(memory.Message{Conversation: fmt.Sprint(i), Text: "hello", At: time.Unix(0, 0)})
	}
	if e.share(5, 10); e.calls != 5 || e.messages != 5 {
		t.Errorf("%+v", e)
	}
	if e.share(0, 10); e.calls != 0 || e.in() != 0 || e.out() != 0 {
		t.Errorf("%+v", e)
	}
}

func TestEstimatesAreRounded(t *testing.T) {
	for n, want := range map[int64]string{0: "0", 99: "99", 123: "120", 1234: "1,200", 98_765: "99,000", 1_249_000: "1.2 million", 51_200_000: "51 million"} {
		if got := rounded(n); got != want {
			t.Errorf("%d is %s, want %s", n, got, want)
		}
	}
}
