package config

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestSavingAModelMakesFileAndFolder(t *testing.T) {
	path := filepath.Join(t.TempDir(), "new", "muisto", "config.toml")
	if err := SaveModel(path, "llama3.2", "http://127.0.0.1:11434/v1", ""); err != nil {
		t.Fatal(err)
	}
	for p, want := range map[string]os.FileMode{path: 0o600, filepath.Dir(path): 0o700 | os.ModeDir} {
		info, err := os.Stat(p)
		if err != nil || info.Mode() != want {
			t.Errorf("%s: %v, %v", p, info.Mode(), err)
		}
	}
	c, err := Load(Sources{File: path})
	if err != nil {
		t.Fatal(err)
	}
	if c.Model.Name != "llama3.2" || c.Model.BaseURL != "http://127.0.0.1:11434/v1" || c.Model.Key != "" {
		t.Errorf("got %+v", c.Model)
	}
	text, err := os.ReadFile(path)
	if err != nil || !strings.Contains(string(text), "# quiet = \"90s\"") || strings.Count(string(text), "base_url =") != 1 {
		t.Errorf("%v:\n%s", err, text)
	}
}

func TestSavingAModelKeepsTheRest(t *testing.T) {
	for name, c := range map[string]struct{ before, after string }{
		"replaces": {
			"# mine\n[ui]\ntheme = \"dark\" # at night\n\n[model]\nname = \"old\" # why\nbase_url=\"http://old/v1\"\napi_key = 'sk-old'\n",
			"# mine\n[ui]\ntheme = \"dark\" # at night\n\n[model]\nname = \"new\" # why\nbase_url = \"http://new/v1\"\napi_key = \"sk-new\"\n",
		},
		"adds to the section": {
			"[model]\ntimeout = \"1m\"\n[ui]\ntheme = \"dark\"\n",
			"[model]\nname = \"new\"\nbase_url = \"http://new/v1\"\napi_key = \"sk-new\"\ntimeout = \"1m\"\n[ui]\ntheme = \"dark\"\n",
		},
		"adds a section": {
			"[ui]\ntheme = \"dark\"",
			"[ui]\ntheme = \"dark\"\n\n[model]\nname = \"new\"\nbase_url = \"http://new/v1\"\napi_key = \"sk-new\"\n",
		},
		"dotted keys": {
			"model.name = \"old\"\nmodel.base_url = \"http://old/v1\"\nmodel.api_key = \"k\"\n",
			"model.name = \"new\"\nmodel.base_url = \"http://new/v1\"\nmodel.api_key = \"sk-new\"\n",
		},
	} {
		t.Run(name, func(t *testing.T) {
			path := write(t, c.before, 0o600)
			if err := SaveModel(path, "new", "http://new/v1", "sk-new"); err != nil {
				t.Fatal(err)
			}
			got, err := os.ReadFile(path)
			if err != nil || string(got) != c.after {
				t.Errorf("%v\ngot\n%s\nwant\n%s", err, got, c.after)
			}
		})
	}
}

func TestSavingIntoALayoutThatCannotBeEditedKeepsTheValues(t *testing.T) {
	path := write(t, "model = { name = \"old\", timeout = \"1m\" }\nmemory.decay = 0.4\n", 0o644)
	if err := SaveModel(path, "new", "http://new/v1", "sk-new"); err != nil {
		t.Fatal(err)
	}
	c, err := Load(Sources{File: path})
	if err != nil {
		t.Fatal(err)
	}
	if c.Model.Name != "new" || c.Model.Key.Reveal() != "sk-new" || c.Model.Timeout.Minutes() != 1 || c.Memory.Decay != 0.4 {
		t.Errorf("got %+v", c)
	}
}

func TestSavingBuiltinTakesAddressAndKeyOut(t *testing.T) {
	path := write(t, "[model]\nname = \"old\"\nbase_url = \"http://old/v1\"\napi_key = \"sk-old\"\n", 0o600)
	if err := SaveModel(path, Builtin, "", ""); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(path)
	if err != nil || strings.Contains(string(text), "old") {
		t.Errorf("%v: %s", err, text)
	}
}

func TestAFaultyFileOrChoiceIsNotSavedOver(t *testing.T) {
	const faulty = "[model]\nnmae = \"x\"\n"
	path := write(t, faulty, 0o600)
	err := SaveModel(path, "new", "", "")
	if err == nil || !strings.Contains(err.Error(), "line 2") {
		t.Errorf("got %v", err)
	}
	if text, _ := os.ReadFile(path); string(text) != faulty {
		t.Errorf("overwritten: %s", text)
	}
	err = SaveModel(write(t, "", 0o600), "m", "nowhere", "sk-hush")
	if err == nil || !strings.Contains(err.Error(), "model.base_url must be an address") || strings.Contains(err.Error(), "hush") {
		t.Errorf("got %v", err)
	}
}

func TestALinkedFileStaysLinked(t *testing.T) {
	real := write(t, "", 0o600)
	link := filepath.Join(t.TempDir(), "config.toml")
	if err := os.Symlink(real, link); err != nil {
		t.Fatal(err)
	}
	if err := SaveModel(link, "new", "http://new/v1", ""); err != nil {
		t.Fatal(err)
	}
	info, err := os.Lstat(link)
	if err != nil || info.Mode()&os.ModeSymlink == 0 {
		t.Errorf("%v, %v", info.Mode(), err)
	}
	if text, _ := os.ReadFile(real); !strings.Contains(string(text), `name = "new"`) {
		t.Errorf("got %s", text)
	}
	left, err := os.ReadDir(filepath.Dir(real))
	if err != nil || len(left) != 1 {
		t.Errorf("left behind: %v, %v", left, err)
	}
}
