package builtin

import "muisto/memory"

// decisionMeta say that a choice stands; the choice may stand beside.
var decisionMeta = patterns(`^ decision|verdict|decided :`, `^ i|we have? all? decided|agreed $`, `^ that is what i|we decided|agreed`, `made|make up? my|our mind|minds|decision|choice`, `^ decided`, `it|that is settled|decided|final`, `final $`, `^ final`, `final decision|answer|word`, `decision made|final`, `that is that`, `no going|turning back`, `^ settled`, `that is final`, `end of discussion|story`, `that|which settles it|that|things`, `full stop $`, `, period $`, `decision time`, `slept on it`, `after much|long|a|some * thought|thinking|discussion|consideration`)

// decisions are choices of the speaker's, or of a group that acts as one.
var decisions = patterns(
	`i|we am|are going to go with|for`, `i|we am|are going to choose|pick|keep|stick|drop|use`, `i|we am|are turning|passing|declining|accepting|rejecting|saying|giving * down|on|it|the|no|yes|up`, `^ turning * down`, `we are having the|our`, `i|we am|are doing it`, `i|we turned|turn * down`,
	`i|we have? finally|just|now|also? decided`, `i|we|and|just|finally decided`, `^ just|finally? decided`, `decided to|on|against|that`, `i|we have? finally|just|now? chose|chosen|opted|settled|selected`, `i|we have? finally|just|now? picked <det>`, `i|we have? finally|just|now? picked * over`, `settled on|for`, `opted for|to|out|against`, `^ chose|opted`, `^ picked <det>`, `i|we chose`,
	`^ let us <verb>`, `i|we am|are going with|for|by`, `^ am? going with|for`, `i|we will go with|for|by`, `^ go with`, `^ will go with|for`, `sticking|stick with|to`, `<group> * agreed|decided|voted|chose|picked|chosen|settled`, `<group> went with|for`, `<group> have|has gone with|for`, `we are going to get|buy|take|have the|a|an`, `<group> have|has * chosen|picked|agreed|decided`, `we have? all? agreed`,
	`my|our vote goes|is`, `has|have|gets|got my|our vote`, `<thing> wins $`, `is the one|winner $`, `gets it $`, `it is a yes|no from|to|for|on`, `count me|us out|in`, `<group> am|is|are <choice>`, `^ not <choice>`, `^ <choice> the|my|our|on`,
	`^ new rule`, `the new rule`, `^ from now on`, `^ from tomorrow|monday|january * no|only|i|we`, `has|have been decided|agreed`, `i|we have? resolved to`, `handed|handing in my notice`, `i|we quit my|our`, `^ quit my|our`, `i have? enrolled`, `^ after * it is the|a`, `it will be the <any>`,
	`^ picked <any>`, `the date|day|venue|place is set`, `have set the|a date|day`, `shook hands on`, `i|we am|are? stay|staying|sticking with`, `going back to school|work`, `<num> of us picked|chose|agreed|decided`, `^ no more * on|at|after|before|in|for`, `^ as for * : <any> $`,
	`i|we will <verb> * , not the|a|an`, `^ we|they have? voted`, `i|we will <verb> the <any> one`, `<thing> resolved to`, `<thing> voted to|for|against|in`, `voted for|to|against`, `my|our choice|pick|decision is`, `from now on i|we`, `i|we * from now on`, `i|we will * from now on`, `i|we will not be? <ing>`, `i|we will not <choicebase>`, `i|we am|are not going to <choicebase>`, `i|we am|are not <choice>`,
	`for good $`, `over|than * option|one $`, `we will use|take|go|keep|do|get|have|stay|skip|choose|pick|drop|try|start`, `i will take|have|choose|pick|keep|use the|this|that|option|my`, `i|we am|are choosing|picking|naming|calling|keeping|using|dropping|quitting|ending|cancelling|canceling|selling|skipping|switching|sticking|adopting`,
	`i|we will name|christen <det>`, `i|we have? gone for|with`, `i|we went for|with <det>`, `i|we am|are putting|calling * off`, `we are getting|taking|doing|buying|painting|booking|ordering|hiring the|a|an|our|it`, `i am taking|getting|buying the`, `we|i take the`, `^ then we|i <verb>`, `^ so we|i am|are <choice>`, `^ no * for me|us`, `and i have? agreed|decided|chosen`, `plan|choice|date|venue is fixed|set|made|clear`, `<any> it is $`, `i|we would rather`, `no * this year|time|month`, `in the end * i|we`, `^ i|we will sign up for that|the`,
)

// notDecided undo them: a choice still open, or somebody else's.
var notDecided = patterns(`^ maybe|perhaps`, `not sure`, `would rather not`, `haven't decided`, `not * decided|decide`, `whether|if * decided`, `have|has not`, `undecided`, `decide|decided later|yet`, `will|to|must|should|can not? decide`, `<person> decides`, `before * decided`, `let us see|hope|say|talk|wait|face|imagine|suppose|assume|be|spread|stay|catch|chat|celebrate|enjoy|never|support`, `keep <ing>`, `keep on`, `let us * each other|together`, `not * give|giving up`, `not * let|forget`, `until * decided`)

