package markdown

import (
	"strings"
	"testing"

	"muisto/ui/cell"
	"muisto/ui/look"
)

func BenchmarkDraw(b *testing.B) {
	r := NewRenderer(look.New(look.Dark, cell.ByGrapheme))
	for name, text := range map[string]string{
		"code 16 lines":       "```go\n" + strings.Repeat("x := call(a, b, \"text\") // and a comment\n", 16) + "```",
		"paragraph 80 words":  strings.Repeat("word ", 80),
		"paragraph 800 words": strings.Repeat("word ", 800),
	} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				r.Draw(text, 80)
			}
		})
	}
}
