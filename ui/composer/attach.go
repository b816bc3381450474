package composer

import "strings"

// Word is what stands between the last space and the cursor.
func (c *Composer) Word() string {
	return textOf(c.units[c.spaceBefore():c.at])
}

// SetWord replaces what Word gives.
func (c *Composer) SetWord(s string) {
	c.replace(c.spaceBefore(), c.at, c.split(clean(s)))
}

// Fold replaces the first word that reads so with a text that is shown as one
// sign. It reports false, and changes nothing, if there is no such word or that
// would be more than MaxBytes in all.
func (c *Composer) Fold(word, show, text string) bool {
	text = clean(text)
	if c.bytes-len(word)+len(text) > MaxBytes {
		return false
	}
	from, to, ok := c.find(word)
	if !ok {
		return false
	}
	show = clean(strings.ReplaceAll(show, "\n", " "))
	c.replace(from, to, []unit{{text: text, show: show, w: c.method.StringWidth(show)}})
	return true
}

// find gives where a word stands: after a space or at the beginning.
func (c *Composer) find(word string) (from, to int, ok bool) {
	for from = range c.units {
		if from > 0 && !c.units[from-1].space() {
			continue
		}
		rest, to := word, from
		for to < len(c.units) && rest != "" && strings.HasPrefix(rest, c.units[to].text) {
			rest = rest[len(c.units[to].text):]
			to++
		}
		if rest == "" && word != "" {
			return from, to, true
		}
	}
	return 0, 0, false
}

func (c *Composer) spaceBefore() int {
	i := c.at
	for i > 0 && !c.units[i-1].space() && !c.units[i-1].pasted() {
		i--
	}
	return i
}

func textOf(units []unit) string {
	var b strings.Builder
	for _, u := range units {
		b.WriteString(u.text)
	}
	return b.String()
}
