package mind

import (
	"context"
	"fmt"
	"testing"

	"muisto/memory"
	"muisto/memory/hippocampus"
)

// sluggish is an encoder at an endpoint that answers in time about no more than a
// number of messages.
type sluggish struct {
	most  int
	asked []int
}

func (s *sluggish) Encode(_ context.Context, b hippocampus.Batch, _ []string) ([]hippocampus.Proposal, error) {
	s.asked = append(s.asked, len(b.Messages))
	if len(b.Messages) > s.most {
		return nil, fmt.Errorf("it took too long: %w", hippocampus.ErrSlow)
	}
	return reading{}.Encode(context.Background(), b, nil)
}

func TestABatchThatIsNeverAnsweredInTimeIsHalvedAndThenDoneInside(t *testing.T) {
	for _, most := range []int{2, 1, 0} {
		s := &sluggish{most: most}
		m := newMind(t, s)
		m.Builtin, m.Endpoint = reading{}, true
		for i, text := range []string{"My home is Oulu.", "My diet is vegan.", "My job is nursing.", "My car is red."} {
			bring(t, m, say("a", at(18, 9, i), memory.RoleUser, text))
		}
		captured, slow := 0, 0
		for range 20 {
			report, err := m.Capture(t.Context(), CaptureScope{}, func(CaptureProgress) {})
			if err != nil {
				slow++
			}
			captured += report.Messages
			if report.SetAside > 0 {
				t.Errorf("at most %d: %d set aside", most, report.SetAside)
			}
			if captured == 4 {
				break
			}
		}
		if captured != 4 || slow == 0 || slow > 12 {
			t.Errorf("at most %d: %d captured after %d times too slow; asked %v", most, captured, slow, s.asked)
		}
		if most == 0 && s.asked[len(s.asked)-1] != 1 {
			t.Errorf("the last batch asked about has %d messages", s.asked[len(s.asked)-1])
		}
	}
}
