package hippocampus

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"muisto/memory"
)

// generic words are those that episodes are worded with; they neither ground a
// sentence in the messages nor are names.
var generic = wordSet(`a about again agent an and answered are as asked assistant at be been being but by
	committed confirmed corrected correction decided decision did do does for from had has have he her him his
	i in into is it its january february march april may june july august september october november december
	monday tuesday wednesday thursday friday saturday sunday mentioned message not of on one or promised
	retracted said says shared she so stated system that the their them they this to told took user user's
	was were what when where which who will with wrote`)

func wordSet(words string) map[string]bool {
	set := make(map[string]bool)
	for _, w := range strings.Fields(words) {
		set[w] = true
	}
	return set
}

// contentWords are the words of a sentence that are not generic, in lower case.
func contentWords(s string) []string {
	var words []string
	for _, w := range strings.FieldsFunc(strings.ToLower(strings.ReplaceAll(s, "’", "'")), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '\''
	}) {
		w = strings.Trim(w, "'")
		if w != "" && !generic[w] {
			words = append(words, w)
		}
	}
	return words
}

// echoWords is how many words in a row, the same as in the instructions and
// not in the batch, make an echo; echoContent of them must be content words,
// since the instructions word their example as episodes are worded.
const (
	echoWords   = 6
	echoContent = 3
)

// echoes returns the first run of words that a sentence shares with the
// instructions and not with the batch, or "".
func (c checker) echoes(what string) string {
	words := strings.Fields(memory.Folded(what))
	prompt, batch := " "+memory.Folded(instructions)+" ", " "+memory.Folded(c.text)+" "
	for i := 0; i+echoWords <= len(words); i++ {
		run := strings.Join(words[i:i+echoWords], " ")
		if len(contentWords(run)) >= echoContent && strings.Contains(prompt, " "+run+" ") && !strings.Contains(batch, " "+run+" ") {
			return run
		}
	}
	return ""
}

// shorten cuts a text to n runes, at a word where it can, with an ellipsis.
func shorten(s string, n int) string {
	if utf8.RuneCountInString(s) <= n {
		return s
	}
	runes := []rune(s)[:n-1]
	for i := len(runes) - 1; i > n*3/4; i-- {
		if unicode.IsSpace(runes[i]) {
			runes = runes[:i]
			break
		}
	}
	return strings.TrimRightFunc(string(runes), unicode.IsSpace) + "…"
}

// findLoose finds part in text, ignoring case and the amount of white space; it
// returns the byte range, or -1.
func findLoose(text, part string) (start, end int) {
	want := []rune(strings.ToLower(strings.Join(strings.Fields(part), " ")))
	if len(want) == 0 {
		return -1, -1
	}
	if i := strings.Index(text, part); i >= 0 {
		return i, i + len(part)
	}
	type at struct {
		r     rune
		start int
		end   int
	}
	var have []at
	for i, r := range text {
		if unicode.IsSpace(r) {
			if len(have) > 0 && have[len(have)-1].r == ' ' {
				continue
			}
			r = ' '
		}
		have = append(have, at{unicode.ToLower(r), i, i + utf8.RuneLen(max(r, 0))})
	}
	for i := 0; i+len(want) <= len(have); i++ {
		j := 0
		for j < len(want) && have[i+j].r == want[j] {
			j++
		}
		if j == len(want) {
			return have[i].start, min(have[i+j-1].end, len(text))
		}
	}
	return -1, -1
}

// sentencesAround widens a quote in text to the whole sentences it lies in,
// with their closing marks.
func sentencesAround(text, quote string) string {
	start, end := findLoose(text, quote)
	if start < 0 {
		return text
	}
	for start > 0 {
		r, n := utf8.DecodeLastRuneInString(text[:start])
		if strings.ContainsRune(".!?\n", r) {
			break
		}
		start -= n
	}
	closed := strings.ContainsAny(text[max(end-1, 0):end], ".!?")
	for end < len(text) {
		r, n := utf8.DecodeRuneInString(text[end:])
		isMark := strings.ContainsRune(".!?", r)
		if r == '\n' || closed && !isMark {
			break
		}
		closed = closed || isMark
		end += n
	}
	return strings.TrimSpace(text[start:end])
}
