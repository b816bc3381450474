package config

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"runtime"
	"strconv"
	"strings"

	"github.com/pelletier/go-toml/v2"
	"github.com/pelletier/go-toml/v2/unstable"

	"muisto/harmless"
)

// maxFile bounds the settings file in bytes: far above any honest one, and low
// enough that a wrong path to a huge file does no harm.
const maxFile = 1 << 20

// readFile takes the settings of the file into c.
func readFile(c *Config, s Sources) error {
	path := s.File
	if path == "" {
		path = s.Paths.File
	}
	data, mode, err := readBounded(path)
	if errors.Is(err, fs.ErrNotExist) && s.File == "" {
		return nil
	}
	if errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("the settings file %s is not there; check the name after --config", harmless.Line(path))
	}
	if err != nil {
		return fmt.Errorf("read the settings: %w", err)
	}
	if err := apply(c, path, data); err != nil {
		return err
	}
	c.File = path
	if c.Model.Key != "" && c.Model.Key != InKeyring && othersCanRead(mode) {
		return fmt.Errorf("%s holds an API key and others can read it; make it yours alone with: chmod 600 %[1]s",
			harmless.Line(path))
	}
	return nil
}

// othersCanRead: Windows has no such bits; a file in the profile is the
// person's own there.
func othersCanRead(mode fs.FileMode) bool {
	return runtime.GOOS != "windows" && mode.Perm()&0o077 != 0
}

// readBounded gives the file and its mode. The mode is that of the file read,
// not of one put in its place in between.
func readBounded(path string) ([]byte, fs.FileMode, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, 0, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, 0, err
	}
	if info.IsDir() {
		return nil, 0, fmt.Errorf("%s is a folder; a settings file is wanted", harmless.Line(path))
	}
	data, err := io.ReadAll(io.LimitReader(f, maxFile+1))
	if err != nil {
		return nil, 0, err
	}
	if len(data) > maxFile {
		return nil, 0, fmt.Errorf("%s is larger than %d bytes; it cannot be a settings file", harmless.Line(path), maxFile)
	}
	return data, info.Mode(), nil
}

// apply takes every setting in data into c.
func apply(c *Config, path string, data []byte) error {
	values := map[string]any{}
	if err := toml.Unmarshal(data, &values); err != nil {
		return syntaxError(path, err)
	}
	known := map[string]setting{}
	sections := map[string]bool{}
	for _, s := range settings() {
		known[s.key] = s
		section, _, _ := strings.Cut(s.key, ".")
		sections[section] = true
	}
	for _, e := range entries(data) {
		at := fmt.Sprintf("%s, line %d", harmless.Line(path), e.line)
		key := harmless.Line(e.name())
		s, ok := known[e.name()]
		switch {
		case sections[e.name()] && e.kind == unstable.Table:
		case sections[e.name()]:
			return fmt.Errorf("%s: %s is a section; write [%[2]s] on a line of its own", at, key)
		case ok && e.kind == unstable.KeyValue:
			if err := s.set(c, e.lookUp(values)); err != nil {
				return fmt.Errorf("%s: %s %w", at, key, err)
			}
		case ok:
			return fmt.Errorf("%s: %s is a setting, not a section", at, key)
		default:
			return fmt.Errorf("%s: there is no setting %s%s", at, key, nearest(e.name()))
		}
	}
	return nil
}

func syntaxError(path string, err error) error {
	path = harmless.Line(path)
	var de *toml.DecodeError
	if !errors.As(err, &de) {
		return fmt.Errorf("%s is not a TOML file: %s", path, harmless.Line(err.Error()))
	}
	line, column := de.Position()
	problem := harmless.Line(strings.TrimPrefix(de.Error(), "toml: "))
	if key := harmless.Line(strings.Join(de.Key(), ".")); key != "" {
		problem = key + ": " + problem
	}
	return fmt.Errorf("%s, line %d, column %d: this is not TOML: %s", path, line, column, problem)
}

// entry is one key or section header of a file.
type entry struct {
	parts []string
	kind  unstable.Kind
	line  int
	// from and to are the bytes of the key and value, without what follows.
	from, to int
	// inline: it stands within braces.
	inline bool
	// header is how many of the parts the section's header gave.
	header int
}

// name is the dotted key; a part that is no bare key is quoted, so that
// "model.name" in quotes is not taken for name in [model].
func (e entry) name() string {
	parts := make([]string, len(e.parts))
	for i, p := range e.parts {
		parts[i] = p
		if p == "" || strings.ContainsFunc(p, func(r rune) bool {
			return r != '-' && r != '_' && (r < '0' || r > '9') && (r < 'A' || r > 'Z') && (r < 'a' || r > 'z')
		}) {
			parts[i] = strconv.Quote(p)
		}
	}
	return strings.Join(parts, ".")
}

func (e entry) lookUp(values map[string]any) any {
	var v any = values
	for _, p := range e.parts {
		m, ok := v.(map[string]any)
		if !ok {
			return nil
		}
		v = m[p]
	}
	return v
}

// entries lists the keys and section headers of a sound TOML file, in order.
func entries(data []byte) []entry {
	var p unstable.Parser
	p.Reset(data)
	var all []entry
	var section []string
	for p.NextExpression() {
		n := p.Expression()
		switch n.Kind {
		case unstable.Table, unstable.ArrayTable:
			section, _ = keyParts(n.Key())
			key := n.Child().Raw
			all = append(all, entry{
				parts: section, kind: n.Kind, line: p.Shape(key).Start.Line, header: len(section),
				from: int(key.Offset), to: int(key.Offset + key.Length),
			})
		case unstable.KeyValue:
			all = appendKeyValue(all, &p, n, section, len(section))
		}
	}
	return all
}

func appendKeyValue(all []entry, p *unstable.Parser, n *unstable.Node, prefix []string, header int) []entry {
	own, first := keyParts(n.Key())
	e := entry{
		parts: append(append([]string{}, prefix...), own...), kind: n.Kind, header: header,
		line: p.Shape(first).Start.Line, inline: len(prefix) > header,
		from: int(n.Raw.Offset), to: int(n.Raw.Offset + n.Raw.Length),
	}
	if n.Value().Kind != unstable.InlineTable {
		return append(all, e)
	}
	e.kind = unstable.Table
	all = append(all, e)
	for it := n.Value().Children(); it.Next(); {
		all = appendKeyValue(all, p, it.Node(), e.parts, header)
	}
	return all
}

func keyParts(it unstable.Iterator) (parts []string, first unstable.Range) {
	for it.Next() {
		if len(parts) == 0 {
			first = it.Node().Raw
		}
		parts = append(parts, string(it.Node().Data))
	}
	return parts, first
}

// nearest offers the setting that was most likely meant, or lists all.
func nearest(key string) string {
	_, name, ok := strings.Cut(key, ".")
	if !ok {
		name = key
	}
	var all []string
	for _, s := range settings() {
		_, known, _ := strings.Cut(s.key, ".")
		if known == name || distance(s.key, key) <= 2 {
			return "; did you mean " + s.key + "?"
		}
		all = append(all, s.key)
	}
	return "; there are " + strings.Join(all, ", ")
}

// distance is how many bytes must be put in, taken out or changed to make b of
// a (Levenshtein 1966). Keys longer than any setting are far from all.
func distance(a, b string) int {
	if len(b) > 64 {
		return len(b)
	}
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := 1
			if a[i] == b[j] {
				cost = 0
			}
			diagonal, row[j+1] = row[j+1], min(row[j+1]+1, row[j]+1, diagonal+cost)
		}
	}
	return row[len(b)]
}
