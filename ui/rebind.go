package ui

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"charm.land/bubbles/v2/key"
)

// Action is something that keys do: its name, what it is, and the keys that it
// has where nothing else is set.
type Action struct {
	Name, Does string
	Keys       []string
}

// Actions lists what keys can be set for, in the order of the declaration.
func Actions() []Action {
	k := usualKeys
	var all []Action
	for _, a := range k.actions() {
		if a.binding != &k.Commands && a.binding != &k.PlaySpeed { // what is typed is part of what they do
			all = append(all, Action{a.name, a.binding.Help().Desc, spelled(a.binding.Keys())})
		}
	}
	return all
}

// action is a binding with its name in the settings.
type action struct {
	name    string
	binding *key.Binding
}

func (k *keyMap) actions() []action {
	v := reflect.ValueOf(k).Elem()
	var all []action
	for i := range v.NumField() {
		all = append(all, action{snake(v.Type().Field(i).Name), v.Field(i).Addr().Interface().(*key.Binding)})
	}
	return all
}

// snake writes KillWordLeft as kill_word_left.
func snake(name string) string {
	var b strings.Builder
	for i, r := range name {
		if unicode.IsUpper(r) && i > 0 {
			b.WriteByte('_')
		}
		b.WriteRune(unicode.ToLower(r))
	}
	return b.String()
}

// keysOf gives the keys with a person's own, by action; what is not named keeps
// its own.
func keysOf(own map[string][]string) *keyMap {
	k := usualKeys
	for _, a := range k.actions() {
		of, ok := own[a.name]
		if !ok || slices.Equal(of, spelled(a.binding.Keys())) {
			continue
		}
		signs := make([]string, len(of))
		for i, name := range of {
			signs[i] = sign(name)
		}
		label := strings.Join(signs, ", ")
		if a.binding == &k.Leave && len(signs) > 0 {
			label = signs[0] + " " + signs[0]
		}
		a.binding.SetKeys(sent(of)...)
		a.binding.SetHelp(label, a.binding.Help().Desc)
	}
	return &k
}

// spelled gives each key once, as KeyName has it.
func spelled(keys []string) []string {
	out := []string{}
	for _, name := range keys {
		if key, err := KeyName(name); err == nil {
			name = key
		}
		if !slices.Contains(out, name) {
			out = append(out, name)
		}
	}
	return out
}

// sent gives the names by which keys come: some terminals send R as shift+r.
func sent(keys []string) []string {
	var out []string
	for _, name := range keys {
		out = append(out, name)
		if lower := strings.ToLower(name); lower != name {
			out = append(out, "shift+"+lower)
		}
	}
	return out
}

// CheckKeys tells, in a sentence, what is wrong with the keys of all actions
// together: two that do different things at one place, one that would be typed,
// or an action without which there is no way out.
func CheckKeys(own map[string][]string) error {
	k, usual := keysOf(own), keysOf(nil)
	names := map[*key.Binding]string{}
	before := map[string]*key.Binding{}
	for i, a := range usual.actions() {
		names[k.actions()[i].binding] = a.name
		before[a.name] = a.binding
	}
	for _, b := range []*key.Binding{&k.Leave, &k.Stop, &k.Send} {
		if len(b.Keys()) == 0 {
			return fmt.Errorf("keys.%s must keep a key: %s", names[b], b.Help().Desc)
		}
	}
	places := append(k.places(), k.playPlace(), k.askPlace())
	everywhere := places[0].all()
	for _, p := range places {
		here := append(slices.Clone(everywhere), p.all()...)
		for at, b := range here {
			if typed := typedKey(b); p.typing && typed != "" && b != &k.Question && b != &k.Commands {
				return fmt.Errorf("keys.%s is %s, which is typed in a message; take one with ctrl or alt, or f1 to f12", names[b], typed)
			}
			for _, other := range here[:at] {
				same := common(b, other)
				// Those that share a key anyway are told apart by circumstances.
				if same != "" && b != other && common(before[names[b]], before[names[other]]) == "" {
					return fmt.Errorf("keys.%s and keys.%s are both %s, and both are used in one place (%s); change one of them",
						names[other], names[b], same, p.name)
				}
			}
		}
	}
	return nil
}

// common is a key that two bindings have; empty if there is none.
func common(a, b *key.Binding) string {
	for _, name := range a.Keys() {
		if slices.Contains(b.Keys(), name) {
			return name
		}
	}
	return ""
}

// typedKey is a key of a binding that writes something; empty if there is none.
func typedKey(b *key.Binding) string {
	for _, name := range b.Keys() {
		if name == "space" || utf8.RuneCountInString(name) == 1 {
			return name
		}
	}
	return ""
}

// The modifiers in the order in which a terminal's keys are named.
var modifiers = []string{"ctrl", "alt", "shift"}

