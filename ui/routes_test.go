package ui

import (
	"errors"
	"regexp"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"muisto/chat"
	"muisto/memory"
	"muisto/memory/recall"
)

// evil drives a terminal in every way that a text can: clipboard, title, link,
// cursor, hidden text, 8-bit forms, marks that turn words around, and
// sequences that Markdown would write out.
const evil = "\x1b]52;c;ZXZpbA==\x07\x1b]0;owned\x07\x1b]8;;http://evil.example\x07link\x1b]8;;\x07" +
	"\x1b[2J\x1b[8mhidden\u009b31m\u009d0;owned\u009c\u202eturned\x08\x7f&#27;[2J&#x9b;8m&#x202e;\rback\x1b[1;1H\x1b"

// routes are all the ways by which text from outside comes onto the screen.
var routes = []struct {
	name string
	show func(d *driver)
}{
	{"what the person said", func(d *driver) { d.reload(func(f *fake) { f.messages[4].Text = evil }) }},
	{"what the agent said", func(d *driver) { d.reload(func(f *fake) { f.messages[5].Text = evil }) }},
	{"code the agent wrote", func(d *driver) {
		d.reload(func(f *fake) { f.messages[5].Text = "```go\n" + evil + "\n```\n`" + evil + "`" })
	}},
	{"a link and a picture", func(d *driver) {
		d.reload(func(f *fake) {
			f.messages[5].Text = "[a](http://x/" + evil + ") ![b](http://y/&#27;[2J) <http://z>\n\n| a |\n|---|\n| " + evil + " |"
		})
	}},
	{"a speaker's name", func(d *driver) { d.reload(func(f *fake) { f.messages[4].Speaker = evil }) }},
	{"a reply in pieces", func(d *driver) {
		d.f.reply = strings.Split(evil, "")
		d.write("x")
		d.press("enter")
	}},
	{"a moment", func(d *driver) {
		d.reload(func(f *fake) {
			e := &f.episodes[0]
			e.What, e.About, e.When, e.Who = evil, evil, evil, []string{evil}
			e.Act, e.Names = memory.Act(evil), []memory.Name{{Text: evil, Type: memory.NameType(evil)}}
		})
		d.check()
		d.press("tab", "enter")
	}},
	{"a moment's source", func(d *driver) {
		d.f.sources[1][0].Text, d.f.sources[1][0].Speaker = evil, evil
		d.press("tab", "enter", "pgdown", "pgdown")
	}},
	{"why", func(d *driver) {
		h := &d.f.why.Hits[0]
		h.Episode.What, h.Replaced = evil, evil
		h.Because = []recall.Reason{{Kind: recall.ReasonKind(evil), Text: evil}}
		d.press("ctrl+o")
	}},
	{"a fact", func(d *driver) {
		d.f.slept()
		for i := range d.f.facts {
			f := &d.f.facts[i]
			f.Text, f.About, f.Names = evil, evil, []memory.Name{{Text: evil, Type: memory.NameType(evil)}}
			f.Kind, f.Authority = memory.FactKind(evil), memory.Authority(evil)
		}
		d.press("tab", "right", "a")
		d.check()
		d.press("enter")
	}},
	{"a night", func(d *driver) {
		d.f.slept()
		d.f.facts[0].Text, d.f.episodes[3].What = evil, evil
		for i := range d.f.nights {
			r := &d.f.nights[i]
			r.Pass.Kind = memory.PassKind(evil)
			for j := range r.Groups {
				g := &r.Groups[j]
				g.Reason, g.Outcome, g.Names = evil, memory.Outcome(evil), []memory.WeighedName{{Name: evil}}
				for k := range g.Changes {
					g.Changes[k].Effect = memory.Effect(evil)
				}
			}
		}
		d.press("tab", "left")
		d.check()
		d.press("enter")
	}},
	{"a pass by hand", func(d *driver) { d.m.composer.SetText("/sleep " + evil); d.press("enter") }},
	{"the model's name", func(d *driver) {
		d.f.model = evil
		d.m = newModel(d.m.ctx, d.f, Options{})
		d.send(tea.WindowSizeMsg{Width: 100, Height: 60})
	}},
	{"an error of reading", func(d *driver) {
		d.f.loadErr = errors.New(evil)
		d.f.events <- chat.Changed{}
		d.settle()
	}},
	{"an error of sending", func(d *driver) { d.f.sayErr = errors.New(evil); d.write("x"); d.press("enter") }},
	{"an error of replying", func(d *driver) { d.f.replyErr = errors.New(evil); d.write("x"); d.press("enter") }},
	{"trouble", func(d *driver) { d.status(chat.Status{Doing: chat.Waiting, Trouble: evil}) }},
	{"a pass", func(d *driver) { d.status(chat.Status{Doing: chat.Sleeping, Pass: evil, Group: 1, Groups: 2}) }},
	{"a short paste", func(d *driver) { d.send(tea.PasteMsg{Content: evil}) }},
	{"a paste into the filter", func(d *driver) { d.press("tab", "/"); d.send(tea.PasteMsg{Content: evil}) }},
	{"what was written before", func(d *driver) { d.m.written.texts = []string{evil}; d.press("up") }},
	{"what came from the editor", func(d *driver) { d.send(editedMsg{text: evil}) }},
	{"a message on its way", func(d *driver) {
		d.m.composer.SetText(evil)
		d.m.turn = &turn{text: d.m.composer.Take(), cancel: func() {}}
	}},
	{"the models of an endpoint", func(d *driver) {
		d.f.models = []string{"builtin", evil}
		d.m.options.Models = d.f
		d.write("/model")
		d.press("enter", "down")
		d.check()
		d.press("enter")
	}},
	{"a model that is asked for", func(d *driver) {
		d.m.options.Models = d.f
		d.m.composer.SetText("/model " + evil)
		d.press("enter")
	}},
	{"a file that is brought in", func(d *driver) {
		d.m.options.Files = &past{fake: d.f, in: Incoming{Messages: 1, Calls: 1, Model: evil, Notes: []string{evil}}}
		d.m.composer.SetText("/import " + evil)
		d.press("enter")
		d.check()
		d.press("y")
		d.check()
		d.press("esc")
	}},
	{"a file that is written", func(d *driver) {
		d.m.options.Files = &past{fake: d.f}
		d.m.composer.SetText("/export " + evil)
		d.press("enter")
	}},
	{"prices and models that were used", func(d *driver) {
		d.m = newModel(d.m.ctx, spending(), Options{Theme: Dark})
		d.f = d.m.session.(*fake)
		d.f.stats.Unpriced, d.f.tariff.Currency = []string{evil}, evil
		d.send(tea.WindowSizeMsg{Width: 100, Height: 60})
		d.m.event(spent())
		d.write("/stats")
		d.press("enter")
	}},
	{"a draft", func(d *driver) { d.reload(func(f *fake) { f.draft = evil }) }},
	{"the first screen", func(d *driver) {
		f := newFirst(d.t, 80, 24, FirstRunOptions{})
		f.send(probedMsg{[]string{evil}})
		f.m.trouble = ""
		f.send(triedMsg{errors.New(evil)})
		if bad := foreign(f.m.View().Content); bad != "" {
			d.t.Errorf("the first screen drives the terminal: %q", bad)
		}
	}},
}

