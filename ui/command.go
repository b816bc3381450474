package ui

import (
	"strings"

	tea "charm.land/bubbletea/v2"
)

// command is what is typed with a slash.
type command struct {
	name, does string
	run        func(*model) tea.Cmd
}

// commands lists every command there is, in the order shown.
func commands() []command {
	return []command{
		{"remember", "remember what has been said, now", (*model).remember},
		{"why", "what came to mind, and why", (*model).openWhy},
		{"moments", "go to the moments", (*model).goToPanel},
		{"private", "off the record: on or off", (*model).togglePrivate},
		{"new", "a new conversation", (*model).newConversation},
		{"help", "every key and command", (*model).openHelp},
		{"quit", "leave; what waits is remembered first", (*model).leave},
	}
}

// commandTyped gives the word after the slash if the text is a command: a
// slash, letters, and no more than one line. A path or a sum is none.
func commandTyped(text string) (string, bool) {
	rest, ok := strings.CutPrefix(text, "/")
	if !ok || strings.Contains(rest, "\n") {
		return "", false
	}
	word, _, _ := strings.Cut(strings.TrimSpace(rest), " ")
	for _, r := range word {
		if r < 'a' || r > 'z' {
			return "", false
		}
	}
	return word, true
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

// nearest is the command whose name is least edits away from what was typed.
func nearest(typed string) command {
	all := commands()
	best, least := all[0], 1<<30
	for _, c := range all {
		if d := edits(typed, c.name); d < least {
			best, least = c, d
		}
	}
	return best
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
