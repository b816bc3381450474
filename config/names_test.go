package config

import (
	"errors"
	"reflect"
	"slices"
	"strings"
	"testing"
)

// screenNames are those of a screen with two colours and two actions, whose
// keys are spelled small.
func screenNames() Names {
	return Names{
		Roles: []Role{
			{"text", "what is read", Colour{"#d4d0c8", "#2e2b27"}},
			{"you", "your name", Colour{"#d9b27c", "#8a5a14"}},
		},
		Actions: []Action{{"why", "what came to mind", []string{"ctrl+o"}}, {"help", "this help", []string{"f1"}}},
		Key: func(name string) (string, error) {
			if !strings.Contains(name, "+") && !strings.HasPrefix(strings.ToLower(name), "f") {
				return "", errors.New("must be keys, not " + shown(name))
			}
			return strings.ToLower(name), nil
		},
		Check: func(keys map[string][]string) error {
			for _, key := range keys["why"] {
				if slices.Contains(keys["help"], key) {
					return errors.New("keys.why and keys.help are both " + key)
				}
			}
			return nil
		},
	}
}

func TestColoursAreSetByRole(t *testing.T) {
	for name, c := range map[string]struct {
		file string
		want Colour
	}{
		"not at all":     {"", Colour{"#d9b27c", "#8a5a14"}},
		"for both":       {"you = \"#AABBCC\"", Colour{"#aabbcc", "#aabbcc"}},
		"a number":       {"you = 208", Colour{"208", "208"}},
		"a name":         {"you = \"bright-blue\"", Colour{"bright-blue", "bright-blue"}},
		"none":           {"you = \"default\"", Colour{"default", "default"}},
		"apart":          {"you = { dark = \"red\", light = \"#000000\" }", Colour{"red", "#000000"}},
		"one of them":    {"you = { light = \"0\" }", Colour{"#d9b27c", "0"}},
		"in a section":   {"[ui.colors.you]\ndark = \"red\"", Colour{"red", "#8a5a14"}},
		"dotted, within": {"you.dark = \"red\"\nyou.light = \"blue\"", Colour{"red", "blue"}},
	} {
		t.Run(name, func(t *testing.T) {
			c2, err := Load(Sources{File: write(t, "[ui.colors]\n"+c.file+"\n", 0o644), Names: screenNames()})
			if err != nil {
				t.Fatal(err)
			}
			if got := c2.UI.Colours["you"]; got != c.want {
				t.Errorf("got %v, want %v", got, c.want)
			}
			if got := c2.UI.Colours["text"]; got != (Colour{"#d4d0c8", "#2e2b27"}) {
				t.Errorf("another role became %v", got)
			}
		})
	}
}

func TestKeysAreSetByAction(t *testing.T) {
	for file, want := range map[string][]string{
		"":                               {"ctrl+o"},
		"why = \"F3\"":                   {"f3"},
		"why = [\"Ctrl+X\", \"ctrl+x\"]": {"ctrl+x"},
		"why = []":                       {},
	} {
		c, err := Load(Sources{File: write(t, "[keys]\n"+file+"\n", 0o644), Names: screenNames()})
		if err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(c.UI.Keys, map[string][]string{"why": want, "help": {"f1"}}) {
			t.Errorf("%s: %v", file, c.UI.Keys)
		}
	}
}

