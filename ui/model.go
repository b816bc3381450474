package ui

import (
	"context"
	"time"

	tea "charm.land/bubbletea/v2"

	"muisto/chat"
	"muisto/harmless"
	"muisto/memory/recall"
	"muisto/ui/cell"
	"muisto/ui/composer"
	"muisto/ui/look"
	"muisto/ui/page"
	"muisto/ui/panel"
)

// model is the one Bubble Tea model. The parts of the screen are plain structs
// that it calls.
type model struct {
	session Session
	options Options
	ctx     context.Context
	work    works        // the commands that are running
	inbox   chan tea.Msg // what running commands report
	events  <-chan chat.Event

	look     *look.Look
	keys     *keyMap
	layout   layout
	now      time.Time
	fast     bool   // the session's clock runs faster than ours
	name     string // the model's, made harmless
	page     *page.Page
	reading  *reading // another place in a conversation; nil for none
	composer *composer.Composer
	panel    *panel.Panel
	sheet    sheet        // what lies over the page; nil for nothing
	screens  []screen     // what stands in place of all; the last is in sight
	cameFrom []screen     // the screens left for a place in a conversation
	detail   *panel.Panel // what is opened over a screen
	note     string       // trouble, shown on a screen until the next key

	play        playing
	alone       bool // a screen with no chat behind it
	watching    bool // neither the composer nor the panel has the keys
	panelFocus  bool
	panelHidden bool
	panelAsked  bool // the panel was asked for: it is shown where there is room
	panelWhole  bool // the panel instead of the chat, where both have no room

	status      chat.Status
	counts      chat.Counts
	hint        string // stands in the status line for a while
	lastTrouble string // the last error shown on the page
	hintID      int
	sleeping    func() // stops the pass asked for by hand; nil if none runs
	turn        *turn
	kept        string             // what was last kept of what is written
	picking     *picking           // nil for none
	rewriting   *rewriting         // nil for none
	queued      *composer.Snapshot // sent by the person, waits for the reply to end
	results     results
	popup       popup
	written     written
	leaving     *leaving
	leaveErr    error
	loading     map[string]bool     // what is being read, so that it is not asked for twice
	reads       map[*page.Page]bool // the pages for which messages are being read
	copied      copied
	attach      attaching
	vim         *composer.Vim // nil where letters are always written
	finding     finding
	spoken      spoken
	filters     filters
	mouseOff    bool
	offered     int64           // the last message after which a new conversation was offered
	cleared     string          // what the key that leaves cleared; kept if it is pressed again
	stale       map[string]bool // what changed while it was being read
	typing      bool            // the session has been told lately
	typed       bool            // and must be told again
}

func newModel(ctx context.Context, s Session, o Options) *model {
	theme := look.Dark
	switch {
	case o.NoColor:
		theme = look.Plain
	case o.Theme == Light:
		theme = look.Light
	}
	l := o.Colours.Look(theme, cell.ByRune)
	m := &model{
		session: s, options: o, ctx: ctx,
		inbox:  make(chan tea.Msg, 64),
		events: s.Events(),
		look:   l, keys: keysOf(o.Keys), now: s.Now(), name: harmless.Line(s.ModelName()),
		composer: composer.New(l.Method),
		panel:    panel.New(l, s.Decay()),
		results:  results{byKey: map[int64]recall.Result{}},
		loading:  map[string]bool{}, reads: map[*page.Page]bool{}, stale: map[string]bool{},
	}
	m.page = m.newPage()
	m.detail = newDetail(m)
	m.watching = m.inPlay()
	m.mouseOff = o.MouseOff
	if o.Vim {
		m.vim = &composer.Vim{}
	}
	m.spoken.say = o.Spoken
	m.panel.SetSpoken(m.spoken.of)
	m.setNow(m.now)
	return m
}

