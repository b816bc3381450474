package transcript

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
	"testing/fstest"

	"muisto/memory"
	"muisto/unicodetest"
)

// fuzz feeds a reader, and holds what it gives to what a store needs.
func fuzz(f *testing.F, format Format, samples ...string) {
	for _, name := range samples {
		content, err := os.ReadFile(filepath.Join("testdata", name))
		if err != nil {
			f.Fatal(err)
		}
		f.Add(content)
	}
	info, err := fs.Stat(fstest.MapFS{"a": {ModTime: written}}, "a")
	if err != nil {
		f.Fatal(err)
	}
	for _, s := range unicodetest.Texts() {
		line, err := json.Marshal(map[string]string{"at": "2026-05-18T09:00:00Z", "role": "user", "text": s, "content": s, "speaker": s, "conversation": s})
		if err != nil {
			f.Fatal(err)
		}
		f.Add(line)
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		file := &File{info: info, opts: Options{Zone: helsinki}, titles: map[string]string{}, most: 1 << 20}
		in := bufio.NewReader(bytes.NewReader(data))
		keep := func(m memory.Message) error {
			if !m.Role.Valid() || m.Conversation == "" || m.At.IsZero() || !inRange(m.At) && !inRange(m.At.UTC()) || !m.Finished {
				t.Fatalf("message %+v", m)
			}
			if format != JSONL && m.ID == "" {
				t.Fatalf("no id: %+v", m)
			}
			return nil
		}
		var err error
		switch format {
		case JSONL:
			err = file.readLines(in, keep)
		case ClaudeCode:
			err = file.readClaudeCode(in, keep)
		case Codex:
			err = file.readCodex(in, keep)
		default:
			err = file.readItems(in, format, keep)
		}
		if errors.Is(err, errStopped) {
			t.Fatal("nobody stopped it")
		}
	})
}

func FuzzJSONL(f *testing.F)   { fuzz(f, JSONL, "own.jsonl", "messages.jsonl") }
func FuzzChatGPT(f *testing.F) { fuzz(f, ChatGPT, "chatgpt.json", "chatgpt-one.json") }
func FuzzClaude(f *testing.F)  { fuzz(f, Claude, "claude.json") }
func FuzzClaudeCode(f *testing.F) {
	f.Add([]byte(codeLine("u", "user", human("<command-args>a</command-args> <system-reminder>b"))))
	f.Add([]byte(`{"type":"user","timestamp":1,"message":{"content":"no id"}}`))
	fuzz(f, ClaudeCode)
}

func FuzzCodex(f *testing.F) {
	f.Add([]byte(codexSaid(1, "user", "hi") + codexAt(2, "event_msg", `"type":"user_message","message":"hi"`)))
	fuzz(f, Codex)
}

func FuzzMessages(f *testing.F) { fuzz(f, Messages, "messages.json", "ollama.json", "messages.jsonl") }

// FuzzOpen finds out the form of anything, archives included.
func FuzzOpen(f *testing.F) {
	for _, name := range []string{"own.jsonl", "chatgpt-one.json", "claude.json", "messages.json"} {
		content, err := os.ReadFile(filepath.Join("testdata", name))
		if err != nil {
			f.Fatal(err)
		}
		f.Add(content)
	}
	archive, err := os.ReadFile(archiveOf(f, entry{"conversations.json", talk("a")}))
	if err != nil {
		f.Fatal(err)
	}
	f.Add(archive)
	f.Fuzz(func(t *testing.T, data []byte) {
		file, err := Open(fileOf(t, "a", string(data)), Options{})
		if err != nil {
			return
		}
		if file.Format() == "" || file.Format() == Auto {
			t.Fatalf("the form is %q", file.Format())
		}
		all(t, file)
	})
}
