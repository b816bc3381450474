// Package config holds the settings: what they are, what values they may have,
// and where they come from (flags, one TOML file, the environment, defaults).
//
// It knows nothing of what the settings are used for; it opens no database and
// makes no connection.
package config

import (
	"fmt"
	"time"

	"muisto/harmless"
)

// Config is every setting, each within its range.
type Config struct {
	// File is the settings file that was read; empty if there was none.
	File string
	// Profile is the profile that is taken; empty for none.
	Profile string
	// ProfileOrigin is what asked for it.
	ProfileOrigin Origin
	// Database is the path of the memory.
	Database string
	Model    Model
	Capture  Capture
	Memory   Memory
	Recall   Recall
	Chat     Chat
	Prices   Prices
	UI       UI
}

// Model says which language model answers, and how it is reached.
type Model struct {
	// Name is the model's name at its endpoint, or Builtin.
	Name string
	// BaseURL is the endpoint, without a slash at the end; empty for Builtin.
	BaseURL string
	// Key may be empty: most local servers want none.
	Key Secret
	// Keyring: the key is in the keyring of the system, and Key is empty.
	Keyring bool
	// Origin is where the choice came from.
	Origin Origin
	// ContextTokens is the window in tokens, reply included.
	ContextTokens int
	// Timeout bounds one whole answer; Silence the time within it, at the
	// beginning or in between, in which nothing comes.
	Timeout, Silence time.Duration
	// Thinking says whether a model that can is to reason first: "auto", "on" or
	// "off".
	Thinking string
	// Embeddings is the name of an embedding model at the same endpoint; empty
	// for the vectors that are built in.
	Embeddings string
}

// Capture says when a conversation becomes moments.
type Capture struct {
	// Quiet is how long a conversation must have been quiet.
	Quiet time.Duration
}

// Memory says how memory fades and consolidates.
type Memory struct {
	// File is the file that the memory is in, as the settings say; empty where
	// they leave it to the profile. Database is what it comes to.
	File string
	// Decay is D of the forgetting curve.
	Decay float64
	// DayTurn is the local hour, 0 to 23, at which a day ends.
	DayTurn int
	// StateDays is how long, in days, a state holds with no last day said.
	StateDays int
	// NightCalls is how many model calls one pass makes at most.
	NightCalls int
}

// Recall says how much comes to mind.
type Recall struct {
	// Budget is how many tokens of a prompt memories may take.
	Budget int
}

// Chat says who is talking.
type Chat struct {
	// UserName is what the person is called; empty if not said.
	UserName string
	// Persona is how the agent is to be, in the person's words; empty if not
	// said.
	Persona string
}

// Prices say what models cost.
type Prices struct {
	// Models are those with a price, as the file gives them; List reads them.
	Models string
	// Currency stands before an amount.
	Currency string
}

// Price is what a model costs for a million tokens: of what is sent, and of what
// comes back.
type Price struct {
	Model   string
	In, Out float64
}

// List gives the prices.
func (p Prices) List() []Price {
	list, err := readPrices(p.Models)
	if err != nil { // they were read before
		panic(err)
	}
	return list
}

// UI says how the screen looks, and what its keys do.
type UI struct {
	Theme Theme
	// Mouse is "on" or "off"; Notify is "off", "bell" or "desktop".
	Mouse, Notify string
	// Vim edits what is written by the letters of vim.
	Vim bool
	// Colours are by role, Keys by action: all that the screen has names for.
	Colours map[string]Colour
	Keys    map[string][]string
}

// Theme is the ground that colours are chosen for.
type Theme string

// The themes; ThemeAuto asks the terminal.
const (
	ThemeAuto  Theme = "auto"
	ThemeDark  Theme = "dark"
	ThemeLight Theme = "light"
)

// Secret is text that must not be seen; printing it shows that it is hidden.
type Secret string

// String hides the secret.
func (s Secret) String() string {
	if s == "" {
		return ""
	}
	return "[hidden]"
}

// GoString hides the secret.
func (s Secret) GoString() string { return fmt.Sprintf("%q", s.String()) }

// Reveal gives the secret itself.
func (s Secret) Reveal() string { return string(s) }

// Flags are the settings given on the command line; empty where not given.
type Flags struct {
	DB, Model, BaseURL, Profile string
}

// Sources are where settings come from.
type Sources struct {
	// File is the file named on the command line. If empty, Paths.File is
	// read, and may be missing.
	File  string
	Flags Flags
	// Env looks up the environment, as os.Getenv does.
	Env func(string) string
	// Paths are where files are by default; DefaultPaths if zero.
	Paths Paths
	// Names are what the screen has names for.
	Names Names
}

// Load gives the settings. Its errors are sentences that name the file, the
// line and the key.
func Load(s Sources) (Config, error) {
	if s.Paths == (Paths{}) {
		s.Paths = DefaultPaths()
	}
	c := s.Names.defaults()
	if err := readFile(&c, s); err != nil {
		return Config{}, err
	}
	if s.Names.Check != nil {
		if err := s.Names.Check(c.UI.Keys); err != nil {
			return Config{}, fmt.Errorf("%s: %w", harmless.Line(s.file()), err)
		}
	}
	var err error
	if c.Database, err = c.database(s.Paths); err != nil {
		return Config{}, err
	}
	if s.Flags.DB != "" {
		c.Database = s.Flags.DB
	}
	if err := chooseModel(&c.Model, s.Flags, s.Env); err != nil {
		return Config{}, err
	}
	return c, nil
}

// file is the path of the settings file, whether it is there or not.
func (s Sources) file() string {
	if s.File != "" {
		return s.File
	}
	return s.Paths.File
}

// defaults gives the defaults of the table of settings.
func defaults() Config { return Names{}.defaults() }
