package ui

import (
	"errors"
	"slices"
	"strings"
	"testing"
)

func TestAnEarlierMessageIsWrittenAnew(t *testing.T) {
	drive(t, talked, Options{}, 100, 40, func(d *driver) {
		d.write("a draft")
		d.press("alt+up")
		d.wants("you ‹ picked", "enter: edit and send again", "a draft")
		d.press("up")
		d.press("enter")
		d.wants("› Yes. How do I read a file line by line in Go?", "said at 09:10, editing: enter sends · esc cancels")
		d.press("ctrl+u")
		d.write("And in Python?")
		d.press("enter")
		d.wants("And in Python?", "‹ 2/2 ›", "Friday it is.", "› a draft")
		d.lacks("How do I read a file line by line in Go?", "No, the launch is Friday, not next week.")
		if !slices.Contains(d.f.calls, "say And in Python? instead of 3") {
			t.Errorf("called %q", d.f.calls)
		}

		// The way back, and forth again.
		d.press("alt+up", "left")
		d.wants("How do I read a file line by line in Go?", "No, the launch is Friday, not next week.", "‹ 1/2 › ‹ picked")
		d.press("left")
		d.wants("that is the last version")
		d.press("right")
		d.wants("And in Python?", "‹ 2/2 › ‹ picked")
		d.press("esc")
		d.lacks("picked")
		d.wants("a draft")
	})
}

func TestWritingAnewCanBeLeft(t *testing.T) {
	drive(t, talked, Options{}, 100, 40, func(d *driver) {
		d.write("a draft")
		d.press("alt+up", "enter")
		d.wants("› No, the launch is Friday")
		d.press("esc")
		d.wants("› a draft")
		d.lacks("esc cancels", "picked")
		d.press("alt+up")
		d.write("x")
		d.lacks("picked")
		d.wants("› a draftx")
		if slices.ContainsFunc(d.f.calls, func(c string) bool { return strings.HasPrefix(c, "say") }) {
			t.Errorf("called %q", d.f.calls)
		}
	})
}

func TestWhatCannotBeSentAnewComesBack(t *testing.T) {
	drive(t, talked, Options{}, 100, 40, func(d *driver) {
		d.write("a draft")
		d.f.sayErr = errors.New("the disk is full; make room and do it again")
		d.press("alt+up", "enter")
		d.write(" at all")
		d.press("enter")
		d.wants("the disk is full", "› No, the launch is Friday, not next week. at all", "esc cancels")
		d.press("esc")
		d.wants("› a draft")
	})
}

func TestAFoundMessageIsWrittenAnew(t *testing.T) {
	drive(t, talked, Options{}, 100, 40, func(d *driver) {
		d.write("/search read a file")
		d.press("enter")
		d.settle()
		d.press("down", "enter")
		d.wants("you ‹ here")
		d.press("alt+up", "enter")
		d.wants("› Yes. How do I read a file line by line in Go?")
	})
}

func TestAnotherReplyToTheLastMessage(t *testing.T) {
	drive(t, talked, Options{}, 100, 40, func(d *driver) {
		d.f.reply = []string{"Right: ", "on Friday."}
		d.press("ctrl+t")
		d.wants("Right: on Friday.", "muisto  ‹ 2/2 ›")
		d.lacks("Friday it is. I had it down")
		d.press("alt+up", "enter")
		d.wants("← → shows its other versions")
		d.press("left")
		d.wants("Friday it is. I had it down", "muisto  ‹ 1/2 › ‹ picked")
		d.lacks("Right: on Friday.")
	})
}

func TestTheOldReplyStaysUntilAnotherComes(t *testing.T) {
	drive(t, func() *fake { f := talked(); f.hold = make(chan struct{}); return f }, Options{}, 100, 40, func(d *driver) {
		d.press("ctrl+t")
		d.wants("Friday it is. I had it down", "replying · esc stops")
		d.press("esc")
		d.wants("Friday it is. I had it down")
		d.lacks("replying", "2/2")
	})
}

func TestVersionsAreOfTheConversationThatGoesOn(t *testing.T) {
	drive(t, filed, Options{}, 100, 40, func(d *driver) {
		d.press("ctrl+l", "down", "ctrl+r")
		d.write("boat")
		d.rest()
		d.press("enter", "alt+up")
		d.wants("open that conversation first: ctrl+l, enter")
	})
	drive(t, newFake, Options{}, 100, 40, func(d *driver) {
		d.write("/edit")
		d.press("enter")
		d.wants("you have not said anything yet")
		d.write("/again")
		d.press("enter")
		d.wants("nothing has been said yet")
	})
}
