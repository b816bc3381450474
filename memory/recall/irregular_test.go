package recall

import (
	"strings"
	"testing"
)

func TestIrregularFormsAreOneWord(t *testing.T) {
	for _, c := range []struct{ said, asked string }{
		{"The user bought a kayak.", "what did I buy?"},
		{"The user flew out at dawn.", "when was the last time of flying?"},
		{"The user's children are in a choir.", "which child is it?"},
		{"The mice came back to the cabin.", "was it a mouse?"},
		{"The user taught knitting for years.", "who teaches?"},
	} {
		if got := texts(t, remember(t, moments(c.said)), Cue{Text: c.asked}); len(got) != 1 {
			t.Errorf("%q does not find %q", c.asked, c.said)
		}
	}
}

func TestEveryFormHasOneBase(t *testing.T) {
	seen := map[string]string{}
	for family := range strings.SplitSeq(irregularForms, ";") {
		forms := strings.Fields(family)
		for _, f := range forms[1:] {
			if was, twice := seen[f]; twice {
				t.Errorf("%q is a form of %q and of %q", f, was, forms[0])
			}
			seen[f] = forms[0]
		}
	}
}
