package builtin

import "strings"

func set(list string) map[string]bool {
	m := make(map[string]bool)
	for _, w := range strings.Fields(list) {
		m[w] = true
	}
	return m
}

func pairs(list string) map[string]string {
	m := make(map[string]string)
	for _, p := range strings.Fields(list) {
		k, v, _ := strings.Cut(p, "=")
		m[k] = v
	}
	return m
}

// classes are the word classes that patterns name.
var classes = map[string]func(string) bool{
	"verb":   func(w string) bool { return baseVerb[w] },
	"do":     func(w string) bool { return baseVerb[w] && !stative[w] },
	"past":   isPast,
	"ing":    func(w string) bool { return strings.HasSuffix(w, "ing") && len(w) > 4 },
	"det":    func(w string) bool { return determiner[w] },
	"person": func(w string) bool { return subjectPronoun[w] },
	// A word that can only be a verb where it stands, though in no list.
	"doing":  func(w string) bool { return baseVerb[w] && !stative[w] || unlisted(w) },
	"num":    number,
	"day":    dayWord,
	"any":    func(w string) bool { return !clauseMark(w) },
	"choice": func(w string) bool { return choiceVerb[w] },
	"group":  func(w string) bool { return groupNoun[w] },
	"move":   func(w string) bool { return moveVerb[w] },
	"value":  func(w string) bool { return determiner[w] || number(w) || dayWord(w) || preposition[w] && w != "to" },
	"thing":  func(w string) bool { return !mood[w] && !adjective[w] && !clauseMark(w) && !adverb[w] && w != "not" },
	"mood":   func(w string) bool { return mood[w] },
	"other":  func(w string) bool { return w != "you" && !clauseMark(w) },
	"say":    func(w string) bool { return sayVerb[w] },
	"adv":    func(w string) bool { return adverb[w] },
	// A base form after "I won't …" that makes it a choice.
	"choicebase": func(w string) bool { return choiceBase[w] },
}

// unlisted: a word in none of the lists that tell what a word is.
func unlisted(w string) bool {
	return len(w) > 3 && ascii(w) && !englishWord(w) && !number(w) && !clauseMark(w) && !strings.ContainsAny(w, "'0123456789“”") && !strings.HasSuffix(w, "ing") && !strings.HasSuffix(w, "ly")
}

var slips = pairs(`u=you def=definitely defo=definitely defs=definitely tmr=tomorrow tmw=tomorrow thurs=thursday weds=wednesday
	actualy=actually acually=actually acutally=actually tomorow=tomorrow tommorow=tomorrow tommorrow=tomorrow tmrw=tomorrow
	finaly=finally definately=definitely definitly=definitely realy=really probly=probably teh=the becuase=because recieved=received
	wich=which untill=until wensday=wednesday wednsday=wednesday thrusday=thursday febuary=february alot=lots tho=though
	ya=you yea=yeah yeh=yeah pls=please plz=please thx=thanks thnx=thanks ty=thanks u=you ur=your r=are cuz=because coz=because btw=by-the-way
	promiss=promise seperate=separate adress=address calender=calendar wierd=weird freind=friend decison=decision`)

var contractions = map[string][]string{
	"i'm": {"i", "am"}, "im": {"i", "am"}, "i'll": {"i", "will"}, "i've": {"i", "have"}, "ive": {"i", "have"}, "i'd": {"i", "would"},
	"we're": {"we", "are"}, "we'll": {"we", "will"}, "we've": {"we", "have"}, "weve": {"we", "have"}, "we'd": {"we", "would"},
	"you're": {"you", "are"}, "youre": {"you", "are"}, "you'll": {"you", "will"}, "you've": {"you", "have"}, "you'd": {"you", "would"},
	"he's": {"he", "is"}, "she's": {"she", "is"}, "hes": {"he", "is"}, "shes": {"she", "is"}, "it's": {"it", "is"},
	"they're": {"they", "are"}, "theyre": {"they", "are"}, "they've": {"they", "have"}, "they'd": {"they", "would"},
	"he'd": {"he", "would"}, "she'd": {"she", "would"}, "it'd": {"it", "would"},
	"that's": {"that", "is"}, "thats": {"that", "is"}, "there's": {"there", "is"}, "theres": {"there", "is"}, "here's": {"here", "is"},
	"what's": {"what", "is"}, "whats": {"what", "is"}, "who's": {"who", "is"}, "whos": {"who", "is"}, "where's": {"where", "is"},
	"wheres": {"where", "is"}, "how's": {"how", "is"}, "hows": {"how", "is"}, "when's": {"when", "is"}, "whens": {"when", "is"}, "why's": {"why", "is"},
	"let's": {"let", "us"}, "lets": {"let", "us"}, "won't": {"will", "not"}, "wont": {"will", "not"}, "can't": {"can", "not"}, "cant": {"can", "not"},
	"cannot": {"can", "not"}, "shan't": {"shall", "not"}, "ain't": {"is", "not"}, "dont": {"do", "not"}, "didnt": {"did", "not"},
	"doesnt": {"does", "not"}, "isnt": {"is", "not"}, "wasnt": {"was", "not"}, "arent": {"are", "not"}, "werent": {"were", "not"},
	"couldnt": {"could", "not"}, "wouldnt": {"would", "not"}, "shouldnt": {"should", "not"}, "havent": {"have", "not"}, "hasnt": {"has", "not"},
	"hadnt": {"had", "not"}, "gonna": {"going", "to"}, "wanna": {"want", "to"}, "gotta": {"have", "to"}, "gimme": {"give", "me"},
	"y'all": {"you", "all"}, "by-the-way": {"by", "the", "way"},
}

