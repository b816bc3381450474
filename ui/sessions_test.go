package ui

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"muisto/chat"
)

func TestWhatAListSaysGoesWithIt(t *testing.T) {
	drive(t, filed, Options{}, 120, 40, func(d *driver) {
		d.press("ctrl+l", "down", "n")
		d.wants("new name")
		d.write("!")
		d.press("enter")
		d.wants("renamed; u to undo")
		d.press("esc")
		d.lacks("u to undo")
	})
}

func TestAnEarlierConversationIsGoneOnWith(t *testing.T) {
	drive(t, filed, Options{}, 100, 30, func(d *driver) {
		d.write("a draft")
		d.press("ctrl+l")
		d.wants("Conversations", "13 conversations", "› Had coffee", "Ideas for the offsite in Lisbon", "no messages from you")
		d.press("down", "enter")
		d.wants("The boat leaves at nine.", "half past eight", "a draft")
		d.lacks("Had coffee with Tomas this morning.")
		if !slices.Contains(d.f.calls, "resume old0") {
			t.Errorf("called %q", d.f.calls)
		}
	})
}

func TestTheListIsFilteredAsOneTypes(t *testing.T) {
	drive(t, filed, Options{}, 100, 30, func(d *driver) {
		d.press("ctrl+l", "/")
		d.write("BUILD")
		d.wants("/ BUILD", "Why does the build fail", "3 conversations")
		d.lacks("Had coffee")
		d.press("down", "enter", "enter")
		if !slices.Contains(d.f.calls, "resume old6") {
			t.Errorf("called %q", d.f.calls)
		}
		d.write("/sessions nothing like it")
		d.press("enter")
		d.wants("No conversation is called “nothing like it”")
		d.press("esc")
		d.wants("13 conversations")
		d.press("esc")
		d.wants("write here…")
	})
}

func TestAConversationIsRenamedAndThatIsTakenBack(t *testing.T) {
	drive(t, filed, Options{}, 100, 30, func(d *driver) {
		d.press("ctrl+l", "down", "n")
		d.press("ctrl+u")
		d.write("Offsite")
		d.press("enter")
		d.wants("› Offsite", "renamed; u to undo")
		d.press("u")
		d.wants("› Ideas for the offsite", "renamed back")
		d.press("u")
		d.wants("nothing to undo")
		d.press("n", "end")
		d.write(strings.Repeat(" and so on", 12))
		d.wants("› Ideas for the offsite in Lisbon and so", "on and so on")
		d.press("esc")
		d.wants("› Ideas for the offsite", "Conversations")
		if n := len(slices.DeleteFunc(slices.Clone(d.f.calls), func(c string) bool { return !strings.HasPrefix(c, "rename") })); n != 2 {
			t.Errorf("called %q", d.f.calls)
		}
	})
}

func TestAConversationIsTakenOutOfViewAndPutBack(t *testing.T) {
	drive(t, filed, Options{}, 100, 30, func(d *driver) {
		d.press("ctrl+l", "d")
		d.wants("can't hide the current conversation", "13 conversations")
		d.press("down", "d")
		d.wants("hidden; its moments stay", "12 conversations", "› Why does the build")
		d.press("u")
		d.wants("the conversation is shown again", "13 conversations")
		d.f.reviewErr = errors.New("the disk is full; make room and do it again")
		d.press("d")
		d.wants("! Hide the conversation: the disk is full", "13 conversations")
	})
}

func TestAConversationIsSearched(t *testing.T) {
	drive(t, filed, Options{}, 100, 30, func(d *driver) {
		d.press("ctrl+l", "down", "ctrl+r")
		d.wants("Search in “Ideas for the offsite in Lisbon”", "messages in this conversation…")
		d.write("boat")
		d.rest()
		d.wants("1 place", "you said")
		d.press("enter")
		d.wants("you ‹ here", "an earlier conversation")
		d.press("esc", "esc")
		d.wants("Conversations", "› Ideas for the offsite")
	})
}

func TestThousandsOfConversationsAreReadAsTheyAreScrolledTo(t *testing.T) {
	drive(t, func() *fake { return talked().filed(3000) }, Options{}, 100, 30, func(d *driver) {
		d.press("ctrl+l")
		d.wants("the last 100 conversations")
		for range 260 {
			d.press("down")
		}
		d.wants("the last 300 conversations")
		before := d.text()
		d.f.events <- chat.Changed{}
		d.settle()
		if d.text() != before {
			t.Errorf("it moved:\n%s\nwas\n%s", d.text(), before)
		}
		if n := len(slices.DeleteFunc(slices.Clone(d.f.calls), func(c string) bool { return !strings.HasPrefix(c, "conversations") })); n != 4 {
			t.Errorf("%d pages were read", n)
		}
	})
}

func TestNothingIsGoneOnWithDuringAReply(t *testing.T) {
	drive(t, func() *fake { f := filed(); f.hold = make(chan struct{}); return f }, Options{}, 100, 30, func(d *driver) {
		d.write("When is it?")
		d.press("enter", "ctrl+l", "down", "enter")
		d.wants("a reply is coming; esc stops it", "Conversations")
		if slices.Contains(d.f.calls, "resume old0") {
			t.Errorf("called %q", d.f.calls)
		}
	})
}
