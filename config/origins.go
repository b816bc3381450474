package config

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
)

// Shown is one setting as it stands, and where that came from.
type Shown struct {
	// Key is "section.name".
	Key string
	// Value is as the file would give it: text, a whole number, a number, a
	// Colour or a list of keys; Written writes it. A key for an endpoint is
	// hidden.
	Value  any
	Origin Origin
}

// Origins gives every setting of a configuration that was loaded from these
// sources, in the order of the default file.
func (c Config) Origins(s Sources) ([]Shown, error) {
	preset, file := s.Names.defaults(), s.Names.defaults()
	from := map[string]Origin{} // by key: what in the file sets it
	if c.File != "" {
		data, _, err := readBounded(c.File)
		if err != nil {
			return nil, fmt.Errorf("read the settings: %w", err)
		}
		if err := apply(&file, c.File, data, s.Names, c.Profile); err != nil {
			return nil, err
		}
		all := entries(data)
		for _, e := range all {
			if e.parts[0] != profiles {
				from[e.name()] = FromFile
			}
		}
		for _, e := range all {
			if len(e.parts) > 2 && e.parts[0] == profiles && e.parts[1] == c.Profile {
				from[e.inProfile().name()] = fromProfile(c.Profile)
			}
		}
	}
	env := s.Env
	if env == nil {
		env = func(string) string { return "" }
	}
	var list []Shown
	for _, setting := range s.Names.settings() {
		shown := Shown{Key: setting.key, Value: setting.get(c), Origin: FromNowhere}
		if !reflect.DeepEqual(shown.Value, setting.get(preset)) {
			shown.Origin = c.origin(setting, file, from[setting.key], s.Flags, env)
		} else if from[setting.key] != "" && reflect.DeepEqual(setting.get(file), shown.Value) {
			shown.Origin = from[setting.key]
		}
		list = append(list, shown)
	}
	return list, nil
}

// origin tells where a value that is not the default came from: the strongest
// source that gives it. from is what in the file sets it; empty if nothing does.
func (c Config) origin(s setting, file Config, from Origin, f Flags, env func(string) string) Origin {
	flag, variable := "", ""
	switch s.key {
	case "model.name":
		flag, variable = f.Model, env("OPENAI_MODEL")
	case "model.base_url":
		flag, variable = f.BaseURL, env("OPENAI_BASE_URL")
	case "model.api_key":
		if from != "" && (c.Model.Keyring || c.Model.Key == file.Model.Key) {
			return from
		}
		return FromEnvironment
	}
	switch {
	case flag != "":
		return FromFlag
	case from != "" && reflect.DeepEqual(s.get(file), s.get(c)):
		return from
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
