package harmless

import (
	"bytes"
	"encoding/json"
	"testing"

	"pgregory.net/rapid"
)

func TestJSONSaysTheSameWithoutDrivingATerminal(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.OneOf(hostile(), rapid.String()).Draw(t, "text")
		whole, err := json.Marshal(text)
		if err != nil {
			t.Fatal(err)
		}
		var out bytes.Buffer
		w := JSON(&out)
		for rest := whole; len(rest) > 0; {
			n := rapid.IntRange(1, len(rest)).Draw(t, "n")
			if wrote, err := w.Write(rest[:n]); wrote != n || err != nil {
				t.Fatalf("wrote %d of %d, %v", wrote, n, err)
			}
			rest = rest[n:]
		}
		var want, got string
		if err := json.Unmarshal(whole, &want); err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal(out.Bytes(), &got); err != nil || got != want {
			t.Fatalf("%s says %q, want %q: %v", out.Bytes(), got, want, err)
		}
		for _, r := range out.String() {
			if r == 0x7f || isC1(r) || isUnseen(r) || isTag(r) || isLineBreak(r) {
				t.Fatalf("%q keeps %U", out.String(), r)
			}
		}
	})
}
