package builtin

import (
	"strings"

	"muisto/model/builtin/english"
)

// ofSelf is what the speaker says of themselves.
func (c clause) ofSelf() (string, bool) {
	k := c.at(c.root)
	if c.t.Has(c.root, "cop") {
		return c.isWhat()
	}
	if k.Pos != "VERB" && k.Pos != "AUX" {
		return "", false
	}
	verb := lemma(k.Low)
	switch aux := c.low("aux", "aux:pass"); {
	case k.Tag == "VBG" && c.often() && !c.t.Has(c.root, "ccomp"):
		return "", c.t.Has(c.root, "obj", "obl") && c.solid()
	case k.Tag == "VBG":
		return workVerb[verb], (aux == "am" || aux == "'m" || aux == "m" || aux == "are" || aux == "'re") && c.underWay(verb) || c.beenDoing(verb)
	case k.Tag == "VBN" || k.Tag == "VBD":
		return c.past(verb)
	case verb == "have":
		return c.has()
	case momentary[verb] || isPast(k.Low) && !sameForm[k.Low] || k.Tag != "VBP" && k.Tag != "VB":
		return "", false
	}
	if c.t.Has(c.root, "aux") && c.low("aux") != "do" && c.low("aux") != "can" && c.low("aux") != "ca" {
		return "", false
	}
	if carePrep := c.at(c.t.Child(c.t.Child(c.root, "obl"), "case")).Low; verb == "care" || verb == "stand" {
		return "", verb == "care" && carePrep == "for" && !c.pointsBack() || verb == "stand" && c.low("aux") == "ca" && c.at(c.t.Child(c.root, "obj")).Pos == "NOUN"
	}
	return workVerb[verb], c.solid() && (habitual[verb] || c.t.Has(c.root, "obj", "xcomp") || c.often()) && (verb != "work" && verb != "live" || c.t.Has(c.root, "obl", "advmod", "obj"))
}

// isWhat: "I'm a nurse", "I'm allergic to nuts", "I'm from Ghent", "I'm 33".
func (c clause) isWhat() (string, bool) {
	k := c.at(c.root)
	switch cop := c.low("cop"); cop {
	case "been":
		return "", c.low("case") == "to" && k.Pos == "PROPN" // "I've never been to California"
	case "was", "were":
		return "", k.Pos == "NOUN" && c.low("case") == "" && c.t.Has(c.root, "det") && doer(c.headOf(c.root).Low) && !passingNoun[k.Low]
	}
	prep := c.low("case")
	if c.now() {
		return "", false
	}
	switch {
	case k.Pos == "ADV" && intoWhat(c):
		return "", true // "I'm not really into comedies", where the adverb was read as the head
	case k.Pos == "NUM", k.Low == "old" && c.t.Has(c.root, "obl", "nummod", "nmod"), k.Low == "years":
		return "age", prep == "" && !passingNoun[k.Low]
	case k.Pos == "NOUN" && prep == "":
		if job := c.t.Has(c.root, "det"); !job || passingNoun[k.Low] || mood[k.Low] || k.Low == "fan" && !c.t.Has(c.root, "nmod") {
			return "", false
		}
		return "", true
	case prep == "from", prep == "into":
		return pick(prep == "from", "origin", ""), k.Pos == "PROPN" || k.Pos == "NOUN" && !passingNoun[k.Low]
	case prep == "in":
		return "", lastingPlace[k.Low] || c.t.Has(c.root, "nummod", "flat") && k.Low == "grade"
	case k.Pos == "PROPN" && prep == "" && c.root == c.subject+2 && !c.t.Has(c.root, "det"):
		return "name", true
	case k.Pos == "ADJ" || k.Pos == "VERB":
		if inclined[k.Low] {
			return "", c.t.Has(c.root, "obl", "advcl", "ccomp") && !c.pointsBack()
		}
		if diet[k.Low] {
			return "diet", true
		}
		if k.Low == "allergic" || k.Low == "intolerant" {
			return "allergy", c.t.Has(c.root, "obl", "compound", "nmod", "obl:npmod", "amod") || k.Low == "intolerant"
		}
		return pick(civil[k.Low], "marital state", ""), civil[k.Low] || trait[k.Low] || k.Tag == "JJ" && capital(k.Text) && c.root > 1
	}
	return "", false
}

