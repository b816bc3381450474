package recall

import "testing"

func TestAQuestionOfOneselfFitsAFactOfTheSameField(t *testing.T) {
	const allergy, home, job = "The user is allergic to peanuts.", "The user lives in Oulu.", "The user is a nurse at the city hospital, their employer for ten years."
	for _, c := range []struct {
		cue, fact string
		fits      bool
	}{
		{"what should I avoid when I cook for myself?", allergy, true},
		{"what can't I eat?", allergy, true},
		{"plan a dinner menu for me", allergy, true},
		{"we are going to a restaurant, any advice for us?", allergy, true},
		{"mitä en voi syödä? suunnittele minulle illallinen", "Käyttäjä on allerginen pähkinöille.", true},
		{"Was darf ich nicht essen?", "Der Nutzer ist laktoseintolerant.", true},
		{"Was darf ich nicht essen?", "Der Nutzer ist gegen Nüsse allergisch.", true},
		{"¿Qué puedo cenar?", "El usuario es celíaco.", true},
		{"Que puis-je manger, moi ?", "L'utilisateur est allergique aux arachides.", true},
		{"我不能吃什么？", "用户对花生过敏。", true},
		{"what medicine do I take?", "The user takes 20 mg of ramipril.", true},
		{"where do I live?", home, true},
		{"who is my employer?", job, true},
		{"why does my code not work?", job, false},
		{"what should I avoid when I cook for myself?", home, false},
		{"where do I live?", allergy, false},
		{"How do I reverse a linked list in C?", allergy, false},
		{"What is the capital of Mongolia?", home, false},
		{"Which countries eat the most fish?", allergy, false},
		{"", allergy, false},
	} {
		if got := FitsBySelf(c.cue, "", c.fact); got != c.fits {
			t.Errorf("%q of %q: %t", c.cue, c.fact, got)
		}
	}
}
