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
		d.wants("named; u takes it back")
		d.press("esc")
		d.lacks("u takes it back")
	})
}

func TestAnEarlierConversationIsGoneOnWith(t *testing.T) {
	drive(t, filed, Options{}, 100, 30, func(d *driver) {
		d.write("a draft")
		d.press("ctrl+l")
		d.wants("Conversations", "13 conversations", "› Had coffee", "Ideas for the offsite in Lisbon", "without words of yours")
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
		d.wants("› Offsite", "named; u takes it back")
		d.press("u")
		d.wants("› Ideas for the offsite", "it has its earlier name again")
		d.press("u")
		d.wants("nothing is left to take back")
		d.press("n")
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
		d.wants("you are in this one", "13 conversations")
		d.press("down", "d")
		d.wants("out of view; moments rest on it, so it stays", "12 conversations", "› Why does the build")
		d.press("u")
		d.wants("it is in view again", "13 conversations")
		d.f.reviewErr = errors.New("the disk is full; make room and do it again")
		d.press("d")
		d.wants("! Take the conversation out of view: the disk is full", "13 conversations")
	})
}

func TestAConversationIsSearched(t *testing.T) {
	drive(t, filed, Options{}, 100, 30, func(d *driver) {
		d.press("ctrl+l", "down", "ctrl+r")
		d.wants("Search in “Ideas for the offsite in Lisbon”", "what was said in it…")
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
