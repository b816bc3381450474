package scenarios

import (
	"math"
	"strconv"
	"testing"

	"github.com/dlclark/regexp2"
)

// expectable is what has to hold at a time. Patterns ignore case.
type expectable struct {
	At           string        `json:"at"`
	Episodes     []wantEpisode `json:"episodes"`
	NoEpisode    []string      `json:"no_episode"`
	Facts        []wantFact    `json:"facts"`
	NoActiveFact []string      `json:"no_active_fact"`
	Recall       []wantRecall  `json:"recall"`
	Asked        *wantAsked    `json:"asked"`
}

type wantEpisode struct {
	Match          string `json:"match"`
	Act            string `json:"act"`
	Actor          string `json:"actor"`
	Salience       bounds `json:"salience"`
	Retrievability bounds `json:"retrievability"`
	Count          bounds `json:"count"`
}

type wantFact struct {
	Match   string `json:"match"`
	Status  string `json:"status"` // active if empty
	Kind    string `json:"kind"`
	Until   string `json:"until"`
	Sources bounds `json:"sources"`
	Count   bounds `json:"count"`
}

// wantRecall: one of the first K things, 3 if 0, matches Match; none matches Not.
type wantRecall struct {
	Query string `json:"query"`
	K     int    `json:"k"`
	Match string `json:"match"`
	Not   string `json:"not"`
}

// wantAsked is what the last request of a kind to the language model held.
type wantAsked struct {
	Kind  string   `json:"kind"`
	Match []string `json:"match"`
	Not   []string `json:"not"`
}

type episode struct {
	What           string   `json:"what"`
	Act            string   `json:"act"`
	Actor          string   `json:"actor"`
	Salience       float64  `json:"salience"`
	Retrievability float64  `json:"retrievability"`
	Sources        []string `json:"sources"`
}

type fact struct {
	ID      string   `json:"id"`
	Text    string   `json:"text"`
	Kind    string   `json:"kind"`
	Status  string   `json:"status"`
	Until   string   `json:"valid_until"`
	Sources []string `json:"sources"`
}

type hit struct {
	Text     string `json:"text"`
	Standing bool   `json:"standing"`
}

// bounds are the least and the most, both included; none bound nothing.
type bounds []float64

func (b bounds) hold(x float64) bool { return len(b) == 0 || b[0] <= x && x <= b[1] }

// holdCount is for a count of which at least one is wanted where none is said.
func (b bounds) holdCount(n int) bool {
	if len(b) == 0 {
		b = bounds{1, math.Inf(1)}
	}
	return b.hold(float64(n))
}

// pattern is a regular expression with look-around, which Go's own has not.
type pattern struct {
	t  *testing.T
	re *regexp2.Regexp
}

func compiled(t *testing.T, expression string) pattern {
	t.Helper()
	re, err := regexp2.Compile(expression, regexp2.IgnoreCase|regexp2.Singleline)
	if err != nil {
		t.Fatalf("pattern %q: %v", expression, err)
	}
	return pattern{t, re}
}

func (p pattern) in(text string) bool {
	p.t.Helper()
	ok, err := p.re.MatchString(text)
	if err != nil {
		p.t.Fatal(err)
	}
	return ok
}

func orElse(value, other string) string {
	if value == "" {
		return other
	}
	return value
}

func (e expectable) check(p *program) {
	p.t.Helper()
	if len(e.Episodes)+len(e.NoEpisode) > 0 {
		e.checkEpisodes(p)
	}
	if len(e.Facts)+len(e.NoActiveFact) > 0 {
		e.checkFacts(p)
	}
	if e.Asked != nil {
		e.Asked.check(p)
	}
	for _, w := range e.Recall {
		w.check(p, e.At)
	}
}

func (e expectable) checkEpisodes(p *program) {
	p.t.Helper()
	all := list[episode](p, e.At, "episodes")
	for _, w := range e.Episodes {
		match, n := compiled(p.t, w.Match), 0
		for _, x := range all {
			if match.in(x.What) && orElse(w.Act, x.Act) == x.Act && orElse(w.Actor, x.Actor) == x.Actor &&
				w.Salience.hold(x.Salience) && w.Retrievability.hold(x.Retrievability) {
				n++
			}
		}
		if !w.Count.holdCount(n) {
			p.t.Errorf("%s: %d moments are like %+v; there are %+v", e.At, n, w, all)
		}
	}
	for _, w := range e.NoEpisode {
		match := compiled(p.t, w)
		for _, x := range all {
			if match.in(x.What) {
				p.t.Errorf("%s: a moment matches %q: %q", e.At, w, x.What)
			}
		}
	}
}

func (e expectable) checkFacts(p *program) {
	p.t.Helper()
	all := list[fact](p, e.At, "facts", "--all")
	for _, w := range e.Facts {
		match, n := compiled(p.t, w.Match), 0
		for _, f := range all {
			if match.in(f.Text) && f.Status == orElse(w.Status, "active") && orElse(w.Kind, f.Kind) == f.Kind &&
				w.Sources.hold(float64(len(f.Sources))) && orElse(w.Until, f.Until) == f.Until {
				n++
			}
		}
		if !w.Count.holdCount(n) {
			p.t.Errorf("%s: %d facts are like %+v; there are %+v", e.At, n, w, all)
		}
	}
	for _, w := range e.NoActiveFact {
		match := compiled(p.t, w)
		for _, f := range all {
			if f.Status == "active" && match.in(f.Text) {
				p.t.Errorf("%s: an active fact matches %q: %q", e.At, w, f.Text)
			}
		}
	}
}

func (w wantRecall) check(p *program, at string) {
	p.t.Helper()
	const usual = 3
	if w.K == 0 {
		w.K = usual
	}
	var texts []string
	for _, h := range list[hit](p, at, "recall", "-k", strconv.Itoa(w.K), w.Query) {
		if !h.Standing && len(texts) < w.K {
			texts = append(texts, h.Text)
		}
	}
	has := func(expression string) bool {
		match := compiled(p.t, expression)
		for _, text := range texts {
			if match.in(text) {
				return true
			}
		}
		return false
	}
	if w.Match != "" && !has(w.Match) {
		p.t.Errorf("%s: recall %q lacks %q: %q", at, w.Query, w.Match, texts)
	}
	if w.Not != "" && has(w.Not) {
		p.t.Errorf("%s: recall %q brings %q: %q", at, w.Query, w.Not, texts)
	}
}

func (w wantAsked) check(p *program) {
	p.t.Helper()
	last := p.script.last(w.Kind)
	for _, expression := range w.Match {
		if !compiled(p.t, expression).in(last) {
			p.t.Errorf("the model was not told %q: %q", expression, last)
		}
	}
	for _, expression := range w.Not {
		if compiled(p.t, expression).in(last) {
			p.t.Errorf("the model was told %q: %q", expression, last)
		}
	}
}
