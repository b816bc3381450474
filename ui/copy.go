package ui

import (
	"context"
	"fmt"
	"strings"

	tea "charm.land/bubbletea/v2"

	"muisto/memory"
)

// Clipboard sets the clipboard of the machine.
type Clipboard interface {
	Copy(ctx context.Context, text string) error
}

// copied is what was copied last, so that the next press takes its code blocks
// in turn.
type copied struct {
	text  string
	block int // how many of its blocks were copied since
}

// copiedMsg: a program took the text, or did not.
type copiedMsg struct {
	what string
	text string
	err  error
}

// copyThing copies what is picked, else the last reply; pressed again, its code
// blocks one after the other.
func (m *model) copyThing() tea.Cmd {
	text, what := m.copyTarget()
	if text == "" {
		return m.show("nothing to copy yet")
	}
	if blocks := codeBlocks(text); m.copied.text == text && m.copied.block < len(blocks) {
		m.copied.block++
		return m.copyText(blocks[m.copied.block-1], fmt.Sprintf("code block %d of %d", m.copied.block, len(blocks)))
	}
	m.copied = copied{text: text}
	return m.copyText(text, what)
}

// copyTarget is the text to copy and what it is.
func (m *model) copyTarget() (text, what string) {
	switch {
	case m.panelFocus:
		return thingText(m.panel.Picked())
	case m.shown() != nil:
		return thingText(m.thingOnScreen())
	case m.picking != nil:
		if e, ok := m.seen().EntryOf(m.picking.key); ok {
			return e.Text, "the message"
		}
	}
	return m.seen().LastReply(), "the last reply"
}

// thingOnScreen is what is picked on the screen in sight.
func (m *model) thingOnScreen() any {
	if m.detail.Opened() {
		return m.detail.Picked()
	}
	if s, ok := m.shown().(*thingsScreen); ok {
		return s.picked()
	}
	if s, ok := m.shown().(*factsScreen); ok {
		if e, ok := s.pickedOnce(); ok {
			return e
		}
		f, _ := s.picked()
		return f
	}
	return nil
}

func thingText(thing any) (text, what string) {
	switch v := thing.(type) {
	case memory.Episode:
		return v.What, "the moment"
	case memory.Fact:
		return v.Text, "the fact"
	case memory.Message:
		return v.Text, "the message"
	}
	return "", ""
}

// copyText copies through the program of the machine, and through the terminal
// where there is none; whether a terminal took it cannot be known.
func (m *model) copyText(text, what string) tea.Cmd {
	if m.options.Clipboard == nil {
		return tea.Batch(tea.SetClipboard(text), m.show(what+": sent to the terminal's clipboard (OSC 52)"))
	}
	return m.do(func(ctx context.Context) tea.Msg {
		return copiedMsg{what, text, m.options.Clipboard.Copy(ctx, text)}
	})
}

func (m *model) wasCopied(msg copiedMsg) tea.Cmd {
	if msg.err != nil {
		return tea.Batch(tea.SetClipboard(msg.text), m.show(msg.what+": "+m.options.ClipboardName+" failed; sent to the terminal (OSC 52)"))
	}
	return m.show(msg.what + ": copied through " + m.options.ClipboardName)
}

// codeBlocks are the fenced blocks of a Markdown text, without their fences.
func codeBlocks(text string) []string {
	var blocks []string
	var block []string
	fence := ""
	for line := range strings.Lines(text) {
		bare := strings.TrimSpace(line)
		switch {
		case fence == "" && (strings.HasPrefix(bare, "```") || strings.HasPrefix(bare, "~~~")):
			fence, block = bare[:3], nil
		case fence != "" && strings.HasPrefix(bare, fence) && strings.Trim(bare, fence[:1]) == "":
			blocks = append(blocks, strings.Join(block, ""))
			fence = ""
		case fence != "":
			block = append(block, line)
		}
	}
	if fence != "" {
		blocks = append(blocks, strings.Join(block, ""))
	}
	return blocks
}
