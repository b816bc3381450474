package ui

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"charm.land/bubbles/v2/key"
	"pgregory.net/rapid"
)

func TestAReboundKeyWorksAndTheOldOneDoesNot(t *testing.T) {
	own := map[string][]string{
		"why": {"f7"}, "help": {"ctrl+x"}, "sort": {"S", "o"}, "leave": {"ctrl+q"}, "again": {}, "lab_left": {"h"}, "lab_right": {"l"},
	}
	drive(t, talked, Options{Keys: own}, 160, 140, func(d *driver) {
		d.wants("(f7 why)")
		d.press("ctrl+o", "f1", "ctrl+t")
		d.lacks("what was recalled", "Everywhere")
		d.press("f7")
		d.wants("what was recalled", "Close, but")
		d.press("esc", "ctrl+x")
		for _, line := range []string{
			"f7              what was recalled for a reply, and why", "ctrl+x          every key and command", "S, o            sort: newest first",
			"ctrl+q ctrl+q   quit; what is pending", "h l             move what is picked",
		} {
			d.wants(line)
		}
		d.lacks("ctrl+o", "f1", "another reply to the last message, or try again")
		d.press("esc", "ctrl+c")
		d.lacks("again to leave")
		d.press("ctrl+q")
		d.wants("ctrl+q again to leave")
		d.press("tab", "s")
		d.wants("S sort")
		before := d.text()
		d.press("S")
		if d.text() == before {
			t.Error("the moments are sorted as before")
		}
		d.press("esc")
		inLab(d)
		d.press("tab", "down")
		before = d.text()
		d.press("left")
		if d.text() != before {
			t.Error("the old key moves the slider")
		}
		d.press("h")
		if d.text() == before {
			t.Error("the new key does not move the slider")
		}
	})
}

func TestWithoutAKeyTheCommandIsNamed(t *testing.T) {
	drive(t, talked, Options{Keys: map[string][]string{"again": {}, "why": {}, "stop": {"f9"}, "send": {"ctrl+s"}}}, 120, 36, func(d *driver) {
		d.lacks("why)")
		d.f.replyErr, d.f.reply = fmt.Errorf("the server is down"), nil
		d.write("Hello?")
		d.press("enter")
		d.wants("Hello?")
		d.press("ctrl+s")
		d.wants("/again tries again")
	})
	drive(t, newFake, Options{Keys: map[string][]string{"help": {}, "send": {"ctrl+s"}}}, 120, 36, func(d *driver) {
		d.wants("press ctrl+s. When", "/help every key")
	})
}

func TestTheFirstScreenHasTheReboundKeys(t *testing.T) {
	o := FirstRunOptions{Options: Options{Theme: Dark, Keys: map[string][]string{"leave": {"ctrl+q"}, "list_down": {"ctrl+n"}, "open": {"f5"}}}}
	m := newFirstRun(t.Context(), o)
	m.w, m.h = 80, 24
	if frame := m.View().Content; !strings.Contains(frame, "↑ ctrl+n choose · f5 · ctrl+q leaves") {
		t.Errorf("the keys are not shown:\n%s", frame)
	}
}

func TestKeysThatCannotBeAreRefused(t *testing.T) {
	for name, c := range map[string]struct {
		own  map[string][]string
		want string
	}{
		"nothing set":             {nil, ""},
		"a free key":              {map[string][]string{"why": {"f7"}}, ""},
		"a swap":                  {map[string][]string{"why": {"ctrl+r"}, "search": {"ctrl+o"}}, ""},
		"taken at two places":     {map[string][]string{"rename": {"f6"}, "history": {"f6"}}, ""},
		"taken everywhere":        {map[string][]string{"why": {"ctrl+r"}}, "keys.why and keys.search are both ctrl+r, and both are used in one place (Everywhere)"},
		"taken in the composer":   {map[string][]string{"search": {"ctrl+w"}}, "keys.search and keys.kill_word_left are both ctrl+w, and both are used in one place (Writing)"},
		"taken in the facts":      {map[string][]string{"confirm": {"c"}}, "keys.correct and keys.confirm are both c, and both are used in one place (Facts (/facts))"},
		"taken in the panel":      {map[string][]string{"sort": {"k"}}, "keys.list_up and keys.sort are both k"},
		"taken by what is asked":  {map[string][]string{"yes": {"n"}}, "keys.yes and keys.no are both n"},
		"taken in the demo":       {map[string][]string{"play_night": {"?"}}, "keys.question and keys.play_night are both ?"},
		"a letter everywhere":     {map[string][]string{"why": {"w"}}, "keys.why is w, which is typed in a message; take one with ctrl or alt, or f1 to f12"},
		"a space in the composer": {map[string][]string{"send": {"space"}}, "keys.send is space, which is typed"},
		"no way out":              {map[string][]string{"leave": {}}, "keys.leave must keep a key: quit"},
		"no way back":             {map[string][]string{"stop": {}}, "keys.stop must keep a key"},
		"nothing can be sent":     {map[string][]string{"send": {}}, "keys.send must keep a key"},
		"anything else unbound":   {map[string][]string{"why": {}, "help": {}, "open": {}, "leave_empty": {}}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			err := CheckKeys(c.own)
			if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
				t.Errorf("got  %v\nwant %s", err, c.want)
			}
		})
	}
}

