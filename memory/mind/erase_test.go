package mind

import (
	"bytes"
	"context"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"muisto/memory"
	"muisto/memory/neocortex"
	"muisto/memory/store"
)

// traces gives the files beside the memory, it among them, that hold the text.
func traces(t *testing.T, m *Mind, text string) []string {
	t.Helper()
	var found []string
	err := filepath.WalkDir(filepath.Dir(m.Store.Path()), func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := os.ReadFile(path)
		if bytes.Contains(bytes.ToLower(data), []byte(strings.ToLower(text))) {
			found = append(found, filepath.Base(path))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return found
}

func TestEraseLeavesNoByteOfTheText(t *testing.T) {
	m, fact := withFact(t)
	ctx := context.WithoutCancel(t.Context())
	bring(t, m, say("b", at(18, 10, 0), memory.RoleUser, "The canoe is in Savonlinna."))
	capture(t, m, CaptureScope{})
	if _, err := m.Correct(ctx, fact.ID, "The Heron launch is on Monday at the Quellmoor."); err != nil {
		t.Fatal(err)
	}
	if got := recalled(t, m, "where is the Heron launch?"); !strings.Contains(got, "Quellmoor") {
		t.Fatalf("recalled %q", got)
	}
	// A copy as from before a migration, and what a crash may leave of one.
	for _, name := range []string{".bak-1", ".part-123"} {
		if err := m.Store.Backup(ctx, m.Store.Path()+name); err != nil {
			t.Fatal(err)
		}
	}
	target := store.Targets{Facts: []memory.FactID{standing(t, m)[0].ID, fact.ID}}
	going, err := m.PreviewErase(ctx, target)
	if err != nil || len(going.Messages) != 2 || len(going.Episodes) != 2 || len(going.Facts) != 2 {
		t.Fatalf("previewed %+v, %v", going, err)
	}
	if len(traces(t, m, "Heron")) == 0 {
		t.Fatal("there is nothing to erase")
	}
	gone, err := m.Erase(ctx, target)
	if err != nil || len(gone.Messages) != 2 || len(gone.Episodes) != 2 || len(gone.Facts) != 2 {
		t.Fatalf("gone %+v, %v", gone, err)
	}
	for _, text := range []string{"Heron", "launch", "Quellmoor", "Friday"} {
		if files := traces(t, m, text); len(files) > 0 {
			t.Errorf("%q is left in %v", text, files)
		}
	}
	if got := recalled(t, m, "where is the Heron launch?"); strings.Contains(got, "Heron") {
		t.Errorf("recalled %q", got)
	}
	if len(traces(t, m, "Savonlinna")) == 0 {
		t.Error("more is gone than was asked for")
	}
	health, err := m.Store.Health(ctx)
	if err != nil || len(health.Troubles) > 0 {
		t.Errorf("the file is not sound: %v, %v", health.Troubles, err)
	}
	if _, err := m.Sleep(ctx, "month", func(neocortex.Progress) {}); err != nil {
		t.Error(err)
	}
	if facts := standing(t, m); len(facts) != 0 && strings.Contains(facts[0].Text, store.Erased) {
		t.Errorf("facts %+v", facts)
	}
	if again, err := m.PreviewErase(ctx, target); err != nil || len(again.Messages)+len(again.Episodes)+len(again.Facts) != 0 {
		t.Errorf("going again %+v, %v", again, err)
	}
	if report, err := m.Store.Import(ctx, []memory.Message{say("a", at(18, 9, 0), memory.RoleUser, "other words")}); err != nil || report.Messages != 1 {
		t.Errorf("import after an erase: %+v, %v", report, err)
	}
}

func TestErasingAMessageTakesWhatRestsOnIt(t *testing.T) {
	m, fact := withFact(t)
	messages, err := m.Store.MessagesNamed(t.Context(), "m1")
	if err != nil || len(messages) != 1 {
		t.Fatalf("messages %+v, %v", messages, err)
	}
	gone, err := m.Erase(t.Context(), store.Targets{Messages: []int64{messages[0].Key}})
	if err != nil || len(gone.Episodes) != 1 || len(gone.Facts) != 1 || gone.Facts[0].ID != fact.ID {
		t.Errorf("gone %+v, %v", gone, err)
	}
	if len(standing(t, m)) != 0 {
		t.Error("the fact stands")
	}
}

func TestErasingTakesTheRepliesThatRepeatIt(t *testing.T) {
	tests := []struct {
		name, said, reply string
		gone              bool
	}{
		{"a whole sentence", "The spare key lies under the third stone.", "I see: The spare key lies under the third stone, then.", true},
		{"a secret", "My password is hunter2.", "I had better not keep hunter2.", true},
		{"nothing of it", "The spare key lies under the third stone.", "Good to hear.", false},
		{"a short sentence", "It is cold. The spare key lies under a stone.", "It is cold here, too.", true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			m := newMind(t, &echo{})
			bring(t, m, say("a", at(18, 9, 0), memory.RoleUser, tt.said), say("a", at(18, 9, 1), memory.RoleAssistant, tt.reply))
			other := say("b", at(18, 10, 0), memory.RoleUser, tt.said+" I say it to somebody else.")
			bring(t, m, other)
			messages, err := m.Store.MessagesNamed(t.Context(), "m1")
			if err != nil || len(messages) != 1 {
				t.Fatalf("messages %+v, %v", messages, err)
			}
			target := store.Targets{Messages: []int64{messages[0].Key}}
			going, err := m.PreviewErase(t.Context(), target)
			if err != nil {
				t.Fatal(err)
			}
			gone, err := m.Erase(t.Context(), target)
			if err != nil || len(gone.Messages) != 1 || len(gone.Replies) != len(going.Replies) || (len(gone.Replies) == 1) != tt.gone {
				t.Errorf("previewed %+v, gone %+v, %v", going.Replies, gone.Replies, err)
			}
			if len(traces(t, m, "somebody else")) == 0 {
				t.Error("what the person said elsewhere is gone without being named")
			}
		})
	}
}
