package ui

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"

	tea "charm.land/bubbletea/v2"

	"muisto/harmless"
	"muisto/ui/cell"
)

const (
	// maxAttached bounds a file that is put into a message, in bytes.
	maxAttached = 256 << 10
	// maxListed bounds how many names of a folder are looked through.
	maxListed = 4000
	// maxAttachments bounds how many files one message takes in.
	maxAttachments = 8
)

// attaching is the files that fit a word such as @main.go while it is typed.
type attaching struct {
	dir    string // whose names are known, as it was typed
	names  []string
	read   bool
	sel    int
	closed string // the text at which the list was closed
	failed string // the text whose files could not be read: it is sent as it is
}

type (
	namesMsg struct {
		dir   string
		names []string // folders end in a slash
	}
	// attachedMsg is the files that a message names.
	attachedMsg struct {
		said  string // the message
		files []attachment
		send  bool // the message is to be sent if it names none
		err   error
	}
)

// attachment is a file as it is put into a message.
type attachment struct{ word, label, text string }

// fileTyped is the path of a file that is being typed, as @main.go.
func (m *model) fileTyped() (path string, ok bool) {
	if m.panelFocus || m.sheet != nil || m.shown() != nil || m.rewriting != nil {
		return "", false
	}
	return strings.CutPrefix(m.composer.Word(), "@")
}

// listFiles reads the names of the folder that is being typed.
func (m *model) listFiles() tea.Cmd {
	path, ok := m.fileTyped()
	if !ok {
		m.attach = attaching{}
		return nil
	}
	m.attach.sel = 0
	dir, _ := filepath.Split(path)
	if m.attach.read && m.attach.dir == dir {
		return nil
	}
	m.attach = attaching{dir: dir}
	return m.do(func(context.Context) tea.Msg { return namesMsg{dir, namesIn(dir)} })
}

