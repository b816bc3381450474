package config

import (
	"fmt"
	"math"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"muisto/memory"
)

// setting is one key of the settings file.
type setting struct {
	// key is "section.name".
	key string
	// doc is what it does, in lines for the default file.
	doc []string
	// preset is the default, as the file would give it.
	preset any
	// field takes a value from the file, and gives it.
	field
}

// field is where a setting stands in a Config.
type field struct {
	// set takes a value from the file. Its error goes on from the key: "must
	// be …".
	set func(c *Config, value any) error
	// get gives the value as the file would.
	get func(c Config) any
}

// settings lists every setting in the order of the default file.
func settings() []setting {
	return []setting{
		{"model.name", []string{
			"The model's name at its endpoint, such as \"gpt-5-mini\" or \"llama3.2\";",
			"\"builtin\" for the one in the program, which needs no network.",
		}, "", text(maxName, func(c *Config) *string { return &c.Model.Name })},
		{"model.base_url", []string{
			"The address of an OpenAI-compatible endpoint. It usually ends in /v1:",
			"http://127.0.0.1:11434/v1 is a local Ollama.",
		}, "", address(func(c *Config) *string { return &c.Model.BaseURL })},
		{"model.api_key", []string{
			"The key for that endpoint, where it wants one. The file must then be",
			"readable by you alone. OPENAI_API_KEY in the environment works too, and",
			"\"keyring\" takes it from the keyring of the system, where \"muisto config key set\"",
			"puts it.",
		}, "", secret(func(c *Config) *Secret { return &c.Model.Key })},
		{"model.context_tokens", []string{
			"How many tokens fit in the model's context window, reply included (1024 to 2000000).",
			"0 uses the known size for OpenAI's own models, and 4096 for any other.",
		}, int64(0), contextTokens()},
		{"model.timeout", []string{
			"How long one whole answer may take (5s to 1h).",
		}, "5m", duration(5*time.Second, time.Hour, func(c *Config) *time.Duration { return &c.Model.Timeout })},
		{"model.silence", []string{
			"How long to wait for the first word of an answer, or during a pause in it (5s to 1h).",
		}, "2m", duration(5*time.Second, time.Hour, func(c *Config) *time.Duration { return &c.Model.Silence })},
		{"model.thinking", []string{
			"Whether a model that can is to reason before it answers: \"auto\" in replies",
			"alone, \"on\" always, \"off\" never, as far as it can be asked.",
		}, "auto", choice([]string{"auto", "on", "off"}, func(c *Config) *string { return &c.Model.Thinking })},
		{"model.embeddings", []string{
			"An embedding model at the same endpoint, for finding memories by meaning.",
			"Empty for the word vectors in the program.",
		}, "", text(maxName, func(c *Config) *string { return &c.Model.Embeddings })},
		{"capture.quiet", []string{
			"How long a conversation must be quiet before it becomes moments (5s to 1h).",
		}, "90s", duration(5*time.Second, time.Hour, func(c *Config) *time.Duration { return &c.Capture.Quiet })},
		{"memory.file", []string{
			"The file that the memory is in: a path, or a name in the data folder. Empty for",
			"muisto.db there, and for one of its own with a profile.",
		}, "", text(maxAddress, func(c *Config) *string { return &c.Memory.File })},
		{"memory.decay", []string{
			"How fast memories fade: D of the forgetting curve (0.1 to 0.8).",
		}, memory.DefaultDecay, number(memory.MinDecay, memory.MaxDecay, func(c *Config) *float64 { return &c.Memory.Decay })},
		{"memory.day_turn", []string{
			"The hour at which a day ends: what is said at two in the night still",
			"belongs to the evening before (0 to 23).",
		}, int64(4), whole(0, 23, func(c *Config) *int { return &c.Memory.DayTurn })},
		{"memory.state_days", []string{
			"How many days a temporary fact stays valid when no end date was given (1 to 3650).",
		}, int64(90), whole(1, 3650, func(c *Config) *int { return &c.Memory.StateDays })},
		{"memory.night_calls", []string{
			"How many model calls one pass of a night makes at most; the rest is left for the next (1 to 10000).",
		}, int64(50), whole(1, 10000, func(c *Config) *int { return &c.Memory.NightCalls })},
		{"recall.budget", []string{
			"The token budget of a prompt for recalled memories (50 to 100000).",
		}, int64(800), whole(50, 100000, func(c *Config) *int { return &c.Recall.Budget })},
		{"chat.user_name", []string{
			"What you are called in moments and facts; empty for \"the user\".",
		}, "", text(maxName, func(c *Config) *string { return &c.Chat.UserName })},
		{"chat.persona", []string{
			"How the agent should be and speak, in your words (2000 characters at most).",
		}, "", prose(maxPersona, func(c *Config) *string { return &c.Chat.Persona })},
		{"prices.models", []string{
			"What models cost for a million tokens sent and a million received, for the",
			"sums in the status line and /stats: \"gpt-5-mini 0.25 2, llama3.2 0 0\".",
		}, "", prices()},
		{"prices.currency", []string{
			"The currency symbol.",
		}, "$", text(maxCurrency, func(c *Config) *string { return &c.Prices.Currency })},
		{"ui.theme", []string{
			"Colours for a \"dark\" or a \"light\" terminal; \"auto\" asks it.",
		}, string(ThemeAuto), theme()},
		{"ui.mouse", []string{
			"Whether muisto takes the mouse: \"on\" to click and scroll, \"off\" to let the",
			"terminal select text. F3 switches it.",
		}, "on", choice([]string{"on", "off"}, func(c *Config) *string { return &c.UI.Mouse })},
		{"ui.vim", []string{
			"Edit what you write by the letters of vim: Esc for normal mode, i to insert.",
		}, false, yes(func(c *Config) *bool { return &c.UI.Vim })},
		{"ui.notify", []string{
			"How the end of a reply that took over 10 seconds is announced: \"off\", by the",
			"terminal's \"bell\", or by a \"desktop\" notification where the terminal can.",
		}, "off", choice([]string{"off", "bell", "desktop"}, func(c *Config) *string { return &c.UI.Notify })},
	}
}

