package config

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// Shown is one setting as it stands, and where that came from.
type Shown struct {
	// Key is "section.name".
	Key string
	// Value is as the file would give it: text, a whole number or a number. A
	// key for an endpoint is hidden.
	Value  any
	Origin Origin
}

// Origins gives every setting of a configuration that was loaded from these
// sources, in the order of the default file.
func (c Config) Origins(s Sources) ([]Shown, error) {
	preset, file := defaults(), defaults()
	set := map[string]bool{}
	if c.File != "" {
		data, _, err := readBounded(c.File)
		if err != nil {
			return nil, fmt.Errorf("read the settings: %w", err)
		}
		if err := apply(&file, c.File, data); err != nil {
			return nil, err
		}
		for _, e := range entries(data) {
			set[e.name()] = true
		}
	}
	env := s.Env
	if env == nil {
		env = func(string) string { return "" }
	}
	var list []Shown
	for _, setting := range settings() {
		shown := Shown{Key: setting.key, Value: setting.get(c), Origin: FromNowhere}
		if shown.Value != setting.get(preset) {
			shown.Origin = c.origin(setting, file, set[setting.key], s.Flags, env)
		} else if set[setting.key] && setting.get(file) == shown.Value {
			shown.Origin = FromFile
		}
		list = append(list, shown)
	}
	return list, nil
}

// origin tells where a value that is not the default came from: the strongest
// source that gives it.
func (c Config) origin(s setting, file Config, inFile bool, f Flags, env func(string) string) Origin {
	flag, variable := "", ""
	switch s.key {
	case "model.name":
		flag, variable = f.Model, env("OPENAI_MODEL")
	case "model.base_url":
		flag, variable = f.BaseURL, env("OPENAI_BASE_URL")
	case "model.api_key":
		if inFile && (c.Model.Keyring || c.Model.Key == file.Model.Key) {
			return FromFile
		}
		return FromEnvironment
	}
	switch {
	case flag != "":
		return FromFlag
	case inFile && s.get(file) == s.get(c):
		return FromFile
	case variable != "" && c.Model.Origin != FromNowhere:
		return FromEnvironment
	}
	return FromNowhere
}

// Create makes the settings file at path, as DefaultText has it, unless it is
// there.
func Create(path string) error {
	_, err := os.Stat(path)
	if err == nil || !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if err := writeWhole(filepath.Clean(path), []byte(DefaultText())); err != nil {
		return fmt.Errorf("make the settings file: %w", err)
	}
	return nil
}
