package ui

import (
	"context"
	"errors"
	"strings"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"muisto/chat"
	"muisto/harmless"
	"muisto/memory"
	"muisto/ui/composer"
	"muisto/ui/panel"
	"muisto/ui/pick"
)

// maxFacts bounds how many facts the review holds.
const maxFacts = 50_000

// factsScreen is the review of facts: all of them, or one after another those
// that deserve a look.
type factsScreen struct {
	known   *known
	shown   []int // places in known.facts
	retired bool  // those that stand no more are listed too
	list    pick.List
	filter  *composer.Composer
	finding bool // the filter is being written
	fixing  *fixing
	tour    *tour    // review mode; nil outside of it
	history *history // nil if none is open
	height  int
	// headRows are the lines over the list, as it was last drawn.
	headRows int
	correct  memory.FactID // to be corrected once the facts are read; 0 for none
	goTo     memory.FactID // to be under the cursor then; 0 for the one that is
	marked   map[memory.FactID]bool
}

// known are facts as they are listed, made once when they are read.
type known struct {
	facts []memory.Fact
	// words are what the filter looks through, in lower case.
	words []string
	// before is the last fact that each stands in the place of.
	before map[memory.FactID]string
	at     map[memory.FactID]int
	active int
	// once is what was said once, and what the filter looks through of each.
	once      []memory.Episode
	onceWords []string
	// confirmed is when the person confirmed facts, and how often.
	confirmed map[memory.FactID]chat.Confirmation
}

// fixing is the sentence being written in place: of a fact that is corrected, of
// a moment that is made one, or of a new fact.
type fixing struct {
	id     memory.FactID
	moment memory.EpisodeID
	adding bool
	head   int // lines of the entry before the sentence
	line   *composer.Composer
	saving bool
}

// tour is a walk through what deserves a look.
type tour struct {
	stops []stop
}

// stop is a fact on the way.
type stop struct {
	id   memory.FactID
	why  string
	done bool
}

// history is what a fact replaced, back to the first.
type history struct {
	id     memory.FactID
	facts  []memory.Fact // the fact itself, then the one before it, …
	window window
}

type (
	knownMsg struct {
		known *known
		err   error
	}
	tourMsg struct {
		deserving []chat.ReviewItem
		err       error
	}
	historyOfMsg struct {
		id    memory.FactID
		facts []memory.Fact
		err   error
	}
	reviewedMsg struct {
		doing, did string
		was        memory.FactID
		fact       memory.Fact
		err        error
	}
)

func (m *model) openFacts() tea.Cmd {
	s := &factsScreen{filter: composer.New(m.look.Method)}
	s.filter.SetText(m.filters.facts)
	return m.openScreen(s)
}

// filters are what lists were narrowed to when they were left.
type filters struct{ facts, sessions string }

// correctPicked opens the fact under the cursor of the panel for correction.
func (m *model) correctPicked() tea.Cmd {
	f, ok := m.panel.Picked().(memory.Fact)
	if !ok {
		return nil
	}
	return m.openScreen(&factsScreen{filter: composer.New(m.look.Method), correct: f.ID, retired: f.Status != memory.Active})
}

// know makes a list of facts, harmless and ready to be looked through.
func know(facts []memory.Fact, say func(string) string) *known {
	k := &known{
		facts: make([]memory.Fact, len(facts)), words: make([]string, len(facts)),
		before: map[memory.FactID]string{}, at: make(map[memory.FactID]int, len(facts)),
	}
	for i, f := range facts {
		f = panel.SafeFact(f)
		k.facts[i], k.words[i], k.at[f.ID] = f, wordsOf(f)+spokenWords(say, f.Text), i
		if _, later := k.before[f.SupersededBy]; f.SupersededBy != 0 && !later {
			k.before[f.SupersededBy] = f.Text
		}
		if f.Status == memory.Active {
			k.active++
		}
	}
	return k
}

// spokenWords is a sentence as it is shown, in lower case.
func spokenWords(say func(string) string, text string) string {
	if say == nil {
		return ""
	}
	return "\n" + strings.ToLower(say(text))
}

