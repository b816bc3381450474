package builtin

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// smallTalk are the phrases that say nothing worth keeping. A sentence made of
// nothing else is passed over.
var smallTalk = smallTalkTable(`aw; aww; it happens; happens; happens to the best of us; it happens to the best of us; will do; can do; no can do; that is everything; that is everything for now; you are a star; you are a gem; you are a legend; you made my day; it means a lot; that means a lot; means a lot; means a lot to me; that means a lot to me; it means a lot to me; i could not agree more; could not agree more; i totally agree; i agree; long time no see; long time no talk; best of luck; can not wait to see it; can not wait to hear about it; keep me updated; take it easy; hang in there; stay safe; you bet; no doubt; without a doubt; definitely; totally; for sure; can not wait; i can not wait; way to go; keep it up; good stuff; you got this; you have got this; good one; nice try; take your time; no hurry; hi; yo; ta; cya; ttfn; howdy; greetings; hi there; hey; hey there; hello; hello there; hello again; hiya; good morning; morning; good afternoon; good evening; evening; good night; night; nighty night;
	goodnight; bye; bye bye; goodbye; cheers; see you; see you soon; see you later; see you tomorrow; see you then; later; talk later; talk soon; talk to you later; talk to you tomorrow; talk to you soon; speak soon; ttyl;
	take care; sleep well; sweet dreams; have a nice day; have a good one; have a good day; have a great day; have a nice evening; have a good evening; have a good night; have a great weekend; have a nice weekend; have fun; enjoy; enjoy your day;
	enjoy your meal; good luck; safe travels; welcome back; nice to meet you; nice to see you; good to see you; good to hear; good to know; glad to hear it; glad to hear that; glad it helped; glad that helped;
	happy to hear that; great to hear; that is great to hear; that is good to hear; thank you; thanks; many thanks; thanks a lot; thanks a bunch; thanks a million; thanks so much; thank you so much; thank you very much; much appreciated; appreciate it; i appreciate it; appreciated;
	you are welcome; you are very welcome; you are most welcome; welcome; no problem; no problem at all; no worries; not at all; my pleasure; do not mention it; any time; anytime; happy to help; glad to help; glad i could help; of course; sure; sure thing; certainly; absolutely;
	ok; okay; okey; k; kk; okie; alright; all right; right; fine; fine by me; good; very good; great; that is great; awesome; amazing; perfect; excellent; brilliant; wonderful; fantastic; lovely; nice; nice one; very nice; cool; super; neat; sweet; yay; hooray; wow; whoa; oh; ah; aha; hm; hmm; mm; mhm; uh; um; phew; ugh; ouch; oops;
	yes; yeah; yep; yup; yes please; yes thanks; no; nope; nah; no thanks; no thank you; not now; not right now; not really; not necessarily; not exactly; not today; maybe; maybe later; perhaps; exactly; indeed; correct; true; so true; that is right; that is correct; that is true; right you are; agreed; deal; got it; gotcha; i got it; i see; i understand; understood; noted; makes sense; that makes sense; fair enough; fair; good point; good idea; great idea; great choice; good choice;
	excellent choice; nice choice; sounds good; sounds great; sounds good to me; sounds like a plan; sounds lovely; that works; works for me; that works for me; that helps; that helped; very helpful; that is helpful; that was helpful; that is it; that is all; that is enough; that will do; that should do; that is fine; that is ok; that is okay; it is ok; it is okay; it is fine; all good; we are good; i am good; i am fine; i am ok; i am okay; fine thanks; nothing else; nothing more; never mind; nevermind; forget it; do not worry; no need; no rush; whatever;
	haha; hahaha; ha; hah; hehe; lol; lmao; rofl; xd; me too; same here; same; you too; same to you; likewise; to you too; congrats; congratulations; well done; good job; great job; happy birthday; happy new year; merry christmas; bless you; get well soon; sorry; so sorry; i am sorry; sorry about that; sorry about the wait; apologies; my apologies; excuse me; pardon; please; go on; go ahead; please do; do it;
	how are you; how are you doing; how is it going; how are things; how do you do; what is up; sup; are you there; you there; anyone there; can you hear me; how was it; how did it go; how did you sleep; you know what; guess what; i love it; love it; i like it; that is wonderful; that is wonderful news; great news; wonderful news; that is good news; good news; that is nice; that is awesome; that is amazing; that is cool; that is funny; that is perfect; you are the best; you rock; you are right; you are a lifesaver; my bad; oh no; oh well; oh dear; too bad; what a pity; what a shame; i hope so; hope so; let us see; we will see; i will see; let me think; one moment; one sec; just a moment; just a second; wait; hang on; brb; back; i am back; test; testing; done; ready; until next time; until then; until tomorrow; everything is fine; anything else; bring it on; time for bed; off to bed;
	i will be here; i will keep that in mind; i will keep it in mind; i will remember that; i will remember; i will remember it; i will note that; i will make a note of that; i will make a note; let me know; let me know if you need anything; keep me posted; kiitos; selvä; moi; hei; hola; gracias; danke; merci; tack; ciao; ok then; right then; well; so; anyway; anyways; i guess; i guess so; i think so; i do not know; no idea; not sure; i am not sure; dunno; idk; who knows; me neither; why not`)

// filler words may stand beside a phrase of small talk.
var filler = set(`so very again then now there too much really just all well oh and but guys everyone everybody folks mate buddy pal friend dear man muisto bot agent
	team for that this it the today always as ever you a lot both haha lol please thanks thank indeed sir maam my at least though ok okay great`)

