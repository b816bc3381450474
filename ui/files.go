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
	"muisto/ui/panel"
)

// Files brings conversations in, and writes out what is remembered. Errors are
// sentences for the person. Progress is told as a share in [0, 1], from one
// goroutine.
type Files interface {
	// PreviewImport says what an import of a file would bring, and brings nothing.
	PreviewImport(ctx context.Context, name string, progress func(share float64)) (Incoming, error)
	// Import brings in the conversations of a file: all of them or, on an error,
	// none.
	Import(ctx context.Context, name string, progress func(share float64)) (Incoming, error)
	// Export writes everything to a file that is not there yet, in a form: "jsonl",
	// "md" or "html".
	Export(ctx context.Context, name, form string) error
}

// Incoming is what an import brings, or would.
type Incoming struct {
	// Messages are new, from so many Conversations; Duplicates were there already.
	Conversations, Messages, Duplicates int
	// Notes are sentences on what was passed over, and the like.
	Notes []string
	// Calls and Tokens are what making moments of it takes of the model that is
	// named, as far as can be told; 0 where it takes nothing.
	Calls, Tokens int64
	Model         string
}

// importScreen brings in a file: it says what would come, asks, and does it.
type importScreen struct {
	file  string
	stage importStage
	share float64
	in    Incoming
	// end stops what is under way; nil if nothing is.
	end func()
}

type importStage int

const (
	previewing importStage = iota
	asking
	importing
	imported
	importFailed
)

type (
	shareMsg struct {
		screen *importScreen
		share  float64
	}
	incomingMsg struct {
		screen *importScreen
		in     Incoming
		err    error
	}
	exportedMsg struct {
		file string
		err  error
	}
)

// bringIn looks through a file that is to be brought in.
func (m *model) bringIn(name string) tea.Cmd {
	name = unquoted(name)
	switch {
	case m.options.Files == nil:
		m.notice("Import isn't available here.")
		return nil
	case name == "":
		m.notice("/import FILE reads an export of ChatGPT or Claude, messages as Ollama and the OpenAI API have them, or JSON lines.")
		return nil
	}
	return m.openScreen(&importScreen{file: name})
}

// load begins to look through the file, once.
func (s *importScreen) load(m *model) tea.Cmd {
	if s.stage != previewing || s.end != nil {
		return nil
	}
	return s.run(m, m.options.Files.PreviewImport)
}

// run does one of the two passes over the file, with its progress in sight.
func (s *importScreen) run(m *model, pass func(context.Context, string, func(float64)) (Incoming, error)) tea.Cmd {
	ctx, cancel := context.WithCancel(m.ctx)
	s.share, s.end = 0, cancel
	return m.do(func(context.Context) tea.Msg {
		defer cancel()
		in, err := pass(ctx, s.file, func(share float64) {
			select {
			case m.inbox <- shareMsg{s, share}:
			default: // only the latest counts
			}
		})
		m.report(m.ctx, incomingMsg{s, in, err})
		return nil
	})
}

func (m *model) onShare(msg shareMsg) { msg.screen.share = max(min(msg.share, 1), 0) }

func (m *model) onIncoming(msg incomingMsg) tea.Cmd {
	s := msg.screen
	s.end = nil
	stopped := errors.Is(msg.err, context.Canceled)
	switch {
	case msg.err != nil:
		s.stage = importFailed
		if !stopped {
			m.fail("", msg.err)
		}
		if m.shown() == screen(s) {
			note := m.note
			cmd := m.closeScreen()
			m.note = note
			return cmd
		}
	case s.stage == previewing:
		s.in, s.stage = msg.in, asking
	case s.stage == importing:
		s.in, s.stage = msg.in, imported
		return m.onImported(s)
	}
	return nil
}

// onImported has moments made of what has come, behind what the person does.
func (m *model) onImported(s *importScreen) tea.Cmd {
	m.remark(s.sum("imported") + " from " + s.file + ". Making moments; old ones may already have faded.")
	return tea.Batch(m.loadCounts(), m.do(func(ctx context.Context) tea.Msg {
		return doneMsg{"make moments of what was imported", m.session.Remember(ctx)}
	}))
}

// sum says how much has come, or would.
func (s *importScreen) sum(done string) string {
	return fmt.Sprintf("%s from %s %s, %d known already",
		panel.Count(s.in.Messages, "message"), panel.Count(s.in.Conversations, "conversation"), done, s.in.Duplicates)
}

func (s *importScreen) title(m *model) (left, right string) {
	return "Import " + harmless.Line(s.file), ""
}