func TestFaultyColoursAndKeysAreNamedWithLineAndKey(t *testing.T) {
	for name, c := range map[string]struct{ text, want string }{
		"no colour":         {"[ui.colors]\nyou = \"mauve\"", `line 2: ui.colors.you must be a colour: "#rrggbb", a number from 0 to 255, a name such as "red" or "bright-blue", or "default", not "mauve"`},
		"a short one":       {"[ui.colors]\nyou = \"#fff\"", `not "#fff"`},
		"no hexadecimal":    {"[ui.colors]\nyou = \"#12345g\"", `not "#12345g"`},
		"a sign in it":      {"[ui.colors]\nyou = \"#+12345\"", `not "#+12345"`},
		"too high":          {"[ui.colors]\nyou = 256", "line 2: ui.colors.you must be a colour"},
		"one of two":        {"[ui.colors]\nyou = { dark = \"red\", light = \"mauve\" }", `ui.colors.you on light ground must be a colour`},
		"a third ground":    {"[ui.colors]\nyou = { dim = \"red\" }", `ui.colors.you must be one colour, or two as { dark = …, light = … }, without "dim"`},
		"no role":           {"[ui.colors]\nyuo = \"red\"", "line 2: there is no setting ui.colors.yuo; did you mean ui.colors.you?"},
		"a far role":        {"[ui.colors]\nbackground = \"red\"", "there is no setting ui.colors.background; in [ui.colors] there are text, you"},
		"no action":         {"[keys]\ndance = \"f3\"", "line 2: there is no setting keys.dance; in [keys] there are why, help"},
		"no key":            {"[keys]\nwhy = [\"f3\", \"hop\"]", `line 2: keys.why must be keys, not "hop"`},
		"no list":           {"[keys]\nwhy = 3", `line 2: keys.why must be a list of keys, such as ["ctrl+o", "f3"], not 3`},
		"too many":          {"[keys]\nwhy = [\"f1\", \"f2\", \"f3\", \"f4\", \"f5\", \"f6\", \"f7\", \"f8\", \"f9\"]", "must be a list of 8 keys at most, not 9"},
		"two of one":        {"[keys]\nwhy = \"f1\"", "keys.why and keys.help are both f1"},
		"colours as a list": {"[[ui.colors]]\nyou = \"red\"", "ui.colors is a section"},
	} {
		t.Run(name, func(t *testing.T) {
			path := write(t, c.text, 0o600)
			_, err := Load(Sources{File: path, Names: screenNames()})
			if err == nil || !strings.Contains(err.Error(), c.want) || !strings.Contains(err.Error(), path) {
				t.Errorf("got  %v\nwant %s", err, c.want)
			}
		})
	}
}

func TestColoursAndKeysSayWhereTheyCameFrom(t *testing.T) {
	path := write(t, "[ui.colors]\nyou = \"red\"\n[keys]\nwhy = \"f3\"\nhelp = \"f1\"\n", 0o644)
	all := origins(t, Sources{File: path, Names: screenNames()})
	for key, want := range map[string]string{
		"ui.colors.you": "{red red} (config file)", "ui.colors.text": "{#d4d0c8 #2e2b27} (default)",
		"keys.why": "[f3] (config file)", "keys.help": "[f1] (config file)",
	} {
		if all[key] != want {
			t.Errorf("%s = %s, want %s", key, all[key], want)
		}
	}
}

func TestWhatIsWrittenIsReadAgain(t *testing.T) {
	n := screenNames()
	for _, s := range n.settings() {
		c, file := n.defaults(), "["+s.key[:strings.LastIndexByte(s.key, '.')]+"]\n"+s.key[strings.LastIndexByte(s.key, '.')+1:]+" = "
		if err := apply(&c, "f", []byte(file+Written(s.get(c))), n, ""); err != nil {
			t.Errorf("%s: %v", s.key, err)
		}
		if !reflect.DeepEqual(c, n.defaults()) {
			t.Errorf("%s: got %+v", s.key, c)
		}
	}
	c := n.defaults()
	c.Chat.Persona = "Be \"brief\".\nNo \\ ever."
	var again Config
	if err := apply(&again, "f", []byte("chat.persona = "+Written(c.Chat.Persona)), n, ""); err != nil || again.Chat.Persona != c.Chat.Persona {
		t.Errorf("got %q, %v", again.Chat.Persona, err)
	}
}

func TestCodesOfColours(t *testing.T) {
	for colour, want := range map[string]string{
		"#aabbcc": "#aabbcc", "208": "208", "black": "0", "bright-white": "15", "red": "1", "default": "",
	} {
		if got := Code(colour); got != want {
			t.Errorf("%s is %q, want %q", colour, got, want)
		}
	}
}
