package hippocampus

import (
	"testing"

	"muisto/memory"
)

func TestASentenceHasAWord(t *testing.T) {
	for what, has := range map[string]bool{
		"": false, "\x00\u202e": false, "…?!": false, "\u200d": false, "- *": false,
		"a": true, "7": true, "東": true, "🎉": true,
	} {
		if hasWord(memory.OneLine(what)) != has {
			t.Errorf("%q", what)
		}
	}
}
