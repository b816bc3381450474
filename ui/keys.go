package ui

import (
	"slices"

	"charm.land/bubbles/v2/key"
)

// keyMap is every key that does something, declared once: what is pressed is
// matched against it, and help is made from it. A field's name is that of the
// action in the settings: KillWordLeft is kill_word_left.
type keyMap struct {
	// Everywhere.
	Switch, Panel, Help, Stop, Why, Copy, Search key.Binding
	Again, Sessions, Mouse, Facts, Night         key.Binding
	PageUp, PageDown, Home, End, Leave           key.Binding
	LeaveEmpty                                   key.Binding
	// Writing.
	Send, NewLine, Up, Down, Commands, Editor            key.Binding
	Left, Right, WordLeft, WordRight, LineStart, LineEnd key.Binding
	Backspace, Delete, KillWordLeft, KillWordRight       key.Binding
	KillLineStart, KillLineEnd                           key.Binding
	// Lists.
	Yank, UndoWriting, Suspend            key.Binding
	ListUp, ListDown, ListLeft, ListRight key.Binding
	// Those of vim and less, in every list and text.
	ListTop, ListEnd, HalfUp, HalfDown, Close key.Binding
	Open, Sort, Filter, Retired, Question     key.Binding
	Erase, FindNext, FindPrevious             key.Binding
	// Facts.
	Correct, Confirm, Retire, Undo, History, Review, GoOn key.Binding
	Add, Select                                           key.Binding
	// Versions of what was said.
	PickUp, PickDown, Rewrite, BranchLeft, BranchRight key.Binding
	// Conversations.
	Resume, Rename, Hide key.Binding
	// Models.
	Choose key.Binding
	// The demo.
	PlayPause, PlayDay, PlayWeek, PlayNight, PlaySpeed key.Binding
	// The lab.
	LabLeft, LabRight, LabLeapLeft, LabLeapRight, LabToggle key.Binding
	// Asking.
	Yes, No key.Binding
}

func bind(help, does string, keys ...string) key.Binding {
	return key.NewBinding(key.WithKeys(keys...), key.WithHelp(help, does))
}