// namedKeys are the keys with a name, and other names for them.
var namedKeys = map[string]string{
	"enter": "enter", "return": "enter", "tab": "tab", "esc": "esc", "escape": "esc", "space": "space",
	"backspace": "backspace", "delete": "delete", "del": "delete", "insert": "insert", "ins": "insert",
	"home": "home", "end": "end", "pgup": "pgup", "pageup": "pgup", "pgdown": "pgdown", "pgdn": "pgdown", "pagedown": "pgdown",
	"up": "up", "down": "down", "left": "left", "right": "right",
}

// sameKeys are those that most terminals cannot tell from another.
var sameKeys = map[string]string{"ctrl+i": "tab", "ctrl+m": "enter", "ctrl+[": "esc"}

// KeyName gives the name of a key as it is matched: "Ctrl+O" is ctrl+o. Its
// error goes on from what was wrong.
func KeyName(name string) (string, error) {
	wrong := fmt.Errorf("must name keys such as \"ctrl+o\", \"alt+enter\", \"f3\" or \"x\", not %q", cutName(name))
	parts := strings.Split(name, "+")
	if before, ok := strings.CutSuffix(name, "++"); ok { // the key is + itself
		parts = append(strings.Split(before, "+"), "+")
	} else if name == "+" {
		parts = []string{name}
	}
	last := parts[len(parts)-1]
	with := map[string]bool{}
	for _, m := range parts[:len(parts)-1] {
		m = strings.ToLower(m)
		if !slices.Contains(modifiers, m) || with[m] {
			return "", wrong
		}
		with[m] = true
	}
	named, special := namedKeys[strings.ToLower(last)]
	switch {
	case special:
		last = named
	case isFunctionKey(strings.ToLower(last)):
		last = strings.ToLower(last)
	case utf8.RuneCountInString(last) != 1 || !unicode.IsPrint([]rune(last)[0]):
		return "", wrong
	case with["ctrl"] || with["alt"]:
		last = strings.ToLower(last)
	case with["shift"]: // what comes is the letter
		last = strings.ToUpper(last)
		delete(with, "shift")
	}
	var out []string
	for _, m := range modifiers {
		if with[m] {
			out = append(out, m)
		}
	}
	key := strings.Join(append(out, last), "+")
	if same := sameKeys[key]; same != "" {
		return "", fmt.Errorf("must not name %s, which most terminals cannot tell from %s", key, same)
	}
	return key, nil
}

func isFunctionKey(name string) bool {
	n, ok := strings.CutPrefix(name, "f")
	if !ok || len(n) == 0 || len(n) > 2 || n[0] == '0' {
		return false
	}
	const last = 20
	number := 0
	for _, r := range n {
		if r < '0' || r > '9' {
			return false
		}
		number = number*10 + int(r-'0')
	}
	return number <= last
}

// cutName keeps a wrong name to what an error has room for.
func cutName(name string) string {
	const room = 30
	if r := []rune(name); len(r) > room {
		return string(r[:room]) + "…"
	}
	return name
}

// sign is how help writes a key.
func sign(name string) string {
	signs := map[string]string{"up": "↑", "down": "↓", "left": "←", "right": "→", "delete": "del", "pgdown": "pgdn"}
	parts := strings.Split(name, "+")
	last := len(parts) - 1
	if arrow := signs[parts[last]]; arrow != "" {
		parts[last] = arrow
	}
	if len(parts) == 2 && parts[0] == "shift" && utf8.RuneCountInString(parts[1]) == 1 {
		return "⇧" + parts[1]
	}
	return strings.Join(parts, "+")
}

// keyName is the first key of a binding, as help writes it; empty for none.
func keyName(b key.Binding) string {
	first, _, _ := strings.Cut(b.Help().Key, ",")
	return first
}

// pair is two actions that go together, as one for help.
func pair(a, b key.Binding) key.Binding {
	return bind(strings.TrimSpace(keyName(a)+" "+keyName(b)), a.Help().Desc, append(slices.Clone(a.Keys()), b.Keys()...)...)
}

// leaveOnce is the key that leaves, to be pressed once.
func (k *keyMap) leaveOnce() key.Binding {
	b := k.Leave
	first, _, _ := strings.Cut(b.Help().Key, " ")
	b.SetHelp(first, b.Help().Desc)
	return b
}

// keyed writes "esc: back", or nothing where the action has no key.
func keyed(b key.Binding, between, does string) string {
	if keyName(b) == "" {
		return ""
	}
	return keyName(b) + between + does
}

// dotted joins the hints that there are.
func dotted(hints ...string) string {
	return strings.Join(slices.DeleteFunc(hints, func(h string) bool { return h == "" }), " · ")
}
