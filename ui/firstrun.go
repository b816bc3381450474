package ui

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"muisto/harmless"
	"muisto/ui/cell"
	"muisto/ui/composer"
	"muisto/ui/look"
)

// ErrLeft: the person left the first screen without choosing.
var ErrLeft = errors.New("left without choosing a model")

// ChoiceKind says which of the three ways to begin was chosen.
type ChoiceKind int

// The ways to begin.
const (
	UseBuiltin  ChoiceKind = iota
	UseOllama              // the one found here, with Model
	UseEndpoint            // BaseURL with Key and Model
)

// Choice is what was chosen on the first screen.
type Choice struct {
	Kind                ChoiceKind
	Model, BaseURL, Key string
}

// FirstRunOptions are what the first screen needs.
type FirstRunOptions struct {
	Options
	// Probe looks for an Ollama on this machine and gives the names of its
	// models; none, or an error, means that there is none.
	Probe func(ctx context.Context) ([]string, error)
	// Try checks a choice before it is taken; its error is shown as a sentence,
	// and the person can choose again. Nil takes every choice.
	Try func(ctx context.Context, c Choice) error
}

// FirstRun shows the first screen until the person has chosen. It fails with
// ErrLeft if they leave.
func FirstRun(ctx context.Context, o FirstRunOptions) (Choice, error) {
	ctx, cancel := context.WithCancel(ctx)
	m := newFirstRun(ctx, o)
	_, err := tea.NewProgram(m, o.program(ctx)...).Run()
	cancel()
	m.work.wait()
	switch {
	case errors.Is(err, tea.ErrInterrupted):
		return Choice{}, ErrLeft
	case err != nil:
		return Choice{}, fmt.Errorf("draw the first screen: %w", err)
	case !m.chosen:
		return Choice{}, ErrLeft
	}
	return m.choice, nil
}

// field is one line to fill in.
type field struct {
	name, hint string
	hidden     bool // shown as dots
	text       *composer.Composer
}

// firstRun is the model of the first screen.
type firstRun struct {
	options FirstRunOptions
	ctx     context.Context
	work    works
	look    *look.Look
	keys    *keyMap
	w, h    int

	probed  bool
	models  []string // the Ollama's, made harmless
	model   int
	sel     int  // which choice
	moved   bool // the person has chosen; else it is the best that works
	filling bool
	fields  []field
	at      int // which field

	trying  bool
	trouble string
	choice  Choice
	chosen  bool
}

type (
	probedMsg struct{ models []string }
	triedMsg  struct{ err error }
)

// maxModels bounds how many models of an Ollama are offered.
const maxModels = 100

func newFirstRun(ctx context.Context, o FirstRunOptions) *firstRun {
	theme := look.Dark
	switch {
	case o.NoColor:
		theme = look.Plain
	case o.Theme == Light:
		theme = look.Light
	}
	m := &firstRun{options: o, ctx: ctx, look: o.Colours.Look(theme, cell.ByRune), keys: keysOf(o.Keys)}
	line := func() *composer.Composer { return composer.New(m.look.Method) }
	m.fields = []field{
		{name: "base URL", hint: "https://api.openai.com/v1", text: line()},
		{name: "key", hint: "empty if none is needed", text: line(), hidden: true},
		{name: "model", hint: "its name, as the server knows it", text: line()},
	}
	return m
}

// Init looks for an Ollama, after the first frame.
func (m *firstRun) Init() tea.Cmd {
	probe := func() tea.Msg {
		if m.options.Probe == nil || !m.work.begin() {
			return probedMsg{}
		}
		defer m.work.end()
		models, err := m.options.Probe(m.ctx)
		if err != nil {
			models = nil // none answers: then it is not offered
		}
		return probedMsg{models}
	}
	return tea.Batch(tea.RequestBackgroundColor, probe)
}

// Update takes what happened.
func (m *firstRun) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		m.w, m.h = msg.Width, msg.Height
	case tea.BackgroundColorMsg:
		if m.options.Theme == Auto && m.look.Theme != look.Plain {
			m.look = m.look.Themed(themeFor(msg.IsDark()))
		}
	case tea.ColorProfileMsg:
		if noColour(msg) {
			m.look = m.look.Themed(look.Plain)
		}
	case probedMsg:
		m.probed = true
		for _, name := range msg.models[:min(len(msg.models), maxModels)] {
			m.models = append(m.models, harmless.Line(name))
		}
	case triedMsg:
		m.trying = false
		if msg.err != nil {
			m.trouble = harmless.Line(sentence("", msg.err))
			return m, nil
		}
		m.chosen = true
		return m, tea.Quit
	case tea.PasteMsg:
		if m.filling {
			line, _, _ := strings.Cut(strings.TrimSpace(msg.Content), "\n")
			m.fields[m.at].text.Insert(line)
		}
	case tea.KeyPressMsg:
		return m, m.press(msg)
	}
	return m, nil
}

