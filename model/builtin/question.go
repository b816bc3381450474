package builtin

import "strings"

// isQuestion tells a question by its mark or, without one, by its word order.
func isQuestion(p part) bool {
	b := p.body()
	if len(b) == 0 {
		return false
	}
	if endsAsking(p.ws) && !found(assuring, b) {
		return true
	}
	w, next := b[0], at(b, 1)
	if found(askingPhrases, b) {
		return true
	}
	switch {
	case question[w]:
		return asks(b)
	case inverting[w] && w != "had" && w != "have":
		// "is the pharmacy open", not "will water the plants", "was cold".
		if next == "not" {
			next = at(b, 2)
		}
		return subjectPronoun[next] && next != "some" || determiner[next] && (w == "is" || w == "are" || w == "do" || w == "does" || w == "did" || w == "can" || w == "will" || w == "would" || w == "should") ||
			w == "is" && next == "there" || (w == "do" || w == "does" || w == "did") && next != "" && !baseVerb[next] || w == "is" && capital(at(p.rawBody(), 1))
	case w == "have" || w == "had":
		return (next == "you" || next == "we" || next == "i" || next == "they") && (isPast(at(b, 2)) || participle[at(b, 2)] || at(b, 2) == "ever")
	}
	return false
}

// assuring: "I will call them, OK?" asks nothing.
var assuring = patterns(`^ i|we will|am|are * , ok|okay|alright|deal $`)

// rawBody are the words behind the lead-in as written.
func (p part) rawBody() []string {
	var out []string
	for _, w := range p.bodyWords() {
		out = append(out, w.text)
	}
	return out
}

func endsAsking(ws []word) bool {
	for i := len(ws) - 1; i >= 0; i-- {
		w := ws[i]
		if !w.mark {
			return false
		}
		if strings.ContainsAny(w.text, "?？") {
			return true
		}
	}
	return false
}

// asks tells "when is the review" from "when I was a child" and "what a day".
func asks(b []string) bool {
	w, next := b[0], at(b, 1)
	switch {
	case w == "what" && (next == "a" || next == "an" || next == "if"):
		return next == "if"
	case next == "if":
		return false
	case w == "how" && (next == "about" || next == "come" || next == "to"):
		return true
	case w == "what" && isPast(next) && (at(b, 2) == "is" || at(b, 2) == "was"):
		return false // "what happened was that …"
	case subjectPronoun[next] && next != "that" && next != "this" && !(next == "there"):
		return false // "what I like", "when we met"
	}
	const reach = 6 // words between the question word and its verb
	for i := 1; i < len(b) && i <= reach && !clauseMark(b[i]); i++ {
		if w == "what" && (b[i] == "is" || b[i] == "was") && objectPronoun[b[i-1]] {
			return false // "what annoys me is that …"
		}
		if auxiliary[b[i]] {
			// "how many grams is 2 cups" against "which is nice".
			return !(i == 1 && w == "which") || subjectPronoun[at(b, 2)] || determiner[at(b, 2)]
		}
		if _, third := thirdPerson(b[i]); third && (w == "who" || w == "what" || w == "which") {
			return (w != "which" || i > 1) && !(w == "what" && (hasWord(b[i+1:], "is") || hasWord(b[i+1:], "was")))
		}
		if i == 1 && isPast(b[i]) && (w == "who" || w == "what") {
			return true // "what happened on Monday"
		}
	}
	return false
}

var objectPronoun = set(`me us him her them it`)

var askingPhrases = patterns(
	`^ any idea|news|chance|tips|suggestions|recommendations|word|ideas`,
	`^ i wonder|wondered if|whether|what|when|where|who|why|how`, `^ i am? wondering if|whether|what|when|where|who|why|how`, `^ wondering if|whether|what|how`,
	`^ i would like|love to know`, `^ i want|need to know`, `do you know|remember`, `^ i am? looking for a|an|some|the?`,
	`^ anyone know|knows`, `^ is it|there`, `^ are there|you|we|they`, `^ got any`,
)

// isRequest tells a request to the agent.
func isRequest(p part) bool {
	b := p.body()
	if len(b) == 0 {
		return false
	}
	if found(requestPhrases, b) {
		return true
	}
	w, next := b[0], at(b, 1)
	if w == "please" || w == "kindly" {
		w, next = next, at(b, 2)
	}
	if (w == "do" || w == "don't") && next == "not" {
		return baseVerb[at(b, 2)] && !stative[at(b, 2)]
	}
	if !request[w] || next == "" || w == "let" && next == "us" || (w == "put" || w == "sign" || w == "count") && next == "me" || (w == "count" || w == "rely" || w == "depend") && next == "on" {
		return false
	}
	switch w {
	case "read", "put", "set", "let", "cut", "shut", "find", "thought", "quote":
		return next == "me" || next == "us" || next == "this" || next == "that" || determiner[next] && w != "read" && w != "let" && w != "put" || next == "up" || next == "out" || next == "aloud" || w == "put" && (determiner[next] || next == "on")
	case "list", "order", "plan", "name", "time", "rank", "score", "set-up", "draft", "watch", "call", "guess", "look", "point", "play", "check", "book", "start", "stop", "help", "text", "message", "test", "track", "search", "move", "wait", "design":
		// Nouns, too: "Order 4711 arrived", "Plan is to …".
		return !finiteAux[next] && !isPast(next) && verbAt(b) != 1 && next != "of" && !compound(b)
	case "remember", "note":
		return next == "to" || next == "me"
	}
	return !finiteAux[next] && !clauseMark(next)
}

