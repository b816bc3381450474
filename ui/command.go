package ui

import (
	"strings"

	tea "charm.land/bubbletea/v2"

	"muisto/ui/panel"
)

// command is what is typed with a slash.
type command struct {
	name, does string
	args       string // what may follow; "" for nothing
	run        func(m *model, arg string) tea.Cmd
	picked     bool // it is about the message that is picked, if one is
}

// commands lists every command there is, in the order shown.
func commands() []command {
	tab := func(t panel.Tab) func(*model, string) tea.Cmd {
		return func(m *model, _ string) tea.Cmd { return m.goToTab(t) }
	}
	return []command{
		{"remember", "remember what was said now", "", plain((*model).remember), false},
		{"why", "what was recalled, and why", "", plain((*model).openWhy), false},
		{"moments", "go to the moments", "", tab(panel.Moments), false},
		{"facts", "review and correct facts", "", plain((*model).openFacts), false},
		{"about", "what is known about a name, or about you", "NAME", (*model).openAbout, false},
		{"upcoming", "what is coming up", "", (*model).openUpcoming, false},
		{"night", "what each night changed", "", plain((*model).openNights), false},
		{"sleep", "run a night now: moments become facts", "[night|week|month]", (*model).sleep, false},
		{"private", "off the record: on or off", "", plain((*model).togglePrivate), false},
		{"again", "make another reply", "", plain((*model).again), false},
		{"edit", "edit your last message", "", plain((*model).editLast), false},
		{"new", "a new conversation", "", plain((*model).newConversation), false},
		{"sessions", "list the conversations", "[TEXT]", (*model).openSessions, false},
		{"search", "search messages, moments and facts", "[TEXT]", (*model).search, false},
		{"model", "choose the model that replies", "[NAME]", (*model).chooseModel, false},
		{"import", "import conversations", "FILE", (*model).bringIn, false},
		{"export", "export the memory", "FILE [md|html|jsonl]", (*model).writeOut, false},
		{"stats", "token usage and cost", "[DAYS]", (*model).openStats, false},
		{"lab", "try the formulas", "", plain((*model).openLab), false},
		{"erase", "erase the selected or last item", "[f3 e12 …]", (*model).erase, true},
		{"help", "every key and command", "", plain((*model).openHelp), false},
		{"quit", "quit; what is pending is remembered first", "", plain((*model).leave), false},
	}
}

// plain makes a command of what takes no argument.
func plain(do func(*model) tea.Cmd) func(*model, string) tea.Cmd {
	return func(m *model, _ string) tea.Cmd { return do(m) }
}

// commandTyped gives the word after the slash, and what follows it, if the text
// is a command: a slash, letters, and no more than one line. A path or a sum is
// none.
func commandTyped(text string) (word, arg string, ok bool) {
	rest, ok := strings.CutPrefix(text, "/")
	if !ok || strings.Contains(rest, "\n") {
		return "", "", false
	}
	word, arg, _ = strings.Cut(strings.TrimSpace(rest), " ")
	for _, r := range word {
		if r < 'a' || r > 'z' {
			return "", "", false
		}
	}
	return word, strings.TrimSpace(arg), true
}

// matching are the commands whose name begins with what was typed, then those
// that have it within.
func matching(typed string) []command {
	var begin, within []command
	for _, c := range commands() {
		switch {
		case strings.HasPrefix(c.name, typed):
			begin = append(begin, c)
		case strings.Contains(c.name, typed):
			within = append(within, c)
		}
	}
	return append(begin, within...)
}

// nearest is the command whose name is fewest edits away from what was typed;
// false if none is near.
func nearest(typed string) (command, bool) {
	const far = 3
	var best command
	least := far
	for _, c := range commands() {
		if d := edits(typed, c.name); d < least {
			best, least = c, d
		}
	}
	return best, least < far
}

// edits is the Levenshtein distance in bytes.
func edits(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := 1
			if a[i] == b[j] {
				cost = 0
			}
			next := min(row[j]+1, row[j+1]+1, diagonal+cost)
			diagonal, row[j+1] = row[j+1], next
		}
	}
	return row[len(b)]
}
