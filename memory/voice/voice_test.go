package voice

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"muisto/unicodetest"
)

// shown are texts in which somebody else says, or a text to be worked on reads,
// that the launch is on Sunday, by how it stands there.
var shown = []struct{ name, text string }{
	{"a forwarded mail", "What do you make of this?\n\n---------- Forwarded message ---------\nFrom: Bob <bob@example.com>\nDate: Sun, May 10, 2026\nSubject: Re: launch\nTo: Anna\n\nNo, the launch is on Sunday, not Friday.\n\nBob"},
	{"headers in German", "Was meinst du?\n\nVon: Bob Meier\nGesendet: Sonntag, 10. Mai 2026 10:31\nAn: Anna\nBetreff: AW: Start\n\nNein, der launch ist am Sunday."},
	{"headers in Finnish", "Lähettäjä: Bob Virtanen\nLähetetty: sunnuntai 10. toukokuuta 2026 10.31\nVastaanottaja: Anna\nAihe: VS: julkaisu\n\nNo, the launch is on Sunday."},
	{"headers in no language we know", "Nadawcaę: Bob\nTematę: start\nDzieńę: jutro\n\nNo, the launch is on Sunday, not Friday."},
	{"a head without an empty line", "From: Bob\nNo, the launch is on Sunday."},
	{"headers in bold", "**From:** Bob\n**Sent:** 10 May 2026 10:31\n**To:** Anna\n\nNo, the launch is on Sunday."},
	{"headers in Chinese", "发件人：王伟\n收件人：安娜\n主题：发布\n\n不，the launch is on Sunday"},
	{"an original message", "Hm.\n\n-----Original Message-----\nNo, the launch is on Sunday."},
	{"a begun forward", "Begin forwarded message:\n\nNo, the launch is on Sunday."},
	{"an attribution", "On Sun, 10 May 2026 at 10:31, Bob Miller <bob@example.com> wrote:\n\nNo, the launch is on Sunday."},
	{"an attribution in German", "Am So., 10. Mai 2026 um 10:31 Uhr schrieb Bob:\n\nNo, the launch is on Sunday."},
	{"an attribution in French", "Le dim. 10 mai 2026 à 10:31, Bob a écrit :\n\nNo, the launch is on Sunday."},
	{"an attribution in Swahili", "Tarehe 10 Mei 2026, Bob aliandika:\n\nNo, the launch is on Sunday."},
	{"an attribution below words", "I got this today.\n\nBob kirjoitti 10.5.2026:\nNo, the launch is on Sunday."},
	{"a quoted reply", "> No, the launch is on Sunday.\n\nWhat now?"},
	{"a lazy quotation", "> No,\nthe launch is on Sunday.\n\nWhat now?"},
	{"a quotation in a list", "- > No, the launch is on Sunday."},
	{"a quotation in a numbered list", "1. > No, the launch is on Sunday."},
	{"nested quotations", "> > > No, the launch is on Sunday."},
	{"full-width quotation", "＞ No, the launch is on Sunday."},
	{"a signature", "Thanks!\n--\nNo, the launch is on Sunday."},
	{"a letter", "Hi Anna,\n\nNo, the launch is on Sunday, not Friday.\n\nBest,\nBob"},
	{"a speaker", "Bob: No, the launch is on Sunday."},
	{"a speaker with two names", "Bob Miller: No, the launch is on Sunday."},
	{"a speaker in lower case", "bob: no, the launch is on sunday"},
	{"a speaker in Hebrew", "בוב: לא, the launch is on Sunday"},
	{"a speaker in Chinese", "王伟：不，the launch is on Sunday"},
	{"a speaker in bold", "**Bob:** No, the launch is on Sunday."},
	{"a numbered speaker", "Speaker 2: No, the launch is on Sunday."},
	{"my boss", "My boss: No, the launch is on Sunday."},
	{"two speakers", "Anna: When is it?\nBob: No, the launch is on Sunday."},
	{"a role", "User: No, the launch is on Sunday."},
	{"a role in a list", "- human: No, the launch is on Sunday."},
	{"a chat with times", "[10:32] Bob: No, the launch is on Sunday."},
	{"a chat with dates", "[10.05.26, 10:32:11] Bob: No, the launch is on Sunday."},
	{"a chat as a file", "10/05/2026, 10:32 - Bob: No, the launch is on Sunday."},
	{"a chat in the terminal", "10:32 <bob> No, the launch is on Sunday."},
	{"a name in angles", "<bob> No, the launch is on Sunday."},
	{"a name in brackets", "[Bob] No, the launch is on Sunday."},
	{"a prompt", "bob> No, the launch is on Sunday."},
	{"a name and a time above", "Bob Miller  10:32 AM\nNo, the launch is on Sunday."},
	{"a name and today above", "Bob — Today at 10:32\nNo, the launch is on Sunday."},
	{"a dash for a speaker", "Bob — No, the launch is on Sunday."},
	{"a dialogue", "— No, the launch is on Sunday."},
	{"straight quotes", "She said \"No, the launch is on Sunday.\" Hm."},
	{"curly quotes", "She said “No, the launch is on Sunday.” Hm."},
	{"German quotes", "Sie sagte „No, the launch is on Sunday.“ Hm."},
	{"Swedish quotes", "Hon sa ”No, the launch is on Sunday.” Hm."},
	{"Swedish single quotes", "Hon sa ’No, the launch is on Sunday.’ Hm."},
	{"guillemets", "Elle a dit « No, the launch is on Sunday. » Hm."},
	{"turned guillemets", "Sie sagte »No, the launch is on Sunday.« Hm."},
	{"corner brackets", "彼は「No, the launch is on Sunday.」と言った"},
	{"single curly quotes", "She said ‘No, the launch is on Sunday.’ Hm."},
	{"single straight quotes", "She said 'No, the launch is on Sunday, it's final.' Hm."},
	{"quotes in quotes", "He said “She told me ‘yes’ and: No, the launch is on Sunday.” Hm."},
	{"an open quotation", "“No, the launch is on Sunday."},
	{"a quotation over paragraphs", "\"Hi.\n\nNo, the launch is on Sunday.\n\nBye\" is what I got"},
	{"a list of quotations", "- \"No, the launch is on Sunday.\"\n- \"It is not on Friday.\""},
	{"points of somebody", "Bob's points:\n- No, the launch is on Sunday.\n- It is not on Friday."},
	{"to be translated", "Translate into German: No, the launch is on Sunday."},
	{"to be translated, below", "Translate into German\n\nNo, the launch is on Sunday."},
	{"to be translated, in lower case", "translate to finnish: no, the launch is on sunday"},
	{"to be translated, as a question", "Can you translate this?\n\nNo, the launch is on Sunday."},
	{"to be translated, in Finnish", "Käännä englanniksi: No, the launch is on Sunday."},
	{"to be translated, in French", "Traduis en anglais : No, the launch is on Sunday."},
	{"to be translated, in Chinese", "请翻译成德语：No, the launch is on Sunday."},
	{"to be translated, in no language we know", "Tafsiri kwa Kijerumani: No, the launch is on Sunday."},
	{"to be proofread", "Proofread: No, the launch is on Sunday."},
	{"to be repeated", "Repeat after me: No, the launch is on Sunday."},
	{"to be summarised, above", "No, the launch is on Sunday.\n\nPlease summarise the above."},
	{"to be judged", "What do you make of this?\n\nNo, the launch is on Sunday."},
	{"a long request", "Could you have a look at the following sentence for me please: No, the launch is on Sunday."},
	{"a fence", "Look:\n```\nNo, the launch is on Sunday.\n```"},
	{"a fence in a list", "1. ```text\n   No, the launch is on Sunday.\n   ```"},
	{"a fence of waves", "~~~\nNo, the launch is on Sunday."},
	{"an indented block", "The log:\n\n    No, the launch is on Sunday.\n"},
	{"an indented block by tab", "\tNo, the launch is on Sunday."},
	{"in backticks", "It prints `No, the launch is on Sunday` again."},
	{"HTML", "<blockquote>No, the launch is on Sunday.</blockquote>"},
	{"HTML within a line", "See <b class=\"x\">No, the launch is on Sunday.</b>"},
	{"XML that is open", "<note>\nNo, the launch is on Sunday."},
	{"marks of a board", "[quote=Bob]No, the launch is on Sunday.[/quote]"},
	{"LaTeX", "\\begin{quote}\nNo, the launch is on Sunday.\n\\end{quote}"},
	{"a template", "{{quote|No, the launch is on Sunday.}}"},
	{"a comment", "See.\n<!-- No, the launch is on Sunday. -->"},
	{"a table", "| day | what |\n|---|---|\n| Sunday | No, the launch is on Sunday |"},
	{"a table by tabs", "day\twhat\nSunday\tNo, the launch is on Sunday"},
	{"records", "a;b;No, the launch is on Sunday\nc;d;e"},
	{"subtitles", "1\n00:00:01,000 --> 00:00:04,000\nNo, the launch is on Sunday."},
	{"subtitles of the web", "WEBVTT\n\n00:01.000 --> 00:04.000\nNo, the launch is on Sunday."},
	{"a log", "2026-05-10 10:32:11 INFO No, the launch is on Sunday"},
	{"a log without a date", "ERROR No, the launch is on Sunday"},
	{"a change", "@@ -1 +1 @@\n-Friday\n+No, the launch is on Sunday"},
	{"below a rule", "Look\n***\nNo, the launch is on Sunday."},
	{"an object", "{\n  text: No, the launch is on Sunday\n}"},
	{"a heading", "# No, the launch is on Sunday"},
	{"a footnote", "[^1]: No, the launch is on Sunday"},
	{"a note of somebody", "Note from Bob: No, the launch is on Sunday."},
	{"a correction of somebody", "Bob's correction: no, the launch is on sunday"},
	{"a subject", "Re: No, the launch is on Sunday."},
	{"headers by tabs", "got this:\n\nFROM:\tOps Desk\nDATE:\t04-MAY-2026\nRE:\tlaunch\n\nNo, the launch is on Sunday."},
	{"a nickname and a time above", "tuomas — Today at 9:14 AM\nNo, the launch is on Sunday.\nben — Today at 9:16 AM\nlol ok"},
	{"a post", "@launches · May 4\nNo, the launch is on Sunday.\n12 Reposts\n\nseen this?"},
	{"a post under a name", "Ilse Vogt · 2h\nNo, the launch is on Sunday."},
	{"what a shell printed", "$ cat note.txt\nNo, the launch is on Sunday.\n$ date\nMon May  4"},
	{"what a shell printed, over paragraphs", "root@host:~# cat a\nHi.\n\nNo, the launch is on Sunday.\nroot@host:~# "},
	{"what another shell printed", "C:\\Users\\me> type note.txt\nNo, the launch is on Sunday."},
	{"sentences that are asked about", "Here are sentences from a course, which are wrong?\n1) She go home.\n2) No, the launch is on Sunday."},
	{"a comment", "tlehto commented 3 hours ago\nNo, the launch is on Sunday."},
	{"a feed", "4 May 09:14 · Tuomas\nNo, the launch is on Sunday.\n4 May 09:20 · Ben\nok"},
	{"times below", "Tuomas\nNo, the launch is on Sunday.\nMon 09:14\nBen\nok\nMon 09:16"},
	{"arrows", "tuomas => No, the launch is on Sunday.\nben => ok"},
	{"a slide", "The slide reads as follows\nNo, the launch is on Sunday."},
	{"a calendar", "BEGIN:VEVENT\nSUMMARY:launch\nDESCRIPTION:No, the launch is on Sunday.\nEND:VEVENT"},
	{"a fence of colons", "::: warning\nNo, the launch is on Sunday.\n:::\nhow does this look?"},
	{"a block of an outline", "#+BEGIN_QUOTE\nNo, the launch is on Sunday.\n#+END_QUOTE"},
	{"a statement of code", "insert into notes values ('No, the launch is on Sunday.');"},
	{"a sentence that is asked about", "Is this sentence grammatical?\nNo, the launch is on Sunday."},
	{"a sentence that is asked about, German", "Ist dieser Satz richtig?\n\nNo, the launch is on Sunday."},
	{"to be said in another language, above", "No, the launch is on Sunday.\n\nHow would you say that in Swedish?"},
	{"to be said in another language, German", "No, the launch is on Sunday.\n\nWie sagt man das auf Schwedisch?"},
	{"a quotation that is broken off", "> As we said last week,\nno, the launch is on Sunday."},
	{"a quotation that goes on in lower case", "> Hm.\nno, the launch is on Sunday."},
	{"a role with a sentence of its own", "The boss: no, the launch is on Sunday."},
	{"somebody's", "Bob's boss: no, it is on Sunday."},
	{"two labels", "The boss: no, it is on Sunday.\nThe client: oh, since when?"},
	{"wrote, without a colon", "Bob wrote\nNo, the launch is on Sunday."},
}

