package ui

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"
)

// withFiles drives a session with files behind it.
func withFiles(t *testing.T, in Incoming, w, h int, test func(d *driver, p *past)) {
	t.Helper()
	drive(t, talked, Options{}, w, h, func(d *driver) {
		p := &past{fake: d.f, in: in}
		d.m.options.Files = p
		test(d, p)
	})
}

func TestAFileIsBroughtInAfterAYes(t *testing.T) {
	withFiles(t, years, 100, 30, func(d *driver, p *past) {
		p.hold = make(chan struct{})
		d.write("/import '~/chats 2024.zip'")
		d.press("enter")
		d.wants("Import ~/chats 2024.zip", "Reading the file…", "42 %")
		p.hold <- struct{}{}
		d.settle()
		d.wants("24112 messages from 318 conversations would be imported, 12 known already.", "1204 passed over",
			"about 1406 calls and 5.1M tokens of gpt-5-mini", "Import it? y or n")
		d.press("y")
		d.wants("Importing…")
		p.hold <- struct{}{}
		d.settle()
		d.wants("24112 messages from 318 conversations imported", "Making moments")
		d.press("esc")
		d.wants("24112 messages from 318 conversations imported", "write here…")
		for _, call := range []string{"preview ~/chats 2024.zip", "import ~/chats 2024.zip", "remember"} {
			if !slices.Contains(d.f.calls, call) {
				t.Errorf("there is no %q in %q", call, d.f.calls)
			}
		}
	})
}

func TestANoBringsNothingIn(t *testing.T) {
	for _, key := range []string{"n", "esc"} {
		withFiles(t, years, 100, 30, func(d *driver, p *past) {
			d.write("/import a.json")
			d.press("enter", key)
			d.wants("write here…")
			if slices.ContainsFunc(d.f.calls, func(c string) bool { return strings.HasPrefix(c, "import") || c == "remember" }) {
				t.Errorf("called %q", d.f.calls)
			}
		})
	}
}

func TestAnImportIsStopped(t *testing.T) {
	withFiles(t, years, 100, 30, func(d *driver, p *past) {
		p.hold = make(chan struct{}, 1)
		p.hold <- struct{}{}
		d.write("/import a.json")
		d.press("enter", "y")
		d.wants("Importing…", "stop, and import nothing")
		d.press("esc")
		d.wants("write here…")
		d.lacks("imported", "!")
	})
}

func TestAnImportThatFailsSaysSo(t *testing.T) {
	withFiles(t, Incoming{}, 100, 30, func(d *driver, p *past) {
		p.err = errors.New("import a.json: it is no export that I know")
		d.write("/import a.json")
		d.press("enter")
		d.wants("write here…", "it is no export that I know")
	})
	withFiles(t, Incoming{Duplicates: 7, Conversations: 1}, 100, 30, func(d *driver, p *past) {
		d.write("/import a.json")
		d.press("enter")
		d.wants("0 messages from 1 conversation would be imported, 7 known already.", "There is nothing new in it.")
		d.press("y")
		d.wants("There is nothing new in it.")
	})
	withFiles(t, Incoming{Messages: 7, Conversations: 1}, 100, 30, func(d *driver, p *past) {
		d.write("/import a.json")
		d.press("enter")
		d.wants("needs no calls: the built-in model does it on this machine")
	})
}

func TestEverythingIsWrittenOut(t *testing.T) {
	withFiles(t, years, 100, 30, func(d *driver, p *past) {
		for _, tt := range []struct{ typed, call string }{
			{"/export all", "export all as jsonl"}, {"/export my notes.md", "export my notes.md as md"},
			{"/export notes md", "export notes as md"}, {"/export notes.md jsonl", "export notes.md as jsonl"},
		} {
			d.write(tt.typed)
			d.press("enter")
			d.wants("The whole memory is in ")
			if !slices.Contains(d.f.calls, tt.call) {
				t.Errorf("%s: called %q", tt.typed, d.f.calls)
			}
		}
		d.write("/export there.md")
		d.press("enter")
		d.wants("Export to there.md: it is there already")
		d.write("/export")
		d.press("enter")
		d.wants("/export FILE jsonl writes everything")
		d.write("/import")
		d.press("enter")
		d.wants("/import FILE reads")
	})
}

func TestAModelIsChosen(t *testing.T) {
	drive(t, talked, Options{}, 100, 30, func(d *driver) {
		d.m.options.Models = d.f
		d.write("/model")
		d.press("enter")
		d.wants("4 models", "› gpt-5-mini", "replies now")
		d.press("up", "enter")
		d.wants("replies now come from gpt-5 now", "Moments and facts are still made by gpt-5-mini.", "write here…", "gpt-5 ─┐")
		d.write("/model gpt-6")
		d.press("enter")
		d.wants("There is no model called gpt-6", "gpt-5 ─┐")
		d.f.loadErr = errors.New("the model server at localhost does not answer; start it")
		d.write("/model")
		d.press("enter")
		d.wants("! The model server at localhost does not answer", "builtin")
	})
}

func TestWhereThereIsOneModelAndNoFilesItSaysSo(t *testing.T) {
	drive(t, talked, Options{}, 100, 30, func(d *driver) {
		for typed, want := range map[string]string{
			"/model": "There is only one model, and it is in use", "/import x": "Import isn't available here.", "/export x": "Export isn't available here.",
		} {
			d.write(typed)
			d.press("enter")
			d.wants(want)
		}
	})
}

func TestADraftIsKeptAndComesBack(t *testing.T) {
	drive(t, func() *fake { f := talked(); f.draft = "half a sentence"; return f }, Options{}, 100, 30, func(d *driver) {
		d.wants("› half a sentence", "your unsent text is back")
		d.write(", and more")
		d.goOn(5 * time.Second)
		if d.f.draft != "half a sentence, and more" {
			t.Errorf("kept %q", d.f.draft)
		}
	})
}

func TestADraftGoesWhenItIsSent(t *testing.T) {
	drive(t, talked, Options{}, 100, 30, func(d *driver) {
		d.write("When is it?")
		d.goOn(5 * time.Second)
		if d.f.draft != "When is it?" {
			t.Errorf("kept %q", d.f.draft)
		}
		d.press("enter")
		if d.f.draft != "" {
			t.Errorf("kept %q after it was sent", d.f.draft)
		}
	})
}

func TestADraftIsKeptOnLeaving(t *testing.T) {
	for _, leave := range [][]string{{"ctrl+c", "ctrl+c"}, {"ctrl+c", "ctrl+c", "ctrl+c"}} {
		drive(t, talked, Options{}, 100, 30, func(d *driver) {
			d.write("not yet")
			d.press(leave...)
			if d.f.draft != "not yet" || !d.quit {
				t.Errorf("kept %q; left: %v", d.f.draft, d.quit)
			}
		})
	}
	// What waits behind a reply, too.
	drive(t, func() *fake { f := talked(); f.hold = make(chan struct{}); return f }, Options{}, 100, 30, func(d *driver) {
		d.write("one")
		d.press("enter")
		d.write("two")
		d.press("enter")
		d.write("three")
		d.press("ctrl+c", "ctrl+c")
		if d.f.draft != "two\n\nthree" {
			t.Errorf("kept %q", d.f.draft)
		}
	})
	drive(t, talked, Options{}, 100, 30, func(d *driver) {
		d.write("/private")
		d.press("enter")
		d.write("a secret")
		d.goOn(5 * time.Second)
		d.press("ctrl+c", "ctrl+c")
		if d.f.draft != "" {
			t.Errorf("kept %q", d.f.draft)
		}
	})
}
