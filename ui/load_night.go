package ui

import (
	"context"
	"slices"

	tea "charm.land/bubbletea/v2"

	"muisto/memory"
	"muisto/ui/panel"
)

// maxNamed bounds how many moments or facts an open pass names.
const maxNamed = 500

type (
	factsMsg struct {
		facts []memory.Fact
		err   error
	}
	nightsMsg struct {
		records []memory.PassRecord
		err     error
	}
	nightMsg struct {
		id       int64
		episodes []memory.Episode
		facts    []memory.Fact
		err      error
	}
	momentsOfMsg struct {
		id       memory.FactID
		episodes []memory.Episode
		by       *memory.Fact
		err      error
	}
)

// loadTab reads the list in sight anew; moments are always read.
func (m *model) loadTab() tea.Cmd {
	switch m.panel.Tab() {
	case panel.Facts:
		return m.loadFacts()
	case panel.Nights:
		return m.loadNights()
	}
	return nil
}

// once begins to read something, unless that is under way: then it is read
// again afterwards.
func (m *model) once(what string, read func(ctx context.Context) tea.Msg) tea.Cmd {
	if m.loading[what] {
		m.stale[what] = true
		return nil
	}
	m.loading[what] = true
	return m.do(read)
}

// over ends a reading; it reports whether what was read is out of date.
func (m *model) over(what string) bool {
	stale := m.stale[what]
	m.loading[what], m.stale[what] = false, false
	return stale
}

func (m *model) loadFacts() tea.Cmd {
	q := FactQuery{Retired: m.panel.Retired(), Limit: panel.MaxFacts}
	return m.once("facts", func(ctx context.Context) tea.Msg {
		facts, err := m.session.Facts(ctx, q)
		return factsMsg{facts, err}
	})
}

func (m *model) onFacts(msg factsMsg) tea.Cmd {
	if m.over("facts") {
		return m.loadFacts()
	}
	if msg.err != nil {
		m.fail("read the facts", msg.err)
		return nil
	}
	m.panel.SetFacts(msg.facts)
	return nil
}

func (m *model) loadNights() tea.Cmd {
	return m.once("nights", func(ctx context.Context) tea.Msg {
		records, err := m.session.Nights(ctx, 0, panel.MaxNights)
		return nightsMsg{records, err}
	})
}

func (m *model) onNights(msg nightsMsg) tea.Cmd {
	if m.over("nights") {
		return m.loadNights()
	}
	if msg.err != nil {
		m.fail("read the nights", msg.err)
		return nil
	}
	m.panel.SetNights(msg.records)
	if r, ok := m.panel.OpenedNight(); ok {
		return m.loadNight(r)
	}
	return nil
}

// loadNight reads the moments and facts that a pass is about.
func (m *model) loadNight(r memory.PassRecord) tea.Cmd {
	episodes, facts := named(r)
	return m.do(func(ctx context.Context) tea.Msg {
		msg := nightMsg{id: r.ID}
		if msg.episodes, msg.err = m.session.EpisodesByID(ctx, episodes); msg.err == nil {
			msg.facts, msg.err = m.session.FactsByID(ctx, facts)
		}
		return msg
	})
}

// named are the moments and facts of a pass, each once.
func named(r memory.PassRecord) (episodes []memory.EpisodeID, facts []memory.FactID) {
	for _, g := range r.Groups {
		episodes = append(episodes, g.Episodes...)
		for _, c := range g.Changes {
			facts = append(facts, c.Fact)
		}
	}
	slices.Sort(episodes)
	slices.Sort(facts)
	episodes, facts = slices.Compact(episodes), slices.Compact(facts)
	return episodes[:min(len(episodes), maxNamed)], facts[:min(len(facts), maxNamed)]
}

// loadMomentsOf reads the moments behind a fact, and the fact in its place.
func (m *model) loadMomentsOf(f memory.Fact) tea.Cmd {
	return m.do(func(ctx context.Context) tea.Msg {
		msg := momentsOfMsg{id: f.ID}
		if msg.episodes, msg.err = m.session.EpisodesByID(ctx, f.Sources); msg.err != nil || f.SupersededBy == 0 {
			return msg
		}
		by, err := m.session.FactsByID(ctx, []memory.FactID{f.SupersededBy})
		if msg.err = err; len(by) > 0 {
			msg.by = &by[0]
		}
		return msg
	})
}
