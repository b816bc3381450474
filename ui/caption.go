package ui

import (
	"fmt"
	"time"

	tea "charm.land/bubbletea/v2"

	"muisto/chat"
	"muisto/memory"
	"muisto/ui/panel"
)

// captionFor is how long a caption of the demo is shown.
const captionFor = 7 * time.Second

type captionOverMsg struct{ id int }

// caption says in a line what has just happened in a play.
func (m *model) caption(text string) tea.Cmd {
	if !m.inPlay() || text == "" || m.shown() != nil {
		return nil
	}
	m.play.caption = text
	m.play.captions++
	return m.after(captionFor, captionOverMsg{m.play.captions})
}

func (m *model) captionOver(msg captionOverMsg) {
	if msg.id == m.play.captions {
		m.play.caption = ""
	}
}

// captionOf says what a change of the memory is.
func (m *model) captionOf(e chat.Changed) string {
	switch facts, retired := e.Counts.Facts-m.counts.Facts, e.Counts.Retired-m.counts.Retired; {
	case len(e.Formed) > 0:
		return "It went quiet: " + captionOfMoments(e.Formed)
	case facts > 0 && retired > 0:
		return "A night: a new fact replaces an older one."
	case facts > 0:
		return fmt.Sprintf("A night: shared names tie moments, and %s came of it.", panel.Count(facts, "fact"))
	case retired > 0:
		return "A fact is retired: it was replaced, or its last day is over."
	}
	return ""
}

// captionOfMoments says what is special about new moments.
func captionOfMoments(formed []memory.Episode) string {
	heaviest := formed[0]
	for _, e := range formed {
		if e.Salience > heaviest.Salience {
			heaviest = e
		}
	}
	switch n := panel.Count(len(formed), "moment"); {
	case heaviest.Act == memory.Correction && heaviest.Intensity > 0.8:
		return n + "; the emphatic correction lasts longest."
	case heaviest.Act == memory.Correction:
		return n + ", one a correction: those weigh most and fade slowly."
	case memory.LabelOf(heaviest.Salience) == memory.Low:
		return n + " that will fade in days."
	default:
		return n + " formed from what was said."
	}
}
