package ui

import (
	"context"
	"errors"

	tea "charm.land/bubbletea/v2"

	"muisto/chat"
	"muisto/memory"
	"muisto/ui/page"
	"muisto/ui/panel"
)

const (
	// historyPage is how many messages are read at a time.
	historyPage = 200
	// maxPage is how many messages a page holds; others are read again when
	// they are scrolled to.
	maxPage = 2000
	// maxWritten is how many earlier things written ↑ can reach.
	maxWritten = 200
)

type (
	historyMsg struct {
		page    *page.Page
		query   HistoryQuery
		entries []Entry
		err     error
	}
	momentsMsg struct {
		query    MomentQuery
		episodes []memory.Episode
		err      error
	}
	countsMsg struct {
		counts chat.Counts
		err    error
	}
	writtenMsg struct {
		texts []string
		err   error
	}
	sourcesMsg struct {
		id      memory.EpisodeID
		sources []memory.Message
		err     error
	}
	doneMsg struct {
		doing string
		err   error
	}
)

// loaded takes the result of a command.
func (m *model) loaded(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case historyMsg:
		m.onHistory(msg)
	case aroundMsg:
		m.onAround(msg)
	case momentsMsg:
		return m.onMoments(msg)
	case countsMsg:
		m.fail("count the moments", msg.err)
		if msg.err == nil {
			m.setCounts(msg.counts)
		}
	case writtenMsg:
		m.fail("read your earlier messages", msg.err)
		m.written.texts = append(m.written.texts, msg.texts...)
	case sourcesMsg:
		m.fail("read the messages behind the moment", msg.err)
		m.panel.SetSources(msg.id, msg.sources)
		m.detail.SetSources(msg.id, msg.sources)
	case factsMsg:
		return m.onFacts(msg)
	case nightsMsg:
		return m.onNights(msg)
	case nightMsg:
		m.fail("read what the night changed", msg.err)
		m.panel.SetNight(msg.id, msg.episodes, msg.facts)
		m.detail.SetNight(msg.id, msg.episodes, msg.facts)
	case momentsOfMsg:
		m.fail("read the moments behind the fact", msg.err)
		m.panel.SetMomentsOf(msg.id, msg.episodes, msg.by)
		m.detail.SetMomentsOf(msg.id, msg.episodes, msg.by)
	case steppedMsg:
		return m.stepped(msg)
	case passesMsg:
		return m.onPasses(msg)
	case searchMsg:
		return m.onSearch(msg)
	case foundMsg:
		m.onFound(msg)
	case knownMsg:
		return m.onKnown(msg)
	case tourMsg:
		return m.onTour(msg)
	case historyOfMsg:
		m.onHistoryOf(msg)
	case reviewedMsg:
		return m.onReviewed(msg)
	case addedMsg:
		return m.onAdded(msg)
	case unlistedMsg:
		return m.onUnlisted(msg)
	case batchMsg:
		return m.onBatch(msg)
	case goingMsg:
		return m.onGoing(msg)
	case goneMsg:
		return m.onGone(msg)
	case sleptMsg:
		return m.onSlept(msg)
	case whyMsg:
		m.onWhy(msg)
	case sayOverMsg:
		return m.sayOver(msg)
	case sessionsMsg:
		return m.onSessions(msg)
	case filedMsg:
		return m.onFiled(msg)
	case resumedMsg:
		return m.onResumed(msg)
	case draftMsg:
		return m.onDraft(msg)
	case draftKeptMsg:
		return m.onDraftKept(msg)
	case modelsMsg:
		m.onModels(msg)
	case modelMsg:
		return m.onModel(msg)
	case shareMsg:
		m.onShare(msg)
	case incomingMsg:
		return m.onIncoming(msg)
	case exportedMsg:
		return m.onExported(msg)
	case statsMsg:
		return m.onStats(msg)
	case branchMsg:
		return m.onBranch(msg)
	case newConversationMsg:
		return m.onNewConversation(msg)
	case thingsMsg:
		return m.onThings(msg)
	case namesMsg:
		m.onNames(msg)
	case attachedMsg:
		return m.onAttached(msg)
	case copiedMsg:
		return m.wasCopied(msg)
	case editedMsg:
		m.onEdited(msg)
	case editMsg:
		return m.runEditor(msg)
	case leavingMsg:
		m.onLeaving(msg)
	case leftMsg:
		m.leaveErr = msg.err
		return tea.Quit
	case rememberedMsg:
		return m.onRemembered(msg)
	case doneMsg:
		if !errors.Is(msg.err, context.Canceled) {
			m.fail(msg.doing, msg.err)
		}
	}
	return nil
}

