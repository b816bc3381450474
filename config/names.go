package config

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// Names are what the screen has names for: the roles of its colours and the
// actions of its keys. What draws the screen declares them; without any, what a
// file says of colours and keys is passed over.
type Names struct {
	Roles   []Role
	Actions []Action
	// Key gives the name of a key as the screen spells it. Its error goes on
	// from what was wrong: "must be …".
	Key func(name string) (string, error)
	// Check tells, in a sentence, what is wrong with the keys of all actions
	// together.
	Check func(keys map[string][]string) error
}

// Role is what a colour is for, with the colour that it has by default.
type Role struct {
	Name, Does string
	Colour
}

// Action is something that keys do, with those that do it by default.
type Action struct {
	Name, Does string
	Keys       []string
}

// Colour is a colour on dark and on light ground: "#rrggbb", the number of one
// of the terminal's colours, its name, or "default" for what text has anyway.
type Colour struct {
	Dark  string `json:"dark"`
	Light string `json:"light"`
}

// ansiColours are the names of the terminal's first sixteen colours, by number.
var ansiColours = []string{
	"black", "red", "green", "yellow", "blue", "magenta", "cyan", "white",
	"bright-black", "bright-red", "bright-green", "bright-yellow",
	"bright-blue", "bright-magenta", "bright-cyan", "bright-white",
}

// Code gives a colour as "#rrggbb" or as its number; empty for "default".
func Code(colour string) string {
	if i := slices.Index(ansiColours, colour); i >= 0 {
		return strconv.Itoa(i)
	}
	if colour == "default" {
		return ""
	}
	return colour
}

// settings lists every setting there is, those of the screen last.
func (n Names) settings() []setting {
	all := settings()
	for _, r := range n.Roles {
		all = append(all, setting{"ui.colors." + r.Name, []string{r.Does}, r.Colour, colour(r.Name)})
	}
	for _, a := range n.Actions {
		all = append(all, setting{"keys." + a.Name, []string{a.Does}, slices.Clone(a.Keys), keys(a.Name, n.Key)})
	}
	return all
}

// defaults gives the defaults of all of them.
func (n Names) defaults() Config {
	var c Config
	for _, s := range n.settings() {
		if err := s.set(&c, s.preset); err != nil {
			panic("default of " + s.key + " " + err.Error())
		}
	}
	return c
}

// passedOver: without names for them, colours and keys are somebody else's.
func (n Names) passedOver(key string) bool {
	return len(n.Roles) == 0 && (key == "ui.colors" || strings.HasPrefix(key, "ui.colors.")) ||
		len(n.Actions) == 0 && (key == "keys" || strings.HasPrefix(key, "keys."))
}

func colour(role string) field {
	set := func(c *Config, value any) error {
		is := c.UI.Colours[role]
		switch v := value.(type) {
		case Colour:
			is = v
		case map[string]any:
			for _, ground := range slices.Sorted(maps.Keys(v)) {
				one, err := readColour(v[ground])
				switch {
				case err != nil:
					return fmt.Errorf("on %s ground %w", ground, err)
				case ground == "dark":
					is.Dark = one
				case ground == "light":
					is.Light = one
				default:
					return fmt.Errorf("must be one colour, or two as { dark = …, light = … }, without %s", shown(ground))
				}
			}
		default:
			one, err := readColour(value)
			if err != nil {
				return err
			}
			is = Colour{one, one}
		}
		if c.UI.Colours == nil {
			c.UI.Colours = map[string]Colour{}
		}
		c.UI.Colours[role] = is
		return nil
	}
	return field{set, func(c Config) any { return c.UI.Colours[role] }}
}

func readColour(value any) (string, error) {
	s, _ := value.(string)
	if n, ok := value.(int64); ok {
		s = strconv.FormatInt(n, 10)
	}
	s = strings.ToLower(strings.TrimSpace(s))
	if s == "default" || slices.Contains(ansiColours, s) {
		return s, nil
	}
	if hex, ok := strings.CutPrefix(s, "#"); ok && len(hex) == 6 {
		if _, err := strconv.ParseUint(hex, 16, 32); err == nil {
			return s, nil
		}
	}
	if n, err := strconv.ParseUint(s, 10, 8); err == nil {
		return strconv.FormatUint(n, 10), nil
	}
	return "", fmt.Errorf("must be a colour: \"#rrggbb\", a number from 0 to 255, a name such as \"red\" or \"bright-blue\", or \"default\", not %s", shown(value))
}

// maxKeys bounds how many keys do the same.
const maxKeys = 8

func keys(action string, spell func(string) (string, error)) field {
	set := func(c *Config, value any) error {
		names, err := list(value)
		if err != nil {
			return err
		}
		of := []string{}
		for _, name := range names {
			key, err := spell(name)
			if err != nil {
				return err
			}
			if !slices.Contains(of, key) {
				of = append(of, key)
			}
		}
		if c.UI.Keys == nil {
			c.UI.Keys = map[string][]string{}
		}
		c.UI.Keys[action] = of
		return nil
	}
	return field{set, func(c Config) any { return c.UI.Keys[action] }}
}

// list takes a list of texts, or one text for a list of one.
func list(value any) ([]string, error) {
	wrong := fmt.Errorf("must be a list of keys, such as [\"ctrl+o\", \"f3\"], not %s", shown(value))
	switch v := value.(type) {
	case string:
		return []string{v}, nil
	case []string:
		return v, nil
	case []any:
		if len(v) > maxKeys {
			return nil, fmt.Errorf("must be a list of %d keys at most, not %d", maxKeys, len(v))
		}
		var all []string
		for _, one := range v {
			s, ok := one.(string)
			if !ok {
				return nil, wrong
			}
			all = append(all, s)
		}
		return all, nil
	}
	return nil, wrong
}

// Written gives a value as it is written in the file.
func Written(value any) string {
	switch v := value.(type) {
	case string:
		return quoted(v)
	case []string:
		all := make([]string, len(v))
		for i, s := range v {
			all[i] = quoted(s)
		}
		return "[" + strings.Join(all, ", ") + "]"
	case Colour:
		if v.Dark == v.Light {
			return quoted(v.Dark)
		}
		return "{ dark = " + quoted(v.Dark) + ", light = " + quoted(v.Light) + " }"
	}
	return fmt.Sprint(value)
}