var determiner = set(`a an the this that these those my your his her its our their some any no every each another both all which whose`)
var possessive = set(`my your his her its our their`)
var subjectPronoun = set(`i you he she it we they this that there these those somebody someone everybody everyone nobody anyone anybody`)
var preposition = set(`in on at to from with for of by about near behind under over into onto after before since until till during between
	through around against without along across beside besides inside outside above below like than via per towards toward off up down out as`)
var conjunction = set(`and but or so because although though while if when whereas since unless that which who where yet nor then`)
var opener = set(`and but so or because then well also plus ok okay yes yeah no nope oh hmm anyway actually because`)
var auxiliary = set(`am is are was were be been being have has had do does did will would can could shall should may might must`)
var inverting = set(`am is are was were do does did will would can could shall should have has had may might must`)
var question = set(`what who whom whose which when where why how`)
var adverb = set(`really just also never always often still already usually only even probably actually sometimes now recently finally barely
	hardly ever so then mostly rarely definitely certainly simply currently absolutely completely totally almost nearly generally normally
	truly honestly seriously personally kind sort quite rather soon again once twice both all maybe perhaps
	today tomorrow yesterday tonight eventually basically literally officially gladly happily secretly officially mainly obviously apparently`)
var numberWord = set(`one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen
	twenty thirty forty fifty sixty seventy eighty ninety hundred thousand million dozen half`)
var weekdayName = set(`monday tuesday wednesday thursday friday saturday sunday mondays tuesdays wednesdays thursdays fridays saturdays sundays`)
var monthName = set(`january february march april may june july august september october november december`)

func dayWord(w string) bool {
	return weekdayName[w] || monthName[w] || w == "today" || w == "tomorrow" || w == "yesterday" || w == "tonight"
}

// baseVerb are the verbs that a plain request, promise or plan is made of.
var baseVerb = set(`accept add address admit adopt advise agree aim allow announce answer apologise apologize apply appreciate approve argue arrange arrive ask
	assign assist attach attend avoid back bake bear beat become begin believe bid bike bind blow boil book borrow bother bounce break breathe brew bring
	build burn buy calculate call cancel care carry catch celebrate change charge chase chat check cheer choose clean clear climb close coach collect
	come commit compare compile complain complete compose compute confirm connect consider contact continue contribute convert cook copy correct cost count cover
	create cross cry cut cycle dance deal decide decline decorate defend define delete deliver deny depart depend deploy describe design destroy dial die dig
	disagree discuss dive divide do donate double download draft drag draw dream dress drink drive drop dry earn eat edit email end enjoy enter erase escape
	estimate exchange excuse exercise expect explain explore export express extend face fail fall fear feed feel fetch fight file fill find finish fit fix
	float fly fold follow forgive forget forward freeze fry gather generate get give glue go grab grill grow guarantee guess guide hand handle hang happen hate
	have head hear heat help hide hike hire hit hold hope host hug hurry hurt identify ignore import improve include increase inform insist install
	introduce investigate invite iron jog join joke jump keep kick kill kiss knit knock know land laugh launch lay lead learn leave lend let lie lift light like
	list listen live load lock look lose love lower mail make manage marry match mean measure meet melt mend mention merge message mind miss mix modify move mow
	name need negotiate note notice notify number object offer open opt order organise organize own pack paint park participate pass paste pay perform phone pick ping
	plan plant play plot point polish post postpone pour practise practice prefer prepare present press print proofread propose protect prove provide pull push put
	quit quote raise reach read realise realize rebook recall receive recommend record reduce refer refund refuse register reheat reject relax release rely remember
	remind remove renew rent repair repeat replace reply report request rescue research reschedule reserve reset resign respond rest restart return reuse review rewrite
	ride ring rise roast run sail save say schedule scan scrub search see seek seem sell send separate serve set settle sew shake share shift ship shop shorten
	show shut sign simplify sing sit ski skip sleep slice slow smell smile smoke solve sort sound speak spell spend spread stand start stay steal stick
	stop store stretch study submit subscribe subtract suggest sum summarise summarize support suppose surprise swap swear sweep swim switch take talk taste teach tell
	test text thank think throw tidy tie touch track trade train transfer translate travel treat trim trust try tune turn type understand undo unpack unsubscribe
	update upgrade upload use vacuum verify visit volunteer vote wait wake walk want warn wash watch water wear weigh welcome win wipe wish withdraw wonder word work worry
	wrap write babysit`)

