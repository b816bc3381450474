package cli

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"muisto/crash"
	"muisto/memory"
	"muisto/memory/guard"
	"muisto/memory/hippocampus"
	"muisto/memory/recall"
	"muisto/memory/recall/vectors"
	"muisto/memory/secret"
	"muisto/memory/voice"
	"muisto/memory/when"
	"muisto/model"
	"muisto/model/builtin"
	"muisto/transcript"
	"muisto/ui/cell"
	"muisto/ui/look"
	"muisto/ui/markdown"
)

// TestEveryMessageOfAFolderIsRead puts every message of the JSON and JSONL files
// in a folder through all that reads text. It is run by hand:
//
//	MUISTO_DATA=FOLDER go test ./cli -run TestEveryMessageOfAFolderIsRead -timeout 60m
func TestEveryMessageOfAFolderIsRead(t *testing.T) {
	folder := os.Getenv("MUISTO_DATA")
	if folder == "" {
		t.Skip("MUISTO_DATA names no folder")
	}
	files, err := filepath.Glob(filepath.Join(folder, "*.json*"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no files in %s: %v", folder, err)
	}
	for _, name := range files {
		t.Run(filepath.Base(name), func(t *testing.T) {
			texts := textsIn(t, name)
			if len(texts) == 0 {
				t.Fatal("it holds no message")
			}
			words, err := vectors.Builtin()
			if err != nil {
				t.Fatal(err)
			}
			r := textReader{words: words, draw: markdown.NewRenderer(look.New(look.Dark, cell.ByGrapheme)), model: builtin.New(dayTurn)}
			for i, text := range texts {
				before := ""
				if i > 0 {
					before = texts[i-1]
				}
				if err := (crash.Log{}).Catch("read it", func() error { return r.read(t, before, text) }); err != nil {
					t.Errorf("message %d, %q: %v", i+1, text, err)
				}
			}
			if err := asFile(t, texts); err != nil {
				t.Error(err)
			}
			t.Logf("%d messages", len(texts))
		})
	}
}

// textsIn are the texts of the messages in a file, in order.
func textsIn(t *testing.T, name string) []string {
	t.Helper()
	file, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	var texts []string
	for d := json.NewDecoder(file); ; {
		var value any
		if err := d.Decode(&value); errors.Is(err, io.EOF) {
			return texts
		} else if err != nil {
			t.Fatal(err)
		}
		texts = addTexts(texts, value)
	}
}

func addTexts(texts []string, value any) []string {
	switch v := value.(type) {
	case []any:
		for _, e := range v {
			texts = addTexts(texts, e)
		}
	case map[string]any:
		for key, e := range v {
			if text, ok := e.(string); ok && (key == "text" || key == "content") {
				texts = append(texts, text)
				continue
			}
			texts = addTexts(texts, e)
		}
	}
	return texts
}

// dayTurn is the usual hour.
const dayTurn = 4

// textReader is all that reads text.
type textReader struct {
	draw  *markdown.Renderer
	model builtin.Model
	words *vectors.Table
}

func (r textReader) read(t *testing.T, before, text string) error {
	said := time.Date(2026, 5, 18, 9, 0, 0, 0, time.UTC)
	when.Find(text, said, dayTurn)
	guard.Fenced(secret.Redact(guard.Plain(text)))
	end := 0
	for _, s := range voice.Spans(text) {
		end = s.End
	}
	if end != len(text) {
		return fmt.Errorf("its parts end at %d of %d", end, len(text))
	}
	for _, block := range markdown.Split(text) {
		r.draw.Draw(block.Text, 80)
	}
	for _, role := range []memory.Role{memory.RoleUser, memory.RoleAssistant} {
		batch := hippocampus.Batch{Conversation: "c", Messages: []memory.Message{
			{Key: 1, ID: "1", Role: memory.RoleAssistant, At: said, Text: before},
			{Key: 2, ID: "2", Role: role, At: said.Add(time.Minute), Text: text},
		}}
		if _, err := hippocampus.Encode(t.Context(), r.model, r.model, batch, dayTurn); err != nil {
			return err
		}
		_, err := r.model.Reply(t.Context(), model.Prompt{Window: batch.Messages, Now: said.Add(time.Hour)}, func(string) {})
		if err != nil {
			return err
		}
	}
	index := recall.NewIndex(recall.Slice{}, r.words, recall.Options{Decay: memory.DefaultDecay, DayTurn: dayTurn})
	index.Add([]memory.Episode{{ID: 1, What: text, LastAt: said, Lifespan: 3}})
	_, err := index.Recall(t.Context(), recall.Cue{Text: text, Before: []string{before}, Now: said, Limit: 3})
	return err
}

// asFile has the texts imported from a file of ours.
func asFile(t *testing.T, texts []string) error {
	var b strings.Builder
	for i, text := range texts {
		line, err := json.Marshal(map[string]string{"at": "2026-05-18T09:00:00Z", "role": "user", "text": text, "conversation": "c", "id": fmt.Sprint(i)})
		if err != nil {
			return err
		}
		b.Write(append(line, '\n'))
	}
	name := filepath.Join(t.TempDir(), "all.jsonl")
	if err := os.WriteFile(name, []byte(b.String()), 0o600); err != nil {
		return err
	}
	file, err := transcript.Open(name, transcript.Options{})
	if err != nil {
		return err
	}
	for _, err := range file.Messages() {
		if err != nil {
			return err
		}
	}
	return nil
}