func TestKeysAreNamedInOneWay(t *testing.T) {
	for name, want := range map[string]string{
		"ctrl+o": "ctrl+o", "Ctrl+O": "ctrl+o", "alt+ctrl+x": "ctrl+alt+x", "shift+Tab": "shift+tab", "F3": "f3", "f20": "f20",
		"x": "x", "X": "X", "shift+x": "X", "?": "?", "+": "+", "ctrl++": "ctrl++", "Space": "space", "PgDn": "pgdown", "pagedown": "pgdown",
		"Escape": "esc", "return": "enter", "DEL": "delete", "alt+shift+left": "alt+shift+left", "ä": "ä",
	} {
		if got, err := KeyName(name); got != want || err != nil {
			t.Errorf("%q is %q, %v; want %q", name, got, err, want)
		}
	}
	for _, name := range []string{"", "hop", "ctrl+", "ctrl", "ctrl+ctrl+x", "meta+x", "f21", "f0", "fx", "xy", "\x1b", "ctrl+\x01", "+x", strings.Repeat("x", 100)} {
		got, err := KeyName(name)
		if err == nil || !strings.HasPrefix(err.Error(), "must ") || strings.ContainsAny(err.Error(), "\n\x1b\x01") || len(err.Error()) > 200 {
			t.Errorf("%q is %q, %v", name, got, err)
		}
	}
	for _, name := range []string{"ctrl+i", "Ctrl+M", "ctrl+["} {
		if _, err := KeyName(name); err == nil || !strings.Contains(err.Error(), "which most terminals cannot tell from") {
			t.Errorf("%q: %v", name, err)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		name := rapid.OneOf(rapid.StringMatching(`((ctrl|alt|shift|Ctrl)\+){0,3}(.|f\d{1,2}|enter|PgUp)`), rapid.String()).Draw(t, "name")
		once, err := KeyName(name)
		if err != nil {
			return
		}
		if twice, err := KeyName(once); twice != once || err != nil {
			t.Fatalf("%q is %q, and that %q, %v", name, once, twice, err)
		}
	})
}

func TestEveryActionHasAPlaceAndKeys(t *testing.T) {
	k := keysOf(nil)
	somewhere := map[*key.Binding]bool{}
	for _, p := range append(k.places(), k.playPlace(), k.askPlace()) {
		for _, b := range p.all() {
			somewhere[b] = true
		}
	}
	for _, a := range k.actions() {
		if !somewhere[a.binding] {
			t.Errorf("%s is at no place", a.name)
		}
		if len(a.binding.Keys()) == 0 || a.binding.Help().Desc == "" || a.binding.Help().Key == "" {
			t.Errorf("%s has no keys or no help", a.name)
		}
		for _, name := range a.binding.Keys() {
			if got, err := KeyName(name); err != nil || got != name && name != "shift+r" && name != "shift+g" && name != "shift+n" && name != "shift+a" {
				t.Errorf("%s has %q, which is spelled %q, %v", a.name, name, got, err)
			}
		}
	}
	for _, a := range Actions() {
		if !slices.Equal(keysOf(map[string][]string{a.Name: a.Keys}).find(a.Name).Keys(), keysOf(nil).find(a.Name).Keys()) {
			t.Errorf("%s: its own keys are other keys", a.Name)
		}
	}
}

// TestKeysShareAPlaceOnlyWhereItIsMeant lists every two actions that have a key
// in common at one place, and are told apart by what is on screen.
func TestKeysShareAPlaceOnlyWhereItIsMeant(t *testing.T) {
	k := keysOf(nil)
	names := map[*key.Binding]string{}
	for _, a := range k.actions() {
		names[a.binding] = a.name
	}
	var got []string
	places := append(k.places(), k.playPlace(), k.askPlace())
	for _, p := range places {
		here := append(places[0].all(), p.all()...)
		for i, b := range here {
			for _, other := range here[:i] {
				two := []string{names[b], names[other]}
				slices.Sort(two)
				if pair := strings.Join(two, " "); b != other && common(b, other) != "" && !slices.Contains(got, pair) {
					got = append(got, pair)
				}
			}
		}
	}
	slices.Sort(got)
	want := []string{"delete leave_empty", "down list_down", "list_right play_day", "list_up up"}
	if !slices.Equal(got, want) {
		t.Errorf("got  %q\nwant %q", got, want)
	}
}

func (k *keyMap) find(name string) *key.Binding {
	for _, a := range k.actions() {
		if a.name == name {
			return a.binding
		}
	}
	return nil
}