// wants asks for what will soon be in sight.
func (m *model) wants() tea.Cmd {
	p, conversation := m.page, ""
	if m.reading != nil {
		p, conversation = m.reading.page, m.reading.conversation
	}
	var cmds []tea.Cmd
	if p.WantsBefore() && p.FirstKey() != 0 {
		if m.reading == nil && p.Len() >= maxPage {
			// What is held is as long as it may get: read on beside it.
			m.reading = &reading{page: p.Branch(2 * historyPage)}
			p.End()
			return nil
		}
		cmds = append(cmds, m.loadPage(p, HistoryQuery{Conversation: conversation, Part: Before, Key: p.FirstKey()}))
	}
	if p.WantsAfter() && p.LastKey() != 0 {
		cmds = append(cmds, m.loadPage(p, HistoryQuery{Conversation: conversation, Part: After, Key: p.LastKey()}))
	}
	if m.panel.Tab() == panel.Moments && m.panel.WantsMore() {
		cmds = append(cmds, m.loadMoreMoments())
	}
	if s, ok := m.shown().(*sessionsScreen); ok {
		cmds = append(cmds, s.wants(m))
	}
	return tea.Batch(cmds...)
}

func (m *model) loadPage(p *page.Page, q HistoryQuery) tea.Cmd {
	q.Limit = historyPage
	if m.reads[p] {
		return nil
	}
	m.reads[p] = true
	return m.do(func(ctx context.Context) tea.Msg {
		entries, err := m.session.History(ctx, q)
		return historyMsg{p, q, entries, err}
	})
}

func (m *model) onHistory(msg historyMsg) {
	delete(m.reads, msg.page)
	if msg.err != nil {
		m.fail("read the conversation", msg.err)
		msg.page.Stuck()
		return
	}
	entries := pageEntries(msg.entries)
	full := len(entries) >= msg.query.Limit
	switch msg.query.Part {
	case Last:
		msg.page.SetBefore(entries, full)
		m.pickRead(msg.page)
		if msg.page == m.page {
			m.offerNew()
		}
	case First:
		msg.page.Set(entries, false, full)
		msg.page.Home()
	case Before:
		msg.page.Prepend(entries, full)
	case After:
		msg.page.Extend(entries, full)
	}
	if m.reading != nil && m.reading.page == msg.page {
		msg.page.Trim(maxPage)
	}
}

func pageEntries(all []Entry) []page.Entry {
	out := make([]page.Entry, len(all))
	for i, e := range all {
		out[i] = page.Entry{Message: e.Message, Facts: e.Facts, Moments: e.Moments, Branches: e.Branches}
	}
	return out
}

func (m *model) momentQuery(offset int) MomentQuery {
	q := filterOf(m.panel.Filter())
	q.Order, q.Offset, q.Limit = m.panel.Order(), offset, panel.PageSize
	return q
}

// loadMoments reads the beginning of the list anew.
func (m *model) loadMoments() tea.Cmd {
	if m.loading["moments"] {
		m.stale["moments"] = true
		return nil
	}
	return m.askMoments(m.momentQuery(0))
}

func (m *model) loadMoreMoments() tea.Cmd {
	if m.loading["moments"] {
		return nil
	}
	return m.askMoments(m.momentQuery(m.panel.Held()))
}

func (m *model) askMoments(q MomentQuery) tea.Cmd {
	m.loading["moments"] = true
	return m.do(func(ctx context.Context) tea.Msg {
		episodes, err := m.session.Moments(ctx, q)
		return momentsMsg{q, episodes, err}
	})
}

func (m *model) onMoments(msg momentsMsg) tea.Cmd {
	m.loading["moments"] = false
	m.fail("read the moments", msg.err)
	if m.stale["moments"] {
		m.stale["moments"] = false
		return m.loadMoments()
	}
	if msg.err != nil {
		return nil
	}
	if msg.query.Offset > 0 {
		m.panel.AddMoments(msg.episodes)
		return nil
	}
	m.panel.SetMoments(msg.episodes)
	return nil
}

func (m *model) loadCounts() tea.Cmd {
	return m.do(func(ctx context.Context) tea.Msg {
		c, err := m.session.Counts(ctx)
		return countsMsg{c, err}
	})
}

func (m *model) loadWritten() tea.Cmd {
	return m.do(func(ctx context.Context) tea.Msg {
		texts, err := m.session.Written(ctx, maxWritten)
		return writtenMsg{texts, err}
	})
}

func (m *model) loadSources(id memory.EpisodeID) tea.Cmd {
	return m.do(func(ctx context.Context) tea.Msg {
		sources, err := m.session.Sources(ctx, id)
		return sourcesMsg{id, sources, err}
	})
}