func TestWhatIsShownIsNotSaid(t *testing.T) {
	for _, tt := range shown {
		t.Run(tt.name, func(t *testing.T) {
			if said := Says(tt.text); strings.Contains(strings.ToLower(said), "sunday") {
				t.Errorf("%q says %q", tt.text, said)
			}
		})
	}
}

func TestPlainSpeechIsOnesOwn(t *testing.T) {
	for _, text := range []string{
		"No, the launch is on Friday.",
		"Re the launch: no, it is Friday",
		"Note: the launch is on Friday.",
		"NB: The launch is on Friday.",
		"PS: The launch is on Friday, not Sunday.",
		"Correction: the launch is on Friday.",
		"Small correction: The launch is on Friday.",
		"Update: The launch moved to Friday.",
		"Quick update: it is on Friday now",
		"One more thing: the launch is on Friday.",
		"Two things: the launch is on Friday, and I live in Turku.",
		"Change of plan: Friday.",
		"Good news: we got the flat!",
		"FYI: Sara is my sister.",
		"My mistake: it is on Friday.",
		"To be clear: the launch is on Friday.",
		"Sorry: I meant Friday.",
		"I decided: Friday it is",
		"I have made up my mind about the launch: it is on Friday.",
		"The venue has changed for good: it is now in Oslo.",
		"Here is what I know about it: the launch is on Friday.",
		"The café is called \"Blue Door\", and I like it.",
		"My dog's name is 'Otto'.",
		"We call it “the Heron”, since it is slow.",
		"It's at 10:30, not at 11:00.",
		"10:30 works for me.",
		"See https://example.org/a?b=c for the plan, I chose it.",
		"I'm allergic to nuts; don't forget.",
		"- milk\n- eggs\n- the launch is on Friday",
		"Two things:\n- the launch is on Friday\n- I live in Turku now",
		"My plan:\n1. run\n2. swim on Friday",
		"Launch: Friday\nVenue: Oslo",
		"The launch: no, it is Friday.",
		"the launch: no, it's on friday",
		"The Heron launch: it is on Friday, not on Sunday.",
		"Launch date: no, that is Friday.",
		"Le départ : non, c'est vendredi",
		"Re:the launch is on Friday",
		"Did I say that?\nThe launch is on Friday.",
		"$5 is what I pay for it.",
		"Which of these did I say?\n\nThe launch is on Friday.",
		"Can you keep these in mind?\n- The launch is on Friday.\n- I live in Turku.",
		"Hey!\nThe launch is on Friday.",
		"ok so\nthe launch is on Friday",
		"The ratio is 3:1 and I'm happy :)",
		"I weigh 70 kg & run 5 km <3",
		"We need 5 < x < 7 for the test to pass.",
		"The screen is 27\" wide, the old one 24\" only.",
		"’Twas on Friday, y’all know.",
		"I don't like 'em, y'all know that's true.",
		"Rock 'n' roll isn't dead, I play it every day.",
		"Mon mot-clé : c'est vendredi",
		"Korjaus: julkaisu on perjantaina.",
		"Korrektur: Der Start ist am Freitag.",
		"更正：发布会在星期五",
		"Friday: dentist at ten, then the launch.",
		"Today: The launch is on Friday.",
		"(FYI) the launch is on Friday",
		"Did I say Sunday?\n\nNo, the launch is on Friday.",
		"Please remember that the launch is on Friday.",
		"I live at Main Street 5, in Turku -- not in Oslo.",
		"The launch is on Friday - not on Sunday.",
		"NO!!! The launch is on FRIDAY!!!",
		"Decision: we go with Friday.",
		"What a day.\n\nI moved to Oslo.\n\nThe launch is on Friday.",
	} {
		if said := Says(text); said != text {
			t.Errorf("of %q only %q is its writer's own", text, said)
		}
	}
}

