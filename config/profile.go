package config

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/pelletier/go-toml/v2"
	"github.com/pelletier/go-toml/v2/unstable"

	"muisto/harmless"
)

// profiles is the section in which each profile has one: [profiles.work.model]
// sets what [model] sets, for that profile.
const profiles = "profiles"

// profile tells which profile is asked for, and by what; "" for none.
func (s Sources) profile() (string, Origin) {
	if s.Flags.Profile != "" {
		return s.Flags.Profile, FromFlag
	}
	if s.Env != nil && s.Env("MUISTO_PROFILE") != "" {
		return s.Env("MUISTO_PROFILE"), FromEnvironment
	}
	return "", ""
}

// fromProfile is the origin of what a profile sets.
func fromProfile(name string) Origin { return Origin("profile " + name) }

const maxProfile = 32

// checkProfile: the name is part of a file's name.
func checkProfile(name string) error {
	wrong := strings.ContainsFunc(name, func(r rune) bool {
		return r != '-' && r != '_' && (r < '0' || r > '9') && (r < 'a' || r > 'z')
	})
	switch {
	case wrong || name == "" || len(name) > maxProfile:
		return fmt.Errorf("a profile's name is made of small letters, digits, - and _, %d at most, unlike %s", maxProfile, shown(name))
	case name == "muisto":
		return errors.New("a profile cannot be called muisto: that is the memory without a profile")
	}
	return nil
}

// Profiles lists the profiles in the settings file, in the file's order.
func Profiles(s Sources) ([]string, error) {
	data, _, err := readBounded(s.file())
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("read the settings: %w", err)
	}
	var values map[string]any
	if err := toml.Unmarshal(data, &values); err != nil {
		return nil, syntaxError(s.file(), err)
	}
	return profilesIn(entries(data)), nil
}

func profilesIn(all []entry) []string {
	var names []string
	for _, e := range all {
		if len(e.parts) > 1 && e.parts[0] == profiles && checkProfile(e.parts[1]) == nil && !slices.Contains(names, e.parts[1]) {
			names = append(names, e.parts[1])
		}
	}
	return names
}

// noProfile says that a profile is not there, and which are.
func noProfile(name, path string, there []string) error {
	name, path = harmless.Line(name), harmless.Line(path)
	if len(there) == 0 {
		return fmt.Errorf("there is no profile %q; add [%s.%s] to %s to make one", name, profiles, name, path)
	}
	return fmt.Errorf("there is no profile %q in %s; there are %s", name, path, strings.Join(there, ", "))
}

// takeProfile takes what a profile sets over what stands in c already.
func takeProfile(c *Config, all []entry, take func(entry) error) error {
	// A memory is a profile's own; a key stays with the endpoint that it was
	// given for. The keyring has one for each.
	c.Memory.File = ""
	endpoint, key := c.Model.BaseURL, c.Model.Key
	c.Model.Key = ""
	for _, e := range all {
		if err := take(e); err != nil {
			return err
		}
	}
	if c.Model.Key == "" && (key == InKeyring || sameHost(first(c.Model.BaseURL, DefaultBaseURL), first(endpoint, DefaultBaseURL))) {
		c.Model.Key = key
	}
	return nil
}

// database is where the memory is.
func (c Config) database(p Paths) (string, error) {
	folder := filepath.Dir(p.Database)
	switch file := c.Memory.File; {
	case file == "" && c.Profile == "":
		return p.Database, nil
	case file == "":
		return filepath.Join(folder, c.Profile+".db"), nil
	case strings.HasPrefix(file, "~/"):
		home, err := os.UserHomeDir()
		if err != nil {
			return "", fmt.Errorf("find your home folder for memory.file: %w", err)
		}
		return filepath.Join(home, file[2:]), nil
	case filepath.IsAbs(file):
		return filepath.Clean(file), nil
	default:
		return filepath.Join(folder, file), nil
	}
}

// DatabaseOrigin tells what made the memory's place what it is, but for a flag.
func (c Config) DatabaseOrigin(list []Shown) Origin {
	for _, s := range list {
		if s.Key == "memory.file" && s.Origin != FromNowhere {
			return s.Origin
		}
	}
	if c.Profile != "" {
		return fromProfile(c.Profile)
	}
	return FromNowhere
}

// inProfile gives the entry as it would stand outside of its profile.
func (e entry) inProfile() entry {
	e.parts = e.parts[2:]
	return e
}

// checkPlace: what stands in [profiles] is profiles.
func (e entry) checkPlace() error {
	switch {
	case len(e.parts) <= 2 && e.kind != unstable.Table:
		return fmt.Errorf("%s is a section; write [%s.NAME.model] and the like", e.name(), profiles)
	case len(e.parts) == 1:
		return nil
	}
	return checkProfile(e.parts[1])
}
