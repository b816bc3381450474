package cli

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	system "github.com/zalando/go-keyring"
)

// echo is an endpoint that fails in every way, and repeats the key in all.
func echo(t *testing.T) *httptest.Server {
	t.Helper()
	status := []int{400, 401, 403, 404, 422, 429, 500, 200}
	n := 0
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		key := strings.TrimPrefix(r.Header.Get("Authorization"), "Bearer ")
		if key != canary {
			t.Errorf("the key sent is %q", key)
		}
		w.Header().Set("Retry-After", "900") // longer than anyone waits
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(status[n%len(status)])
		n++
		fmt.Fprintf(w, `{"error":{"message":"the key %s is no good, nor is %s\u001b[0m%s","code":%q}}`, key, key[:9], key[9:], key)
	}))
	t.Cleanup(server.Close)
	return server
}

// home sets the folders of a person who has nothing yet.
func home(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	for _, name := range []string{"OPENAI_API_KEY", "OPENAI_BASE_URL", "OPENAI_MODEL"} {
		t.Setenv(name, "")
	}
	return dir
}

// holdsKey gives the files in a folder in which the key stands.
func holdsKey(t *testing.T, dir string) (names []string) {
	t.Helper()
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := os.ReadFile(path)
		if strings.Contains(string(data), canary) {
			names = append(names, filepath.Base(path))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return names
}

func TestTheKeyIsNowhereButWhereItWasPut(t *testing.T) {
	for name, tt := range map[string]struct {
		file  string // the setting
		holds string // the one file that holds it
	}{
		"from the environment": {"", ""},
		"from the file":        {canary, "config.toml"},
		"from the keyring":     {"keyring", ""},
	} {
		t.Run(name, func(t *testing.T) {
			dir := home(t)
			system.MockInit()
			url := echo(t).URL
			if name == "from the environment" {
				t.Setenv("OPENAI_API_KEY", canary)
			}
			if err := system.Set("muisto", url, canary); err != nil {
				t.Fatal(err)
			}
			path := filepath.Join(dir, "config.toml")
			text := fmt.Sprintf("[model]\nname = \"fake\"\nbase_url = %q\n", url+"/v1")
			if tt.file != "" {
				text += fmt.Sprintf("api_key = %q\n", tt.file)
			}
			if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
			for _, args := range [][]string{
				{"say", "Hello there"}, {"say", "--json", "No, the launch is on Friday."}, {"say", "a"}, {"say", "b"}, {"say", "c"}, {"say", "d"}, {"say", "e"}, {"say", "f"},
				{"capture"}, {"capture", "--explain"}, {"sleep"}, {"sleep", "--pass", "month"}, {"episodes"}, {"facts"}, {"recall", "launch"},
				{"config"}, {"config", "--json"}, {"config", "check"}, {"doctor"}, {"doctor", "--json"}, {"doctor", "--backup", filepath.Join(dir, "copy.db")},
				{"export"}, {"export", "--format", "md"}, {"export", "-o", filepath.Join(dir, "out.jsonl")}, {"config", "key", "set", canary}, {"config", canary},
			} {
				out, errs := run(t, append(args, "--db", filepath.Join(dir, "m.db"), "--config", path)...)
				told := strings.ReplaceAll(out+errs, fmt.Sprintf("there is no command %q", canary), "")
				if strings.Contains(told, canary) || strings.Contains(told, canary[9:]) {
					t.Errorf("%q tells it: %s", args, told)
				}
			}
			if names := strings.Join(holdsKey(t, dir), " "); names != tt.holds {
				t.Errorf("the key stands in %q, want %q", names, tt.holds)
			}
		})
	}
}

func TestAKeyInAFileThatOthersCanReadIsRefused(t *testing.T) {
	dir := home(t)
	path := filepath.Join(dir, "config.toml")
	for _, tt := range []struct {
		key     string
		mode    os.FileMode
		refused bool
	}{
		{canary, 0o600, false}, {canary, 0o640, true}, {canary, 0o604, true}, {canary, 0o622, true}, {"keyring", 0o644, false},
	} {
		if err := errors.Join(os.WriteFile(path, fmt.Appendf(nil, "[model]\nname = \"m\"\napi_key = %q\n", tt.key), 0o600), os.Chmod(path, tt.mode)); err != nil {
			t.Fatal(err)
		}
		_, errs := run(t, "doctor", "--db", filepath.Join(dir, "m.db"), "--config", path)
		if strings.Contains(errs, "others can read it; make it yours alone with: chmod 600") != tt.refused || strings.Contains(errs, canary) {
			t.Errorf("%q at %o: %q", tt.key, tt.mode, errs)
		}
	}
}

func TestAKeyIsPutIntoTheKeyringAndTakenOut(t *testing.T) {
	dir := home(t)
	system.MockInit()
	path := filepath.Join(dir, "config.toml")
	if err := os.WriteFile(path, []byte("# mine\n[model]\nname = \"m\"\nbase_url = \"https://a.test:8080/v1\"\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	do := func(in string, args ...string) (string, error) {
		root := newRoot()
		var out strings.Builder
		root.SetArgs(append(args, "--config", path, "--db", filepath.Join(dir, "m.db")))
		root.SetIn(strings.NewReader(in))
		root.SetOut(&out)
		root.SetErr(&out)
		root.SilenceErrors = true
		err := root.ExecuteContext(context.Background())
		return out.String(), err
	}
	for _, bad := range []string{"", "\n", "two words\n", "ä\n", strings.Repeat("x", maxKeyLine+1)} {
		if _, err := do(bad, "config", "key", "set"); err == nil || bad != "" && len(bad) > 2 && strings.Contains(err.Error(), bad[:3]) {
			t.Errorf("%.20q: %v", bad, err)
		}
	}
	if out, err := do(canary+"\n", "config", "key", "set"); err != nil || !strings.Contains(out, "the key for https://a.test:8080 is in the keyring") {
		t.Fatalf("%q, %v", out, err)
	}
	if got, err := system.Get("muisto", "https://a.test:8080"); got != canary || err != nil {
		t.Errorf("the keyring has %q, %v", got, err)
	}
	data, err := os.ReadFile(path)
	if err != nil || !strings.Contains(string(data), "# mine") || !strings.Contains(string(data), `api_key = "keyring"`) || strings.Contains(string(data), canary) {
		t.Errorf("the file is %s, %v", data, err)
	}
	if out, err := do("", "config"); err != nil || !strings.Contains(out, `api_key = "keyring"`) || !strings.Contains(out, "config file") {
		t.Errorf("%s, %v", out, err)
	}
	if out, err := do("", "doctor"); err != nil || !strings.Contains(out, "with a key") {
		t.Errorf("%s, %v", out, err)
	}
	if out, err := do("", "config", "key", "delete"); err != nil || !strings.Contains(out, "removed the key for") {
		t.Errorf("%s, %v", out, err)
	}
	if _, err := system.Get("muisto", "https://a.test:8080"); !errors.Is(err, system.ErrNotFound) {
		t.Errorf("it is still there: %v", err)
	}
	if data, err := os.ReadFile(path); err != nil || strings.Contains(string(data), "api_key") {
		t.Errorf("the file is %s, %v", data, err)
	}
	if _, err := do("", "config", "key", "delete"); err == nil {
		t.Error("deleted twice without a word")
	}
	system.MockInitWithError(errors.New("no such bus"))
	if _, err := do(canary, "config", "key", "set"); err == nil || !strings.Contains(err.Error(), "cannot be reached") || strings.Contains(err.Error(), canary) {
		t.Errorf("without a service: %v", err)
	}
}

// Whoever asks no model needs no keyring.
func TestAKeyringThatIsNotThereHoldsUpOnlyTheModel(t *testing.T) {
	dir := home(t)
	system.MockInitWithError(errors.New("no such bus"))
	path := filepath.Join(dir, "config.toml")
	if err := os.WriteFile(path, []byte("[model]\nname = \"m\"\nbase_url = \"http://127.0.0.1:1/v1\"\napi_key = \"keyring\"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	with := func(args ...string) []string {
		return append(args, "--db", filepath.Join(dir, "m.db"), "--config", path)
	}
	if _, errs := run(t, with("say", "No, the launch is on Friday.")...); !strings.Contains(errs, "muisto: no key could be had: the keyring of this system cannot be reached") {
		t.Errorf("say: %q", errs)
	}
	for _, args := range [][]string{{"episodes"}, {"facts"}, {"doctor"}, {"recall", "launch"}, {"export"}, {"config"}} {
		if _, errs := run(t, with(args...)...); strings.Contains(errs, "key") {
			t.Errorf("%q: %q", args, errs)
		}
	}
	// What is pending waits for the key.
	if out, errs := run(t, with("capture")...); out != "" || !strings.Contains(errs, "o key could be had") || !strings.Contains(errs, "captured once the model answers") {
		t.Errorf("capture: %q, %q", out, errs)
	}
	if out, errs := run(t, with("doctor")...); !strings.Contains(out, "1 message") {
		t.Errorf("doctor: %q, %q", out, errs)
	}
}