// headOf is the word that a flat name or compound ends in: "a gym teacher",
// where "gym" was read as the head.
func (c clause) headOf(i int) english.Token {
	if f := c.t.Child(i, "flat"); f == i+1 {
		return c.at(f)
	}
	return c.at(i)
}

// doer: a noun for somebody who does something, as jobs are called.
func doer(w string) bool {
	if jobs[w] {
		return true
	}
	for _, end := range []string{"er", "or", "ist", "ian", "eer", "ess", "ant", "man", "woman"} {
		if strings.HasSuffix(w, end) && len(w) > len(end)+3 && !noDoer[w] && !passingNoun[w] {
			return true
		}
	}
	return false
}

var (
	jobs   = set(`nurse cook coach chef pilot clerk vet student dad mom mum housewife intern nanny guard lawyer doctor actor writer baker waiter driver judge monk nun marine cop maid aide temp dj soldier athlete`)
	noDoer = set(`loser killer winner member summer winter number matter letter answer dinner disorder character computer paper order power water sucker newcomer order poser bother another factor error doctor-error instant restaurant constant elephant giant success mess process business stranger`)
)

// now: it is said to be so for the moment.
func (c clause) now() bool {
	for _, j := range c.t.Children(c.root) {
		if w := c.at(j).Low; w == "now" && j > c.root || w == "currently" && c.at(c.root).Pos == "ADJ" {
			return true
		}
	}
	return false
}

// intoWhat: "into" something that has a name.
func intoWhat(c clause) bool {
	o := c.t.Child(c.root, "obl")
	return o >= 0 && c.at(c.t.Child(o, "case")).Low == "into" && (c.at(o).Pos == "NOUN" || c.at(o).Pos == "PROPN") && !passingNoun[c.at(o).Low]
}

// pointsBack: what it is about was named before the clause.
func (c clause) pointsBack() bool {
	o := c.at(c.t.Child(c.root, "obl"))
	return o.Pos == "PRON" || o.Pos == "DET"
}

var (
	passingNoun  = set(`bit lot mess mood kind sort wreck time day night way hurry fool idiot minute second moment pain pleasure shame part mistake wuss baby`)
	lastingPlace = set(`college school university army navy band choir marines retirement uni highschool`)
	diet         = set(`vegetarian vegan pescatarian veggie gluten-free keto`)
	civil        = set(`married single divorced engaged widowed`)
	trait        = set(`retired pregnant diabetic asthmatic jewish christian muslim catholic religious deaf blind bald tall shy introverted extroverted gay bisexual lesbian trans transgender disabled autistic unemployed self-employed bilingual left-handed right-handed dyslexic adopted old-fashioned colorblind nearsighted sober old young athletic artistic musical religious outdoorsy clumsy lonely frugal forgetful competitive tidy messy lazy optimistic bald overweight lactose-intolerant straight male female american british`)
	inclined     = set(`afraid scared terrified interested passionate obsessed addicted fluent fond good bad great awful terrible allergic crazy keen proud close married used`)
)

// has: "I have two kids", and not "I have an idea" or "I have to go".
func (c clause) has() (string, bool) {
	o := c.t.Child(c.root, "obj")
	k := c.at(o)
	if o < 0 || k.Pos != "NOUN" && k.Pos != "PROPN" || passingThing[k.Low] || mood[k.Low] || c.t.Has(c.root, "xcomp", "ccomp") || c.t.Has(o, "acl") && strings.HasPrefix(c.at(c.t.Child(o, "acl")).Tag, "VB") && c.at(c.t.Child(o, "acl")).Tag == "VB" {
		return "", false
	}
	return pick(pet[strings.TrimSuffix(k.Low, "s")], "pet", pick(strings.HasPrefix(k.Low, "allerg"), "allergy", pick(kinship[strings.TrimSuffix(k.Low, "s")], strings.TrimSuffix(k.Low, "s"), ""))), true
}

