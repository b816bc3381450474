// Package config holds the settings: what they are, what values they may have,
// and where they come from (flags, one TOML file, the environment, defaults).
//
// It knows nothing of what the settings are used for; it opens no database and
// makes no connection.
package config

import (
	"fmt"
	"time"
)

// Config is every setting, each within its range.
type Config struct {
	// File is the settings file that was read; empty if there was none.
	File string
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

// UI says how the screen looks.
type UI struct{ Theme Theme }

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
	DB, Model, BaseURL string
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
}

// Load gives the settings. Its errors are sentences that name the file, the
// line and the key.
func Load(s Sources) (Config, error) {
	if s.Paths == (Paths{}) {
		s.Paths = DefaultPaths()
	}
	c := defaults()
	if err := readFile(&c, s); err != nil {
		return Config{}, err
	}
	c.Database = s.Paths.Database
	if s.Flags.DB != "" {
		c.Database = s.Flags.DB
	}
	if err := chooseModel(&c.Model, s.Flags, s.Env); err != nil {
		return Config{}, err
	}
	return c, nil
}

// defaults gives the defaults of the table of settings.
func defaults() Config {
	var c Config
	for _, s := range settings() {
		if err := s.set(&c, s.preset); err != nil {
			panic("default of " + s.key + " " + err.Error())
		}
	}
	return c
}