// knowOnce adds what was said once, made harmless.
func (k *known) knowOnce(moments []memory.Episode, say func(string) string) {
	k.once = panel.SafeMoments(moments)
	for _, e := range k.once {
		k.onceWords = append(k.onceWords, strings.ToLower(e.What)+spokenWords(say, e.What))
	}
}

// wordsOf is what the filter looks through.
func wordsOf(f memory.Fact) string {
	words := f.Text + "\n" + f.About + "\n" + panel.KindWord(f.Kind) + "\n" + panel.StatusWord(f.Status)
	for _, n := range f.Names {
		words += "\n" + n.Text
	}
	return strings.ToLower(words)
}

func (s *factsScreen) load(m *model) tea.Cmd {
	return m.once("known", func(ctx context.Context) tea.Msg {
		facts, err := m.session.Facts(ctx, FactQuery{Retired: true, Limit: maxFacts})
		if err != nil {
			return knownMsg{err: err}
		}
		k := know(facts, m.options.Spoken)
		once, err := m.session.SaidOnce(ctx)
		if err != nil {
			return knownMsg{err: err}
		}
		k.knowOnce(once, m.options.Spoken)
		k.confirmed, err = m.session.Confirmed(ctx)
		return knownMsg{k, err}
	})
}

func (m *model) onKnown(msg knownMsg) tea.Cmd {
	stale := m.over("known")
	s, ok := screenOf[*factsScreen](m)
	switch {
	case !ok:
		return nil
	case stale:
		return s.load(m)
	case msg.err != nil:
		m.fail("read the facts", msg.err)
		return nil
	}
	picked, _ := s.picked()
	s.known = msg.known
	s.narrow()
	s.pick(picked.ID)
	if s.goTo != 0 {
		s.pick(s.goTo)
		s.goTo = 0
	}
	if s.correct != 0 {
		s.pick(s.correct)
		if f, ok := s.picked(); ok && f.ID == s.correct && f.Status == memory.Active {
			s.fix(m, f)
		}
		s.correct = 0
	}
	return nil
}

func (s *factsScreen) fix(m *model, f memory.Fact) {
	s.fixing = &fixing{id: f.ID, line: composer.New(m.look.Method)}
	s.fixing.line.SetText(f.Text)
}

// narrow works out which facts are listed.
func (s *factsScreen) narrow() {
	s.shown = s.shown[:0]
	if s.known == nil {
		return
	}
	if s.tour != nil {
		for _, stop := range s.tour.stops {
			if i, ok := s.known.at[stop.id]; ok {
				s.shown = append(s.shown, i)
			}
		}
		return
	}
	filter := strings.ToLower(strings.TrimSpace(s.filter.Text()))
	for i, f := range s.known.facts {
		if (s.retired || f.Status == memory.Active) && (filter == "" || strings.Contains(s.known.words[i], filter)) {
			s.shown = append(s.shown, i)
		}
	}
}

func (s *factsScreen) picked() (memory.Fact, bool) {
	if s.known == nil || s.list.Sel >= len(s.shown) {
		return memory.Fact{}, false
	}
	return s.known.facts[s.shown[s.list.Sel]], true
}

// pick puts the cursor on a fact, if it is listed.
func (s *factsScreen) pick(id memory.FactID) {
	for i, at := range s.shown {
		if s.known.facts[at].ID == id {
			s.list.Sel = i
			return
		}
	}
}

func (s *factsScreen) move(n int) {
	if s.history != nil {
		s.history.window.scroll(n)
		return
	}
	s.list.Move(n, s.rows())
}

func (s *factsScreen) scroll(n int) {
	if s.history != nil {
		s.history.window.scroll(n)
		return
	}
	if n *= 2; n > 0 { // a fact is two lines and a gap
		n = max(n/6, 1)
	} else {
		n = min(n/6, -1)
	}
	s.list.Move(n, s.rows())
}