// usualKeys are those that hold where nothing else is set.
var usualKeys = keyMap{
	Switch:     bind("tab", "switch between chat and memory", "tab", "shift+tab"),
	Panel:      bind("f2", "show or hide the memory panel", "f2"),
	Help:       bind("f1", "every key and command", "f1"),
	Question:   bind("?", "the keys that work here", "?"),
	Stop:       bind("esc", "stop a reply, or close what is open", "esc"),
	Again:      bind("ctrl+t", "another reply to the last message, or try again where one failed", "ctrl+t"),
	Why:        bind("ctrl+o", "what was recalled for a reply, and why", "ctrl+o"),
	Search:     bind("ctrl+r", "search this conversation and all others", "ctrl+r"),
	Sessions:   bind("ctrl+l", "the conversations: continue one, rename it", "ctrl+l"),
	Copy:       bind("ctrl+x", "copy the selection, or else the last reply; press again for its code blocks", "ctrl+x"),
	PageUp:     bind("pgup", "page up (the wheel scrolls too)", "pgup"),
	PageDown:   bind("pgdn", "page down", "pgdown"),
	Home:       bind("ctrl+home", "the beginning of the conversation", "ctrl+home"),
	End:        bind("ctrl+end", "the end of the conversation", "ctrl+end"),
	Facts:      bind("f4", "the facts", "f4"),
	Night:      bind("f5", "what each night changed", "f5"),
	Mouse:      bind("f3", "mouse off or on; off, the terminal selects text", "f3"),
	Suspend:    bind("ctrl+z", "suspend; fg in the shell comes back", "ctrl+z"),
	Leave:      bind("ctrl+c ctrl+c", "quit; what is pending is remembered first", "ctrl+c"),
	LeaveEmpty: bind("ctrl+d", "quit, when nothing is typed", "ctrl+d"),

	Send:          bind("enter", "send", "enter"),
	NewLine:       bind("shift+enter, alt+enter, ctrl+j", "new line", "shift+enter", "alt+enter", "ctrl+j"),
	Up:            bind("↑", "line up; with nothing written, earlier messages", "up", "ctrl+p"),
	Down:          bind("↓", "line down, or later messages", "down", "ctrl+n"),
	Commands:      bind("/", "commands, with nothing written", "/"),
	Editor:        bind("ctrl+g", "write in your editor", "ctrl+g"),
	Left:          bind("←, ctrl+b", "left", "left", "ctrl+b"),
	Right:         bind("→, ctrl+f", "right", "right", "ctrl+f"),
	WordLeft:      bind("alt+b", "a word left", "alt+b", "alt+left", "ctrl+left"),
	WordRight:     bind("alt+f", "a word right", "alt+f", "alt+right", "ctrl+right"),
	LineStart:     bind("ctrl+a, home", "beginning of the line", "ctrl+a", "home"),
	LineEnd:       bind("ctrl+e, end", "end of the line", "ctrl+e", "end"),
	Backspace:     bind("backspace", "delete to the left", "backspace", "ctrl+h", "shift+backspace"),
	Delete:        bind("del", "delete to the right", "delete", "ctrl+d"),
	KillWordLeft:  bind("ctrl+w", "delete a word to the left", "ctrl+w", "alt+backspace"),
	KillWordRight: bind("alt+d", "delete a word to the right", "alt+d", "alt+delete"),
	KillLineStart: bind("ctrl+u", "delete to the beginning of the line", "ctrl+u"),
	KillLineEnd:   bind("ctrl+k", "delete to the end of the line", "ctrl+k"),
	Yank:          bind("ctrl+y", "insert what was deleted last", "ctrl+y"),
	UndoWriting:   bind("ctrl+_, alt+z", "undo in what you write", "ctrl+_", "alt+z"),

	ListUp:       bind("↑, k", "up", "up", "k"),
	ListDown:     bind("↓, j", "down", "down", "j"),
	ListLeft:     bind("←, h", "the list to the left", "left", "h"),
	ListRight:    bind("→, l", "the list to the right", "right", "l"),
	ListTop:      bind("g, home", "first line", "g", "home"),
	ListEnd:      bind("G, end", "last line", "G", "shift+g", "end"),
	HalfUp:       bind("ctrl+u", "half a page up", "ctrl+u"),
	HalfDown:     bind("ctrl+d", "half a page down", "ctrl+d"),
	Close:        bind("q", "close it, like esc", "q"),
	Open:         bind("enter", "open it; a message opens in its conversation", "enter"),
	Sort:         bind("s", "sort: newest first, most remembered first, or heaviest first", "s"),
	Filter:       bind("/", "filter a list, or search in a text", "/"),
	FindNext:     bind("n", "the next match in a text", "n"),
	FindPrevious: bind("N", "the previous match in a text", "N", "shift+n"),
	Retired:      bind("A", "show or hide retired facts", "A", "shift+a"),
	Erase:        bind("x", "erase it for good (shows what will go, and asks)", "x"),

	Correct: bind("c", "correct the sentence in place; enter saves", "c"),
	Confirm: bind("y", "confirm: it is still true", "y"),
	Retire:  bind("r", "retire: it is no longer true", "r"),
	Undo:    bind("u", "undo (repeat to go further back)", "u"),
	History: bind("h", "what it replaced, back to the first", "h"),
	Add:     bind("a", "add a fact in your own words", "a"),
	Select:  bind("v", "select several: confirm and retire are then for all", "v"),
	GoOn:    bind("space", "in a review: confirm and go to the next", "space"),
	Review:  bind("R", "review the facts that most need it", "R", "shift+r"),

	PickUp:      bind("alt+↑", "pick an earlier message of yours, or a reply with versions", "alt+up", "ctrl+up"),
	PickDown:    bind("alt+↓", "pick a later one", "alt+down", "ctrl+down"),
	Rewrite:     bind("enter", "edit and send again; the conversation continues from there", "enter"),
	BranchLeft:  bind("←", "its earlier or later version, and what followed", "left"),
	BranchRight: bind("→", "its later version", "right"),

	Resume: bind("enter", "continue it", "enter"),
	Rename: bind("n", "rename it (empty: back to its first words)", "n"),
	Choose: bind("enter", "use this model", "enter"),
	Hide:   bind("d", "hide it; its messages and moments stay", "d"),

	PlayPause: bind("space", "pause or resume", "space"),
	PlayDay:   bind("→", "a day ahead", "right"),
	PlayWeek:  bind("⇧→", "a week ahead", "shift+right"),
	PlayNight: bind("n", "go to the next night", "n"),
	PlaySpeed: bind("1–9", "speed", "1", "2", "3", "4", "5", "6", "7", "8", "9"),

	LabLeft:      bind("←", "move what is picked; tab goes to the next figure", "left"),
	LabRight:     bind("→", "move it the other way", "right"),
	LabLeapLeft:  bind("⇧←", "by ten steps", "shift+left"),
	LabLeapRight: bind("⇧→", "by ten steps, the other way", "shift+right"),
	LabToggle:    bind("space", "switch a name on or off", "space"),

	Yes: bind("y", "yes, erase", "y"),
	No:  bind("n, esc", "no", "n"),
}

