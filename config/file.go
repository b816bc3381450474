package config

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"runtime"
	"slices"
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
	path := s.file()
	profile, asked := s.profile()
	data, mode, err := readBounded(path)
	if errors.Is(err, fs.ErrNotExist) && s.File == "" {
		if profile != "" {
			return noProfile(profile, path, nil)
		}
		return nil
	}
	if errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("the settings file %s is not there; check the name after --config", harmless.Line(path))
	}
	if err != nil {
		return fmt.Errorf("read the settings: %w", err)
	}
	if err := apply(c, path, data, s.Names, profile); err != nil {
		return err
	}
	c.File, c.Profile, c.ProfileOrigin = path, profile, asked
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

// refuseOddFile fails for what is there and is no plain file. The null device
// stands for an empty one.
func refuseOddFile(path string) error {
	info, err := os.Stat(path)
	switch {
	case err != nil:
		return err
	case info.IsDir():
		return fmt.Errorf("%s is a folder; a settings file is wanted", harmless.Line(path))
	case info.Mode().IsRegular() || path == os.DevNull:
		return nil
	}
	return fmt.Errorf("%s is a pipe or a device; a settings file is wanted", harmless.Line(path))
}

// readBounded gives the file and its mode. The mode is that of the file read,
// not of one put in its place in between.
func readBounded(path string) ([]byte, fs.FileMode, error) {
	if err := refuseOddFile(path); err != nil { // opening a pipe would wait for its writer
		return nil, 0, err
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, 0, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, 0, err
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

// apply takes every setting in data into c: those outside of profiles, then
// those of the one that is named. The other profiles are checked.
func apply(c *Config, path string, data []byte, n Names, profile string) error {
	values := map[string]any{}
	if err := toml.Unmarshal(data, &values); err != nil {
		return syntaxError(path, err)
	}
	t := table{path: path, names: n, known: map[string]setting{}, sections: map[string]bool{}}
	for _, s := range n.settings() {
		t.known[s.key] = s
		for i, r := range s.key {
			if r == '.' {
				t.sections[s.key[:i]] = true
			}
		}
	}
	all := entries(data)
	there := profilesIn(all)
	if profile != "" && !slices.Contains(there, profile) {
		return noProfile(profile, path, there)
	}
	var own []entry // the profile's
	others := n.defaults()
	for _, e := range all {
		var err error
		switch {
		case e.parts[0] != profiles:
			err = t.take(c, e, e.lookUp(values))
		case e.checkPlace() != nil:
			err = fmt.Errorf("%s, line %d: %w", harmless.Line(path), e.line, e.checkPlace())
		case len(e.parts) <= 2:
		case e.parts[1] == profile:
			own = append(own, e)
		default:
			err = t.take(&others, e.inProfile(), e.lookUp(values))
		}
		if err != nil {
			return err
		}
	}
	if profile == "" {
		return nil
	}
	return takeProfile(c, own, func(e entry) error { return t.take(c, e.inProfile(), e.lookUp(values)) })
}

// table is what a file may hold.
type table struct {
	path     string
	names    Names
	known    map[string]setting
	sections map[string]bool
}

// take takes one entry of a file into c.
func (t table) take(c *Config, e entry, value any) error {
	at := fmt.Sprintf("%s, line %d", harmless.Line(t.path), e.line)
	name, key := e.name(), harmless.Line(e.name())
	s, ok := t.known[name]
	if pair, within := t.pairOf(e); within { // one of two colours
		s, ok, value = pair, true, map[string]any{e.parts[len(e.parts)-1]: value}
		key = harmless.Line(s.key)
	}
	_, pair := s.preset.(Colour)
	switch {
	case t.names.passedOver(name):
	case t.sections[name] && e.kind == unstable.Table:
	case t.sections[name]:
		return fmt.Errorf("%s: %s is a section; write [%[2]s] on a line of its own", at, key)
	case ok && (e.kind == unstable.KeyValue || pair && e.kind == unstable.Table):
		if err := s.set(c, value); err != nil {
			return fmt.Errorf("%s: %s %w", at, key, err)
		}
	case ok:
		return fmt.Errorf("%s: %s is a setting, not a section", at, key)
	default:
		return fmt.Errorf("%s: there is no setting %s%s", at, key, t.nearest(name))
	}
	return nil
}

// pairOf finds the pair of colours that an entry stands within.
func (t table) pairOf(e entry) (setting, bool) {
	e.parts = e.parts[:len(e.parts)-1]
	s := t.known[e.name()]
	_, ok := s.preset.(Colour)
	return s, ok
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

// nearest offers the setting that was most likely meant, or lists those of the
// same section, or the sections.
func (t table) nearest(key string) string {
	name := key[strings.LastIndexByte(key, '.')+1:]
	section := strings.TrimSuffix(strings.TrimSuffix(key, name), ".")
	var beside, all []string
	for _, s := range t.names.settings() {
		known := s.key[strings.LastIndexByte(s.key, '.')+1:]
		within := strings.TrimSuffix(strings.TrimSuffix(s.key, known), ".")
		if known == name || distance(s.key, key) <= 2 {
			return "; did you mean " + s.key + "?"
		}
		if within == section {
			beside = append(beside, known)
		}
		if !slices.Contains(all, within) {
			all = append(all, within)
		}
	}
	if len(beside) > 0 {
		return "; in [" + harmless.Line(section) + "] there are " + strings.Join(beside, ", ")
	}
	return "; the sections are " + strings.Join(all, ", ")
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
