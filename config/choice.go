package config

import (
	"fmt"
	"net/url"
	"strings"
)

// Builtin is the name of the model inside the program.
const Builtin = "builtin"

// What an endpoint is taken to be where nothing else is said.
const (
	DefaultBaseURL = "https://api.openai.com/v1"
	DefaultModel   = "gpt-5-mini"
	// DefaultContextTokens is small, since a window that is thought larger than
	// it is loses the beginning of every prompt without a word.
	DefaultContextTokens = 4096
)

// Origin is where the choice of the model came from.
type Origin string

// The origins, the strongest first.
const (
	FromFlag        Origin = "flag"
	FromFile        Origin = "config file"
	FromEnvironment Origin = "environment"
	FromNowhere     Origin = "default"
)

// IsBuiltin reports whether the model inside the program answers.
func (m Model) IsBuiltin() bool { return m.Name == Builtin }

// chooseModel settles which model answers. m holds what the file says.
func chooseModel(m *Model, f Flags, env func(string) string) error {
	if env == nil {
		env = func(string) string { return "" }
	}
	file := *m
	key, url, name, err := fromEnv(env)
	if err != nil {
		return err
	}
	if f.BaseURL, err = checkAddress(f.BaseURL); err != nil {
		return fmt.Errorf("--base-url %w", err)
	}
	if err := checkText(f.Model, maxName); err != nil {
		return fmt.Errorf("--model %w", err)
	}
	switch {
	case f.Model != "" || f.BaseURL != "":
		m.Origin = FromFlag
	case file.Name != "" || file.BaseURL != "" || file.Key != "":
		m.Origin = FromFile
	case key != "" || url != "":
		m.Origin = FromEnvironment
	default:
		m.Origin = FromNowhere
	}
	fileName := file.Name
	if f.BaseURL != "" && fileName == Builtin {
		fileName = "" // an endpoint was asked for
	}
	m.Name = first(f.Model, fileName, name, DefaultModel)
	if m.Origin == FromNowhere || m.Name == Builtin {
		m.Name, m.BaseURL, m.Key, m.Embeddings = Builtin, "", "", ""
		m.ContextTokens = first(m.ContextTokens, DefaultContextTokens)
		return nil
	}
	m.BaseURL = first(f.BaseURL, file.BaseURL, url, DefaultBaseURL)
	// The file's key was given for the file's endpoint, and goes nowhere else.
	m.Key = Secret(key)
	if file.Key != "" && sameHost(m.BaseURL, first(file.BaseURL, url, DefaultBaseURL)) {
		m.Key = file.Key
	}
	if m.Keyring = m.Key == InKeyring; m.Keyring {
		m.Key = ""
	}
	m.ContextTokens = first(m.ContextTokens, knownContext(m.BaseURL, m.Name), DefaultContextTokens)
	return nil
}

func fromEnv(env func(string) string) (key, url, name string, err error) {
	key = strings.TrimSpace(env("OPENAI_API_KEY"))
	if err := checkKey(key); err != nil {
		return "", "", "", fmt.Errorf("OPENAI_API_KEY in the environment %w", err)
	}
	if url, err = checkAddress(env("OPENAI_BASE_URL")); err != nil {
		return "", "", "", fmt.Errorf("OPENAI_BASE_URL in the environment %w", err)
	}
	name = env("OPENAI_MODEL")
	if err := checkText(name, maxName); err != nil {
		return "", "", "", fmt.Errorf("OPENAI_MODEL in the environment %w", err)
	}
	return key, url, name, nil
}

// knownContext gives the window of OpenAI's own models in tokens, rounded down
// to what every one of the name has; 0 for any other.
func knownContext(baseURL, name string) int {
	if !sameHost(baseURL, DefaultBaseURL) {
		return 0
	}
	for _, k := range []struct {
		prefix string
		tokens int
	}{
		{"gpt-5", 128_000}, {"gpt-4.1", 128_000}, {"gpt-4o", 128_000}, {"gpt-4-turbo", 128_000},
		{"o1", 128_000}, {"o3", 128_000}, {"o4", 128_000}, {"gpt-3.5-turbo", 16_000}, {"gpt-4", 8_000},
	} {
		if strings.HasPrefix(name, k.prefix) {
			return k.tokens
		}
	}
	return 0
}

func sameHost(a, b string) bool {
	ua, errA := url.Parse(a)
	ub, errB := url.Parse(b)
	return errA == nil && errB == nil && ua.Scheme == ub.Scheme && strings.EqualFold(ua.Host, ub.Host)
}

func first[T comparable](values ...T) T {
	var zero T
	for _, v := range values {
		if v != zero {
			return v
		}
	}
	return zero
}
