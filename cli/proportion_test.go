//go:build unix

package cli

import (
	"strings"
	"syscall"
	"testing"
	"time"

	"muisto/memory"
	"muisto/memory/hippocampus"
	"muisto/memory/secret"
	"muisto/memory/voice"
	"muisto/memory/when"
	"muisto/model"
	"muisto/model/builtin"
)

// repeated are what texts are made of that led to looking at each part of them
// from each other part.
var repeated = []string{
	"'a ", "‘a ", "\"a b c d\" ", "\n", "Bob: yes\nAnn: no\n", "I: ", "a: b\n", "<a>\n", "<a></a>", "> ", "- - x", "a;b\n", "{\"a\":", "password = hunter2 ",
	"No, the launch is on Friday. ", "if x := f(y); x != nil {\n\treturn x.y[z] // why\n}\n", "12/5/2026 10:30 ", "a, ", "日本語",
}

// A text eight times as long may take some times as long, but not the square.
func TestReadingTakesTimeInProportionToTheText(t *testing.T) {
	if testing.Short() {
		t.Skip("it reads long texts")
	}
	const short, times, most = 4 << 10, 8, 24
	said := time.Date(2026, 5, 18, 9, 0, 0, 0, time.UTC)
	m := builtin.New(dayTurn)
	for name, read := range map[string]func(string){
		"voice":  func(s string) { voice.Says(s) },
		"when":   func(s string) { when.Find(s, said, dayTurn) },
		"redact": func(s string) { secret.Redact(s) },
		"encode": func(s string) {
			batch := hippocampus.Batch{Conversation: "c", Messages: []memory.Message{{Key: 1, ID: "1", Role: memory.RoleUser, At: said, Text: s}}}
			if _, err := hippocampus.Encode(t.Context(), m, m, batch, dayTurn); err != nil {
				t.Error(err)
			}
		},
		"reply": func(s string) {
			window := []memory.Message{{Key: 1, ID: "1", Role: memory.RoleUser, At: said, Text: s}}
			if _, err := m.Reply(t.Context(), model.Prompt{Window: window, Now: said}, func(string) {}); err != nil {
				t.Error(err)
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			for _, piece := range repeated {
				text := strings.Repeat(piece, times*short/len(piece))
				ratio := 0.0
				for range 3 { // others use the machine
					little, much := worked(t, read, text[:len(text)/times]), worked(t, read, text)
					if ratio = much / max(little, 0.005); ratio <= most {
						break
					}
				}
				if ratio > most {
					t.Errorf("%q: a text %d times as long takes %.0f times as long", piece, times, ratio)
				}
			}
		})
	}
}

// worked is for how many seconds a processor works to read a text.
func worked(t *testing.T, read func(string), text string) float64 {
	t.Helper()
	now := func() float64 {
		var u syscall.Rusage
		if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
			t.Fatal(err)
		}
		return float64(u.Utime.Nano()+u.Stime.Nano()) / 1e9
	}
	before := now()
	read(text)
	return now() - before
}
