package asked

import (
	"testing"
	"unicode/utf8"
)

func TestWhatIsToBeRememberedIsTold(t *testing.T) {
	for text, want := range map[string]bool{
		"Remember that I'm allergic to peanuts.":               true,
		"can you remember that I'm vegetarian?":                true,
		"please remember: the door code is 4471":               true,
		"Hey muisto, could you please note that I moved?":      true,
		"don't forget my sister visits in July":                true,
		"Don’t ever forget that I hate olives.":                true,
		"Keep in mind that I work from home on Fridays":        true,
		"My locker code is 4471, remember that":                true,
		"Mia is coming, can you remember that she's vegan?":    true,
		"Tom is here; please note that he eats no nuts":        true,
		"I had a long day. Remember my dentist is Dr. Haapala": true,
		"I want you to remember that I have two kids":          true,
		"Make a note: the flat is 62 square metres":            true,
		"Merk dir bitte, dass ich Vegetarier bin.":             true,
		"Kannst du dir merken, dass ich Vegetarier bin?":       true,
		"Vergiss nicht, dass ich am Freitag frei habe.":        true,
		"Muista, että olen allerginen pähkinöille.":            true,
		"Voisitko muistaa että asun Oulussa?":                  true,
		"Älä unohda, että äiti tulee lauantaina":               true,
		"Recuerda que soy celíaco.":                            true,
		"No olvides que vivo en Sevilla":                       true,
		"Souviens-toi que je suis allergique.":                 true,
		"N'oublie pas que j'habite à Nantes":                   true,
		"Kom ihåg att jag är vegetarian":                       true,
		"记住，我对花生过敏。":                                           true,
		"别忘了我周五休息":                                             true,

		"Do you remember my sister?":                    false,
		"I remember that summer well.":                  false,
		"I can't remember her name.":                    false,
		"We met Mia, I remember that she's vegan.":      false,
		"I forgot my keys.":                             false,
		"Muistatko siskoni?":                            false,
		"Remember when we went to Oslo?":                false,
		"She told me to remember the milk.":             false,
		"¿Recuerdas a mi hermana?":                      false,
		"What should I keep in mind when buying a car?": false,
		"": false,
	} {
		if got := len(ToRemember(text)) > 0; got != want {
			t.Errorf("%q: %t", text, got)
		}
	}
}

func TestAWishIsTold(t *testing.T) {
	for text, want := range map[string]bool{
		"please answer shortly":                   true,
		"Call me Sam":                             true,
		"From now on, call me Sam please.":        true,
		"always give metric units":                true,
		"From now on write in British English.":   true,
		"Keep your answers short":                 true,
		"stop using emoji":                        true,
		"no more emojis please":                   true,
		"Could you be more concise?":              true,
		"Please don't call me mate.":              true,
		"never use bullet points":                 true,
		"Use Celsius":                             true,
		"Nenn mich Jo.":                           true,
		"Antworte bitte kurz.":                    true,
		"Kutsu minua Saaraksi":                    true,
		"Vastaa aina suomeksi":                    true,
		"Llámame Nacho":                           true,
		"Responde siempre en español.":            true,
		"Appelle-moi Zoé":                         true,
		"Réponds toujours en français":            true,
		"以后请用中文回答":                                true,
		"call me back tomorrow at nine":           false,
		"call me when you arrive":                 false,
		"answer this question":                    false,
		"write a poem about the sea":              false,
		"What should I always give at a wedding?": false,
		"I never use bullet points":               false,
		"She always gives good advice":            false,
		"My boss told me to keep it short":        false,
		"use the blue one":                        false,
		"Stop the bus!":                           false,
		"translate this into French: be brief":    false,
		"":                                        false,
		"They call me Sam at work, and I answer shortly when annoyed.": false,
	} {
		if got := len(Wishes(text)) > 0; got != want {
			t.Errorf("%q: %t", text, got)
		}
	}
}

func FuzzSentencesArePartsOfTheText(f *testing.F) {
	f.Add("Remember that I moved. Call me Sam!\n别忘了")
	f.Fuzz(func(t *testing.T, text string) {
		for _, s := range append(ToRemember(text), Wishes(text)...) {
			if utf8.ValidString(text) && !utf8.ValidString(s) {
				t.Errorf("%q of %q", s, text)
			}
		}
	})
}
