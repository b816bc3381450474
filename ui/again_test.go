package ui

import (
	"errors"
	"slices"
	"strings"
	"testing"
)

func TestOneKeyTriesAFailedReplyAgain(t *testing.T) {
	for _, tt := range []struct {
		name  string
		reply []string
	}{
		{"nothing came", nil},
		{"some came", []string{"Well, I "}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			drive(t, talked, Options{}, 100, 40, func(d *driver) {
				d.f.reply, d.f.replyErr = tt.reply, errors.New("the server is down; start it")
				d.write("When is it?")
				d.press("enter")
				d.wants("The server is down; start it.", "ctrl+t tries again.")
				d.wants(tt.reply...)
				d.write("a draft")
				d.f.reply, d.f.replyErr = []string{"On Friday."}, nil
				d.press("ctrl+t")
				d.wants("On Friday.", "a draft")
				d.lacks("ctrl+t tries again.")
				d.lacks(tt.reply...)
				if n := strings.Count(d.text(), "When is it?"); n != 1 {
					t.Errorf("the message is on screen %d times:\n%s", n, d.text())
				}
				if len(d.f.said) != 1 || !slices.Contains(d.f.calls, "again") {
					t.Errorf("said %q, calls %q", d.f.said, d.f.calls)
				}
			})
		})
	}
}

func TestTypingGoesOnWhileAReplyIsTriedAgain(t *testing.T) {
	drive(t, heldFake, Options{}, 100, 40, func(d *driver) {
		d.write("When is it?")
		d.press("enter", "esc", "ctrl+t")
		d.wants("replying · esc stops")
		d.write("typed meanwhile")
		d.wants("typed meanwhile")
		d.press("ctrl+t")
		d.wants("a reply is coming; esc stops it", "typed meanwhile")
		d.press("esc")
		d.lacks("replying")
		d.wants("typed meanwhile")
	})
}