// afterThanks are what a thank-you may go on with.
var afterThanks = set(`for`)

// maxThanks is how many words a thank-you may run to before it says something.
const maxThanks = 8

var smallWord = smallWords()

func smallTalkTable(list string) map[string]bool {
	m := make(map[string]bool)
	for _, s := range strings.Split(list, ";") {
		m[strings.Join(strings.Fields(s), " ")] = true
	}
	return m
}

func smallWords() map[string]bool {
	m := make(map[string]bool)
	for s := range smallTalk {
		for _, w := range strings.Fields(s) {
			m[w] = true
		}
	}
	for _, w := range strings.Fields("kiitos selvä moi hei hola gracias danke merci tack ciao") {
		delete(m, w)
	}
	return m
}

// longestSmallTalk is the length of the longest phrase, in words.
const longestSmallTalk = 8

// onlySmallTalk reports whether the plain words say nothing.
func onlySmallTalk(p []string) bool {
	ws := bare(p)
	if len(ws) == 0 {
		return true
	}
	for i, w := range ws {
		if !smallWord[w] {
			ws[i] = squeezed(w)
		}
	}
	phrases, i := 0, 0
	for i < len(ws) {
		n := smallTalkAt(ws, i)
		if n == 0 {
			if filler[ws[i]] || laughter(ws[i]) {
				i++
				continue
			}
			return phrases > 0 && thanksFor(ws, i)
		}
		phrases++
		i += n
	}
	return phrases > 0 || len(ws) <= 2
}

func smallTalkAt(ws []string, i int) int {
	for n := min(longestSmallTalk, len(ws)-i); n > 0; n-- {
		if smallTalk[strings.Join(ws[i:i+n], " ")] {
			return n
		}
	}
	return 0
}

// thanksFor: "thanks for the help", "thank you for looking that up".
func thanksFor(ws []string, i int) bool {
	if i == 0 || len(ws) > maxThanks {
		return false
	}
	thanks := false
	for _, w := range ws[:i] {
		thanks = thanks || w == "thanks" || w == "thank" || w == "cheers"
	}
	for k := 0; k <= i; k++ {
		if afterThanks[ws[k]] {
			return thanks
		}
	}
	return false
}

// squeezed writes a drawn-out word as it is meant: "byeee", "thaaanks".
func squeezed(w string) string {
	const drawn = 3 // times the same letter
	for i := 0; i+drawn <= len(w); i++ {
		if w[i] == w[i+1] && w[i] == w[i+2] && w[i] >= 'a' && w[i] <= 'z' {
			end := i + drawn
			for end < len(w) && w[end] == w[i] {
				end++
			}
			return squeezed(w[:i+1] + w[end:])
		}
	}
	return w
}

func laughter(w string) bool {
	return len(w) >= 4 && strings.Trim(w, "ha") == "" || len(w) >= 4 && strings.Trim(w, "he") == ""
}

// bare are the words without marks and emoji.
func bare(p []string) []string {
	var out []string
	for _, w := range p {
		if r, _ := utf8.DecodeRuneInString(w); unicode.IsLetter(r) || unicode.IsDigit(r) {
			out = append(out, w)
		}
	}
	return out
}

// leadIn are the words that open a sentence without being part of what it says.
var leadIn = set(`ok okay well so oh ah hmm hm hey hi hello anyway right alright fine yes yeah yep yup thanks please also and but then plus look listen honestly sorry
	aw aww wait haha lol ugh wow no nope nah actually indeed again correction wrong nice great good cool perfect sure btw woah whoa man gosh yay awesome amazing congrats absolutely definitely totally exactly true glad welcome`)

// afterLeadIn gives where the sentence proper begins: behind interjections
// and the mark after them. no reports that one of them said no.
func afterLeadIn(p []string) (start int, no bool) {
	i := 0
	for i < len(p) {
		w := p[i]
		next := ""
		if i+1 < len(p) {
			next = p[i+1]
		}
		switch {
		case w == "by" && next == "the" && i+2 < len(p) && p[i+2] == "way":
			i += 3
		case i > 0 && clauseMark(w) || w == "—" || w == "-":
			i++
		case w == "no" && (clauseMark(next) || next == "no" || subjectPronoun[next] || determiner[next] && next != "more" || next == "-"),
			w == "nope", w == "nah":
			no = true
			i++
		case i == 0 && smallTalkMark(p) > 0:
			i = smallTalkMark(p)
		case (w == "wrong" || w == "incorrect" || w == "false") && clauseMark(next):
			no = true
			i++
		case laughter(w):
			i++
		case w == "wait" && (next == "no" || next == "nope"):
			i++
		case w == "actually", leadIn[w] && w != "no" && (clauseMark(next) || weakLead[w] && next != ""):
			i++
		default:
			return i, no
		}
	}
	return i, no
}

// smallTalkMark is the length of a phrase of small talk that opens a sentence
// and is followed by a mark, 0 for none.
func smallTalkMark(p []string) int {
	n := smallTalkAt(p, 0)
	if n < 2 || n >= len(p)-2 || !clauseMark(p[n]) || p[n] == "." {
		return 0
	}
	return n
}

// weakLead may be followed by the sentence without a mark between.
var weakLead = set(`ok okay well so oh ah hmm hm hey anyway yes yeah yep also and but then plus please thanks haha lol ugh wow btw`)