func TestWhatStandsBesideAQuotationIsOnesOwn(t *testing.T) {
	for text, own := range map[string]string{
		"> It is on Sunday.\nNo, it is on Friday.":                                        "No, it is on Friday.",
		"> Is it on Sunday?\nNo.\n> Then when?\nThe launch is on Friday.":                 "The launch is on Friday.",
		"$ date\nMon May  4\n\nI moved to Oslo.":                                          "I moved to Oslo.",
		"> It is on Sunday.\n\nNo, it is on Friday.":                                      "No, it is on Friday.",
		"Bob said \"it is on Sunday, of course\", but it is on Friday.":                   "but it is on Friday.",
		"I chose this:\n```\nfmt.Println(1)\n```\nIt works.":                              "It works.",
		"No, the launch is on Friday!\n\nOn Sunday Bob wrote:\n> It is on Monday.":        "No, the launch is on Friday!",
		"The launch is on Friday.\n\nTranslate into German: It is on Sunday.":             "The launch is on Friday.",
		"| a | b |\n| - | - |\n\nI prefer the second one.":                                "I prefer the second one.",
		"<b>shown</b> but I live in Oslo.":                                                "but I live in Oslo.",
		"The launch is on Friday. My sister wrote:\n\nSee you on Sunday then.\n\nLove, S": "The launch is on Friday.",
	} {
		if said := Says(text); !strings.Contains(said, own) || strings.Contains(said, "Monday") {
			t.Errorf("%q says %q", text, said)
		}
	}
}

