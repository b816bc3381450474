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
)

// SaveModel writes the choice of a model into the settings file at path, which
// is made if it is missing, and keeps what else is in it. An empty baseURL or
// key takes that setting out. The file is written whole or not at all, at mode
// 0600; a folder made for it has 0700.
func SaveModel(path, name, baseURL, key string) error {
	return save(path, []assignment{{"name", name}, {"base_url", baseURL}, {"api_key", key}})
}

// save writes settings of [model] into the file at path.
func save(path string, chosen []assignment) error {
	var c Config
	for _, a := range chosen {
		if err := lookUpSetting("model."+a.name).set(&c, a.value); err != nil {
			return fmt.Errorf("save the model: model.%s %w", a.name, err)
		}
	}
	// A link to a file kept elsewhere stays one.
	if real, err := filepath.EvalSymlinks(path); err == nil {
		path = real
	}
	data, _, err := readBounded(path)
	if errors.Is(err, fs.ErrNotExist) {
		data, err = []byte(DefaultText()), nil
	}
	if err != nil {
		return fmt.Errorf("save the model: %w", err)
	}
	if err := apply(&c, path, data, Names{}, ""); err != nil {
		return fmt.Errorf("save the model: mend this first: %w", err)
	}
	changed, err := withModel(data, path, chosen)
	if err != nil {
		return fmt.Errorf("save the model in %s: %w", path, err)
	}
	if err := writeWhole(path, changed); err != nil {
		return fmt.Errorf("save the model: %w", err)
	}
	return nil
}

// assignment is a setting in [model] and its value; empty to take it out.
type assignment struct{ name, value string }

func lookUpSetting(key string) setting {
	for _, s := range settings() {
		if s.key == key {
			return s
		}
	}
	panic("no setting " + key)
}

// withModel gives the file with the choice in it, comments and order kept. A
// layout that cannot be edited line by line is written anew, with the values
// kept but not the comments.
func withModel(data []byte, path string, chosen []assignment) ([]byte, error) {
	edited := data
	// Each new line goes right under the header, so the last comes first.
	for _, a := range slices.Backward(chosen) {
		edited = withAssignment(edited, a)
	}
	if holds(edited, path, chosen) {
		return edited, nil
	}
	values := map[string]any{}
	if err := toml.Unmarshal(data, &values); err != nil {
		return nil, err
	}
	section, _ := values["model"].(map[string]any)
	if section == nil {
		section = map[string]any{}
	}
	for _, a := range chosen {
		delete(section, a.name)
		if a.value != "" {
			section[a.name] = a.value
		}
	}
	values["model"] = section
	return toml.Marshal(values)
}

// withAssignment edits one setting of [model].
func withAssignment(data []byte, a assignment) []byte {
	line := ""
	if a.value != "" {
		line = a.name + " = " + quoted(a.value)
	}
	header := -1
	for _, e := range entries(data) {
		if e.name() == "model."+a.name && e.kind == unstable.KeyValue && !e.inline {
			if a.value != "" && e.header == 0 {
				line = "model." + line
			}
			return splice(data, e.from, e.to, line)
		}
		if e.name() == "model" && e.kind == unstable.Table && e.header == 1 {
			header = e.to
		}
	}
	if line == "" {
		return data
	}
	if header < 0 {
		return append(withNewline(data), "\n[model]\n"+line+"\n"...)
	}
	if at := commentedOut(data, header, a.name); at[1] > 0 {
		return splice(data, at[0], at[1], line)
	}
	end := endOfLine(data, header)
	return splice(data, end, end, "\n"+line)
}

// commentedOut finds the line "# name = …" after from and within its section,
// as DefaultText writes it; zeros if there is none.
func commentedOut(data []byte, from int, name string) [2]int {
	for at := endOfLine(data, from) + 1; at < len(data); {
		end := endOfLine(data, at)
		line := string(data[at:end])
		if strings.HasPrefix(line, "[") {
			break
		}
		if strings.HasPrefix(line, "# "+name+" = ") {
			return [2]int{at, end}
		}
		at = end + 1
	}
	return [2]int{}
}

func endOfLine(data []byte, from int) int {
	for from < len(data) && data[from] != '\n' {
		from++
	}
	return from
}

func splice(data []byte, from, to int, line string) []byte {
	out := append([]byte{}, data[:from]...)
	out = append(out, line...)
	return append(out, data[to:]...)
}

func withNewline(data []byte) []byte {
	out := append([]byte{}, data...)
	if len(out) > 0 && out[len(out)-1] != '\n' {
		out = append(out, '\n')
	}
	return out
}

// quoted writes a TOML basic string; the values are printable but for line ends,
// so that these, quote and backslash are all there is to escape.
func quoted(s string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`).Replace(s) + `"`
}

// holds reports whether data is a sound settings file that gives the choice.
func holds(data []byte, path string, chosen []assignment) bool {
	c := defaults()
	if err := apply(&c, path, data, Names{}, ""); err != nil {
		return false
	}
	values := map[string]any{}
	if err := toml.Unmarshal(data, &values); err != nil {
		return false
	}
	section, _ := values["model"].(map[string]any)
	for _, a := range chosen {
		got, _ := section[a.name].(string)
		if got != a.value {
			return false
		}
	}
	return true
}

// writeWhole puts data in place of path: a reader, or a crash, sees the old
// file or the new one.
func writeWhole(path string, data []byte) (err error) {
	if _, err := os.Stat(path); err == nil {
		if err := refuseOddFile(path); err != nil {
			return err
		}
		// A link stays one: what it points to is written.
		if path, err = filepath.EvalSymlinks(path); err != nil {
			return err
		}
	}
	folder := filepath.Dir(path)
	if err := makeFolder(folder); err != nil {
		return err
	}
	// CreateTemp makes the file at 0600, less what a umask takes away.
	f, err := os.CreateTemp(folder, ".config-*.toml")
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, os.Remove(f.Name()))
		}
	}()
	if err := f.Chmod(0o600); err != nil {
		return errors.Join(err, f.Close())
	}
	if _, err := f.Write(data); err != nil {
		return errors.Join(err, f.Close())
	}
	// Without it the new name could come to disk before what it names.
	if err := f.Sync(); err != nil {
		return errors.Join(err, f.Close())
	}
	if err := f.Close(); err != nil {
		return err
	}
	return os.Rename(f.Name(), path)
}

// makeFolder makes a folder, and those above it, for the person alone, whatever
// the umask. One that is there stays as it is.
func makeFolder(dir string) error {
	if _, err := os.Stat(dir); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if err := makeFolder(filepath.Dir(dir)); err != nil {
		return err
	}
	if err := os.Mkdir(dir, 0o700); err != nil && !errors.Is(err, fs.ErrExist) {
		return err
	}
	return os.Chmod(dir, 0o700)
}