func TestTextFromOutsideIsHarmless(t *testing.T) {
	for _, r := range routes {
		t.Run(r.name, func(t *testing.T) {
			drive(t, talked, Options{Theme: Dark}, 100, 60, func(d *driver) {
				r.show(d)
				d.check()
			})
		})
	}
}

// reload changes what the session has and has the screen read it anew.
func (d *driver) reload(change func(f *fake)) {
	change(d.f)
	d.m = newModel(d.m.ctx, d.f, Options{Theme: Dark})
	d.run(d.m.Init())
	d.send(tea.WindowSizeMsg{Width: 100, Height: 60})
}

var webLink = regexp.MustCompile(`\x1b\]8;;(https?://[!-~]*)?\x07`)

func (d *driver) check() {
	d.t.Helper()
	v := d.m.View()
	checkFrame(d.t, d, 100, 60)
	// Links to web addresses are the one thing beside styles that may come through.
	content := webLink.ReplaceAllString(v.Content, "")
	for _, where := range []string{content, v.WindowTitle} {
		for _, bad := range []string{"\x1b[8m", "ZXZpbA", "owned", "\u202e", "\u009b", "\x1b]", "\x07", "evil.example"} {
			if at := strings.Index(where, bad); at >= 0 {
				d.t.Errorf("%q came through: %q", bad, where[max(at-40, 0):at+len(bad)])
			}
		}
	}
	if strings.ContainsAny(v.WindowTitle, "\x1b\n\r") {
		d.t.Errorf("the title drives the terminal: %q", v.WindowTitle)
	}
}