func (s *importScreen) hints(m *model) []hint {
	switch s.stage {
	case previewing, importing:
		return []hint{{m.keys.Stop, "stop, and import nothing"}}
	case asking:
		if s.in.Messages > 0 {
			return []hint{{m.keys.Yes, "yes, import it"}, {m.keys.No, "no"}}
		}
	}
	return []hint{{m.keys.Stop, "back"}}
}

func (s *importScreen) lines(m *model, w, _ int) []string {
	l := m.look
	var out []string
	say := func(style func(...string) string, text string) {
		for _, line := range cell.Wrap(l.Method, harmless.Line(text), w) {
			out = append(out, style(line))
		}
	}
	running := func(text string) {
		width := min(max(w-8, 8), 50)
		out = append(out, l.Text.Render(cell.Cut(l.Method, text, w)), "",
			l.Accent.Render("▕"+cell.Bar(s.share, width)+"▏")+l.Quiet.Render(fmt.Sprintf(" %3.0f %%", 100*s.share)))
	}
	switch s.stage {
	case previewing:
		running("Reading the file…")
		return out
	case importing:
		running("Importing…")
		return out
	case asking:
		say(l.Text.Render, s.sum("would be imported")+".")
	case imported:
		say(l.Text.Render, s.sum("imported")+".")
	}
	for _, note := range s.in.Notes {
		say(l.Quiet.Render, note)
	}
	out = append(out, "")
	switch {
	case s.stage == imported:
		say(l.Quiet.Render, "Making moments in the background; the status line shows the progress.")
	case s.in.Messages == 0:
		say(l.Quiet.Render, "There is nothing new in it.")
	default:
		say(l.Text.Render, takes(s.in))
		out = append(out, "")
		say(l.Title.Render, "Import it? "+keyName(m.keys.Yes)+" or "+keyName(m.keys.No))
	}
	return out
}

// takes says what making moments of it takes.
func takes(in Incoming) string {
	if in.Calls == 0 {
		return "Making moments needs no calls: the built-in model does it on this machine."
	}
	calls := "calls"
	if in.Calls == 1 {
		calls = "call"
	}
	return fmt.Sprintf("Making moments takes about %d %s and %s tokens of %s, in the background.", in.Calls, calls, tokens(in.Tokens), harmless.Line(in.Model))
}

func (s *importScreen) press(m *model, k tea.KeyPressMsg) tea.Cmd {
	switch {
	case s.stage != asking:
	case key.Matches(k, m.keys.No):
		return m.closeScreen()
	case key.Matches(k, m.keys.Yes) && s.in.Messages > 0:
		s.stage = importing
		return s.run(m, m.options.Files.Import)
	}
	return nil
}

// back stops what is under way.
func (s *importScreen) back(*model) (tea.Cmd, bool) {
	if s.end != nil {
		s.end()
		return nil, true
	}
	return nil, false
}

func (s *importScreen) move(int)                                {}
func (s *importScreen) scroll(int)                              {}
func (s *importScreen) writing() (*composer.Composer, int, int) { return nil, 0, 0 }
func (s *importScreen) written(*model) tea.Cmd                  { return nil }

// writeOut writes everything that is remembered to a file.
func (m *model) writeOut(arg string) tea.Cmd {
	name, form := fileAndForm(arg)
	switch {
	case m.options.Files == nil:
		m.notice("Export isn't available here.")
		return nil
	case name == "":
		m.notice("/export FILE jsonl writes everything; md is to read, html to look at in a browser.")
		return nil
	}
	return tea.Batch(m.show("writing to "+harmless.Line(name)+"…"), m.do(func(ctx context.Context) tea.Msg {
		return exportedMsg{name, m.options.Files.Export(ctx, name, form)}
	}))
}

// fileAndForm reads "FILE [md|html|jsonl]"; where no form is given, the name says
// it.
func fileAndForm(arg string) (name, form string) {
	name, form = unquoted(arg), "jsonl"
	for _, f := range []string{"md", "html"} {
		if strings.HasSuffix(strings.ToLower(name), "."+f) {
			form = f
		}
	}
	for _, f := range []string{"jsonl", "md", "html"} {
		if before, ok := strings.CutSuffix(strings.TrimSpace(arg), " "+f); ok {
			return unquoted(before), f
		}
	}
	return name, form
}

func (m *model) onExported(msg exportedMsg) tea.Cmd {
	m.hint = ""
	if msg.err != nil {
		m.fail("", msg.err)
		return nil
	}
	m.remark("The whole memory is in " + msg.file + ".")
	return nil
}
