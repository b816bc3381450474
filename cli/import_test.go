package cli

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"muisto/memory/store"
	"muisto/transcript"
)

// writeExport writes an export of ChatGPT of about size bytes, with all that real
// ones carry along.
func writeExport(b *testing.B, size int) string {
	b.Helper()
	r := rand.New(rand.NewSource(1))
	words := strings.Fields("the launch is on Friday and Tomas said that Bergen would do because nobody in Lisbon had answered about the train")
	text := func(n int) string {
		var list []string
		for range n {
			list = append(list, words[r.Intn(len(words))])
		}
		return strings.Join(list, " ")
	}
	var out bytes.Buffer
	out.WriteString("[")
	for c := 0; out.Len() < size; c++ {
		if c > 0 {
			out.WriteString(",")
		}
		at := 1.6e9 + float64(c)*30_000
		fmt.Fprintf(&out, `{"title":%q,"create_time":%f,"mapping":{"root":{"message":null,"parent":null}`, text(4), at)
		last := "root"
		for i := range 4 + r.Intn(40) {
			role, length := "user", 30
			if i%2 == 1 {
				role, length = "assistant", 180
			}
			id := fmt.Sprintf("%08x-%d", r.Uint32(), i)
			fmt.Fprintf(&out, `,%q:{"id":%q,"message":{"id":%q,"author":{"role":%q,"name":null,"metadata":{}},"create_time":%f,"update_time":null,`+
				`"content":{"content_type":"text","parts":[%q]},"status":"finished_successfully","end_turn":true,"weight":1.0,`+
				`"metadata":{"citations":[],"model_slug":"x","finish_details":{"type":"stop","stop_tokens":[1]},"is_complete":true},"recipient":"all"},"parent":%q,"children":[]}`,
				id, id, id, role, at+float64(i)*30, text(length), last)
			last = id
		}
		fmt.Fprintf(&out, `},"current_node":%q,"conversation_id":"c-%d"}`, last, c)
	}
	out.WriteString("]")
	path := filepath.Join(b.TempDir(), "conversations.json")
	if err := os.WriteFile(path, out.Bytes(), 0o600); err != nil {
		b.Fatal(err)
	}
	return path
}

// BenchmarkImport brings in a generated export of 16 MiB. The goal is 300 MB in
// under 30 s, which is ten megabytes a second.
func BenchmarkImport(b *testing.B) {
	path := writeExport(b, 16<<20)
	info, err := os.Stat(path)
	if err != nil {
		b.Fatal(err)
	}
	b.SetBytes(info.Size())
	for b.Loop() {
		b.StopTimer()
		memory, err := store.Open(b.Context(), filepath.Join(b.TempDir(), "muisto.db"), store.Options{})
		if err != nil {
			b.Fatal(err)
		}
		b.StartTimer()
		file, err := transcript.Open(path, transcript.Options{Zone: time.UTC})
		if err != nil {
			b.Fatal(err)
		}
		report, err := memory.ImportStream(b.Context(), store.Incoming{Messages: file.Messages(), Title: file.Title})
		if err != nil || report.Messages == 0 {
			b.Fatalf("%+v, error %v", report, err)
		}
		b.StopTimer()
		if err := memory.Close(); err != nil {
			b.Fatal(err)
		}
		b.StartTimer()
	}
}

// BenchmarkReadExport is the reading alone.
func BenchmarkReadExport(b *testing.B) {
	path := writeExport(b, 16<<20)
	info, err := os.Stat(path)
	if err != nil {
		b.Fatal(err)
	}
	b.SetBytes(info.Size())
	for b.Loop() {
		file, err := transcript.Open(path, transcript.Options{Zone: time.UTC})
		if err != nil {
			b.Fatal(err)
		}
		for _, err := range file.Messages() {
			if err != nil {
				b.Fatal(err)
			}
		}
	}
}

func TestTheFormatsAreListed(t *testing.T) {
	if got := formats(); got != "auto, jsonl, chatgpt, claude, messages, claude-code or codex" {
		t.Errorf("%s", got)
	}
	data, err := json.Marshal(importJSON{})
	if want := `{"conversations":0,"messages":0,"duplicates":0,"skipped":0}`; err != nil || string(data) != want {
		t.Errorf("%s, error %v", data, err)
	}
}
