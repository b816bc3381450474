package config

import (
	"strings"
	"testing"
)

func TestChoiceOfModel(t *testing.T) {
	const (
		openAI = "https://api.openai.com/v1"
		ollama = "http://127.0.0.1:11434/v1"
	)
	type want struct {
		name, url, key string
		origin         Origin
	}
	both := env("OPENAI_API_KEY", "sk-env", "OPENAI_BASE_URL", "http://proxy/v1")
	for name, c := range map[string]struct {
		file  string
		flags Flags
		env   func(string) string
		want  want
	}{
		"nothing":                     {"", Flags{}, nil, want{Builtin, "", "", FromNowhere}},
		"a model's name alone in env": {"", Flags{}, env("OPENAI_MODEL", "m"), want{Builtin, "", "", FromNowhere}},
		"a key in env":                {"", Flags{}, env("OPENAI_API_KEY", "sk-env"), want{DefaultModel, openAI, "sk-env", FromEnvironment}},
		"an address in env":           {"", Flags{}, env("OPENAI_BASE_URL", ollama+"/", "OPENAI_MODEL", "m"), want{"m", ollama, "", FromEnvironment}},
		"the file before env":         {"name='f'\nbase_url='http://f/v1'", Flags{}, both, want{"f", "http://f/v1", "sk-env", FromFile}},
		"builtin in the file":         {"name='builtin'", Flags{}, both, want{Builtin, "", "", FromFile}},
		"a key alone in the file":     {"api_key='sk-f'", Flags{}, nil, want{DefaultModel, openAI, "sk-f", FromFile}},
		"the file's key before env's": {"api_key='sk-f'", Flags{}, env("OPENAI_API_KEY", "sk-env"), want{DefaultModel, openAI, "sk-f", FromFile}},
		"--model alone":               {"", Flags{Model: "x"}, nil, want{"x", openAI, "", FromFlag}},
		"--model keeps the endpoint":  {"name='f'\nbase_url='http://f/v1'\napi_key='sk-f'", Flags{Model: "x"}, nil, want{"x", "http://f/v1", "sk-f", FromFlag}},
		"--model with env":            {"", Flags{Model: "x"}, both, want{"x", "http://proxy/v1", "sk-env", FromFlag}},
		"--model builtin":             {"name='f'\napi_key='sk-f'", Flags{Model: "builtin"}, both, want{Builtin, "", "", FromFlag}},
		"--base-url":                  {"name='f'", Flags{BaseURL: "http://b/v1/"}, nil, want{"f", "http://b/v1", "", FromFlag}},
		"--base-url beats builtin":    {"name='builtin'", Flags{BaseURL: "http://b/v1"}, env("OPENAI_MODEL", "m"), want{"m", "http://b/v1", "", FromFlag}},
		"both flags":                  {"name='f'", Flags{Model: "x", BaseURL: "http://b/v1"}, both, want{"x", "http://b/v1", "sk-env", FromFlag}},
		"the file's key stays home": {"name='f'\nbase_url='http://f/v1'\napi_key='sk-f'", Flags{BaseURL: "http://b/v1"}, nil,
			want{"f", "http://b/v1", "", FromFlag}},
	} {
		t.Run(name, func(t *testing.T) {
			path := write(t, "[model]\n"+c.file+"\n", 0o600)
			got, err := Load(Sources{File: path, Flags: c.flags, Env: c.env})
			if err != nil {
				t.Fatal(err)
			}
			m := got.Model
			if (want{m.Name, m.BaseURL, m.Key.Reveal(), m.Origin}) != c.want {
				t.Errorf("got %q %q %q %q, want %+v", m.Name, m.BaseURL, m.Key.Reveal(), m.Origin, c.want)
			}
			if m.IsBuiltin() != (c.want.name == Builtin) {
				t.Errorf("built-in: %v", m.IsBuiltin())
			}
		})
	}
}

func TestTheWindowIsSmallUnlessKnown(t *testing.T) {
	for _, c := range []struct {
		file string
		want int
	}{
		{"name='gpt-5-mini'", 128_000},
		{"name='gpt-4'", 8_000},
		{"name='gpt-5-mini'\ncontext_tokens=16000", 16_000},
		{"name='gpt-5-mini'\nbase_url='http://elsewhere/v1'", 4096},
		{"name='llama3.2'\nbase_url='http://127.0.0.1:11434/v1'", 4096},
	} {
		got, err := Load(Sources{File: write(t, "[model]\n"+c.file, 0o600)})
		if err != nil || got.Model.ContextTokens != c.want {
			t.Errorf("%s: %d, %v", c.file, got.Model.ContextTokens, err)
		}
	}
}

func TestFaultyFlagsAndEnvironmentAreNamed(t *testing.T) {
	for _, c := range []struct {
		flags Flags
		env   func(string) string
		want  string
	}{
		{Flags{BaseURL: "nowhere"}, nil, "--base-url must be an address"},
		{Flags{Model: "a\x1b[1m"}, nil, "--model must be plain text"},
		{Flags{}, env("OPENAI_BASE_URL", "http://u:p@x"), "OPENAI_BASE_URL in the environment must not hold a name or password"},
		{Flags{}, env("OPENAI_MODEL", "a\nb"), "OPENAI_MODEL in the environment must be plain text"},
		{Flags{}, env("OPENAI_API_KEY", "a b"), "OPENAI_API_KEY in the environment must be a key"},
	} {
		_, err := Load(Sources{File: write(t, "", 0o600), Flags: c.flags, Env: c.env})
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("got %v, want %s", err, c.want)
		}
	}
}
