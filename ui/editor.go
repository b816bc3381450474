package ui

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"

	tea "charm.land/bubbletea/v2"

	"muisto/ui/composer"
)

type (
	// editMsg: the text is in a file, to be edited.
	editMsg struct {
		path string
		err  error
	}
	// editedMsg: it has been.
	editedMsg struct {
		text string
		err  error
	}
)

// edit writes what is in the composer to a file for the person's editor.
func (m *model) edit() tea.Cmd {
	if strings.TrimSpace(m.options.Editor) == "" {
		return m.show("no editor found; set $EDITOR")
	}
	text := m.composer.Text()
	return m.do(func(context.Context) tea.Msg {
		path, err := writeDraft(text)
		return editMsg{path, err}
	})
}

func writeDraft(text string) (string, error) {
	f, err := os.CreateTemp("", "muisto-*.md")
	if err != nil {
		return "", err
	}
	_, err = f.WriteString(text)
	return f.Name(), errors.Join(err, f.Close())
}

// runEditor gives the terminal to the editor until it ends.
func (m *model) runEditor(msg editMsg) tea.Cmd {
	if msg.err != nil {
		m.fail("write a file for the editor", msg.err)
		return nil
	}
	words := strings.Fields(m.options.Editor)
	cmd := exec.CommandContext(m.ctx, words[0], append(words[1:], msg.path)...)
	if m.options.Input == nil {
		cmd.Stdin = os.Stdin // and not what reads it for this program
	}
	return tea.ExecProcess(cmd, func(err error) tea.Msg {
		text, readErr := readDraft(msg.path)
		return editedMsg{text, errors.Join(err, readErr)}
	})
}

func readDraft(path string) (string, error) {
	info, err := os.Stat(path)
	if err != nil {
		return "", err
	}
	if info.Size() > composer.MaxBytes {
		return "", fmt.Errorf("the text is longer than %d bytes; it is kept in %s", composer.MaxBytes, path)
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return "", err
	}
	return string(text), os.Remove(path)
}

func (m *model) onEdited(msg editedMsg) {
	if msg.err != nil {
		m.fail("write in "+m.options.Editor, msg.err)
		return
	}
	m.composer.SetText(strings.TrimRight(msg.text, "\n"))
}