// stative verbs say how things are or will be, not what somebody undertakes.
var stative = set(`miss need want know like love hate think feel believe die lose see hear have seem appear understand mean fall fail hope wish fear guess
	own cost weigh expect become happen regret suffer remember recall sleep turn bear mind enjoy smell sound taste cry probably be end`)

// request are the verbs that open a request when they open a sentence.
var request = set(`add address advise answer arrange ask book calculate call cancel check clear close compare compile compose compute convert copy correct count create
	define delete describe design draft draw email erase estimate explain export fetch fill find fix forward generate get give go guess help identify ignore import
	keep let list look make measure message move name open order organise organize pick plan play please point print proofread propose provide put quote rank read
	recommend record remember remind remove rename repeat rephrase replace reply research reserve reset reschedule rewrite run save say schedule scan search send set shorten show shut
	sing simplify solve sort spell start stop suggest sum summarise summarize switch take teach tell test text time track transfer translate try turn type undo update
	verify wait wake warn watch wish word write`)

var choiceVerb = set(`renewing buying applying accepting joining signing moving attending inviting wearing eating drinking paying changing extending running having taking getting keeping using naming calling choosing picking selling quitting dropping ending cancelling canceling skipping buying hiring
	painting switching adopting sticking staying going ordering booking doing marrying closing hosting giving stopping leaving`)
var moveVerb = set(`moved pushed postponed rescheduled shifted switched bumped delayed brought changed swapped put relocated`)
var groupNoun = set(`association society parish council panel trustees congregation department squad cast cooperative union team board family committee class council club group company department management choir band jury crew parents staff household flatmates
	partners siblings everyone everybody`)
var sayVerb = set(`said says say told tells tell asked asks claimed claims claim thinks think thought believes believe reckons insists insisted swears swore
	shouted shouts yelled whispered repeated repeats announced announces wrote writes mentioned mentions replied replies answered answers explained explains
	warned complained texted promised promises heard hears suggested suggests wants wanted hopes hoped decided decides agreed`)

var kinship = set(`mother mum mom mam father dad brother sister son daughter wife husband partner girlfriend boyfriend fiancé fiancée fiance fiancee aunt auntie uncle
	cousin niece nephew grandma grandmother granny grandpa grandfather grandson granddaughter friend neighbour neighbor colleague boss flatmate roommate
	teacher coach landlord landlady stepmother stepfather stepson stepdaughter godson goddaughter godmother godfather twin kid child baby
	mother-in-law father-in-law sister-in-law brother-in-law ex manager coworker mentor tutor dentist doctor vet therapist`)
var pet = set(`dog cat puppy kitten rabbit hamster horse parrot budgie canary goldfish tortoise pony guinea-pig bird`)
var title = set(`mr mrs ms miss dr prof professor sir madam madame aunt uncle auntie grandma grandpa captain sister father pastor coach judge`)

// irregular past forms and their base.
var pastOf = pairs(`was=be were=be had=have did=do went=go saw=see met=meet came=come got=get left=leave said=say told=tell took=take made=make
	bought=buy ate=eat found=find lost=lose won=win wrote=write read=read sent=send gave=give broke=break ran=run slept=sleep spoke=speak drove=drive flew=fly
	fell=fall felt=feel began=begin spent=spend paid=pay held=hold heard=hear taught=teach became=become built=build caught=catch chose=choose cut=cut
	dealt=deal drew=draw drank=drink fed=feed fought=fight forgot=forget froze=freeze grew=grow hid=hide hit=hit hurt=hurt kept=keep knew=know laid=lay led=lead
	lent=lend let=let lay=lie lit=light meant=mean put=put quit=quit rang=ring rode=ride rose=rise sang=sing sat=sit sold=sell shook=shake shot=shoot shut=shut
	stood=stand stole=steal stuck=stick swam=swim swept=sweep swore=swear threw=throw thought=think tore=tear understood=understand woke=wake wore=wear hung=hang
	bit=bite blew=blow brought=bring burnt=burn dug=dig dreamt=dream learnt=learn spilt=spill spelt=spell split=split spread=spread sank=sink set=set slid=slide
	misread=misread misheard=mishear misspoke=misspeak misunderstood=misunderstand overslept=oversleep withdrew=withdraw bent=bend bet=bet bled=bleed bred=breed cost=cost crept=creep flung=fling fled=flee forgave=forgive leapt=leap
	mistook=mistake overheard=overhear rebuilt=rebuild redid=redo rewrote=rewrite sought=seek shrank=shrink smelt=smell sped=speed spun=spin sprang=spring
	stung=sting struck=strike swung=swing undid=undo wept=weep wound=wind`)

