package config

import (
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/pelletier/go-toml/v2"
)

func write(t *testing.T, text string, mode os.FileMode) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "config.toml")
	if err := os.WriteFile(path, []byte(text), mode); err != nil {
		t.Fatal(err)
	}
	return path
}

func env(pairs ...string) func(string) string {
	return func(key string) string {
		for i := 0; i < len(pairs); i += 2 {
			if pairs[i] == key {
				return pairs[i+1]
			}
		}
		return ""
	}
}

func TestWithNothingSetTheDefaultsHold(t *testing.T) {
	paths := Paths{File: filepath.Join(t.TempDir(), "none.toml"), Database: "/data/muisto.db"}
	c, err := Load(Sources{Paths: paths})
	if err != nil {
		t.Fatal(err)
	}
	want := Config{
		Database: "/data/muisto.db",
		Model: Model{
			Name: Builtin, Origin: FromNowhere, ContextTokens: 4096,
			Timeout: 5 * time.Minute, Silence: 2 * time.Minute, Thinking: "auto",
		},
		Capture: Capture{Quiet: 90 * time.Second},
		Memory:  Memory{Decay: 0.5, DayTurn: 4, StateDays: 90, NightCalls: 50},
		Recall:  Recall{Budget: 800},
		Prices:  Prices{Currency: "$"},
		UI:      UI{Theme: ThemeAuto, Mouse: "on", Notify: "off"},
	}
	if !reflect.DeepEqual(c, want) {
		t.Errorf("got  %+v\nwant %+v", c, want)
	}
}

func TestDefaultPathsAreAbsolute(t *testing.T) {
	p := DefaultPaths()
	if !filepath.IsAbs(p.File) || !strings.HasSuffix(p.File, filepath.Join("muisto", "config.toml")) {
		t.Errorf("file %q", p.File)
	}
	if !filepath.IsAbs(p.Database) || !strings.HasSuffix(p.Database, filepath.Join("muisto", "muisto.db")) {
		t.Errorf("database %q", p.Database)
	}
}

func TestTheFileSets(t *testing.T) {
	path := write(t, `
[model]
name = "llama3.2"
base_url = "http://127.0.0.1:11434/v1/"
context_tokens = 8192
timeout = "90s"
silence = "45s"
embeddings = "nomic-embed-text"
[capture]
quiet = "5s"
[memory]
decay = 0.3
day_turn = 0
state_days = 30
night_calls = 7
[recall]
budget = 1200
[chat]
user_name = "Päivi"
[prices]
models = "gpt-5-mini 0.25 2,llama3.2 0 0.000"
currency = "€"
[ui]
theme = "dark"
`, 0o644)
	c, err := Load(Sources{File: path, Flags: Flags{DB: "/tmp/x.db"}})
	if err != nil {
		t.Fatal(err)
	}
	want := Config{
		File: path, Database: "/tmp/x.db",
		Model: Model{
			Name: "llama3.2", BaseURL: "http://127.0.0.1:11434/v1", Origin: FromFile, ContextTokens: 8192,
			Timeout: 90 * time.Second, Silence: 45 * time.Second, Thinking: "auto", Embeddings: "nomic-embed-text",
		},
		Capture: Capture{Quiet: 5 * time.Second},
		Memory:  Memory{Decay: 0.3, DayTurn: 0, StateDays: 30, NightCalls: 7},
		Recall:  Recall{Budget: 1200},
		Chat:    Chat{UserName: "Päivi"},
		Prices:  Prices{Models: "gpt-5-mini 0.25 2,llama3.2 0 0.000", Currency: "€"},
		UI:      UI{Theme: ThemeDark, Mouse: "on", Notify: "off"},
	}
	if !reflect.DeepEqual(c, want) {
		t.Errorf("got  %+v\nwant %+v", c, want)
	}
	if got := c.Prices.List(); !slices.Equal(got, []Price{{"gpt-5-mini", 0.25, 2}, {"llama3.2", 0, 0}}) {
		t.Errorf("prices %+v", got)
	}
}