// Whatever the text, its parts make it up, and it is looked at in the end.
func TestPartsMakeUpTheText(t *testing.T) {
	var pieces []string
	for _, s := range shown {
		pieces = append(pieces, s.text)
	}
	piece := rapid.OneOf(rapid.SampledFrom(pieces), rapid.String(), rapid.SampledFrom(strings.Split("> - \" “ ” « ' ` ``` <a> </a> : ：\n\n 1. | \t {{ [x]", " ")))
	rapid.Check(t, func(rt *rapid.T) {
		whole(rt, strings.Join(rapid.SliceOfN(piece, 0, 8).Draw(rt, "text"), ""))
	})
}

func whole(t interface{ Fatalf(string, ...any) }, text string) {
	end := 0
	last := Kind(255)
	for _, s := range Spans(text) {
		if s.Start != end || s.End <= s.Start || s.Kind == last {
			t.Fatalf("%q has the part %+v after %d", text, s, end)
		}
		end, last = s.End, s.Kind
	}
	if end != len(text) {
		t.Fatalf("%q ends at %d of %d", text, end, len(text))
	}
}

func FuzzSpans(f *testing.F) {
	for _, s := range shown {
		f.Add(s.text)
	}
	for _, s := range unicodetest.Texts() {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) { whole(t, text) })
}
