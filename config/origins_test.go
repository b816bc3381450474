package config

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// origins gives "value (origin)" by key.
func origins(t *testing.T, s Sources) map[string]string {
	t.Helper()
	c, err := Load(s)
	if err != nil {
		t.Fatal(err)
	}
	list, err := c.Origins(s)
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]string{}
	for _, shown := range list {
		all[shown.Key] = fmt.Sprintf("%v (%s)", shown.Value, shown.Origin)
	}
	return all
}

func TestEverySettingSaysWhereItCameFrom(t *testing.T) {
	none := Sources{Paths: Paths{File: filepath.Join(t.TempDir(), "none.toml"), Database: "/m.db"}}
	all := origins(t, none)
	if len(all) != len(settings()) {
		t.Errorf("%d of %d settings are shown", len(all), len(settings()))
	}
	for key, shown := range all {
		if !strings.HasSuffix(shown, " (default)") {
			t.Errorf("%s = %s, with nothing set", key, shown)
		}
	}
	path := write(t, "[model]\nname='f'\napi_key='sk-f'\ncontext_tokens=8192\n[capture]\nquiet='90s'\n[memory]\ndecay=0.3\n[recall]\nbudget=900\n", 0o600)
	both := env("OPENAI_API_KEY", "sk-env", "OPENAI_BASE_URL", "http://e/v1", "OPENAI_MODEL", "e")
	for name, tt := range map[string]struct {
		sources Sources
		want    map[string]string
	}{
		"the file": {Sources{File: path}, map[string]string{
			"model.name": "f (config file)", "model.api_key": "[hidden] (config file)", "model.context_tokens": "8192 (config file)",
			"model.base_url": "https://api.openai.com/v1 (default)", "capture.quiet": "90s (config file)", "memory.decay": "0.3 (config file)",
			"recall.budget": "900 (config file)", "memory.day_turn": "4 (default)", "model.timeout": "5m (default)", "ui.theme": "auto (default)",
		}},
		"the environment": {Sources{File: write(t, "", 0o600), Env: both}, map[string]string{
			"model.name": "e (environment)", "model.base_url": "http://e/v1 (environment)", "model.api_key": "[hidden] (environment)",
		}},
		"the file before it": {Sources{File: path, Env: both}, map[string]string{
			"model.name": "f (config file)", "model.base_url": "http://e/v1 (environment)", "model.api_key": "[hidden] (config file)",
		}},
		"flags before all": {Sources{File: path, Env: both, Flags: Flags{Model: "x", BaseURL: "http://b/v1/"}}, map[string]string{
			"model.name": "x (flag)", "model.base_url": "http://b/v1 (flag)", "model.api_key": "[hidden] (environment)",
		}},
		"the model inside": {Sources{File: path, Flags: Flags{Model: Builtin}}, map[string]string{
			"model.name": "builtin (flag)", "model.base_url": " (default)", "model.api_key": " (default)", "model.context_tokens": "8192 (config file)",
		}},
		"a name alone in the environment": {Sources{File: write(t, "", 0o600), Env: env("OPENAI_MODEL", "e")}, map[string]string{
			"model.name": "builtin (default)",
		}},
	} {
		t.Run(name, func(t *testing.T) {
			all := origins(t, tt.sources)
			for key, want := range tt.want {
				if all[key] != want {
					t.Errorf("%s = %s, want %s", key, all[key], want)
				}
			}
		})
	}
}

func TestASettingsFileIsMadeOnce(t *testing.T) {
	path := filepath.Join(t.TempDir(), "muisto", "config.toml")
	if err := Create(path); err != nil {
		t.Fatal(err)
	}
	if text, err := os.ReadFile(path); err != nil || string(text) != DefaultText() {
		t.Errorf("made %q, %v", text, err)
	}
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("%v, %v", info, err)
	}
	if err := os.WriteFile(path, []byte("# mine\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := Create(path); err != nil {
		t.Fatal(err)
	}
	if text, err := os.ReadFile(path); err != nil || string(text) != "# mine\n" {
		t.Errorf("what was there became %q, %v", text, err)
	}
}

func TestValuesAreShownAsTheFileGivesThem(t *testing.T) {
	for _, s := range settings() {
		c := defaults()
		if err := s.set(&c, s.get(c)); err != nil {
			t.Errorf("%s: what is shown cannot be set: %v", s.key, err)
		}
		if got, want := fmt.Sprint(s.get(c)), fmt.Sprint(s.preset); got != want {
			t.Errorf("%s is shown as %s, and documented as %s", s.key, got, want)
		}
	}
}
