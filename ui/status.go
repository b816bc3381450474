package ui

import (
	"fmt"
	"strings"
	"time"

	"muisto/chat"
	"muisto/harmless"
	"muisto/memory"
	"muisto/ui/cell"
	"muisto/ui/panel"
)

// maxTrouble is how much of what is wrong the status line shows at least.
const maxTrouble = 16

// statusText says what the memory is doing, at the lower edge of the chat.
func (m *model) statusText() string {
	l := m.look
	if m.leaving != nil {
		return l.Accent.Render(m.leaving.line(m.keys, m.layout.chatW))
	}
	if text := m.findText(); text != "" {
		return l.Accent.Render(text)
	}
	if m.hint != "" {
		return l.Accent.Render(m.hint)
	}
	var parts []string
	if m.vim != nil && m.vim.Normal() && m.composing() {
		parts = append(parts, l.Accent.Render("NORMAL"))
	}
	if m.inPlay() {
		parts = append(parts, m.playText())
	}
	if m.status.Private {
		parts = append(parts, l.Private.Render("off the record"))
	}
	if m.status.Trouble != "" { // in full on the page
		short := cell.Cut(l.Method, harmless.Line(m.status.Trouble), max(m.layout.chatW/3, maxTrouble))
		parts = append(parts, l.Warn.Render("! "+short))
	}
	if d := m.doing(); d != "" {
		parts = append(parts, l.Quiet.Render(d))
	}
	return strings.Join(parts, l.Quiet.Render(" · "))
}

func (m *model) doing() string {
	s := m.status
	switch s.Doing {
	case chat.Replying:
		if m.turn == nil {
			return "replying"
		}
		return dotted("replying", keyed(m.keys.Stop, " ", "stops"))
	case chat.Waiting:
		if s.RemembersAt.IsZero() || m.inPlay() {
			return ""
		}
		return "remembers in " + short(s.RemembersAt.Sub(m.now))
	case chat.Capturing:
		if s.Messages == 0 {
			return "remembering…"
		}
		return "remembering " + panel.Count(s.Messages, "message") + "…"
	case chat.Sleeping:
		text := "asleep: " + harmless.Line(s.Pass)
		if s.Groups <= 0 {
			return text
		}
		bar := cell.Bar(float64(s.Group)/float64(s.Groups), 6)
		if m.layout.chatW < 56 {
			return text + fmt.Sprintf(" %d/%d ▕%s▏", s.Group, s.Groups, bar)
		}
		return text + fmt.Sprintf(", group %d of %d ▕%s▏", s.Group, s.Groups, bar)
	}
	return ""
}

// panelHint says how to show the panel where there was no room for it at first.
func (m *model) panelHint() string {
	if m.layout.panelW > 0 || m.panelHidden || m.panelAsked {
		return ""
	}
	return keyed(m.keys.Panel, " ", "shows the memory")
}

// nightSoon is from when on the next night is announced.
const nightSoon = time.Hour

// rightText says, as far as there is room beside the left, what was spent and
// when the next night is due.
func (m *model) rightText(left string, w int) string {
	if m.inPlay() || m.leaving != nil || m.hint != "" {
		return ""
	}
	night := m.panelHint()
	if soon := m.status.NextNight.Sub(m.now); !m.status.NextNight.IsZero() && soon < nightSoon {
		night = "night at " + m.status.NextNight.In(m.now.Location()).Format("15:04")
	}
	const edges = 9 // what the frame takes, and a gap
	room := w - edges - m.look.Method.StringWidth(left)
	for _, text := range m.spentText() {
		wide := m.look.Method.StringWidth(text)
		switch {
		case wide > room:
		case night != "" && wide+len(" - ")+len(night) <= room:
			return m.look.Quiet.Render(text + " · " + night)
		default:
			return m.look.Quiet.Render(text)
		}
	}
	return m.look.Quiet.Render(night)
}

// ruleText is what stands over the composer: that there is more below, or how
// to get out of what is open.
func (m *model) ruleText() string {
	l := m.look
	switch {
	case m.sheet != nil:
		return l.Quiet.Render(m.sheet.hints(m.keys))
	case m.pickText() != "":
		return l.Accent.Render(m.pickText())
	case m.inPlay() && m.play.caption != "" && m.page.Following() && m.reading == nil:
		return l.Accent.Render(cell.Cut(l.Method, m.play.caption, m.layout.composer.w-3))
	case m.watching && m.page.Following() && m.reading == nil:
		return m.playHints(m.layout.composer.w - 3)
	case len(m.cameFrom) > 0:
		return l.Quiet.Render(keyed(m.keys.Stop, ": ", "back to where you were"))
	case m.reading != nil:
		return l.Quiet.Render(keyed(m.keys.Stop, ": ", "back to now"))
	case m.page.Following():
		return ""
	case m.page.Unseen() > 0 || m.page.Running():
		return l.Accent.Render(dotted("↓ more below", keyName(m.keys.End)))
	}
	return l.Quiet.Render(keyed(m.keys.End, ": ", "to the end"))
}

// panelHints are the keys that do something in the panel.
func (m *model) panelHints() string {
	_, editing := m.panel.Editing()
	k := m.keys
	turn, back := hint{pair(k.ListLeft, k.ListRight), ""}, hint{k.Stop, "back"}
	all := []hint{{k.Open, "open"}, turn}
	switch {
	case editing:
		all = []hint{{k.Send, "keep"}, {k.Stop, "all"}}
	case !m.panelFocus:
		return m.look.Quiet.Render(keyed(k.Switch, " ", "to go here"))
	case m.panel.Opened():
		if _, message := m.panel.Picked().(memory.Message); message {
			all[0].does = "go there"
		}
		all = []hint{all[0], {k.Erase, "erase"}, back, {k.Question, "help"}}
	case m.inPlay():
		all = []hint{all[0], {bind("h l", "", "h", "l"), "lists"}, back, {k.Question, "help"}} // the arrows drive the play
	case m.panel.Tab() == panel.Facts:
		all = append(all, hint{k.Correct, "correct"}, hint{k.Retired, "all"}, back, hint{k.Question, "help"})
	case m.panel.Tab() == panel.Nights:
		all = append(all, back, hint{k.Question, "help"})
	default:
		all = append(all, hint{k.Filter, "filter"}, hint{k.Sort, "sort"}, back, hint{k.Question, "help"})
	}
	return m.hintLine(all, m.layout.panelW-6)
}

// short writes a span of time: "42 s", "3 min", "2 h".
func short(d time.Duration) string {
	d = max(d, 0)
	switch {
	case d < 100*time.Second:
		return fmt.Sprintf("%d s", int(d.Seconds()))
	case d < 100*time.Minute:
		return fmt.Sprintf("%d min", int(d.Minutes()))
	}
	return fmt.Sprintf("%d h", int(d.Hours()))
}
