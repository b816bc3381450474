package secret

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestSecretsAreFound(t *testing.T) {
	for text, want := range map[string][]string{
		"my password is hunter2":                           {"hunter2"},
		"The PIN for the gate is 9911. Nice.":              {"9911"},
		"key sk-proj-abcdefghijklmnop1234567890":           {"sk-proj-abcdefghijklmnop1234567890"},
		"my password is hunter2 and the PIN is 9911, ok":   {"hunter2", "9911"},
		"nothing to see":                                   nil,
		"a mark like [secret] and the password is hunter2": {"hunter2"},
	} {
		if got := Find(text); !slices.Equal(got, want) {
			t.Errorf("%q has %q, want %q", text, got, want)
		}
	}
}

func TestSecretsStandInTheText(t *testing.T) {
	piece := rapid.OneOf(rapid.SampledFrom([]string{"password is hunter2", " PIN is 9911 ", "[secret]", "4111 1111 1111 1111", "\n", ". "}), rapid.String())
	rapid.Check(t, func(rt *rapid.T) {
		text := strings.Join(rapid.SliceOfN(piece, 0, 6).Draw(rt, "text"), "")
		for _, s := range Find(text) {
			if s == "" || !strings.Contains(text, s) {
				rt.Fatalf("%q is not in %q", s, text)
			}
		}
	})
}