var passingThing = set(`chance space setback setbacks bunch stuff weeks months backup rotation half interest one time idea ideas fun question questions feeling feelings plan plans problem problems luck chance day days week weekend night evening morning blast look sense thought thoughts doubt doubts point meeting appointment test exam interview
	lot lots bit work homework opportunity trouble issue issues news something anything everything nothing one some conversation dinner lunch breakfast party choice options option reason reasons way ways break talk call wine coffee drink beer snack minute hour energy hope
	experience faith trip flight fever headache cold craving date trouble concerns concern suggestion need desire impression memory memories respect access error errors`)

// solid: what is done is done to something that is named, and not said to be so
// for the day.
func (c clause) solid() bool {
	k, o := c.at(c.root), c.at(c.t.Child(c.root, "obj"))
	if o.Pos == "PRON" || o.Pos == "DET" || vague[o.Low] {
		return false
	}
	verb := lemma(k.Low)
	has := c.t.Has(c.root, "obj", "obl", "xcomp", "advmod", "advcl", "ccomp")
	switch verb {
	case "tend", "try":
		return c.t.Has(c.root, "xcomp") && !c.xcompPointsBack()
	case "hope", "plan":
		return false
	case "want":
		x := c.at(c.t.Child(c.root, "xcomp")).Low
		return x != "" && !passingWish[x] && c.at(c.t.Child(c.root, "xcomp")).Rel == "xcomp"
	case "go":
		return c.t.Has(c.root, "obl") && c.often() || c.at(c.t.Child(c.root, "advcl", "xcomp")).Tag == "VBG"
	case "know":
		return c.t.Has(c.root, "xcomp") || c.at(c.t.Child(c.root, "ccomp")).Tag == "VB"
	case "need", "miss", "get", "believe", "stay", "spend", "care":
		return o.Pos == "NOUN" && !passingThing[o.Low] && c.at(c.t.Child(c.root, "xcomp")).Text == "" || verb == "believe" && c.low("obl") != "" || c.often()
	case "make", "do", "take", "keep", "see", "eat", "drink", "watch", "read", "write", "use", "run", "walk", "wear", "buy", "sell":
		return has && (o.Text != "" || c.often()) && !c.t.Has(c.root, "ccomp")
	case "love", "like", "enjoy", "hate", "prefer", "dislike", "adore":
		return o.Text != "" || c.t.Has(c.root, "xcomp") || c.t.Has(c.root, "advcl")
	}
	return true
}

// passingWish is wanted for the moment.
var passingWish = set(`know see say ask hear talk make sure check get go do have understand ensure use add keep thank tell try give take look think find sleep eat`)

// often: a word says that it is done again and again.
func (c clause) often() bool {
	for i := range c.t.Tokens {
		if c.t.Under(i, c.root) && everyWord[c.at(i).Low] {
			return true
		}
	}
	return false
}

var (
	everyWord = set(`every always still usually often never sometimes daily weekly weekends mornings evenings sundays mondays tuesdays wednesdays thursdays fridays saturdays regularly mostly each twice once rarely frequently`)
	vague     = set(`all both each any some way ways much more many it that this them those these something anything everything nothing lot one idea sound things thing stuff sense sure best bit same way`)
)

// habitual are verbs whose plain present tells of a habit or a state.
var habitual = set(`love like enjoy hate dislike prefer adore live reside work teach play own drive ride eat drink cook bake speak study watch collect sing dance paint draw write read run walk hike swim climb fish hunt knit sew garden grow raise volunteer attend go travel train practice practise coach manage use wear belong tend relax play do listen suffer support follow take make sell breed race surf ski skate camp stream commute rent babysit shop smoke exercise lift meditate want major specialise specialize root compete perform home-school homeschool foster tutor serve buy visit admire spend stay care sleep wake fear need volunteer miss believe know get bird-watch birdwatch`)