func (s *factsScreen) back(m *model) (tea.Cmd, bool) {
	id, _ := s.picked()
	switch {
	case s.fixing != nil:
		s.fixing = nil
	case s.history != nil:
		s.history = nil
	case len(s.marked) > 0:
		s.marked = nil
	case s.finding || s.filter.Text() != "":
		s.finding = false
		s.filter.Reset()
		m.filters.facts = ""
		s.narrow()
		s.pick(id.ID)
	case s.tour != nil:
		s.tour = nil
		s.narrow()
		s.list.Reset()
		s.pick(id.ID)
	default:
		return nil, false
	}
	return nil, true
}

func (s *factsScreen) written(m *model) tea.Cmd {
	if s.finding {
		m.filters.facts = s.filter.Text()
		s.list.Reset()
		s.narrow()
	}
	return nil
}

func (s *factsScreen) press(m *model, k tea.KeyPressMsg) tea.Cmd {
	switch {
	case s.fixing != nil:
		if key.Matches(k, m.keys.Send) {
			return s.save(m)
		}
		return nil
	case s.finding:
		if key.Matches(k, m.keys.Up) || key.Matches(k, m.keys.Down) {
			return nil
		}
		s.finding = false
		return nil
	case s.history != nil:
		return nil
	case key.Matches(k, m.keys.Undo):
		return s.undo(m)
	case key.Matches(k, m.keys.Retired) && s.tour == nil:
		picked, _ := s.picked()
		s.retired = !s.retired
		s.narrow()
		s.pick(picked.ID)
		return nil
	case key.Matches(k, m.keys.Filter) && s.tour == nil:
		s.finding = true
		return nil
	case key.Matches(k, m.keys.Review):
		return s.walk(m)
	case key.Matches(k, m.keys.Add) && s.tour == nil:
		s.startAdding(m)
		return nil
	case key.Matches(k, m.keys.Select) && s.tour == nil:
		return s.mark(m)
	}
	if cmd, ok := s.pressMarked(m, k); ok {
		return cmd
	}
	if f, ok := s.picked(); ok {
		return s.pressFact(m, f, k)
	}
	if e, ok := s.pickedOnce(); ok {
		return s.pressOnce(m, e, k)
	}
	return nil
}

// pressFact takes a key that does something to the picked fact.
func (s *factsScreen) pressFact(m *model, f memory.Fact, k tea.KeyPressMsg) tea.Cmd {
	switch {
	case key.Matches(k, m.keys.Open):
		m.detail.OpenFact(f)
		return m.loadMomentsOf(f)
	case key.Matches(k, m.keys.History):
		return m.do(func(ctx context.Context) tea.Msg {
			facts, err := m.session.FactHistory(ctx, f.ID)
			return historyOfMsg{f.ID, facts, err}
		})
	case key.Matches(k, m.keys.Erase):
		return m.eraseThing(f)
	case f.Status != memory.Active:
		if key.Matches(k, m.keys.Correct) || key.Matches(k, m.keys.Confirm) || key.Matches(k, m.keys.Retire) {
			return m.show("this fact is no longer active; u undoes the last change")
		}
	case key.Matches(k, m.keys.Correct):
		s.fix(m, f)
	case key.Matches(k, m.keys.Confirm), s.tour != nil && key.Matches(k, m.keys.GoOn):
		return m.review("confirm the fact", "confirmed", f.ID, m.session.ConfirmFact)
	case key.Matches(k, m.keys.Retire):
		return m.review("retire the fact", "retired; u to undo", f.ID, m.session.RetireFact)
	}
	return nil
}

func (m *model) review(doing, did string, id memory.FactID, do func(context.Context, memory.FactID) (memory.Fact, error)) tea.Cmd {
	return m.do(func(ctx context.Context) tea.Msg {
		f, err := do(ctx, id)
		return reviewedMsg{doing: doing, did: did, was: id, fact: f, err: err}
	})
}

func (s *factsScreen) save(m *model) tea.Cmd {
	if s.fixing.saving {
		return nil
	}
	s.fixing.saving = true
	id, text := s.fixing.id, s.fixing.line.Text()
	switch {
	case s.fixing.adding:
		return m.addFact(text)
	case s.fixing.moment != 0:
		return s.keep(m, s.fixing.moment, text)
	}
	return m.review("correct the fact", "corrected; u to undo", id, func(ctx context.Context, id memory.FactID) (memory.Fact, error) {
		return m.session.CorrectFact(ctx, id, text)
	})
}