// Init reads what the first screens need, after the first frame.
func (m *model) Init() tea.Cmd {
	if m.alone {
		return tea.RequestBackgroundColor
	}
	return tea.Batch(
		tea.RequestBackgroundColor,
		m.wait(), m.tick(),
		m.loadPage(m.page, HistoryQuery{Part: Last}),
		m.loadMoments(), m.loadCounts(), m.loadWritten(), m.loadDraft(),
		m.nextStep(),
	)
}

// Update takes what happened. It does nothing slow.
func (m *model) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	cmd := m.update(msg)
	if m.alone {
		return m, cmd
	}
	return m, tea.Batch(cmd, m.wants())
}

func (m *model) update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		m.resize(msg.Width, msg.Height)
	case tea.BackgroundColorMsg:
		if m.options.Theme == Auto && m.look.Theme != look.Plain {
			m.setTheme(themeFor(msg.IsDark()))
		}
	case tea.ColorProfileMsg:
		if noColour(msg) {
			m.setTheme(look.Plain)
		}
	case tea.ModeReportMsg:
		if joinsGraphemes(msg) {
			m.setLook(m.look.Counting(cell.ByGrapheme))
		}
	case tea.KeyPressMsg:
		if m.alone {
			return m.pressAlone(msg)
		}
		return m.press(msg)
	case tea.PasteMsg:
		return m.paste(msg.Content)
	case tea.MouseClickMsg:
		return m.click(msg.Mouse())
	case tea.MouseWheelMsg:
		m.wheel(msg.Mouse())
	case tickMsg:
		now := m.session.Now()
		m.fast = now.Sub(m.now) > 3*tickEvery
		m.setNow(now)
		m.offerNew()
		return m.tick()
	case playMsg:
		return m.step()
	case heldMsg:
		m.holdOver(msg)
	case captionOverMsg:
		m.captionOver(msg)
	case hintOverMsg:
		if msg.id == m.hintID {
			m.hint = ""
		}
	case typingOverMsg:
		return m.typingOver()
	case news:
		return tea.Batch(m.take(msg), m.wait())
	case tea.InterruptMsg, tea.QuitMsg:
	default:
		return m.loaded(msg)
	}
	return nil
}

func (m *model) newPage() *page.Page {
	p := page.New(m.look)
	p.SetWhyKey(keyName(m.keys.Why))
	p.SetPickKey(keyName(m.keys.PickUp))
	p.SetCrashes(m.options.Crashes)
	return p
}

func (m *model) setNow(t time.Time) {
	m.now = t
	m.page.SetNow(t)
	m.panel.SetNow(t)
	m.detail.SetNow(t)
	if m.reading != nil {
		m.reading.page.SetNow(t)
	}
}

func (m *model) setTheme(t look.Theme) {
	if t != m.look.Theme {
		m.setLook(m.look.Themed(t))
	}
}

func (m *model) setLook(l *look.Look) {
	m.look = l
	m.page.SetLook(l)
	m.panel.SetLook(l)
	m.detail.SetLook(l)
	m.composer.SetMethod(l.Method)
	if m.reading != nil {
		m.reading.page.SetLook(l)
	}
}

// seen is the page in sight: the conversation that goes on, or the place that
// is being read.
func (m *model) seen() *page.Page {
	if m.reading != nil {
		return m.reading.page
	}
	return m.page
}

func (m *model) notice(text string) { m.page.Notice(text, m.now) }

// remark puts a sentence that is no trouble on the page.
func (m *model) remark(text string) { m.page.Remark(text, m.now) }

func (m *model) fail(doing string, err error) {
	if err == nil {
		return
	}
	if text := sentence(doing, err); m.noteTrouble(err, text) {
		m.notice(text)
	}
}

// noteTrouble keeps what went wrong for a screen; false if the screen is being
// left and nothing is to be said of it.
func (m *model) noteTrouble(err error, text string) bool {
	if m.ctx.Err() != nil {
		return false
	}
	m.lastTrouble = err.Error()
	m.note = harmless.Line(text)
	return true
}