// compound: "Book club is on Thursday" has a noun of two words for its subject.
func compound(b []string) bool {
	next := at(b, 1)
	if k := indexOf(b, ","); k > 1 && !determiner[next] && !preposition[next] && !subjectPronoun[next] && next != "me" && next != "us" && hasVerb(b[k+1:]) && subjectPronoun[at(b, k+1)] {
		return true // "Name day of my godmother, she got tulips"
	}
	return b[0] != "check" && verbAt(b) == 2 && !determiner[next] && !preposition[next] && !subjectPronoun[next] && next != "me" && next != "us"
}

var requestPhrases = patterns(
	`^ let me know when|if|whether|once|how|what|as|which|who`, `^ please <verb>`, `^ can|could|would|will you`, `^ you can|could <verb> * please`, `<verb> * please $`, `^ remind me`, `^ tell me`, `^ show me`, `^ give me`, `^ help me`, `^ i need|want you to`,
	`^ i would like you to`, `^ i need help`, `^ i need a|an|some recipe|list|summary|translation|quote|reminder`, `^ what about`, `^ how about`, `^ wake me`, `^ do not forget|forget to`, `^ go ahead and`, `^ turn|switch * on|off`,
	`^ make it a?`, `^ i? need directions|help|advice|ideas|tips`, `^ i? need a|an|some another|new|good|short|better? directions|synonym|word|recipe|translation|list|summary|quote|idea|ideas|name|tip|tips|suggestion|suggestions|recommendation`, `^ put * on|in|to the|my shopping|grocery|todo? list|calendar|agenda`, `^ same * please`, `^ another|more * please`,
)

// statementAsRequest: "remember that I hate olives" says something.
func carriesStatement(b []string) (int, bool) {
	p, _, end, ok := anyOf(tellingPhrases, b)
	_ = p
	return end, ok && at(b, end) != "to"
}

var tellingPhrases = patterns(`^ can|could|would you believe it|this|that`, `^ you will not|never believe it|this|what|that`, `^ guess what`, `^ you know what`, `^ please? remember that?`, `^ please? note that?`, `^ just? so you know`, `^ for your information`, `^ fyi`, `^ heads up`, `^ heads-up`, `^ you should know that?`,
	`^ keep in mind that?`, `^ please? do not forget that?`, `^ can|could|will|would you please? remember|note that?`, `^ remember|note :`, `^ note|memo|note to self :`, `^ make a note that|:`, `^ i want you to remember that?`, `^ i just? wanted to tell you that?`, `^ i want you to know that?`, `^ let it be known that?`, `^ news`, `^ update`, `^ good|bad|great|big news`, `^ fun fact`, `^ reminder`, `^ a reminder`, `^ before i forget`)

// hypothesis tells what is only imagined.
func hypothesis(b []string) bool {
	if found(hypothesisPhrases, b) {
		return true
	}
	if at(b, 0) != "if" {
		for i := 1; i < len(b); i++ {
			if b[i] == "if" && (subjectPronoun[at(b, i+1)]) && wouldIn(b[:i]) && pastSoon(b[i+1:]) {
				return true
			}
		}
		return false
	}
	return wouldIn(b) && pastSoon(b[1:])
}

// pastSoon: "if I sold", "if I ever moved", "if we were": an unreal past.
func pastSoon(b []string) bool {
	const reach = 4
	for i := 0; i < len(b) && i < reach; i++ {
		if isPast(b[i]) || b[i] == "were" || b[i] == "did" || b[i] == "could" {
			return true
		}
	}
	return false
}

func wouldIn(b []string) bool {
	for _, w := range b {
		if w == "would" || w == "could" || w == "might" || strings.HasSuffix(w, "'d") {
			return true
		}
	}
	return false
}

var hypothesisPhrases = patterns(`^ what if`, `^ suppose|supposing|imagine|imagining|assuming|hypothetically`, `^ let us say|suppose|imagine|assume`, `^ say i|we|you <past>`, `^ i wish i|we`, `^ if only`,
	`^ in theory`, `^ i was? thinking|wondering what if`, `^ just imagine`)

// jokes are marks that a thing is not meant.
var jokes = patterns(`just|only kidding|joking`, `^ joking`, `^ kidding`, `joking aside`, `i am? joking|kidding`, `as a joke`, `^ jk`, `jk $`, `/ s $`, `not serious`, `just for laughs`)

// reported tells what somebody else is said to have said; it is theirs.
func reported(p part) bool {
	b := p.body()
	if found(reportPhrases, b) && !found(askedFor, b) {
		return true
	}
	for i := 1; i < len(b); i++ {
		if !sayVerb[b[i]] {
			continue
		}
		subject := b[i-1]
		if adverb[subject] || subject == "just" {
			subject = at(b, i-2)
		}
		if auxiliary[subject] {
			continue
		}
		if (b[i] == "decided" || b[i] == "agreed") && groupNoun[subject] {
			continue
		}
		first := subject == "i" || subject == "we" || subject == "you" || subject == "have" || subject == "has" || subject == "to" || subject == "not"
		if !first && !preposition[subject] && !conjunction[subject] && !sheetNoun[subject] && !clauseMark(subject) {
			return true
		}
	}
	return false
}

// sheetNoun are things that a person reads a fact off; quoting them is saying so.
var sheetNoun = set(`page pass statement ticket invitation calendar email mail letter website site app confirmation receipt contract form schedule timetable
	invoice sign board tracker label box note screen booking itinerary list paper papers document card menu poster flyer programme program`)

var reportPhrases = patterns(`^ according to`, `i|we asked|heard`, `i|we told <other>`, `^ asked|heard`, `apparently`, `rumour|rumor has it`, `<person>|them|him|her saying`, `saying “”`, `said|says “”`, `“” <any>? said|says`)