// namesIn gives the names in a folder; none where it cannot be read.
func namesIn(dir string) []string {
	at, err := inHome(dir)
	if err != nil {
		return nil
	}
	f, err := os.Open(cmpOr(at, "."))
	if err != nil {
		return nil
	}
	defer f.Close()
	entries, _ := f.ReadDir(maxListed) // as many as can be read
	var names []string
	for _, e := range entries {
		name := e.Name()
		if e.IsDir() {
			name += string(filepath.Separator)
		}
		if harmless.Line(name) == name && !strings.ContainsAny(name, " \t") {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}

func cmpOr(s, or string) string {
	if s == "" {
		return or
	}
	return s
}

// inHome replaces a leading ~ with the person's folder.
func inHome(path string) (string, error) {
	rest, ok := strings.CutPrefix(path, "~"+string(filepath.Separator))
	if !ok {
		return path, nil
	}
	home, err := os.UserHomeDir()
	return filepath.Join(home, rest), err
}

func (m *model) onNames(msg namesMsg) {
	if path, ok := m.fileTyped(); ok && filepath.Dir(path+"x") == filepath.Dir(msg.dir+"x") {
		m.attach.dir, m.attach.names, m.attach.read = msg.dir, msg.names, true
	}
}

// fileChoices are the names that fit what is typed. Hidden ones are listed once
// a dot is typed.
func (m *model) fileChoices() []string {
	path, ok := m.fileTyped()
	if !ok || !m.attach.read || m.attach.closed == m.composer.Text() {
		return nil
	}
	_, typed := filepath.Split(path)
	var out []string
	for _, name := range m.attach.names {
		if strings.HasPrefix(name, typed) && (typed != "" || name[0] != '.') {
			out = append(out, name)
		}
	}
	return out
}

// takeFile puts the picked file into the message, or goes into the picked
// folder.
func (m *model) takeFile(names []string) tea.Cmd {
	name := names[min(m.attach.sel, len(names)-1)]
	path := m.attach.dir + name
	m.composer.SetWord("@" + path)
	if strings.HasSuffix(name, string(filepath.Separator)) {
		return m.listFiles()
	}
	said := m.composer.Text()
	return m.do(func(context.Context) tea.Msg {
		a, err := attach("@" + path)
		return attachedMsg{said: said, files: []attachment{a}, err: err}
	})
}

// fileLines lists the files that fit, over the composer.
func (m *model) fileLines(w, h int) []string {
	names := m.fileChoices()
	if len(names) == 0 {
		return nil
	}
	l, mt := m.look, m.look.Method
	m.attach.sel = min(m.attach.sel, len(names)-1)
	rows := min(len(names), max(h-1, 1))
	from := max(m.attach.sel-rows+1, 0)
	var out []string
	for i, name := range names[from : from+rows] {
		lead, style := "  ", l.Accent
		if from+i == m.attach.sel {
			lead, style = l.Picked.Render("› "), l.Picked
		}
		out = append(out, cell.Fit(mt, lead+style.Render(cell.Cut(mt, "@"+m.attach.dir+name, w-2)), w))
	}
	hint := keyName(m.keys.Send) + " puts the file into the message"
	if more := len(names) - rows; more > 0 {
		hint += fmt.Sprintf(" · ↑ ↓ %d more", more)
	}
	if len(out) < h {
		out = append(out, cell.Fit(mt, l.Quiet.Render("  "+hint), w))
	}
	return out
}

// filesNamed are the words of a message that may name a file.
func filesNamed(text string) []string {
	var words []string
	for _, word := range strings.Fields(text) {
		word = strings.TrimRight(word, `.,;:!?)"'`)
		if len(word) > 1 && word[0] == '@' && !slices.Contains(words, word) {
			words = append(words, word)
		}
	}
	return words[:min(len(words), maxAttachments)]
}

// attachNamed puts the files that a message names into it before it is sent;
// false if it can name none.
func (m *model) attachNamed() (tea.Cmd, bool) {
	said := m.composer.Text()
	words := filesNamed(m.composer.Typed())
	if len(words) == 0 || m.attach.failed == said {
		return nil, false
	}
	return m.do(func(context.Context) tea.Msg {
		msg := attachedMsg{said: said, send: true}
		for _, word := range words {
			a, err := attach(word)
			switch {
			case errors.Is(err, fs.ErrNotExist), errors.Is(err, errFolder):
			case err != nil:
				msg.err = errors.Join(msg.err, err)
			default:
				msg.files = append(msg.files, a)
			}
		}
		return msg
	}), true
}

// onAttached puts files into the message, which is sent by another key, once
// the person has seen that they are in it.
func (m *model) onAttached(msg attachedMsg) tea.Cmd {
	if m.composer.Text() != msg.said {
		return nil
	}
	if msg.err != nil {
		m.attach.closed, m.attach.failed = msg.said, msg.said
		m.fail("put the file into the message", msg.err)
		return m.show(keyName(m.keys.Send) + " again sends the message as it is")
	}
	if len(msg.files) == 0 && msg.send {
		return m.send()
	}
	m.attach = attaching{}
	for _, a := range msg.files {
		if !m.composer.Fold(a.word, a.label, a.text) {
			return m.show(tooLong)
		}
	}
	if !msg.send {
		return m.tellTyping()
	}
	return tea.Batch(m.tellTyping(), m.show(keyName(m.keys.Send)+" again sends it with "+oneOr(len(msg.files), "the file", "the files")))
}

var errFolder = errors.New("is a folder")

// attach reads the text file that a word such as @main.go names.
func attach(word string) (attachment, error) {
	name := word[1:]
	path, err := inHome(name)
	if err != nil {
		return attachment{}, err
	}
	text, err := readText(path)
	if err != nil {
		return attachment{}, fmt.Errorf("%s: %w", harmless.Line(name), err)
	}
	base := harmless.Line(filepath.Base(name))
	lines := strings.Count(strings.TrimRight(text, "\n"), "\n") + 1
	label := fmt.Sprintf("[%s, %d %s]", base, lines, oneOr(lines, "line", "lines"))
	fence := "```"
	for strings.Contains(text, fence) {
		fence += "`"
	}
	lang := strings.TrimPrefix(filepath.Ext(base), ".")
	return attachment{word, label, base + ":\n\n" + fence + lang + "\n" + strings.TrimRight(text, "\n") + "\n" + fence + "\n"}, nil
}

func readText(path string) (string, error) {
	info, err := os.Stat(path)
	switch {
	case err != nil:
		return "", err
	case info.IsDir():
		return "", errFolder
	case !info.Mode().IsRegular():
		return "", errors.New("is not a regular file")
	}
	f, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, maxAttached+1))
	switch {
	case err != nil:
		return "", err
	case len(text) > maxAttached:
		return "", fmt.Errorf("is longer than %d KB, the most that a message takes of a file", maxAttached>>10)
	case !utf8.Valid(text) || slices.Contains(text, 0):
		return "", errors.New("is not a text file in UTF-8")
	}
	return string(text), nil
}
