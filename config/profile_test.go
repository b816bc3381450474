package config

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

const twoProfiles = `
[profiles.work.model]
name = "gpt-5-mini"
[model]
name = "qwen3:8b"
base_url = "http://127.0.0.1:11434/v1"
[capture]
quiet = "2m"
[profiles.work]
chat.persona = "Be brief."
[profiles.home]
memory = { file = "~/home.db", decay = 0.3 }
[profiles.work.keys]
why = "f3"
`

func TestAProfileSetsOverTheRest(t *testing.T) {
	path := write(t, twoProfiles, 0o644)
	paths := Paths{File: path, Database: filepath.Join("/data", "muisto.db")}
	t.Setenv("HOME", "/home/me")
	for name, tt := range map[string]struct {
		flags Flags
		env   func(string) string
		want  string
	}{
		"none":            {Flags{}, nil, "qwen3:8b, , 0.5, /data/muisto.db, [ctrl+o]; "},
		"a flag":          {Flags{Profile: "work"}, nil, "gpt-5-mini, Be brief., 0.5, /data/work.db, [f3]; work (flag)"},
		"the environment": {Flags{}, env("MUISTO_PROFILE", "home"), "qwen3:8b, , 0.3, /home/me/home.db, [ctrl+o]; home (environment)"},
		"a flag over it":  {Flags{Profile: "work"}, env("MUISTO_PROFILE", "home"), "gpt-5-mini, Be brief., 0.5, /data/work.db, [f3]; work (flag)"},
		"other flags":     {Flags{Profile: "work", DB: "x.db", Model: "m"}, nil, "m, Be brief., 0.5, x.db, [f3]; work (flag)"},
	} {
		t.Run(name, func(t *testing.T) {
			c, err := Load(Sources{Flags: tt.flags, Env: tt.env, Paths: paths, Names: screenNames()})
			if err != nil {
				t.Fatal(err)
			}
			got := fmt.Sprintf("%s, %s, %v, %s, %v; ", c.Model.Name, c.Chat.Persona, c.Memory.Decay, filepath.ToSlash(c.Database), c.UI.Keys["why"])
			if c.Profile != "" {
				got += fmt.Sprintf("%s (%s)", c.Profile, c.ProfileOrigin)
			}
			if got != tt.want {
				t.Errorf("got  %s\nwant %s", got, tt.want)
			}
			if c.Capture.Quiet.Minutes() != 2 {
				t.Errorf("what no profile sets is %v", c.Capture.Quiet)
			}
		})
	}
}

func TestAProfileHasAMemoryOfItsOwn(t *testing.T) {
	file := "[memory]\nfile = \"mine.db\"\n[profiles.a]\n[profiles.b.memory]\nfile = \"/elsewhere/b.db\"\n"
	paths := Paths{File: write(t, file, 0o644), Database: "/data/muisto.db"}
	for profile, want := range map[string]string{"": "/data/mine.db", "a": "/data/a.db", "b": "/elsewhere/b.db"} {
		c, err := Load(Sources{Flags: Flags{Profile: profile}, Paths: paths})
		if err != nil || c.Database != want {
			t.Errorf("profile %q has %s, %v; want %s", profile, c.Database, err, want)
		}
	}
}

func TestAKeyGoesToNoOtherEndpointOfAProfile(t *testing.T) {
	base := "[model]\nname = \"m\"\nbase_url = \"https://one.example/v1\"\napi_key = \"sk-one\"\n"
	for profile, want := range map[string]string{
		"name = \"n\"": "sk-one",
		"base_url = \"https://one.example/other\"":                    "sk-one",
		"base_url = \"https://two.example/v1\"":                       "",
		"base_url = \"http://one.example/v1\"":                        "",
		"base_url = \"https://two.example/v1\"\napi_key = \"sk-two\"": "sk-two",
		"api_key = \"sk-two\"":                                        "sk-two",
	} {
		path := write(t, base+"[profiles.p.model]\n"+profile+"\n", 0o600)
		c, err := Load(Sources{File: path, Flags: Flags{Profile: "p"}})
		if err != nil || c.Model.Key.Reveal() != want {
			t.Errorf("%s: %q, %v", profile, c.Model.Key.Reveal(), err)
		}
	}
}

