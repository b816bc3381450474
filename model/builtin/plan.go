package builtin

// decisionMeta say that a choice stands; the choice may stand beside.
var decisionMeta = patterns(`made|make up? my|our mind|minds|decision|choice`, `^ decided`, `it|that is settled|decided|final`, `final $`, `^ final`, `decision made|final`, `that is that`, `no going|turning back`, `^ settled`, `that is final`, `end of discussion|story`, `that|which settles it|that|things`, `full stop $`, `, period $`, `decision time`, `slept on it`, `after much|long|a|some * thought|thinking|discussion|consideration`)

// decisions are choices of the speaker's, or of a group that acts as one.
var decisions = patterns(
	`i|we am|are going to go with|for`, `i|we am|are going to choose|pick|keep|stick|drop|use`, `i|we am|are turning|passing|declining|accepting|rejecting|saying|giving * down|on|it|the|no|yes|up`, `^ turning * down`, `we are having the|our`, `i|we am|are doing it`, `i|we turned|turn * down`,
	`i|we have? finally|just|now|also? decided`, `i|we|and|just|finally decided`, `^ just|finally? decided`, `decided to|on|against|that`, `i|we have? finally|just|now? chose|chosen|opted|settled|selected`, `i|we have? finally|just|now? picked <det>`, `i|we have? finally|just|now? picked * over`, `settled on|for`, `opted for|to|out|against`, `^ chose|opted`, `^ picked <det>`, `i|we chose`,
	`^ let us <verb>`, `i|we am|are going with|for|by`, `^ am? going with|for`, `i|we will go with|for|by`, `^ go with`, `^ will go with|for`, `sticking|stick with|to`, `<group> * agreed|decided|voted|chose|picked|chosen|settled`, `<group> have|has * chosen|picked|agreed|decided`, `we have? all? agreed`,
	`voted for|to|against`, `my|our choice|pick|decision is`, `from now on i|we`, `i|we * from now on`, `i|we will * from now on`, `i|we will not be? <ing>`, `i|we will not <choicebase>`, `i|we am|are not going to <choicebase>`, `i|we am|are not <choice>`,
	`for good $`, `over|than * option|one $`, `we will use|take|go|keep|do|get|have|stay|skip|choose|pick|drop|try|start`, `i will take|have|choose|pick|keep|use the|this|that|option|my`, `i|we am|are choosing|picking|naming|calling|keeping|using|dropping|quitting|ending|cancelling|canceling|selling|skipping|switching|sticking|adopting`,
	`we are getting|taking|doing|buying|painting|booking|ordering|hiring the|a|an|our|it`, `i am taking|getting|buying the`, `we|i take the`, `^ then we|i <verb>`, `^ so we|i am|are <choice>`, `^ no * for me|us`, `and i have? agreed|decided|chosen`, `plan|choice|date|venue is fixed|set|made|clear`, `<any> it is $`, `i|we would rather`, `no * this year|time|month`, `in the end * i|we`, `^ i|we will sign up for that|the`,
)

// notDecided undo them: a choice still open, or somebody else's.
var notDecided = patterns(`not * decided|decide`, `whether|if * decided`, `have|has not`, `undecided`, `decide|decided later|yet`, `will|to|must|should|can not? decide`, `<person> decides`, `before * decided`, `let us see|hope|say|talk|wait|face|imagine|suppose|assume|be|spread|stay|catch|chat|celebrate|enjoy|never|support`, `keep <ing>`, `keep on`, `let us * each other|together`, `not * give|giving up`, `not * let|forget`, `until * decided`)

// choiceBase are the base forms of verbs of choice, for "I won't …".
var choiceBase = set(`take buy sell rent renew use go do apply accept keep join sign hire paint order book marry move attend invite wear eat drink pay get have change switch extend continue run play`)

// promiseMeta say that a thing is promised; the thing may stand beside.
var promiseMeta = patterns(`^ my word`, `you have|got my word`, `gave|given * my|our word`, `told|promised * i|we would $`, `i promise $`, `^ promise $`, `promise $`, `i swear $`, `^ i promise $`, `^ i swear $`, `^ pinky promise`, `count on me $`)

// promises are what the speaker undertakes.
var promises = patterns(
	`^ promise|promising to <verb>`, `^ i will ,`, `you will have|get|receive|hear`, `i|we will be at|in|outside * to`, `^ consider * done|paid|sorted|handled|settled`, `said yes to`, `i|we agreed to <do>`, `let * know i|we would|will`, `, will <do>`, `i|we am|are taking care`, `am|are taking care`, `i will not * without`, `on * duty`,
	`i will <adv>? <do>`, `i will be there|home|back|in|ready|on|at|with|happy|sure`, `i will not forget|be late|let`, `i shall <do>`, `we will <do>`, `we shall <do>`, `^ will <do>`, `^ will also|definitely|certainly <do>`, `i am going to <do>`, `^ going to <do>`, `we are going to <do>`,
	`i promise|swear|vow|guarantee|pledge`, `i|we have? promised|vowed|swore|pledged`, `^ promised|swore|vowed`, `told|assured * i|we would|will`, `i|we have? told|assured * would|will`, `you have my word`, `gave|given * my word`, `count|rely|depend|bank on me|us|my`, `leave it|that|this to|with me|us`, `put|sign me down|up for|as`, `i|we have? volunteered|offered|agreed|signed|undertook|committed * to`,
	`^ volunteered|offered|agreed|signed up? to`, `consider it done`, `i am on it`, `i|we am|are bringing|baking|driving|handling|organising|organizing|picking|paying|cooking|making|covering|hosting|sending|fixing|looking|giving|helping <any>`, `i have got it covered`, `it is on me`, `my treat`, `i can do that`, `i owe * a|an`, `i would be happy|glad to`, `i will`,
)

