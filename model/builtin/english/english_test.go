package english

import (
	"bytes"
	"strings"
	"testing"
)

func TestContractionsAreCutAsTheTreebankCutsThem(t *testing.T) {
	for text, want := range map[string]string{
		"I don't know.":                "I do n't know .",
		"dont tell im here":            "do nt tell i m here",
		"Anna's dog, it's 3.4":         "Anna 's dog , it 's 3.4",
		"can’t you?":                   "ca n’t you ?",
		"see www.example.org/a b@c.de": "see www.example.org/a b@c.de",
		"":                             "",
	} {
		var got []string
		for _, k := range Tokenize(text) {
			got = append(got, k.Text)
		}
		if s := strings.Join(got, " "); s != want {
			t.Errorf("%q: %q, want %q", text, s, want)
		}
	}
}

func TestTheTreeOfPlainSentences(t *testing.T) {
	var p Parser
	for _, tt := range []struct{ text, root, subject string }{
		{"My dog is a black lab named Trooper.", "lab", "dog"},
		{"i live near the station", "live", "i"},
		{"where do i work", "work", "i"},
		{"I just joined Microsoft", "joined", "I"},
		{"im allergic to penicillin", "allergic", "i"},
		{"She works at the mill and he stays home.", "works", "She"},
	} {
		tree := p.Parse(tt.text)
		root := tree.Root()
		if root < 0 || tree.Tokens[root].Text != tt.root {
			t.Errorf("%q: root %d of %+v", tt.text, root, tree.Tokens)
			continue
		}
		if s := tree.Child(root, "nsubj"); s < 0 || tree.Tokens[s].Text != tt.subject {
			t.Errorf("%q: subject %d", tt.text, s)
		}
	}
}

// Whatever is read, every word hangs on another or is the only root, and no
// word on itself.
func FuzzParse(f *testing.F) {
	for _, s := range []string{"", " ", "a", "I don't know, do you?", "\x00\xff’'’s", "你好 world", strings.Repeat("very ", 400), "((((", "n't 's 'm"} {
		f.Add(s)
	}
	var p Parser
	f.Fuzz(func(t *testing.T, text string) {
		tree := p.Parse(text)
		roots := 0
		for i, k := range tree.Tokens {
			if k.Head < 0 {
				roots++
			}
			if k.Head >= len(tree.Tokens) || !tree.Under(i, tree.Root()) || text[k.Start:k.End] != k.Text {
				t.Fatalf("%q: word %d: %+v", text, i, k)
			}
		}
		if len(tree.Tokens) > 0 && roots != 1 {
			t.Fatalf("%q: %d roots", text, roots)
		}
	})
}

func FuzzReadWeights(f *testing.F) {
	f.Add([]byte(mark))
	f.Add(table[:min(len(table), 4000)])
	f.Fuzz(func(t *testing.T, data []byte) {
		if g, err := readGrammar(data); err == nil {
			g.read(Tokenize("I live here."))
		}
	})
}

// What Train gives, Parse reads: every tag and relation of the lessons is known
// to it.
func TestTrainKeepsTheNamesOfItsLessons(t *testing.T) {
	const bank = "1\tI\ti\tPRON\tPRP\t_\t2\tnsubj\t_\t_\n2\tsleep\tsleep\tVERB\tVBP\t_\t0\troot\t_\t_\n3\twell\twell\tADV\tRB\t_\t2\tadvmod\t_\t_\n\n"
	s, err := ReadTreebank(strings.NewReader(strings.Repeat(bank, 8)))
	if err != nil || len(s) != 8 {
		t.Fatalf("%d sentences, %v", len(s), err)
	}
	data := Train(s, 3, func(string) {})
	g, err := readGrammar(data)
	if err != nil || len(g.tags) != 3 || len(g.rels) != 3 || g.tagIndex("VERB", "VBP") < 0 {
		t.Fatalf("%+v, %v", g, err)
	}
	if !bytes.Equal(data, g.bytes()) {
		t.Error("it does not come back")
	}
}

func TestATreebankWithABadLineIsRefused(t *testing.T) {
	for _, bad := range []string{"1\tI\n", "1\tI\ti\tPRON\tPRP\t_\tx\tnsubj\t_\t_\n"} {
		if _, err := ReadTreebank(strings.NewReader(bad)); err == nil {
			t.Errorf("%q: no error", bad)
		}
	}
}
