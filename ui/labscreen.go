package ui

import (
	"context"
	"errors"
	"fmt"
	"time"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"muisto/chat"
	"muisto/memory"
	"muisto/ui/composer"
	"muisto/ui/lab"
)

// labScreen is the formulas to play with.
type labScreen struct{ lab *lab.Lab }

func (m *model) openLab() tea.Cmd { return m.openScreen(&labScreen{lab.New(m.look)}) }

func (s *labScreen) load(*model) tea.Cmd { return nil }

func (s *labScreen) title(*model) (left, right string) { return "Lab", "nothing is stored" }

func (s *labScreen) hints(m *model) []hint {
	out := []hint{{m.keys.Switch, "next figure"}, {pair(m.keys.Up, m.keys.Down), "choose"}}
	if line, _, _ := s.writing(); line == nil {
		out = append(out, hint{pair(m.keys.LabLeft, m.keys.LabRight), "change"}, hint{pair(m.keys.LabLeapLeft, m.keys.LabLeapRight), "by ten"})
	}
	if s.lab.Toggles() {
		out = append(out, hint{m.keys.LabToggle, "on or off"})
	}
	return append(out, hint{m.keys.Stop, "back"})
}

func (s *labScreen) lines(m *model, w, h int) []string {
	s.lab.SetLook(m.look)
	return s.lab.Lines(w, h)
}

func (s *labScreen) press(m *model, k tea.KeyPressMsg) tea.Cmd {
	const leap = 10
	switch {
	case key.Matches(k, m.keys.Switch):
		n := 1
		if k.Mod.Contains(tea.ModShift) {
			n = -1
		}
		s.lab.TurnTab(n)
	case key.Matches(k, m.keys.Up):
		s.lab.Move(-1)
	case key.Matches(k, m.keys.Down):
		s.lab.Move(1)
	case key.Matches(k, m.keys.LabLeft):
		s.lab.Turn(-1)
	case key.Matches(k, m.keys.LabRight):
		s.lab.Turn(1)
	case key.Matches(k, m.keys.LabLeapLeft):
		s.lab.Turn(-leap)
	case key.Matches(k, m.keys.LabLeapRight):
		s.lab.Turn(leap)
	case key.Matches(k, m.keys.LabToggle):
		s.lab.Toggle()
	}
	return nil
}

func (s *labScreen) back(*model) (tea.Cmd, bool) { return nil, false }
func (s *labScreen) move(n int)                  { s.lab.Move(n) }
func (s *labScreen) scroll(n int)                { s.lab.Turn(-n / wheelLines) }
func (s *labScreen) written(*model) tea.Cmd      { return nil }

func (s *labScreen) writing() (*composer.Composer, int, int) { return s.lab.Writing() }

// RunLab shows the lab alone until the person leaves or ctx ends. It keeps
// nothing. The clock tells the time.
func RunLab(ctx context.Context, clock memory.Clock, o Options) error {
	m := newModel(ctx, idle{clock: clock}, o)
	m.alone = true
	m.openLab()
	_, err := tea.NewProgram(m, o.program(ctx)...).Run()
	m.work.wait()
	if err != nil && !errors.Is(err, tea.ErrInterrupted) && !errors.Is(err, context.Canceled) {
		return fmt.Errorf("draw the screen: %w", err)
	}
	return nil
}

// pressAlone takes a key where a screen stands alone, with no chat behind it.
func (m *model) pressAlone(k tea.KeyPressMsg) tea.Cmd {
	s := m.screens[0]
	if key.Matches(k, m.keys.Stop, m.keys.Leave) {
		return tea.Quit
	}
	if line, _, _ := s.writing(); line != nil {
		return m.writeOnScreen(s, k)
	}
	return s.press(m, k)
}

// idle is a session in which nothing is ever said or remembered. What it does
// not have is asked for by no screen that stands alone.
type idle struct {
	Session
	clock memory.Clock
}

func (idle) Events() <-chan chat.Event { return nil }
func (s idle) Now() time.Time          { return s.clock.Now() }
func (idle) ModelName() string         { return "" }
func (idle) Decay() float64            { return memory.DefaultDecay }
func (s idle) Today() memory.Day       { return memory.DayOf(s.clock.Now(), 0) }