// participle are past participles that differ from the past form.
var participle = set(`been gone seen come taken eaten written given broken run spoken driven flown fallen begun become chosen drawn drunk forgotten frozen grown
	hidden known ridden rung risen sung shaken shown sworn swum torn thrown understood woken worn blown bitten done stolen sewn sunk shrunk`)

var notPast = set(`red bed need speed seed weed shed sped hundred wicked naked sacred indeed exceed proceed feed breed embed tired bored excited worried annoyed
	exhausted pleased interested scared surprised stressed confused disappointed married divorced allergic used hatred kindred united rugged crooked
	aged beloved newlywed thread bread spread instead ahead dead lead head red-haired`)

// feeling are adjectives that open a sentence whose subject is left out.
var feeling = set(`tired bored excited worried annoyed exhausted pleased interested scared surprised stressed confused disappointed happy sad sick ill hungry
	thirsty busy sore proud glad sorry afraid nervous late home back alone ready stuck broke awake asleep allergic unable free done out off down up over`)

var adjective = set(`good great nice bad big small long short new old late early cheap expensive high low hot cold warm cool open closed free full empty black white red
	green blue yellow orange brown grey gray pink purple dark bright loud quiet nearer farther closer better worse more less enough fine ok okay right wrong`)

// mood are words for how something strikes one.
var mood = set(`kind sweet nice lovely great good awesome amazing wonderful fantastic cool funny hilarious cute thoughtful weird crazy interesting wild impressive
	helpful sad terrible awful horrible perfect brilliant neat fun generous beautiful annoying unfortunate hard tough fair true right silly`)
var colour = set(`black white red green blue yellow orange brown grey gray pink purple beige turquoise violet silver gold navy teal cream crimson`)

func isPast(w string) bool {
	if _, ok := pastOf[w]; ok {
		return true
	}
	return len(w) > 3 && strings.HasSuffix(w, "ed") && !notPast[w] && !strings.Contains(w, "-")
}

// thirdPerson reports whether w is a verb in the third person singular, and
// gives its base form.
func thirdPerson(w string) (string, bool) {
	switch w {
	case "goes", "does", "has", "is":
		return map[string]string{"goes": "go", "does": "do", "has": "have", "is": "be"}[w], true
	}
	if b, ok := strings.CutSuffix(w, "ies"); ok && baseVerb[b+"y"] {
		return b + "y", true
	}
	if b, ok := strings.CutSuffix(w, "es"); ok && baseVerb[b] && sibilant(b) {
		return b, true
	}
	if b, ok := strings.CutSuffix(w, "s"); ok && baseVerb[b] {
		return b, true
	}
	return "", false
}

func sibilant(b string) bool {
	for _, end := range []string{"s", "x", "z", "ch", "sh", "o"} {
		if strings.HasSuffix(b, end) {
			return true
		}
	}
	return false
}

// withS puts a verb in the third person singular.
func withS(b string) string {
	switch {
	case b == "have":
		return "has"
	case sibilant(b):
		return b + "es"
	case strings.HasSuffix(b, "y") && len(b) > 1 && !strings.ContainsRune("aeiou", rune(b[len(b)-2])):
		return b[:len(b)-1] + "ies"
	}
	return b + "s"
}

// stop are the words that say nothing about what a sentence is about.
var stop = set(`a an the this that these those my your his her its our their some any no every each another both all i you he she it we they me him us them
	am is are was were be been being have has had do does did will would can could shall should may might must not and but or so because if when while
	as than then there here too also just really very quite still already again now yet ever never only even of in on at to from with for by about into
	up down out off over user user's agent agent's says said say know think get got go going one two ok okay yes no please thanks well actually
	instead anymore more most less much many what which who where why how yes yeah let us lets`)