// world is a session in which everything that was ever said, formed, found or
// named drives a terminal.
func world() *fake {
	f := slept().filed(4)
	for i := range f.messages {
		f.messages[i].Text, f.messages[i].Speaker = evil, evil
	}
	for id, list := range f.other {
		for i := range list {
			f.other[id][i].Text, f.other[id][i].Speaker = evil, evil
		}
	}
	for i := range f.conversations {
		f.conversations[i].Title = evil
	}
	for i := range f.episodes {
		e := &f.episodes[i]
		e.What, e.About, e.When, e.Who = evil, evil, evil, []string{evil}
		e.Names = []memory.Name{{Text: evil, Type: memory.NameType(evil)}}
	}
	for id, list := range f.sources {
		for i := range list {
			f.sources[id][i].Text, f.sources[id][i].Speaker = evil, evil
		}
	}
	for i := range f.facts {
		f.facts[i].Text, f.facts[i].About, f.facts[i].Names = evil, evil, []memory.Name{{Text: evil}}
	}
	for i := range f.nights {
		for j := range f.nights[i].Groups {
			g := &f.nights[i].Groups[j]
			g.Reason, g.Names = evil, []memory.WeighedName{{Name: evil}}
		}
	}
	for i := range f.why.Hits {
		f.why.Hits[i].Replaced, f.why.Hits[i].Because = evil, []recall.Reason{{Kind: recall.ByWord, Text: evil}}
	}
	f.model, f.reply = evil, strings.SplitAfter(evil, "e")
	return f
}

// TestEveryScreenOfAHostileWorldIsHarmless goes through every command there is,
// so that none can be forgotten, and opens what it shows.
func TestEveryScreenOfAHostileWorldIsHarmless(t *testing.T) {
	for _, c := range commands() {
		t.Run(c.name, func(t *testing.T) {
			drive(t, world, Options{Theme: Dark}, 100, 60, func(d *driver) {
				d.check()
				text := "/" + c.name
				switch c.name {
				case "search":
					text += " link"
				case "erase":
					text += " f2"
				}
				d.write(text)
				d.check()
				d.press("enter")
				d.rest()
				d.check()
				for _, key := range []string{"h", "c", "esc", "R", "esc", "down", "enter", "enter", "esc", "esc"} {
					d.press(key)
					d.rest()
					d.check()
				}
			})
		})
	}
}

// TestEveryErrorIsHarmless has everything fail in a way that drives a terminal.
func TestEveryErrorIsHarmless(t *testing.T) {
	failing := func() *fake {
		f := slept().filed(4)
		fault := errors.New(evil)
		f.sayErr, f.replyErr, f.reviewErr, f.sleepErr, f.loadErr = fault, fault, fault, fault, fault
		return f
	}
	for _, c := range commands() {
		t.Run(c.name, func(t *testing.T) {
			drive(t, failing, Options{Theme: Dark}, 100, 60, func(d *driver) {
				d.write("/" + c.name)
				d.press("enter")
				d.rest()
				d.check()
				for _, key := range []string{"y", "r", "u", "x", "y", "esc"} {
					d.press(key)
					d.rest()
					d.check()
				}
			})
		})
	}
}