func TestAProfileSaysWhereItsSettingsCameFrom(t *testing.T) {
	all := origins(t, Sources{File: write(t, twoProfiles, 0o644), Flags: Flags{Profile: "work"}, Names: screenNames()})
	for key, want := range map[string]string{
		"model.name": "gpt-5-mini (profile work)", "model.base_url": "http://127.0.0.1:11434/v1 (config file)",
		"chat.persona": "Be brief. (profile work)", "capture.quiet": "2m (config file)", "memory.decay": "0.5 (default)",
		"keys.why": "[f3] (profile work)", "keys.help": "[f1] (default)",
	} {
		if all[key] != want {
			t.Errorf("%s = %s, want %s", key, all[key], want)
		}
	}
}

func TestFaultsInProfilesAreTold(t *testing.T) {
	for name, c := range map[string]struct{ text, profile, want string }{
		"an unknown one":        {twoProfiles, "play", "there is no profile \"play\" in "},
		"which there are":       {twoProfiles, "play", "; there are work, home"},
		"none at all":           {"", "play", "there is no profile \"play\"; add [profiles.play] to "},
		"in one not taken":      {"[profiles.home.memory]\ndecay = 7", "", "line 2: memory.decay must be a number"},
		"an unknown setting":    {"[profiles.home]\nmemory.dekay = 0.5", "home", "did you mean memory.decay?"},
		"a setting of no kind":  {"[profiles]\nwork = 3", "", "profiles.work is a section"},
		"a list":                {"[[profiles.work]]\nmodel.name = \"x\"", "", "profiles.work is a section"},
		"a name for no file":    {"[profiles.\"../x\".model]\nname = \"m\"", "", `a profile's name is made of small letters, digits, - and _, 32 at most, unlike "../x"`},
		"the name of no one":    {"[profiles.muisto]", "", "a profile cannot be called muisto"},
		"a file for all of it":  {"profiles = 3", "", "profiles is a section"},
		"a persona of a book":   {"[profiles.a.chat]\npersona = \"" + strings.Repeat("x", 2001) + "\"", "", "chat.persona must be 2000 characters at most, not 2001"},
		"a persona of controls": {"[profiles.a.chat]\npersona = \"a\\u001b[1m\"", "", "chat.persona must be plain text"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := Load(Sources{File: write(t, c.text, 0o600), Flags: Flags{Profile: c.profile}})
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("got  %v\nwant %s", err, c.want)
			}
			if err != nil && strings.ContainsAny(err.Error(), "\n\x1b") {
				t.Errorf("unfit to show: %q", err)
			}
		})
	}
	missing := Paths{File: filepath.Join(t.TempDir(), "none.toml"), Database: "/m.db"}
	if _, err := Load(Sources{Flags: Flags{Profile: "work"}, Paths: missing}); err == nil || !strings.Contains(err.Error(), "there is no profile \"work\"; add") {
		t.Errorf("without a file: %v", err)
	}
}

func TestProfilesAreListed(t *testing.T) {
	for text, want := range map[string][]string{
		twoProfiles: {"work", "home"},
		"":          nil,
		"[profiles.b]\n[profiles.a]\n[profiles.\"..\"]\n": {"b", "a"},
	} {
		got, err := Profiles(Sources{File: write(t, text, 0o644)})
		if err != nil || !slices.Equal(got, want) {
			t.Errorf("got %v, %v, want %v", got, err, want)
		}
	}
	if got, err := Profiles(Sources{File: filepath.Join(t.TempDir(), "none.toml")}); err != nil || got != nil {
		t.Errorf("got %v, %v", got, err)
	}
	if _, err := Profiles(Sources{File: write(t, "[[[", 0o644)}); err == nil {
		t.Error("no error")
	}
}