func (s *factsScreen) undo(m *model) tea.Cmd {
	return m.do(func(ctx context.Context) tea.Msg {
		r, f, err := m.session.UndoFact(ctx)
		return reviewedMsg{doing: "undo", did: "undone: the fact is as before it was " + string(r.Kind), fact: f, err: err}
	})
}

// onReviewed shows what was done to a fact.
func (m *model) onReviewed(msg reviewedMsg) tea.Cmd {
	s, ok := screenOf[*factsScreen](m)
	if errors.Is(msg.err, chat.ErrNothingToUndo) {
		return m.show("nothing to undo")
	}
	if ok && s.fixing != nil {
		s.fixing.saving = false
	}
	if msg.err != nil {
		m.fail(msg.doing, msg.err)
		return nil
	}
	cmds := []tea.Cmd{m.show(msg.did)}
	if ok {
		s.fixing = nil
		s.take(msg)
		cmds = append(cmds, s.load(m))
	}
	return tea.Batch(cmds...)
}

// take puts the fact as it is now into the list, before it is read anew, and
// goes on to the next stop of a tour.
func (s *factsScreen) take(msg reviewedMsg) {
	if s.known == nil {
		return
	}
	if s.tour != nil {
		s.tour.done(msg.was, msg.fact.ID)
		s.list.Move(1, len(s.shown))
		return
	}
	s.known.put(msg.was, msg.fact)
	s.narrow()
	s.pick(msg.fact.ID)
}

// put puts a fact in its place, or a correction in the place of the one it was.
func (k *known) put(was memory.FactID, f memory.Fact) {
	i, held := k.at[f.ID]
	if !held {
		if i, held = k.at[was]; !held {
			return
		}
		k.before[f.ID] = k.facts[i].Text
	}
	f = panel.SafeFact(f)
	k.facts[i], k.words[i], k.at[f.ID] = f, wordsOf(f), i
}

// done ticks off a stop; a correction puts another fact in its place.
func (t *tour) done(was, now memory.FactID) {
	for i, stop := range t.stops {
		switch {
		case was != 0 && stop.id == was:
			t.stops[i].id, t.stops[i].done = now, true
		case was == 0 && stop.id == now: // undone
			t.stops[i].done = false
		}
	}
}

// walk begins to go through what deserves a look, or ends it.
func (s *factsScreen) walk(m *model) tea.Cmd {
	if s.tour != nil {
		cmd, _ := s.back(m)
		return cmd
	}
	return m.do(func(ctx context.Context) tea.Msg {
		deserving, err := m.session.ReviewQueue(ctx)
		return tourMsg{deserving, err}
	})
}

func (m *model) onTour(msg tourMsg) tea.Cmd {
	s, ok := screenOf[*factsScreen](m)
	if !ok {
		return nil
	}
	if msg.err != nil {
		m.fail("find what to review", msg.err)
		return nil
	}
	if len(msg.deserving) == 0 {
		return m.show("nothing to review")
	}
	s.tour = &tour{}
	for _, d := range msg.deserving {
		s.tour.stops = append(s.tour.stops, stop{id: d.Fact.ID, why: harmless.Line(string(d.Why))})
	}
	s.filter.Reset()
	s.narrow()
	s.list.Reset()
	return nil
}

func (m *model) onHistoryOf(msg historyOfMsg) {
	s, ok := screenOf[*factsScreen](m)
	if !ok {
		return
	}
	if msg.err != nil {
		m.fail("read what the fact replaced", msg.err)
		return
	}
	f, ok := s.picked()
	if !ok || f.ID != msg.id {
		return
	}
	s.history = &history{id: msg.id, facts: []memory.Fact{f}}
	for _, f := range msg.facts {
		s.history.facts = append(s.history.facts, panel.SafeFact(f))
	}
}

// narrowed: the list of facts is filtered, and nothing is open over it.
func (s *factsScreen) narrowed() bool {
	return s.filter.Text() != "" && s.tour == nil && s.history == nil
}