// momentary are verbs whose present tells of this moment or of an opinion.
var momentary = set(`think guess mean hope bet see feel agree understand suppose wonder wish remember appreciate say tell forget figure imagine assume realise realize doubt look sound hear apologise apologize promise recommend suggest thank expect plan decide swear find call ask find come let give seem happen start begin finish try send set create add implement include notice request propose update check test handle apply receive face encounter run struggle wait leave pass stop keep cannot excuse beg pray dare bring offer welcome mind stick`)

// goingOn are verbs whose progressive tells of a stretch of life.
var goingOn = set(`study learn work live major train teach write raise date attend use rent practice practise volunteer coach run manage recover save`)

// underWay: what is being done these weeks, and to something that is named.
func (c clause) underWay(verb string) bool {
	if c.now() || !c.solid() {
		return false
	}
	switch verb {
	case "look":
		o := c.t.Child(c.root, "obl")
		return soughtLong[c.at(o).Low] && c.at(c.t.Child(o, "case")).Low == "for"
	case "take":
		o := c.at(c.t.Child(c.root, "obj"))
		return lessonWord[strings.TrimSuffix(o.Low, "s")] || lessonWord[o.Low]
	case "consider", "plan", "think":
		return false
	case "train":
		return c.t.Has(c.root, "obl")
	}
	return goingOn[verb] && c.t.Has(c.root, "obj", "obl", "xcomp")
}

var (
	soughtLong = set(`job jobs work apartment apartments house flat home place roommate girlfriend boyfriend partner wife husband love position car`)
	lessonWord = set(`class course lesson math maths bio biology chemistry physics algebra calculus english history medication insulin classes`)
)

// workVerb gives the attribute that a verb stands for.
var workVerb = map[string]string{"work": "work", "join": "work", "live": "home", "reside": "home", "move": "home", "relocate": "home", "major": "study"}

// beenDoing: "I've been playing the cello for ten years".
func (c clause) beenDoing(verb string) bool {
	for _, j := range c.t.Children(c.root) {
		if c.at(j).Low == "been" && (habitual[verb] || goingOn[verb]) {
			return c.t.Has(c.root, "obl", "obj", "advcl") && c.solid()
		}
	}
	return false
}

