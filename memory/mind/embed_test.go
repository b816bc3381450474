package mind

import (
	"context"
	"errors"
	"strings"
	"testing"

	"muisto/memory"
	"muisto/memory/recall"
)

// themes is an Embedder for which words of one theme mean the same.
type themes struct {
	calls int
	fail  error
}

func (e *themes) Embed(_ context.Context, texts []string) ([][]float32, error) {
	e.calls++
	if e.fail != nil {
		return nil, e.fail
	}
	var out [][]float32
	for _, text := range texts {
		v := []float32{0.1, 0.1, 0.1}
		for i, theme := range [][]string{{"zorblat", "quimper"}, {"canoe", "kayak"}, {"boiler", "heating"}} {
			for _, word := range theme {
				if strings.Contains(strings.ToLower(text), word) {
					v[i] = 1
				}
			}
		}
		out = append(out, v)
	}
	return out, nil
}

// withVectors is a mind that embeds, on the store of another if one is given.
func withVectors(t *testing.T, e Embedder, model string, on *Mind) *Mind {
	t.Helper()
	m, err := New(Options{
		Store: on.Store, Clock: on.Clock, Encoder: on.Encoder, Builtin: on.Builtin, Settings: on.Settings,
		Embedder: e, EmbedderName: model,
	})
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func TestMeaningIsThatOfTheEndpointWhereOneIsSet(t *testing.T) {
	plain := newMind(t, &echo{})
	bring(t, plain,
		say("a", at(18, 9, 0), memory.RoleUser, "The zorblat fell over."),
		say("b", at(18, 9, 0), memory.RoleUser, "The canoe is in Savonlinna."),
		say("c", at(18, 9, 0), memory.RoleUser, "The boiler hums."),
	)
	capture(t, plain, CaptureScope{})
	if got := recalled(t, plain, "quimper"); got != "" {
		t.Fatalf("without an endpoint %q comes", got)
	}
	e := &themes{}
	m := withVectors(t, e, "one", plain)
	if got := recalled(t, m, "boiler"); !strings.Contains(got, "boiler") {
		t.Errorf("while the vectors are missing %q comes", got)
	}
	if err := m.FillVectors(t.Context()); err != nil {
		t.Fatal(err)
	}
	if got := recalled(t, m, "quimper"); !strings.HasPrefix(got, "The zorblat fell over.") {
		t.Errorf("with its vectors %q comes", got)
	}
	calls := e.calls
	if err := m.FillVectors(t.Context()); err != nil || e.calls != calls {
		t.Errorf("what has vectors was embedded again: %v", err)
	}
	if again := withVectors(t, e, "one", plain); !strings.HasPrefix(recalled(t, again, "quimper"), "The zorblat") {
		t.Error("the vectors were not kept")
	}
	if other := withVectors(t, e, "two", plain); !strings.Contains(recalled(t, other, "boiler"), "boiler") {
		t.Error("recall is not complete after the model has changed")
	}
}

func TestRecallGoesOnWithoutTheEndpoint(t *testing.T) {
	plain := newMind(t, &echo{})
	bring(t, plain, say("a", at(18, 9, 0), memory.RoleUser, "The canoe is in Savonlinna."))
	capture(t, plain, CaptureScope{})
	m := withVectors(t, &themes{fail: errors.New("down")}, "one", plain)
	if err := m.FillVectors(t.Context()); err == nil {
		t.Error("a failure is not told")
	}
	got, err := m.Recall(t.Context(), recall.Cue{Text: "where is the canoe?", Now: m.Clock.Now()})
	if err != nil || len(got.Hits) != 1 {
		t.Errorf("hits %+v, %v", got.Hits, err)
	}
}
