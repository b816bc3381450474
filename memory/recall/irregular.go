package recall

import "strings"

// irregularForms are English words whose forms no stemmer brings together, each
// after its base form.
const irregularForms = `
arise arose arisen; awake awoke awoken; bear bore borne; beat beaten; become became; begin began begun; bend bent;
bind bound; bite bit bitten; bleed bled; blow blew blown; break broke broken; breed bred; bring brought; build built;
burn burnt; buy bought; catch caught; choose chose chosen; cling clung; creep crept; deal dealt; dig dug; dive dove; draw drew drawn;
dream dreamt; drink drank drunk; drive drove driven; dwell dwelt; eat ate eaten; fall fell fallen; feed fed; feel felt;
fight fought; find found; flee fled; fling flung; fly flew flown; forbid forbade forbidden; forget forgot forgotten;
forgive forgave forgiven; freeze froze frozen; give gave given; grind ground; grow grew grown; hang hung; hear heard;
hide hid hidden; hold held; keep kept; kneel knelt; know knew known; lay laid; lead led; lean leant; leap leapt;
learn learnt; leave left; lend lent; lie lain; light lit; lose lost; make made; mean meant; meet met; pay paid;
prove proven; ride rode ridden; ring rang rung; rise rose risen; run ran; see saw seen; seek sought; sell sold;
send sent; sew sewn; shake shook shaken; shine shone; shoot shot; show shown; shrink shrank shrunk; sing sang sung;
sink sank sunk; sit sat; sleep slept; slide slid; smell smelt; speak spoke spoken; spell spelt; spend spent; spill spilt;
spin spun; spoil spoilt; spring sprang sprung; stand stood; steal stole stolen; stick stuck; sting stung; stink stank stunk;
strike struck stricken; strive strove striven; swear swore sworn; sweep swept; swell swollen; swim swam swum; swing swung;
take took taken; teach taught; tear tore torn; think thought; throw threw thrown; tread trod trodden;
understand understood; undertake undertook undertaken; uphold upheld; wake woke woken; wear wore worn; weave wove woven; weep wept; win won;
wind wound; withdraw withdrew withdrawn; withhold withheld; write wrote written; overcome overcame; oversee oversaw overseen; undergo underwent undergone;
child children; foot feet; goose geese; man men; mouse mice; ox oxen; person people; tooth teeth; woman women;
calf calves; half halves; knife knives; leaf leaves; life lives; loaf loaves; scarf scarves; shelf shelves; thief thieves;
wife wives; wolf wolves; good better best; bad worse worst; far further farther`

// irregular gives the base of an irregular form.
var irregular = func() map[string]string {
	base := map[string]string{}
	for family := range strings.SplitSeq(irregularForms, ";") {
		forms := strings.Fields(family)
		for _, f := range forms[1:] {
			base[f] = forms[0]
		}
	}
	return base
}()