func (m *firstRun) press(k tea.KeyPressMsg) tea.Cmd {
	switch {
	case key.Matches(k, m.keys.Leave), key.Matches(k, m.keys.LeaveEmpty) && !m.filling:
		return tea.Quit
	case m.trying:
		return nil
	case m.filling:
		return m.pressField(k)
	case key.Matches(k, m.keys.ListUp):
		m.move(-1)
	case key.Matches(k, m.keys.ListDown), key.Matches(k, m.keys.Switch):
		m.move(1)
	case key.Matches(k, m.keys.Left) && len(m.models) > 0:
		m.model = (m.model + len(m.models) - 1) % len(m.models)
	case key.Matches(k, m.keys.Right) && len(m.models) > 0:
		m.model = (m.model + 1) % len(m.models)
	case key.Matches(k, m.keys.Open):
		return m.choose()
	}
	return nil
}

// The choices, in the order shown.
const (
	ollamaChoice = iota
	endpointChoice
	builtinChoice
	choices
)

func (m *firstRun) move(by int) {
	m.sel, m.moved = (m.selected()+by+choices)%choices, true
	if m.sel == ollamaChoice && len(m.models) == 0 {
		m.sel = (m.sel + by + choices) % choices
	}
}

// selected is the choice under the cursor. It begins on what works at once: an
// Ollama that was found, else the built-in model.
func (m *firstRun) selected() int {
	switch {
	case m.moved:
		return m.sel
	case len(m.models) > 0:
		return ollamaChoice
	}
	return builtinChoice
}

func (m *firstRun) choose() tea.Cmd {
	m.trouble = ""
	switch m.selected() {
	case ollamaChoice:
		return m.try(Choice{Kind: UseOllama, Model: m.models[m.model]})
	case builtinChoice:
		return m.try(Choice{Kind: UseBuiltin})
	}
	m.filling, m.at = true, 0
	return nil
}

func (m *firstRun) pressField(k tea.KeyPressMsg) tea.Cmd {
	f := m.fields[m.at].text
	switch {
	case key.Matches(k, m.keys.Stop):
		m.filling, m.trouble = false, ""
	case key.Matches(k, m.keys.Up):
		m.at = max(m.at-1, 0)
	case key.Matches(k, m.keys.Down), key.Matches(k, m.keys.Switch):
		if m.urlHolds() {
			m.at = min(m.at+1, len(m.fields)-1)
		}
	case key.Matches(k, m.keys.Send):
		if !m.urlHolds() {
			return nil
		}
		if m.at < len(m.fields)-1 {
			m.at++
			return nil
		}
		return m.filled()
	case m.keys.editLine(k, f):
		m.trouble = ""
	case k.Text != "":
		m.trouble = ""
		f.Insert(k.Text)
	}
	return nil
}

// baseURL is the one that is written, or the usual one.
func (m *firstRun) baseURL() string {
	if url := strings.TrimSpace(m.fields[0].text.Text()); url != "" {
		return url
	}
	return m.fields[0].hint
}

// urlHolds reports whether the base URL can be one, and says so if not.
func (m *firstRun) urlHolds() bool {
	m.trouble = ""
	if url := m.baseURL(); strings.HasPrefix(url, "http://") || strings.HasPrefix(url, "https://") {
		return true
	}
	m.trouble, m.at = "A base URL begins with http:// or https://.", 0
	return false
}

// filled takes the fields once they say enough.
func (m *firstRun) filled() tea.Cmd {
	text := func(i int) string { return strings.TrimSpace(m.fields[i].text.Text()) }
	c := Choice{Kind: UseEndpoint, BaseURL: m.baseURL(), Key: text(1), Model: text(2)}
	if c.Model == "" {
		m.trouble, m.at = "Which model? Write its name as the server knows it.", 2
		return nil
	}
	return m.try(c)
}

func (m *firstRun) try(c Choice) tea.Cmd {
	m.choice, m.trouble = c, ""
	if m.options.Try == nil {
		m.chosen = true
		return tea.Quit
	}
	m.trying = true
	return func() tea.Msg {
		if !m.work.begin() {
			return nil
		}
		defer m.work.end()
		return triedMsg{m.options.Try(m.ctx, c)}
	}
}