// choiceBase are the base forms of verbs of choice, for "I won't …".
var choiceBase = set(`take buy sell rent renew use go do apply accept keep join sign hire paint order book marry move attend invite wear eat drink pay get have change switch extend continue run play`)

// promiseMeta say that a thing is promised; the thing may stand beside.
var promiseMeta = patterns(`^ my word`, `you have|got my word`, `gave|given * my|our word`, `told|promised * i|we would $`, `i promise $`, `^ promise $`, `promise $`, `i swear $`, `^ i promise $`, `^ i swear $`, `^ pinky promise`, `count on me $`)

// promises are what the speaker undertakes.
var promises = patterns(
	`^ promise|promising to <verb>`, `^ i will ,`, `you will have|get|receive|hear`, `i|we will be at|in|outside * to`, `^ consider * done|paid|sorted|handled|settled`, `said yes to`, `i|we agreed to <do>`, `let * know i|we would|will`, `, will <do>`, `i|we am|are taking care`, `am|are taking care`, `i will not * without`, `on * duty`,
	`i|we will|shall <adv>? <doing>`, `is|are on me $`, `is|are on me on|today|tonight|tomorrow|next|this`, `^ on it $`, `^ on it ,`, `will have * ready|done|finished`, `i will not * again`, `never again will i`, `i will see to|that`, `my turn to`, `^ my turn`, `is my job|turn`, `i told * can have|use|borrow|take|keep`,
	`^ tomorrow|tonight i <do>`, `first thing * i <do>`, `^ hold me to`, `hand on heart`, `cross my heart`, `i have set myself`, `i am|have? down for`, `^ picking * up`, `^ bringing the|my|some|a`, `^ happy|glad to take|bring|help|host|drive|cook|do|make|give|look|cover|lend`, `^ i volunteer`, `i will not $`,
	`i|we will be round|over|along`, `i|we will be <any> at <any> * to`, `i will <adv>? <do>`, `i will be there|home|back|in|ready|on|at|with|happy|sure`, `i will not forget|be late|let`, `i shall <do>`, `we will <do>`, `we shall <do>`, `^ will <do>`, `^ will also|definitely|certainly <do>`, `i am going to <do>`, `^ going to <do>`, `we are going to <do>`,
	`i promise|swear|vow|guarantee|pledge`, `i|we have? promised|vowed|swore|sworn|pledged|undertaken`, `^ promised|swore|vowed`, `told|assured * i|we would|will`, `i|we have? told|assured * would|will`, `you have my word`, `gave|given * my word`, `count|rely|depend|bank on me|us|my`, `leave it|that|this to|with me|us`, `put|sign me down|up for|as`, `i|we have? volunteered|offered|agreed|signed|undertook|committed * to`,
	`^ volunteered|offered|agreed|signed up? to`, `consider it done`, `i am on it`, `i|we am|are bringing|baking|driving|handling|organising|organizing|picking|paying|cooking|making|covering|hosting|sending|fixing|looking|giving|helping <any>`, `i have got it covered`, `it is on me`, `my treat`, `i can do that`, `i owe * a|an`, `i would be happy|glad to`, `i will`,
)

// notPromised undo them: what is only likely, or meant as a condition on others.
var notPromised = patterns(`i will probably|maybe|perhaps|likely|be|need|have|miss|never|see|know|want|like|love|hate|think|feel|die|lose|turn|get|ask`, `i am going to be|need|have|miss|die|lose|cry|be`, `we will probably|maybe|see|be|need|have|miss`, `we are going to be|need|have`, `i will i`, `i am making|giving up|sense|progress`, `i am looking at|for|forward`, `we will be`, `i will not`, `i|we am|are paying attention|too|a|for`, `i am picking up on`)

// keptPromise are phrases of notPromised that are promises all the same.
var keptPromise = patterns(`i|we will be <any> at <any> * to`, `i|we will be round|over|along`, `i will not * without`, `i|we will be at * to`, `i will be there|home|back|ready`, `i will be on|in time|touch`, `i will get back|it|you|the|him|her|them|some`, `i will not forget|let you|be late`, `i will have * ready|done|finished`, `i will never * again`, `i will see to|that`, `i will ask <any>`, `we will be there|back`)

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
	if m.answers() && m.sentence <= 1 && found(wishes, b) && !m.prior.asksToDo() {
		return "chooses what was asked", true
	}
	if m.prior != nil && m.prior.words["or"] && !m.prior.words["not"] && m.sentence <= 1 && !p.own && len(b) > 0 && m.prior.content[contentWord(b[0])] && !isQuestion(p) {
		return "picks what was offered", true
	}
	if m.prior != nil && m.prior.lists() && m.sentence <= 1 && !p.own && len(b) > 0 && (bareLast(b) == "please" || bareLast(b) == "then") && m.prior.mentions(b) {
		return "picks what was offered", true
	}
	if m.prior != nil && m.prior.offers && m.prior.length <= 2*plainWords && m.sentence <= 1 && m.picks(p) {
		return "picks what was offered", true
	}
	return "", false
}