func TestAFaultyFileIsNamedWithLineAndKey(t *testing.T) {
	for name, c := range map[string]struct{ text, want string }{
		"unknown key":       {"[model]\nname = \"x\"\ncolour = 1\n", "line 3: there is no setting model.colour"},
		"misspelt":          {"[capture]\nquite = \"90s\"", "line 2: there is no setting capture.quite; did you mean capture.quiet?"},
		"in wrong section":  {"[recall]\nquiet = \"90s\"", "line 2: there is no setting recall.quiet; did you mean capture.quiet?"},
		"at the top":        {"quiet = \"90s\"", "line 1: there is no setting quiet; did you mean capture.quiet?"},
		"unknown section":   {"\n[modle]\n", "line 2: there is no setting modle"},
		"quoted key":        {"\"capture.quiet\" = \"90s\"", "line 1: there is no setting \"capture.quiet\""},
		"list of sections":  {"[[model]]\nname = \"x\"", "line 1: model is a section; write [model]"},
		"section as value":  {"model = 3", "line 1: model is a section; write [model]"},
		"setting as table":  {"[model.name]\nx = 1", "line 1: model.name is a setting, not a section"},
		"braces":            {"memory = { decay = 0.5,\tday_turn = 24 }", "line 1: memory.day_turn must be a whole number from 0 to 23, not 24"},
		"dotted":            {"# hello\nmemory.decay = 2", "line 2: memory.decay must be a number from 0.1 to 0.8, not 2"},
		"wrong type":        {"[model]\nname = 5", "line 2: model.name must be text in quotes, not 5"},
		"not a time":        {"[capture]\nquiet = 90", `line 2: capture.quiet must be a time from 5s to 1h, such as "90s" or "2m", not 90`},
		"too short":         {"[capture]\nquiet = \"4s\"", `not "4s"`},
		"too long":          {"[capture]\nquiet = \"61m\"", `not "61m"`},
		"nan":               {"[memory]\ndecay = nan", "line 2: memory.decay must be a number from 0.1 to 0.8, not NaN"},
		"fraction":          {"[memory]\nday_turn = 4.5", "memory.day_turn must be a whole number from 0 to 23, not 4.5"},
		"small window":      {"[model]\ncontext_tokens = 100", "model.context_tokens must be a whole number from 1024"},
		"vim":               {"[ui]\nvim = \"yes\"", `line 2: ui.vim must be true or false, not "yes"`},
		"mouse":             {"[ui]\nmouse = true", `line 2: ui.mouse must be "on" or "off", not true`},
		"notify":            {"[ui]\nnotify = \"mail\"", `line 2: ui.notify must be "off", "bell" or "desktop", not "mail"`},
		"theme":             {"[ui]\ntheme = \"pink\"", `line 2: ui.theme must be "auto", "dark" or "light", not "pink"`},
		"one price":         {"[prices]\nmodels = \"gpt-5-mini 1\"", "line 2: prices.models must list a model and two prices from 0 to 1000000 each"},
		"a price below 0":   {"[prices]\nmodels = \"a 1 2, b 1 -2\"", `such as "gpt-5-mini 0.25 2", not "b 1 -2"`},
		"a price of NaN":    {"[prices]\nmodels = \"a NaN 2\"", `not "a NaN 2"`},
		"list":              {"[ui]\ntheme = [1]", "not a list"},
		"no address":        {"[model]\nbase_url = \"localhost:11434\"", "line 2: model.base_url must be an address like https://"},
		"ftp":               {"[model]\nbase_url = \"ftp://x/v1\"", "must be an address like https://"},
		"password in it":    {"[model]\nbase_url = \"https://me:pw@x/v1\"", "must not hold a name or password"},
		"control in name":   {"[model]\nname = \"a\\u001b[31mb\"", "must be plain text"},
		"control in key":    {"\"a\\u001b]0;x\\u0007\" = 1", "there is no setting \"a"},
		"not TOML":          {"[model]\nname = \n", "line 2, column"},
		"key given twice":   {"[ui]\ntheme = \"dark\"\ntheme = \"light\"", "theme"},
		"long name":         {"[chat]\nuser_name = \"" + strings.Repeat("x", 201) + "\"", "must be 200 characters at most, not 201"},
		"state for no days": {"[memory]\nstate_days = 0", "memory.state_days must be a whole number from 1"},
	} {
		t.Run(name, func(t *testing.T) {
			path := write(t, c.text, 0o600)
			_, err := Load(Sources{File: path})
			if err == nil {
				t.Fatal("no error")
			}
			if !strings.Contains(err.Error(), c.want) || !strings.Contains(err.Error(), path) {
				t.Errorf("got  %s\nwant %s", err, c.want)
			}
			if strings.ContainsAny(err.Error(), "\n\x1b\a") || strings.Contains(err.Error(), "pw@") {
				t.Errorf("unfit to show: %q", err)
			}
		})
	}
}

func TestANamedFileMustBeThere(t *testing.T) {
	path := filepath.Join(t.TempDir(), "none.toml")
	_, err := Load(Sources{File: path})
	if err == nil || !strings.Contains(err.Error(), path) {
		t.Errorf("got %v", err)
	}
}

func TestAFolderOrAHugeFileIsRefused(t *testing.T) {
	if _, err := Load(Sources{File: t.TempDir()}); err == nil || !strings.Contains(err.Error(), "folder") {
		t.Errorf("got %v", err)
	}
	huge := write(t, strings.Repeat("#", maxFile+1), 0o600)
	if _, err := Load(Sources{File: huge}); err == nil || !strings.Contains(err.Error(), "larger") {
		t.Errorf("got %v", err)
	}
}

