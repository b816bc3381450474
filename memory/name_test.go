package memory

import "testing"

func TestNamesOccurInTheirBaseForm(t *testing.T) {
	tests := []struct {
		name, text string
		want       bool
	}{
		{"Helsinki", "Olen Helsingissä viikon.", true},
		{"Lissabon", "Nähdään Lissabonissa!", true},
		{"Café Mokka", "we met at CAFÉ MOKKA", true},
		{"Sara", "Sara's bike is blue", true},
		{"Sara", "Sara’s bike is blue", true},
		{"花", "明日は花ちゃんの誕生日", true},
		{"Project Tideline", "the Tideline review", false},
		{"Oslo", "We went to Bergen.", false},
		{"Bo", "Bob came by", true}, // as a part of the text, which a check may let pass
		{"", "anything", false},
	}
	for _, tt := range tests {
		if got := (Name{Text: tt.name}).OccursIn(tt.text); got != tt.want {
			t.Errorf("%q in %q: %v, want %v", tt.name, tt.text, got, tt.want)
		}
	}
}

func TestSpellingsOfOneNameShareAKey(t *testing.T) {
	for _, s := range []string{"Sara", "SARA", " sara ", "Sara's", "Sara’s"} {
		if got := (Name{Text: s}).Key(); got != "sara" {
			t.Errorf("key of %q is %q", s, got)
		}
	}
}

func TestIDsAreReadBack(t *testing.T) {
	if id, ok := ParseEpisodeID(EpisodeID(12).String()); !ok || id != 12 {
		t.Error("e12 is not read back")
	}
	if id, ok := ParseFactID(FactID(3).String()); !ok || id != 3 {
		t.Error("f3 is not read back")
	}
	for _, s := range []string{"", "e", "e0", "e-1", "f3", "12", "e1x"} {
		if _, ok := ParseEpisodeID(s); ok {
			t.Errorf("%q is taken for an episode", s)
		}
	}
}
