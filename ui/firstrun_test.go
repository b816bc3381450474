package ui

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"
	"github.com/charmbracelet/x/exp/golden"
)

// first is a first screen that is driven by hand: its commands are run at once.
type first struct {
	m    *firstRun
	quit bool
}

func newFirst(t *testing.T, w, h int, o FirstRunOptions) *first {
	f := &first{m: newFirstRun(t.Context(), o)}
	f.send(tea.WindowSizeMsg{Width: w, Height: h})
	return f
}

func (f *first) send(msg tea.Msg) {
	_, cmd := f.m.Update(msg)
	if cmd == nil {
		return
	}
	switch msg := cmd().(type) {
	case tea.QuitMsg:
		f.quit = true
	case nil:
	default:
		f.send(msg)
	}
}

func (f *first) press(names ...string) {
	for _, n := range names {
		f.send(keyOf(n))
	}
}

func (f *first) write(text string) {
	for _, r := range text {
		f.send(tea.KeyPressMsg{Code: r, Text: string(r)})
	}
}

func (f *first) text() string { return ansi.Strip(f.m.View().Content) }

func TestFirstRunScreens(t *testing.T) {
	for _, size := range [][2]int{{80, 24}, {40, 12}} {
		for name, show := range map[string]func(f *first){
			"looking": func(*first) {},
			"none":    func(f *first) { f.send(probedMsg{}) },
			"found":   func(f *first) { f.send(probedMsg{[]string{"llama3.2:3b", "qwen3:8b"}}) },
			"fields": func(f *first) {
				f.send(probedMsg{})
				f.press("up", "enter")
				f.write("http://localhost:8080/v1")
				f.press("enter")
				f.write("sk-secret")
				f.press("enter")
			},
			"trouble": func(f *first) {
				f.send(probedMsg{})
				f.press("up", "enter", "down", "down", "enter")
			},
		} {
			t.Run(fmt.Sprintf("%s_%dx%d", name, size[0], size[1]), func(t *testing.T) {
				f := newFirst(t, size[0], size[1], FirstRunOptions{Options: Options{NoColor: true}})
				show(f)
				frame := f.text()
				if strings.Contains(frame, "secret") {
					t.Error("the key can be read on screen")
				}
				golden.RequireEqual(t, frame)
			})
		}
	}
}

func TestFirstRunChoices(t *testing.T) {
	tests := []struct {
		name   string
		models []string
		press  func(f *first)
		want   Choice
	}{
		{"the first model of the Ollama", []string{"a", "b"}, func(f *first) { f.press("enter") }, Choice{Kind: UseOllama, Model: "a"}},
		{"another one", []string{"a", "b"}, func(f *first) { f.press("right", "enter") }, Choice{Kind: UseOllama, Model: "b"}},
		{"built-in, which the cursor begins on", nil, func(f *first) { f.press("enter") }, Choice{Kind: UseBuiltin}},
		{"built-in, downwards past an Ollama that is not there", nil, func(f *first) { f.press("up", "up", "enter") }, Choice{Kind: UseBuiltin}},
		{"an endpoint", nil, func(f *first) {
			f.press("up", "enter")
			f.send(tea.PasteMsg{Content: "http://h/v1\n"})
			f.press("enter", "enter")
			f.write("m1")
			f.press("enter")
		}, Choice{Kind: UseEndpoint, BaseURL: "http://h/v1", Model: "m1"}},
		{"the usual endpoint where none is given", nil, func(f *first) {
			f.press("down", "enter", "enter")
			f.write("k")
			f.press("enter")
			f.write("m1")
			f.press("enter")
		}, Choice{Kind: UseEndpoint, BaseURL: "https://api.openai.com/v1", Key: "k", Model: "m1"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			f := newFirst(t, 80, 24, FirstRunOptions{})
			f.send(probedMsg{tt.models})
			tt.press(f)
			if !f.quit || !f.m.chosen {
				t.Fatalf("nothing was chosen:\n%s", f.text())
			}
			if f.m.choice != tt.want {
				t.Errorf("chose %+v, want %+v", f.m.choice, tt.want)
			}
		})
	}
}

func TestFirstRunStaysWhenAChoiceDoesNotWork(t *testing.T) {
	o := FirstRunOptions{Try: func(_ context.Context, c Choice) error {
		if c.Kind == UseOllama {
			return errors.New("the model “a” no longer exists; choose another")
		}
		return nil
	}}
	f := newFirst(t, 80, 24, o)
	f.send(probedMsg{[]string{"a"}})
	f.press("enter")
	if f.quit || !strings.Contains(f.text(), "! The model “a” no longer exists; choose another.") {
		t.Fatalf("want the reason on screen:\n%s", f.text())
	}
	f.press("down", "down", "enter")
	if !f.quit || f.m.choice.Kind != UseBuiltin {
		t.Errorf("want the built-in model, got %+v", f.m.choice)
	}
}

func TestABaseURLIsCheckedWhereItIsWritten(t *testing.T) {
	for _, next := range []string{"enter", "tab", "down"} {
		f := newFirst(t, 80, 24, FirstRunOptions{})
		f.send(probedMsg{})
		f.press("up", "enter")
		f.write("localhost")
		f.press(next)
		if !strings.Contains(f.text(), "! A base URL begins with http:// or https://.") || f.m.at != 0 {
			t.Errorf("after %s, field %d:\n%s", next, f.m.at, f.text())
		}
		f.press("esc")
		if strings.Contains(f.text(), "! ") {
			t.Errorf("esc leaves the trouble:\n%s", f.text())
		}
		f.press("enter", "ctrl+u", next)
		if f.m.at != 1 {
			t.Errorf("an empty one, which is the usual, holds it at field %d", f.m.at)
		}
	}
}

func TestFirstRunIsLeftWithoutAChoice(t *testing.T) {
	f := newFirst(t, 80, 24, FirstRunOptions{})
	f.press("ctrl+c")
	if !f.quit || f.m.chosen {
		t.Error("want to be out, with nothing chosen")
	}
}