// Bounds on text, in characters. Names stand in titles; addresses and keys are
// nowhere near so long.
const (
	maxName    = 200
	maxAddress = 2000
	maxKey     = 4000
	// maxPersona leaves a small model's window to the conversation.
	maxPersona = 2000
	// maxPrices bounds the list of prices, maxPrice one of them.
	maxPrices   = 20_000
	maxPrice    = 1e6
	maxCurrency = 8
)

func text(limit int, at func(*Config) *string) field {
	set := func(c *Config, value any) error {
		s, ok := value.(string)
		if !ok {
			return fmt.Errorf("must be text in quotes, not %s", shown(value))
		}
		if err := checkText(s, limit); err != nil {
			return err
		}
		*at(c) = s
		return nil
	}
	return field{set, func(c Config) any { return *at(&c) }}
}

// prose is text that may have lines.
func prose(limit int, at func(*Config) *string) field {
	set := func(c *Config, value any) error {
		s, ok := value.(string)
		if !ok {
			return fmt.Errorf("must be text in quotes, not %s", shown(value))
		}
		if n := utf8.RuneCountInString(s); n > limit {
			return fmt.Errorf("must be %d characters at most, not %d", limit, n)
		}
		for line := range strings.Lines(s) {
			if err := checkText(strings.TrimSuffix(line, "\n"), limit); err != nil {
				return err
			}
		}
		*at(c) = strings.TrimSpace(s)
		return nil
	}
	return field{set, func(c Config) any { return *at(&c) }}
}

func checkText(s string, limit int) error {
	if n := utf8.RuneCountInString(s); n > limit {
		return fmt.Errorf("must be %d characters at most, not %d", limit, n)
	}
	for _, r := range s {
		if !unicode.IsPrint(r) {
			return fmt.Errorf("must be plain text, without control characters")
		}
	}
	return nil
}