// notPromised undo them: what is only likely, or meant as a condition on others.
var notPromised = patterns(`i will probably|maybe|perhaps|likely|be|need|have|miss|never|see|know|want|like|love|hate|think|feel|die|lose|turn|get|ask`, `i am going to be|need|have|miss|die|lose|cry|be`, `we will probably|maybe|see|be|need|have|miss`, `we are going to be|need|have`, `i will i`, `i am making|giving up|sense|progress`, `i am looking at|for|forward`, `we will be`, `i will not`, `i|we am|are paying attention|too|a|for`, `i am picking up on`)

// keptPromise are phrases of notPromised that are promises all the same.
var keptPromise = patterns(`i will not * without`, `i|we will be at * to`, `i will be there|home|back|ready`, `i will be on|in time|touch`, `i will get back|it|you|the|him|her|them|some`, `i will not forget|let you|be late`, `i will have * ready|done|finished`, `i will never * again`, `i will see to|that`, `i will ask <any>`, `we will be there|back`)

// decides reports a choice of the speaker's.
func (m *message) decides(p part) (string, bool) {
	b := p.body()
	if found(notDecided, b) && !found(decisionSure, b) {
		return "", false
	}
	if otherDecides(b) {
		return "", false
	}
	if pt, ok := firstOf(decisions, b, func(pt pattern) bool { return m.choice(pt, p) }); ok {
		return "decision: " + pt.source, true
	}
	if m.prior != nil && m.prior.offers && m.prior.length <= 2*plainWords && m.sentence <= 1 && m.picks(p) {
		return "picks what was offered", true
	}
	return "", false
}

var decisionSure = patterns(`i|we have decided`, `made up my|our mind`)

// otherDecides: "Anna decided to leave": somebody else's choice is news.
func otherDecides(b []string) bool {
	for i, w := range b {
		if w != "decided" && w != "chose" && w != "picked" && w != "opted" && w != "settled" && w != "agreed" && w != "voted" && w != "chosen" {
			continue
		}
		for j := i - 1; j >= 0; j-- {
			switch {
			case b[j] == "i" || b[j] == "we" || groupNoun[b[j]] || clauseMark(b[j]) || b[j] == "and" || b[j] == "us":
				return b[j] == "and" && !hasWord(b[:j], "i") && !hasWord(b[:j], "we") && !isPast(at(b, 0)) && j > 0
			case adverb[b[j]] || auxiliary[b[j]] || b[j] == "all":
				continue
			}
			return !weakSubject(b, j)
		}
		return false
	}
	return false
}

// weakSubject: "after three viewings we picked", "the team today agreed": the
// subject is found further back.
func weakSubject(b []string, j int) bool {
	return dayWord(b[j]) || groupNoun[at(b, j-1)]
}

// choice holds a phrase of choice to its sentence.
func (m *message) choice(pt pattern, p part) bool {
	b := p.body()
	switch pt.source {
	case `<any> it is $`, `over|than * option|one $`:
		return len(bare(b)) <= 5 && !question[b[0]] && b[0] != "i" && b[0] != "that"
	case `no * this year|time|month`:
		return at(b, 0) == "no"
	case `^ then we|i <verb>`:
		return m.prior != nil && p.lead == 0 || m.prior != nil
	case `we will use|take|go|keep|do|get|have|stay|skip|choose|pick|drop|try|start`:
		return !hasWord(b, "care") && !hasWord(b, "fun") && !hasWord(b, "there")
	case `for good $`:
		return hasWord(b, "i") || hasWord(b, "we")
	case `i am taking|getting|buying the`, `we|i take the`:
		return !hasWord(b, "every") && !hasWord(b, "usually") && !hasWord(b, "always") && (m.prior == nil || m.prior.offers || pt.source[0] == 'i' || hasWord(b, "then"))
	case `we are getting|taking|doing|buying|painting|booking|ordering|hiring the|a|an|our|it`:
		return !hasWord(b, "lots")
	}
	return true
}

// picks: a short answer that names one of the things offered.
func (m *message) picks(p part) bool {
	b := bare(p.body())
	const short = 9 // words
	if len(b) == 0 || len(b) > short || isQuestion(p) {
		return false
	}
	if !m.prior.mentions(b) {
		return false
	}
	return !p.own || hasWord(b, "want") || hasWord(b, "prefer") || len(b) <= 5 && (b[0] == "i" || b[0] == "we") || hasWord(b, "then") || hasWord(b, "please") || hasWord(b, "take")
}

// undertakes reports a promise of the speaker's.
func (m *message) undertakes(p part) (string, bool) {
	b := p.body()
	if found(notPromised, b) && !found(keptPromise, b) {
		return "", false
	}
	pt, ok := firstOf(promises, b, func(pt pattern) bool { return pt.source != `i will` || len(bare(b)) <= 3 })
	return "promise: " + pt.source, ok
}
