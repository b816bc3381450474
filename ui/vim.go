package ui

import (
	"unicode/utf8"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"
)

// vimEscapes goes to normal mode by the key that stops things, where the
// composer has the keys and nothing else is to be stopped or closed first.
func (m *model) vimEscapes(k tea.KeyPressMsg) bool {
	if m.vim == nil || m.vim.Normal() || !key.Matches(k, m.keys.Stop) || !m.composing() || m.composer.Empty() ||
		m.turn != nil || m.sleeping != nil || len(m.suggestions()) > 0 || len(m.fileChoices()) > 0 {
		return false
	}
	m.vim.Escape(m.composer)
	return true
}

// composing reports whether the composer has the keys.
func (m *model) composing() bool {
	return !m.panelFocus && m.sheet == nil && m.shown() == nil && !m.watching
}

// pressVim takes a letter in normal mode. An empty composer writes: there is
// nothing to move in or change.
func (m *model) pressVim(k tea.KeyPressMsg) bool {
	if m.vim == nil || !m.vim.Normal() || k.Text == "" {
		return false
	}
	if m.composer.Empty() {
		m.vim.Insert()
		r, _ := utf8.DecodeRuneInString(k.Text)
		return r == 'i' || r == 'a' || r == 'I' || r == 'A'
	}
	for _, r := range k.Text {
		m.vim.Press(m.composer, r)
	}
	return true
}