func address(at func(*Config) *string) field {
	set := func(c *Config, value any) error {
		s, ok := value.(string)
		if !ok {
			return fmt.Errorf("must be an address in quotes, not %s", shown(value))
		}
		clean, err := checkAddress(s)
		if err != nil {
			return err
		}
		*at(c) = clean
		return nil
	}
	return field{set, func(c Config) any { return *at(&c) }}
}

// checkAddress gives the address of an endpoint without slashes at its end.
func checkAddress(s string) (string, error) {
	if s == "" {
		return "", nil
	}
	if err := checkText(s, maxAddress); err != nil {
		return "", err
	}
	u, err := url.Parse(s)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Hostname() == "" {
		return "", fmt.Errorf("must be an address like https://api.openai.com/v1")
	}
	// Such an address would be shown, with its password, in titles and errors.
	if u.User != nil {
		return "", fmt.Errorf("must not hold a name or password; use model.api_key")
	}
	if u.RawQuery != "" || u.Fragment != "" {
		return "", fmt.Errorf("must end with its path, without ? or #")
	}
	for len(s) > 0 && s[len(s)-1] == '/' {
		s = s[:len(s)-1]
	}
	return s, nil
}

func secret(at func(*Config) *Secret) field {
	set := func(c *Config, value any) error {
		// The value itself is never part of the error.
		s, ok := value.(string)
		if !ok {
			return fmt.Errorf("must be text in quotes")
		}
		if err := checkKey(s); err != nil {
			return err
		}
		*at(c) = Secret(s)
		return nil
	}
	get := func(c Config) any {
		if c.Model.Keyring || *at(&c) == InKeyring {
			return InKeyring
		}
		return at(&c).String()
	}
	return field{set, get}
}

// checkKey: a key travels in an HTTP header, which holds printable ASCII.
func checkKey(s string) error {
	if len(s) > maxKey {
		return fmt.Errorf("must be %d characters at most, not %d", maxKey, len(s))
	}
	for i := range len(s) {
		if s[i] <= ' ' || s[i] > '~' {
			return fmt.Errorf("must be a key as the endpoint gave it, without spaces or accents")
		}
	}
	return nil
}

func whole(lo, hi int, at func(*Config) *int) field {
	set := func(c *Config, value any) error {
		n, ok := value.(int64)
		if !ok || n < int64(lo) || n > int64(hi) {
			return fmt.Errorf("must be a whole number from %d to %d, not %s", lo, hi, shown(value))
		}
		*at(c) = int(n)
		return nil
	}
	return field{set, func(c Config) any { return int64(*at(&c)) }}
}

func contextTokens() field {
	tokens := whole(1024, 2_000_000, func(c *Config) *int { return &c.Model.ContextTokens })
	set := func(c *Config, value any) error {
		if n, ok := value.(int64); ok && n == 0 {
			c.Model.ContextTokens = 0
			return nil
		}
		return tokens.set(c, value)
	}
	return field{set, tokens.get}
}

func number(lo, hi float64, at func(*Config) *float64) field {
	set := func(c *Config, value any) error {
		x, ok := value.(float64)
		if n, isWhole := value.(int64); isWhole {
			x, ok = float64(n), true
		}
		if !ok || math.IsNaN(x) || x < lo || x > hi {
			return fmt.Errorf("must be a number from %v to %v, not %s", lo, hi, shown(value))
		}
		*at(c) = x
		return nil
	}
	return field{set, func(c Config) any { return *at(&c) }}
}

func duration(lo, hi time.Duration, at func(*Config) *time.Duration) field {
	set := func(c *Config, value any) error {
		s, ok := value.(string)
		d, err := time.ParseDuration(s)
		if !ok || err != nil || d < lo || d > hi {
			return fmt.Errorf("must be a time from %s to %s, such as \"90s\" or \"2m\", not %s",
				shortDuration(lo), shortDuration(hi), shown(value))
		}
		*at(c) = d
		return nil
	}
	return field{set, func(c Config) any { return shortDuration(*at(&c)) }}
}