// The places whose keys can be listed alone.
const (
	placeLists    = "Memory and lists"
	placeSessions = "Conversations (/sessions)"
	placeModels   = "Models (/model)"
	placeLab      = "The lab (/lab)"
	placeFacts    = "Facts (/facts)"
)

// keyPlace is where on the screen some keys work.
type keyPlace struct {
	name string
	// lines are the keys as help lists them.
	lines []keyLine
	// also are keys that work there too, and stand elsewhere in help.
	also []*key.Binding
	// typing: letters are written there.
	typing bool
}

// keyLine is a line of help: one action, or two that go together.
type keyLine []*key.Binding

// all are the keys that work there, but for those that work everywhere.
func (p keyPlace) all() []*key.Binding {
	return append(slices.Concat(p.lines...), p.also...)
}

// binding is the line as one.
func (l keyLine) binding() key.Binding {
	if len(l) == 2 {
		return pair(*l[0], *l[1])
	}
	return *l[0]
}

func each(all ...*key.Binding) []keyLine {
	out := make([]keyLine, len(all))
	for i, b := range all {
		out[i] = keyLine{b}
	}
	return out
}

// playPlace lists the keys of the demo, which work outside the composer.
func (k *keyMap) playPlace() keyPlace {
	return keyPlace{
		name:  "The demo, outside the composer",
		lines: each(&k.PlayPause, &k.PlayDay, &k.PlayWeek, &k.PlayNight, &k.PlaySpeed),
		also:  []*key.Binding{&k.Question, &k.LeaveEmpty, &k.Up, &k.Down, &k.ListUp, &k.ListDown, &k.ListLeft, &k.ListRight, &k.Open},
	}
}

// askPlace lists the keys of a question, which help has no line for.
func (k *keyMap) askPlace() keyPlace {
	return keyPlace{name: "a question", also: []*key.Binding{&k.Yes, &k.No, &k.Question, &k.ListUp, &k.ListDown}}
}

// places lists every key by the place where it works. Those of the first work
// in all.
func (k *keyMap) places() []keyPlace {
	lists := []*key.Binding{&k.Question, &k.ListUp, &k.ListDown, &k.ListTop, &k.ListEnd, &k.HalfUp, &k.HalfDown, &k.Close}
	return []keyPlace{
		{"Everywhere", each(
			&k.Help, &k.Question, &k.Stop, &k.Again, &k.Switch, &k.Panel, &k.Why, &k.Facts, &k.Night, &k.Search, &k.Sessions, &k.Copy,
			&k.PageUp, &k.PageDown, &k.Home, &k.End, &k.Mouse, &k.Suspend, &k.Leave,
		), nil, true},
		{"Writing", each(
			&k.Send, &k.NewLine, &k.Commands, &k.Up, &k.Down, &k.Editor,
			&k.Left, &k.Right, &k.WordLeft, &k.WordRight, &k.LineStart, &k.LineEnd,
			&k.Backspace, &k.Delete, &k.KillWordLeft, &k.KillWordRight, &k.KillLineStart, &k.KillLineEnd, &k.Yank, &k.UndoWriting, &k.LeaveEmpty,
		), []*key.Binding{&k.PickUp, &k.PickDown}, true},
		{"Versions of what was said", []keyLine{{&k.Again}, {&k.PickUp, &k.PickDown}, {&k.Rewrite}, {&k.BranchLeft, &k.BranchRight}},
			[]*key.Binding{&k.Up, &k.Down}, true},
		{placeLists, each(&k.ListUp, &k.ListDown, &k.ListTop, &k.ListEnd, &k.HalfUp, &k.HalfDown, &k.ListLeft, &k.ListRight, &k.Open, &k.Close, &k.Sort, &k.Filter, &k.FindNext, &k.FindPrevious, &k.Retired, &k.Erase), append(lists, &k.Correct), false},
		{placeSessions, each(&k.Resume, &k.Filter, &k.Rename, &k.Hide, &k.Undo, &k.Search), lists, false},
		{placeModels, each(&k.Choose), lists, false},
		{placeLab, []keyLine{{&k.LabLeft, &k.LabRight}, {&k.LabLeapLeft, &k.LabLeapRight}, {&k.LabToggle}}, append(lists, &k.Up, &k.Down), false},
		{placeFacts, each(&k.Correct, &k.Confirm, &k.Retire, &k.Undo, &k.Add, &k.Select, &k.History, &k.Open, &k.Filter, &k.Retired, &k.Review, &k.GoOn, &k.Erase), lists, false},
	}
}
