package ui

import (
	"context"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"muisto/memory"
	"muisto/ui/cell"
	"muisto/ui/composer"
	"muisto/ui/panel"
	"muisto/ui/pick"
)

// maxPasses bounds how many passes are listed: about two years of them.
const maxPasses = 1000

// nightScreen lists every pass; one that is opened shows its groups and what
// tied them.
type nightScreen struct {
	records []memory.PassRecord // harmless
	loaded  bool
	list    pick.List
}

type passesMsg struct {
	records []memory.PassRecord
	err     error
}

func (m *model) openNights() tea.Cmd { return m.openScreen(&nightScreen{}) }

func (s *nightScreen) load(m *model) tea.Cmd {
	return m.once("passes", func(ctx context.Context) tea.Msg {
		records, err := m.session.Nights(ctx, 0, maxPasses)
		return passesMsg{records, err}
	})
}

func (m *model) onPasses(msg passesMsg) tea.Cmd {
	stale := m.over("passes")
	s, ok := screenOf[*nightScreen](m)
	switch {
	case !ok:
		return nil
	case stale:
		return s.load(m)
	case msg.err != nil:
		m.fail("read the nights", msg.err)
		return nil
	}
	picked, _ := s.picked()
	m.detail.SetNights(msg.records)
	s.records, s.loaded = m.detail.Nights(), true
	for i, r := range s.records {
		if r.ID == picked.ID && s.list.Sel > 0 {
			s.list.Sel = i
		}
	}
	if r, ok := m.detail.OpenedNight(); ok {
		return m.loadNight(r)
	}
	return nil
}

func (s *nightScreen) picked() (memory.PassRecord, bool) {
	if s.list.Sel >= len(s.records) {
		return memory.PassRecord{}, false
	}
	return s.records[s.list.Sel], true
}

func (s *nightScreen) title(*model) (left, right string) {
	if !s.loaded {
		return "Night", ""
	}
	formed := 0
	for _, r := range s.records {
		formed += len(r.Facts())
	}
	return "Night", count2(len(s.records), "pass", "passes") + " · " + panel.Count(formed, "fact") + " formed"
}

func count2(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return panel.Count(n, many[:len(many)-1])
}

func (s *nightScreen) hints(m *model) []hint {
	return []hint{{pair(m.keys.ListUp, m.keys.ListDown), "choose"}, {m.keys.Open, "open"}, {m.keys.Stop, "back"}}
}

func (s *nightScreen) lines(m *model, w, h int) []string {
	if s.loaded && len(s.records) == 0 {
		var out []string
		for _, line := range cell.Wrap(m.look.Method, "No nights yet. At night, moments that share names are grouped, and some become facts. /sleep night runs one now.", w) {
			out = append(out, m.look.Quiet.Render(line))
		}
		return out
	}
	m.detail.SetSize(w, h)
	return s.list.Lines(len(s.records), h, 1, func(i int) []string {
		return m.detail.NightEntry(s.records[i], i == s.list.Sel)
	})
}

func (s *nightScreen) press(m *model, k tea.KeyPressMsg) tea.Cmd {
	if r, ok := s.picked(); ok && key.Matches(k, m.keys.Open) {
		m.detail.OpenNight(r)
		return m.loadNight(r)
	}
	return nil
}

func (s *nightScreen) back(*model) (tea.Cmd, bool) { return nil, false }
func (s *nightScreen) move(n int)                  { s.list.Move(n, len(s.records)) }
func (s *nightScreen) scroll(n int)                { s.list.Move(n/wheelLines, len(s.records)) }
func (s *nightScreen) written(*model) tea.Cmd      { return nil }
func (s *nightScreen) writing() (*composer.Composer, int, int) {
	return nil, 0, 0
}
