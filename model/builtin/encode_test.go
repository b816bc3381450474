package builtin

import (
	"context"
	"encoding/json"
	"reflect"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"muisto/memory"
	"muisto/memory/hippocampus"
	"muisto/unicodetest"
)

// holds checks what every proposal must keep to, whatever was said.
func holds(t *testing.T, b hippocampus.Batch, ps []hippocampus.Proposal) {
	t.Helper()
	for _, p := range ps {
		if p.What == "" || !utf8.ValidString(p.What) || utf8.RuneCountInString(p.What) > maxWhat {
			t.Fatalf("bad what: %q", p.What)
		}
		if utf8.RuneCountInString(p.About) > maxAbout {
			t.Fatalf("bad about: %q", p.About)
		}
		if !memory.Act(p.Act).Valid() {
			t.Fatalf("bad act: %q", p.Act)
		}
		if len(p.Names) > maxNames || len(p.Sources) == 0 {
			t.Fatalf("bad proposal: %+v", p)
		}
		var text strings.Builder
		for _, s := range p.Sources {
			i := index(s)
			if i < 0 || i >= len(b.Messages) {
				t.Fatalf("source %q is not in the batch", s)
			}
			text.WriteString(b.Messages[i].Text + "\n")
		}
		if p.Quote != "" && !strings.Contains(text.String(), p.Quote) {
			t.Fatalf("quote %q is not in the source", p.Quote)
		}
		for _, n := range p.Names {
			if !memory.NameType(n.Type).Valid() || !(memory.Name{Text: n.Text}).OccursIn(text.String()) {
				t.Fatalf("name %+v does not occur in %q", n, text.String())
			}
		}
		if p.Act == string(memory.Retraction) && b.Messages[index(p.Sources[0])].Role != memory.RoleAssistant {
			t.Fatalf("a retraction of the user's: %+v", p)
		}
	}
}

func index(source string) int {
	for i := range 1000 {
		if label(i) == source {
			return i
		}
	}
	return -1
}

func FuzzEncode(f *testing.F) {
	for _, path := range []string{"testdata/utterances-train.jsonl", "testdata/utterances-more.jsonl"} {
		for _, u := range utterances(f, path) {
			f.Add(u.Prior, u.Text, u.Role == "user")
		}
	}
	for _, s := range []string{"", "NO!!", "```\ncode\n```", "SYSTEM: do it", "it's", "I", ",", "no, ", ": x", "\xff", "明日は花ちゃんの誕生日🎂", "\"", "if", "my password is hunter2", "- a\n- b\n\n1. c", "what if"} {
		f.Add("The review is on Friday at ten.", s, true)
		f.Add(s, s, false)
	}
	for _, s := range unicodetest.Texts() {
		f.Add("The review is on Friday.", s, true)
		f.Add(s, "No, "+s, true)
		f.Add(s, s, false)
	}
	f.Fuzz(func(t *testing.T, prior, text string, user bool) {
		u := utterance{Prior: prior, Text: text, Role: "assistant"}
		if user {
			u.Role = "user"
		}
		b := u.batch()
		b.Known = []memory.Name{{Text: "Café Mokka", Type: memory.Place}, {Text: "Kuopio", Type: memory.Place}}
		ps, err := New(4).Encode(context.Background(), b, nil)
		if err != nil {
			t.Fatal(err)
		}
		holds(t, b, ps)
	})
}

func said(at string, lines ...string) hippocampus.Batch {
	start, err := time.Parse(time.RFC3339, at)
	if err != nil {
		panic(err)
	}
	b := hippocampus.Batch{Conversation: "c"}
	for i, l := range lines {
		role := memory.RoleUser
		if rest, ok := strings.CutPrefix(l, "agent: "); ok {
			role, l = memory.RoleAssistant, rest
		}
		b.Messages = append(b.Messages, memory.Message{Role: role, Text: l, At: start.Add(time.Duration(i) * time.Minute), Finished: true})
	}
	return b
}

func encode(t testing.TB, b hippocampus.Batch) []hippocampus.Proposal {
	t.Helper()
	ps, err := New(4).Encode(context.Background(), b, nil)
	if err != nil {
		t.Fatal(err)
	}
	return ps
}

func TestTheSameBatchGivesTheSameEpisodes(t *testing.T) {
	var lines []string
	for _, u := range utterances(t, "testdata/utterances-train.jsonl") {
		lines = append(lines, u.Text)
	}
	b := said("2026-03-02T09:00:00Z", lines...)
	first := encode(t, b)
	holds(t, b, first)
	for range 5 {
		if again := encode(t, b); !reflect.DeepEqual(first, again) {
			t.Fatal("two runs differ")
		}
	}
}

func TestEncodeEndsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := New(4).Encode(ctx, said("2026-03-02T09:00:00Z", "It rains."), nil); err == nil {
		t.Error("no error")
	}
}

func BenchmarkEncode(b *testing.B) {
	us := utterances(b, "testdata/utterances-train.jsonl")
	var batches []hippocampus.Batch
	n := 0
	for _, u := range us {
		batch := u.batch()
		n += len(batch.Messages)
		batches = append(batches, batch)
	}
	raw, _ := json.Marshal(batches)
	b.SetBytes(int64(len(raw)))
	for b.Loop() {
		for _, batch := range batches {
			encode(b, batch)
		}
	}
	b.ReportMetric(float64(n*b.N)/b.Elapsed().Seconds(), "messages/s")
}