// shortDuration writes 1h where Duration.String writes 1h0m0s, and 90s where it
// writes 1m30s.
func shortDuration(d time.Duration) string {
	switch {
	case d%time.Hour == 0:
		return strconv.Itoa(int(d/time.Hour)) + "h"
	case d%time.Minute == 0 && d < time.Hour:
		return strconv.Itoa(int(d/time.Minute)) + "m"
	case d%time.Second == 0 && d < 10*time.Minute:
		return strconv.Itoa(int(d/time.Second)) + "s"
	}
	return d.String()
}

func prices() field {
	whole := text(maxPrices, func(c *Config) *string { return &c.Prices.Models })
	set := func(c *Config, value any) error {
		was := *c
		if err := whole.set(c, value); err != nil {
			return err
		}
		if _, err := readPrices(c.Prices.Models); err != nil {
			*c = was
			return err
		}
		return nil
	}
	return field{set, whole.get}
}

func readPrices(list string) ([]Price, error) {
	var all []Price
	for entry := range strings.SplitSeq(list, ",") {
		if strings.TrimSpace(entry) == "" {
			continue
		}
		p, err := readPrice(entry)
		if err != nil {
			return nil, err
		}
		all = append(all, p)
	}
	return all, nil
}

// readPrice reads "gpt-5-mini 0.25 2".
func readPrice(s string) (Price, error) {
	words := strings.Fields(s)
	if len(words) == 3 {
		in, errIn := strconv.ParseFloat(words[1], 64)
		out, errOut := strconv.ParseFloat(words[2], 64)
		if errIn == nil && errOut == nil && 0 <= in && in <= maxPrice && 0 <= out && out <= maxPrice {
			return Price{words[0], in, out}, nil
		}
	}
	return Price{}, fmt.Errorf("must list a model and two prices from 0 to %d each, such as \"gpt-5-mini 0.25 2\", not %s", int(maxPrice), shown(strings.TrimSpace(s)))
}

// yes is a setting that is true or false.
func yes(at func(*Config) *bool) field {
	set := func(c *Config, value any) error {
		b, ok := value.(bool)
		if !ok {
			return fmt.Errorf("must be true or false, not %s", shown(value))
		}
		*at(c) = b
		return nil
	}
	return field{set, func(c Config) any { return *at(&c) }}
}

// choice is a setting that is one of some words.
func choice(of []string, at func(*Config) *string) field {
	quoted := make([]string, len(of))
	for i, word := range of {
		quoted[i] = strconv.Quote(word)
	}
	last := len(quoted) - 1
	words := strings.Join(quoted[:last], ", ") + " or " + quoted[last]
	set := func(c *Config, value any) error {
		s, _ := value.(string)
		if !slices.Contains(of, s) {
			return fmt.Errorf("must be %s, not %s", words, shown(value))
		}
		*at(c) = s
		return nil
	}
	return field{set, func(c Config) any { return *at(&c) }}
}

func theme() field {
	set := func(c *Config, value any) error {
		s, _ := value.(string)
		switch t := Theme(s); t {
		case ThemeAuto, ThemeDark, ThemeLight:
			c.UI.Theme = t
			return nil
		}
		return fmt.Errorf("must be \"auto\", \"dark\" or \"light\", not %s", shown(value))
	}
	return field{set, func(c Config) any { return string(c.UI.Theme) }}
}

// shown writes a value as the file would, cut to what an error has room for.
func shown(value any) string {
	const room = 60
	switch v := value.(type) {
	case string:
		if r := []rune(v); len(r) > room {
			v = string(r[:room]) + "…"
		}
		return strconv.Quote(v)
	case int64, float64, bool:
		return fmt.Sprint(v)
	case []any:
		return "a list"
	case map[string]any:
		return "a section"
	}
	return "a date"
}