// wishes choose where a choice was asked for.
var wishes = patterns(`^ i|we will? do without`, `^ i|we will? pass|skip|leave|take|have|try|keep|cancel it|that|them|this`, `^ i|we would like|prefer|rather|take|have the|that|this|these|those|a|an`, `^ i|we will? want|prefer|have|take the|that|this|these|those|a|an`)

// lists: it names several things.
func (pr *prior) lists() bool { return pr.words["and"] || pr.words["or"] || pr.words[","] }

func bareLast(b []string) string {
	if ws := bare(b); len(ws) > 0 {
		return ws[len(ws)-1]
	}
	return ""
}

// asksToDo: it asks for something to be done ("could you bring …?").
func (pr *prior) asksToDo() bool {
	b := pr.last.body()
	return len(b) > 0 && (found(askingToDo, b) || b[0] == "who" || b[0] == "when" || b[0] == "where" || b[0] == "why" || b[0] == "how")
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
		return len(bare(b)) <= 7 && !question[b[0]] && b[0] != "i" && b[0] != "that"
	case `no * this year|time|month`:
		return at(b, 0) == "no"
	case `^ then we|i <verb>`:
		return m.prior != nil && p.lead == 0 || m.prior != nil
	case `we will use|take|go|keep|do|get|have|stay|skip|choose|pick|drop|try|start`:
		return !hasWord(b, "care") && !hasWord(b, "fun") && !hasWord(b, "there")
	case `i will take|have|choose|pick|keep|use the|this|that|option|my`:
		return !found(broughtAbout, b)
	case `i|we am|are choosing|picking|naming|calling|keeping|using|dropping|quitting|ending|cancelling|canceling|selling|skipping|switching|sticking|adopting`, `i|we am|are going to choose|pick|keep|stick|drop|use`:
		return !found(fetching, b)
	case `^ picked <any>`:
		return hasWord(b, "end") || hasWord(b, "over")
	case `for good $`:
		return hasWord(b, "i") || hasWord(b, "we")
	case `i am taking|getting|buying the`, `we|i take the`:
		return !hasWord(b, "every") && !hasWord(b, "usually") && !hasWord(b, "always") && !hasWord(b[:1], "in") && !hasWord(b[:1], "on") &&
			(m.prior != nil && m.prior.offers || pt.source[0] == 'i' || hasWord(b, "then") || hasWord(p.plain.words[:p.lead], "then"))
	case `we are getting|taking|doing|buying|painting|booking|ordering|hiring the|a|an|our|it`:
		return !hasWord(b, "lots")
	}
	return true
}

// fetching: "I'm picking Jonas up", "I'm dropping the keys off".
var fetching = patterns(`picking|pick|dropping|drop * up|off`, `calling <any> at|on|about|back|tomorrow|tonight|later|now`)

// broughtAbout: "I'll have the slides done by then" is no choice.
var broughtAbout = patterns(`have * done|ready|finished|fixed|sent|written|cleaned|sorted|repaired|printed|packed|over|round|back`)

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

// undertaken holds a phrase of promise to its sentence.
func (m *message) undertaken(pt pattern, b []string) bool {
	switch pt.source {
	case `i will`:
		return len(bare(b)) <= 3
	case `my turn to`, `^ my turn`:
		return !hasWord(b, "was") && !hasWord(b, "were")
	case `i will not $`:
		return m.prior != nil && m.prior.role != memory.RoleUser && len(bare(b)) <= 3
	}
	return true
}

// asksWho: it asks who will do a thing.
func (pr *prior) asksWho() bool {
	if pr == nil || !pr.asksLast {
		return false
	}
	b := pr.last.body()
	return at(b, 0) == "who" || found(askingAnyone, b)
}

var askingAnyone = patterns(`^ can|could|will|would|has|is anyone|anybody|someone|somebody|you`, `^ anyone|anybody|someone`)

var volunteering = patterns(`^ me $`, `^ me ,`, `^ i|we do|can|could|will|shall|am|are $`, `^ i|we do|can|will|am|are ,`, `^ that is me|us`, `^ it is me|my`, `^ i volunteer`, `^ i|we have? got it|this`, `^ my turn`)

// undertakes reports a promise of the speaker's.
func (m *message) undertakes(p part) (string, bool) {
	b := p.body()
	if found(notPromised, b) && !found(keptPromise, b) {
		return "", false
	}
	if m.prior.asksWho() && len(bare(b)) <= 9 && found(volunteering, b) {
		return "answers to who does it", true
	}
	pt, ok := firstOf(promises, b, func(pt pattern) bool { return m.undertaken(pt, b) })
	return "promise: " + pt.source, ok
}
