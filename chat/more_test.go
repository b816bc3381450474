package chat

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"muisto/memory"
	"muisto/memory/mind"
	"muisto/model"
)

// asks is a script that asks for more before it replies.
type asks struct {
	*script
	ids   []string
	query string
	// late: some of the reply comes first.
	late bool
	got  string
	err  error
}

func (a *asks) Reply(ctx context.Context, p model.Prompt, emit func(string)) (model.Usage, error) {
	if a.late {
		emit("Let me see. ")
	}
	if a.ids != nil || a.query != "" {
		if a.got, a.err = p.More(ctx, a.ids, a.query); a.err != nil {
			return model.Usage{}, a.err
		}
	}
	return a.script.Reply(ctx, p, emit)
}

// remembering is a house in which the launch was said to be on Thursday, and
// corrected to Friday, over two nights: f2 stands in the place of f1.
func remembering(t *testing.T) (*house, *asks) {
	t.Helper()
	a := &asks{script: &script{pieces: []string{"ok"}}}
	h := open(t, file(t), a.script)
	h.o.Replier = a
	for _, text := range []string{"No, the launch is on Thursday.", "The boiler in Turku is broken."} {
		h.turn(t, text)
		if err := h.Remember(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	if err := h.Sleep(t.Context(), mind.SleepScope(memory.Night)); err != nil {
		t.Fatal(err)
	}
	if _, err := h.o.Mind.Correct(t.Context(), 1, "The launch is on Friday."); err != nil {
		t.Fatal(err)
	}
	return h, a
}

func (a *asks) lines(t *testing.T) []moreLine {
	t.Helper()
	var list []moreLine
	for _, line := range strings.Split(a.got, "\n") {
		var l moreLine
		if err := json.Unmarshal([]byte(line), &l); err != nil {
			t.Errorf("no JSON: %q", line)
		}
		list = append(list, l)
	}
	return list
}

func TestMoreIsOneStepAway(t *testing.T) {
	h, a := remembering(t)
	defer h.close(t)
	for name, c := range map[string]struct {
		ids   []string
		query string
		want  string
	}{
		"the moments of a fact":    {[]string{" F2 "}, "", `f2 fact  2026-05-18 Mon "The launch is on Friday.", e3 moment f2 2026-05-18 Mon "The user corrected what is known by hand: The launch is on Friday."`},
		"those of one overridden":  {[]string{"f1"}, "", `f1 fact  2026-05-18 Mon "No, the launch is on Thursday. [no longer so: The launch is on Friday.]", e1 moment f1 2026-05-18 Mon "No, the launch is on Thursday. [no longer so: The launch is on Friday.]"`},
		"the messages of a moment": {[]string{"e2"}, "", ` message e2 2026-05-18 09:00 "The boiler in Turku is broken."`},
		"those of one put right":   {[]string{"e1"}, "", `e1 moment  2026-05-18 Mon "No, the launch is on Thursday. [no longer so: The launch is on Friday.]",  message e1 2026-05-18 09:00 "No, the launch is on Thursday."`},
		"nothing for a query":      {nil, "xylophones", ` note   "nothing comes to mind for this query"`},
		"ids of nothing": {[]string{"f99", "e99", "bo\nller", strings.Repeat("x", 30)}, "", `f99 note   "there is no such memory", e99 note   "there is no such memory", bo
ller note   "there is no such memory", xxxxxxxxxxxxxxxxxxxx… note   "there is no such memory"`},
		"neither": {[]string{}, "", ` note   "give ids, or a query, or both"`},
	} {
		t.Run(name, func(t *testing.T) {
			a.ids, a.query = c.ids, c.query
			h.turn(t, "tell me more")
			var got []string
			for _, l := range a.lines(t) {
				got = append(got, fmt.Sprintf("%s %s %s %s %q", l.ID, l.Kind, l.Of, l.Day, l.Text))
			}
			if s := strings.Join(got, ", "); s != c.want {
				t.Errorf("got\n%s\nwant\n%s", s, c.want)
			}
		})
	}
}

func TestMoreBringsWhatAQueryDoesBestFirst(t *testing.T) {
	h, a := remembering(t)
	defer h.close(t)
	a.query = "what about the boiler in Turku?"
	h.turn(t, "tell me more")
	if first := a.lines(t)[0]; first.ID != "e2" || first.Kind != "moment" || first.Text != "The boiler in Turku is broken." {
		t.Errorf("brought %s", a.got)
	}
}

func TestMoreGivesNothingOffTheRecord(t *testing.T) {
	h, a := remembering(t)
	defer h.close(t)
	if err := h.SetPrivate(t.Context(), true); err != nil {
		t.Fatal(err)
	}
	h.turn(t, "the boiler in Turku is a secret")
	a.ids, a.query = []string{"e2", "f1"}, "boiler in Turku secret"
	turn := h.turn(t, "what about the boiler?")
	if strings.Contains(a.got, "secret") || !strings.Contains(a.got, "is broken") {
		t.Errorf("brought %s", a.got)
	}
	if turn.Reply.Key != 0 {
		t.Error("the reply was stored")
	}
}

func TestWhatMoreBroughtCameToMind(t *testing.T) {
	for _, late := range []bool{false, true} {
		h, a := remembering(t)
		a.ids, a.late = []string{"e2", "e2"}, late
		h.events = nil
		turn := h.turn(t, "hm")
		last := 0
		for _, e := range h.events {
			if r, ok := e.(Recollected); ok {
				last = len(r.Result.Hits)
			}
		}
		why, err := h.Why(t.Context(), turn.Reply.Key)
		if err != nil || len(why.Hits) != 1 || why.Hits[0].ID() != "e2" || len(turn.Recalled.Hits) != 1 || last != 1 {
			t.Errorf("late %v: why %+v, %v; shown %d", late, why, err, last)
		}
		h.close(t)
	}
}

func TestMoreIsBounded(t *testing.T) {
	h, _ := remembering(t)
	defer h.close(t)
	h.turn(t, strings.Repeat("A long line on the sauna in Oulu, with a \"quote\" and <b>. ", 400))
	if err := h.Remember(t.Context()); err != nil {
		t.Fatal(err)
	}
	r := &reply{session: h.Session}
	rapid.Check(t, func(rt *rapid.T) {
		ids := rapid.SliceOf(rapid.OneOf(rapid.StringMatching(`[ef][1-6]`), rapid.String())).Draw(rt, "ids")
		query := rapid.SampledFrom([]string{"", "the sauna in Oulu", "the launch, the boiler in Turku, the sauna in Oulu"}).Draw(rt, "query")
		got, err := r.more(t.Context(), ids, query)
		if err != nil {
			rt.Fatal(err)
		}
		if n := memory.Tokens(got); n > maxMore || n == 0 {
			rt.Fatalf("%d tokens", n)
		}
		for _, line := range strings.Split(got, "\n") {
			if !json.Valid([]byte(line)) {
				rt.Fatalf("no JSON: %q", line)
			}
		}
	})
}

func TestMoreSaysWhatDidNotFit(t *testing.T) {
	h, _ := remembering(t)
	defer h.close(t)
	h.turn(t, strings.Repeat("A long line on the sauna in Oulu. ", 400))
	if err := h.Remember(t.Context()); err != nil {
		t.Fatal(err)
	}
	r := &reply{session: h.Session}
	got, err := r.more(t.Context(), []string{"e4", "e4", "e4", "e4", "e4", "e4"}, "")
	if err != nil || !strings.HasSuffix(got, moreIsLeft+`"}`) || !strings.Contains(got, "[…]") {
		t.Errorf("got %s, %v", got, err)
	}
	got, err = r.more(t.Context(), strings.Split(strings.Repeat("x ", maxMoreIDs)+"e1", " "), "")
	if err != nil || !strings.Contains(got, "only the first 8 ids") || strings.Contains(got, "Thursday") {
		t.Errorf("got %s, %v", got, err)
	}
}

func TestMoreEndsWithItsContext(t *testing.T) {
	h, _ := remembering(t)
	defer h.close(t)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	r := &reply{session: h.Session}
	for _, ids := range [][]string{{"f1"}, {"e1"}, nil} {
		if got, err := r.more(ctx, ids, "the launch"); err == nil {
			t.Errorf("%v: got %q", ids, got)
		}
	}
}
