// Package ui is the screen: the conversation as the page, memory as the
// margin, one Bubble Tea program.
//
// It shows what a Session tells it and asks it for what the person wants. It
// knows nothing of the database, of which model answers, of settings files or
// of how memories are made, and does no slow work while drawing: whatever may
// take time is a command.
package ui

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"

	"muisto/crash"
	"muisto/ui/input"
	"muisto/ui/look"
)

// Theme says which colours to draw in.
type Theme int

// The themes.
const (
	Auto Theme = iota // as the terminal's background asks for
	Dark
	Light
)

// Options are how the screen is to be.
type Options struct {
	Theme Theme
	// Colours are the person's own, for the roles that look.Roles lists.
	Colours look.Colours
	// Profile is the name of the profile that is taken; empty for none.
	Profile string
	// Keys are the person's own, for the actions that Actions lists.
	Keys map[string][]string
	// NoColor draws with bold, faint and reverse alone.
	NoColor bool
	// Editor is the command that Ctrl+G opens a file with, split at spaces;
	// empty for none.
	Editor string
	// Clipboard sets the clipboard of the machine, by the program that is called
	// ClipboardName; nil where only the terminal can.
	Clipboard     Clipboard
	ClipboardName string
	// Vim edits what is written by the letters of vim.
	Vim bool
	// MouseOff leaves the mouse to the terminal, until it is turned on.
	MouseOff bool
	// Notify says how the end of a long reply is announced.
	Notify Notify
	// Spoken shows a sentence about the user as spoken to them; nil leaves it. It
	// may be called from any goroutine.
	Spoken func(string) string
	// Models are those that could reply; nil where there is one.
	Models Models
	// Files brings conversations in, and writes the memory out; nil for neither.
	Files Files
	// Play drives what is shown, for a demo; nil for none.
	Play Play
	// Crashes is where the details of a fault in drawing are kept.
	Crashes crash.Log
	// Input and Output are the terminal; nil for the process's own.
	Input  io.Reader
	Output io.Writer
	// Environ is the terminal's environment; nil for the process's own.
	Environ []string
}

// Run shows the session until the person leaves or ctx ends. When it returns,
// nothing that it started is running any more.
func Run(ctx context.Context, s Session, o Options) error {
	ctx, cancel := context.WithCancel(ctx)
	m := newModel(ctx, s, o)
	_, err := tea.NewProgram(m, o.program(ctx)...).Run()
	cancel()
	m.work.wait()
	if err != nil && !errors.Is(err, tea.ErrInterrupted) && !errors.Is(err, context.Canceled) {
		return fmt.Errorf("draw the screen: %w", err)
	}
	if m.leaveErr != nil {
		return fmt.Errorf("remember what was pending (tried again at the next start): %w", m.leaveErr)
	}
	return nil
}

// input is what keys are read from: the terminal, whose input comes whole, where
// the process has one; nil leaves it to Bubble Tea.
func (o Options) input() io.Reader {
	if o.Input != nil {
		return o.Input
	}
	if t, ok := input.Open(os.Stdin); ok {
		return t
	}
	return nil
}

func (o Options) program(ctx context.Context) []tea.ProgramOption {
	opts := []tea.ProgramOption{tea.WithContext(ctx)}
	if in := o.input(); in != nil {
		opts = append(opts, tea.WithInput(in))
	}
	if o.Output != nil {
		opts = append(opts, tea.WithOutput(o.Output))
	}
	if o.Environ != nil {
		opts = append(opts, tea.WithEnvironment(o.Environ))
	}
	if o.NoColor {
		opts = append(opts, tea.WithColorProfile(colorprofile.ASCII))
	}
	return opts
}