// past: what has been done and holds: a job taken, a house moved into, where
// somebody grew up.
func (c clause) past(verb string) (string, bool) {
	if aux := c.low("aux"); aux == "have" || aux == "'ve" || aux == "ve" {
		if verb == "want" {
			return "", c.often() && c.t.Has(c.root, "xcomp") && !c.xcompPointsBack()
		}
		return "", experienced[verb] && (c.t.Has(c.root, "obj", "obl") || verb == "retire" || verb == "marry") && !vague[c.low("obj")] && c.at(c.t.Child(c.root, "obj")).Pos != "PRON"
	}
	switch verb {
	case "use":
		return "", c.t.Has(c.root, "xcomp") && c.t.Tokens[c.root].Low == "used"
	case "have":
		o := c.at(c.t.Child(c.root, "obj")).Low
		return "", kinship[strings.TrimSuffix(o, "s")] && !passingThing[o] || pet[strings.TrimSuffix(o, "s")] || o == "children"
	case "live", "hate", "love", "dislike", "like", "want":
		if !c.often() && !c.longAgo() && verb != "live" {
			return "", false
		}
		o := c.t.Child(c.root, "obl")
		return "", verb == "live" && c.at(o).Pos == "PROPN" || c.at(c.t.Child(c.root, "obj")).Pos == "NOUN" || verb == "want" && c.often() && c.t.Has(c.root, "xcomp") && !c.xcompPointsBack() || c.longAgo() && c.t.Has(c.root, "obl")
	case "study", "major", "teach", "work", "serve", "play", "compete":
		return "", c.t.Has(c.root, "obl", "obj") && c.at(c.t.Child(c.root, "obj")).Pos != "PRON" && c.longAgo()
	case "learn":
		return "", c.t.Has(c.root, "xcomp", "ccomp")
	case "join", "leave", "quit":
		o := c.at(c.t.Child(c.root, "obj"))
		return pick(o.Pos == "PROPN" || o.Low == "job" || o.Low == "company", "work", ""), o.Pos == "PROPN" || o.Pos == "NOUN" && verb != "leave" && !passingThing[o.Low]
	case "buy", "purchase", "get", "inherit", "rent", "build":
		o := c.at(c.t.Child(c.root, "obj"))
		return "", keptThing[strings.TrimSuffix(o.Low, "s")] || pet[strings.TrimSuffix(o.Low, "s")] && verb != "get" || verb == "get" && keptGot[strings.TrimSuffix(o.Low, "s")]
	case "drop":
		return "", c.at(c.t.Child(c.root, "obl")).Low != "" && c.at(c.root+1).Low == "out" && !c.pointsBack()
	case "win", "beat", "survive", "marry", "divorce":
		o := c.at(c.t.Child(c.root, "obj"))
		return "", (o.Pos == "NOUN" || o.Pos == "PROPN") && !passingThing[o.Low]
	case "lose":
		o := c.at(c.t.Child(c.root, "obj"))
		return "", o.Low == "job" || kinship[o.Low] || pet[o.Low] || o.Low == "house" || o.Low == "leg" || o.Low == "sight" || o.Low == "hearing"
	case "start":
		o := c.at(c.t.Child(c.root, "obl", "xcomp", "obj"))
		return "work", o.Pos == "PROPN" && c.low("obl") != "" || o.Low == "working" || o.Low == "job"
	case "move", "relocate":
		return "home", c.t.Has(c.root, "obl") && c.placed()
	case "grow":
		return "origin", c.low("compound:prt") == "up" && c.t.Has(c.root, "obl", "xcomp", "advmod")
	case "bear", "born":
		return "origin", c.t.Has(c.root, "obl")
	case "retire", "graduate":
		return "", !c.t.Has(c.root, "ccomp")
	case "switch":
		return "", c.t.Has(c.root, "obl")
	case "adopt":
		return "", c.at(c.t.Child(c.root, "obj")).Pos == "NOUN"
	}
	return "", false
}

// xcompPointsBack: what is wanted is not said in the clause itself.
func (c clause) xcompPointsBack() bool {
	x := c.t.Child(c.root, "xcomp")
	return !c.t.Has(x, "obj", "obl", "xcomp", "cop", "ccomp") || c.at(c.t.Child(x, "obj")).Pos == "PRON"
}

var (
	keptThing = set(`house home apartment flat condo cottage cabin farm boat car truck van bike motorcycle motorbike scooter camper guitar piano bass cello violin business shop restaurant`)
	keptGot   = set(`house apartment flat dog cat puppy kitten job promotion degree scholarship masters phd diploma car truck`)
)

var experienced = set(`be go have own play live work know teach study visit retire marry write win try hear buy drive ride see travel swim sing run use collect speak love want lose serve learn read watch`)

// longAgo: a word says that it was a stretch of life: "for years", "as a child".
func (c clause) longAgo() bool {
	for i := range c.t.Tokens {
		if c.t.Under(i, c.root) && stretch[c.at(i).Low] {
			return true
		}
	}
	return false
}

var stretch = set(`years year decade decades child kid childhood school college university army navy young younger teenager teens`)

// placed: it goes to a place by its name.
func (c clause) placed() bool {
	for _, j := range c.t.Children(c.root) {
		if k := c.at(j); k.Rel == "obl" && (k.Pos == "PROPN" || c.t.Has(j, "compound")) && c.at(c.t.Child(j, "case")).Low == "to" {
			return true
		}
	}
	return false
}
