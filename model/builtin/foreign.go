package builtin

import "unicode"

// foreign reports whether a text is in another language than English, as far
// as its little words and letters tell. What is foreign is kept as it was said.
func foreign(ws []word) bool {
	english, other, odd, total, latin := 0, 0, 0, 0, 0
	for _, w := range ws {
		if w.mark || number(w.low) || addressAt(w.low) {
			continue
		}
		total++
		r := []rune(w.text)[0]
		if unicode.In(r, unicode.Latin) {
			latin++
		}
		switch {
		case englishWord(w.low):
			english++
		case otherWord[w.low]:
			other++
		case oddLetters(w.low) && !unicode.IsUpper(r):
			odd++
		}
	}
	switch {
	case total == 0:
		return false
	case latin*2 <= total:
		return true
	case english == 0:
		return other > 0 || odd > 0
	}
	return other+odd > english
}

func englishWord(w string) bool {
	if _, ok := contractions[w]; ok {
		return true
	}
	if otherWord[w] && !determiner[w] && w != "in" && w != "on" {
		return false
	}
	if _, ok := thirdPerson(w); ok {
		return true
	}
	return stop[w] || determiner[w] || preposition[w] || conjunction[w] || auxiliary[w] || subjectPronoun[w] || question[w] || adverb[w] ||
		baseVerb[w] || isPast(w) || smallWord[w] || adjective[w] || feeling[w] || kinship[w] || dayWord(w) || commonNoun[w]
}

func oddLetters(w string) bool {
	for _, r := range w {
		if r > unicode.MaxASCII && unicode.IsLetter(r) {
			return true
		}
	}
	return false
}

// otherWord are the commonest little words of the languages nearest by: Finnish,
// Swedish, Spanish, Portuguese, German, French, Italian, Dutch.
var otherWord = set(`ja ei että oli mutta kun minä sinä tämä tässä eipä olen olin niin myös nyt kiitos hei moi ensi viime mitä missä kuka olisi pitää
	vain sitten kanssa ovat meillä minulla sataa huomenna eilen tänään hyvää huomenta kiva
	och det att är som jag inte på har vi med för nej tack ett idag imorgon
	el los las de que y por con para es está del ayer hoy pero muy todo una un mi tengo gracias hola qué bien cuándo dónde mañana
	não você uma obrigado obrigada hoje amanhã ontem eu ele
	der das und ist nicht ich wir mit für auf ein eine zu von dem heute morgen gestern danke hallo wie geht
	le les des est et je nous vous une dans pas avec c'est j'ai merci bonjour demain hier aujourd'hui
	il lo gli che sono con per grazie ciao oggi domani ieri
	het een niet ik wij voor naar vandaag bedankt`)
