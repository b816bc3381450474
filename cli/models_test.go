package cli

import (
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"muisto/chat"
	"muisto/config"
	"muisto/ui"
)

func TestModelsOfTheEndpointCanBeChosen(t *testing.T) {
	e := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if _, err := w.Write([]byte(`{"data":[{"id":"other"},{"id":"fake"}]}`)); err != nil {
			t.Error(err)
		}
	}))
	defer e.Close()
	p := openParts(t, e.URL, "2026-05-18T12:00:00Z")
	session, err := p.session(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	m := &models{parts: p, session: session}
	defer m.close()
	var _ ui.Models = m
	if names, err := m.List(t.Context()); err != nil || !slices.Equal(names, []string{config.Builtin, "fake", "other"}) {
		t.Errorf("models %q, %v", names, err)
	}
	for _, tt := range []struct{ name, note, fault string }{
		{"other", "still made by fake", ""}, {"none", "", "no model called none; it has fake, other"},
		{config.Builtin, "still made by fake", ""}, {"fake", "", ""},
	} {
		note, err := m.Use(t.Context(), tt.name)
		switch {
		case tt.fault != "":
			if err == nil || !strings.Contains(err.Error(), tt.fault) {
				t.Errorf("%s: %v", tt.name, err)
			}
		case err != nil || !strings.Contains(note, tt.note) || session.ModelName() != tt.name:
			t.Errorf("%s: %q, %v; the model is %s", tt.name, note, err, session.ModelName())
		}
	}
	if _, err := m.Use(t.Context(), config.Builtin); err != nil {
		t.Fatal(err)
	}
	if turn, err := session.Turn(t.Context(), "Hello!", func(chat.Event) {}); err != nil || turn.Reply.Text == "" {
		t.Errorf("the built-in model: %+v, %v", turn, err)
	}
	if err := session.Close(); err != nil {
		t.Error(err)
	}
}

func TestAnEndpointThatDoesNotTellItsModels(t *testing.T) {
	e := httptest.NewServer(http.NotFoundHandler())
	defer e.Close()
	p := openParts(t, e.URL, "2026-05-18T12:00:00Z")
	session, err := p.session(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer session.Close()
	m := &models{parts: p, session: session}
	defer m.close()
	if names, err := m.List(t.Context()); err == nil || !slices.Equal(names, []string{config.Builtin, "fake"}) {
		t.Errorf("models %q, %v", names, err)
	}
	if _, err := m.Use(t.Context(), "other"); err != nil || session.ModelName() != "other" {
		t.Errorf("the model is %s, %v", session.ModelName(), err)
	}
}

func TestFilesForTheScreen(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "talk.jsonl")
	if err := os.WriteFile(path, []byte(`{"at":"2026-05-18T09:00:00Z","role":"user","text":"Hello!"}`+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	e := newEndpoint(t, `{"episodes":[]}`)
	p := openParts(t, e.URL, "2026-05-18T12:00:00Z")
	var f ui.Files = files{p}
	share := 0.0
	progress := func(s float64) { share = s }
	in, err := f.PreviewImport(t.Context(), path, progress)
	if err != nil || in.Messages != 1 || in.Conversations != 1 || in.Calls != 1 || in.Tokens == 0 || in.Model != "fake" || share != 1 {
		t.Errorf("it would bring %+v, %v; read %v", in, err, share)
	}
	if in, err := f.Import(t.Context(), path, progress); err != nil || in.Messages != 1 {
		t.Errorf("it brought %+v, %v", in, err)
	}
	if in, err := f.PreviewImport(t.Context(), path, progress); err != nil || in.Messages != 0 || in.Duplicates != 1 || in.Calls != 0 {
		t.Errorf("it would bring %+v, %v", in, err)
	}
	if _, err := f.Import(t.Context(), filepath.Join(dir, "nowhere"), progress); err == nil || !strings.Contains(err.Error(), "nothing was imported") {
		t.Errorf("error %v", err)
	}
	for form, want := range map[string]string{"jsonl": `"type":"muisto"`, "md": "# What is known"} {
		out := filepath.Join(dir, "out."+form)
		if err := f.Export(t.Context(), out, form); err != nil {
			t.Fatal(err)
		}
		text, err := os.ReadFile(out)
		if err != nil || !strings.Contains(string(text), want) {
			t.Errorf("%s: %s, %v", form, text, err)
		}
		if err := f.Export(t.Context(), out, form); err == nil || !strings.Contains(err.Error(), "there already") {
			t.Errorf("error %v", err)
		}
	}
}

func TestAFileAtHome(t *testing.T) {
	t.Setenv("HOME", "/home/noor")
	for name, want := range map[string]string{"~/a b.zip": "/home/noor/a b.zip", "~": "/home/noor", "~x": "~x", "a~/b": "a~/b", "/a": "/a"} {
		if got := atHome(name); got != want {
			t.Errorf("%s is %s, want %s", name, got, want)
		}
	}
}