func TestAKeyThatOthersCanReadIsRefused(t *testing.T) {
	const text = "[model]\nname = \"m\"\napi_key = \"sk-hush\"\n"
	for mode, ok := range map[os.FileMode]bool{0o600: true, 0o400: true, 0o640: false, 0o604: false, 0o644: false} {
		path := write(t, text, mode)
		if err := os.Chmod(path, mode); err != nil {
			t.Fatal(err)
		}
		c, err := Load(Sources{File: path})
		switch {
		case ok && (err != nil || c.Model.Key.Reveal() != "sk-hush"):
			t.Errorf("%o: %+v, %v", mode, c.Model, err)
		case !ok && (err == nil || !strings.Contains(err.Error(), "chmod 600 "+path)):
			t.Errorf("%o: %v", mode, err)
		case !ok && strings.Contains(err.Error(), "hush"):
			t.Errorf("the key is told: %v", err)
		}
	}
}

func TestTheKeyIsNeverPrinted(t *testing.T) {
	c := Config{Model: Model{Name: "m", Key: "sk-hush"}}
	for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%q"} {
		if s := fmt.Sprintf(verb, c); strings.Contains(s, "hush") {
			t.Errorf("%s shows %s", verb, s)
		}
	}
	path := write(t, "[model]\napi_key = \"sk hush\"\n", 0o600)
	if _, err := Load(Sources{File: path}); err == nil || strings.Contains(err.Error(), "hush") {
		t.Errorf("got %v", err)
	}
	if _, err := Load(Sources{File: write(t, "", 0o600), Env: env("OPENAI_API_KEY", "sk\nhush")}); err == nil ||
		strings.Contains(err.Error(), "hush") {
		t.Errorf("got %v", err)
	}
}

func TestTheDefaultFileIsSoundAndSetsNothing(t *testing.T) {
	path := write(t, DefaultText(), 0o644)
	c, err := Load(Sources{File: path})
	if err != nil {
		t.Fatal(err)
	}
	bare, err := Load(Sources{File: write(t, "", 0o644)})
	if err != nil {
		t.Fatal(err)
	}
	c.File, bare.File = "", ""
	c.Database, bare.Database = "", ""
	if !reflect.DeepEqual(c, bare) {
		t.Errorf("got %+v, want %+v", c, bare)
	}
}

func TestEveryDefaultInTheFileIsTheDefault(t *testing.T) {
	var open strings.Builder
	for line := range strings.Lines(DefaultText()) {
		if value, ok := strings.CutPrefix(line, "# "); ok && strings.Contains(value, " = ") {
			line = value
		}
		open.WriteString(line)
	}
	values := map[string]any{}
	if err := toml.Unmarshal([]byte(open.String()), &values); err != nil {
		t.Fatal(err)
	}
	c := Config{}
	if err := apply(&c, "default", []byte(open.String()), Names{}, ""); err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(c, defaults()) {
		t.Errorf("got %+v, want %+v", c, defaults())
	}
	if n := len(entries([]byte(open.String()))); n != len(settings())+7+4 {
		t.Errorf("%d lines and sections for %d settings", n, len(settings()))
	}
}

func FuzzFile(f *testing.F) {
	f.Add("[model]\nname = \"x\"\n")
	f.Add("memory = { decay = 0.5 }\n[[model]]\n")
	f.Add("model.name = 'x'\n\"a.b\" = 1\n")
	f.Add(DefaultText())
	f.Add(twoProfiles)
	f.Add("[ui.colors]\nyou.dark = 3\ntext = {}\n[keys]\nwhy = []\n")
	f.Fuzz(func(t *testing.T, text string) {
		c := screenNames().defaults()
		if err := apply(&c, "f", []byte(text), screenNames(), "work"); err != nil && strings.ContainsAny(err.Error(), "\n\x1b") {
			t.Fatalf("unfit to show: %q", err)
		}
		c = defaults()
		if err := apply(&c, "f", []byte(text), Names{}, ""); err != nil {
			if strings.ContainsAny(err.Error(), "\n\x1b") {
				t.Fatalf("unfit to show: %q", err)
			}
			return
		}
		if c.Memory.Decay < 0.1 || c.Memory.Decay > 0.8 || c.Capture.Quiet < 5*time.Second {
			t.Fatalf("out of range: %+v", c)
		}
		chosen := []assignment{{"name", `a"\b`}, {"base_url", "http://x/v1"}, {"api_key", ""}}
		changed, err := withModel([]byte(text), "f", chosen)
		if err != nil {
			t.Fatal(err)
		}
		if !holds(changed, "f", chosen) {
			t.Fatalf("the choice is not in %q", changed)
		}
	})
}
