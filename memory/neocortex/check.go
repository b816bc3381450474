package neocortex

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"muisto/memory"
	"muisto/memory/guard"
)

// Bounds of one fact, in runes and counts: what a line of the review screen and
// a prompt can carry.
const (
	maxText  = 400
	maxAbout = 100
	// maxStateDays is how far ahead a state may hold; what holds longer is no
	// state but just so.
	maxStateDays = 3660
)

// Check holds proposals to the group that they were made from. It returns the
// drafts that hold and a complaint for each thing that did not.
func Check(r Request, proposals []Proposal) (drafts []Draft, complaints []string) {
	c := checker{request: r}
	for i, p := range proposals {
		c.prefix = fmt.Sprintf("fact %d (%s): ", i+1, shorten(memory.OneLine(p.Text), 60))
		draft, err := c.draft(p)
		if err != nil {
			c.complain("%v", err)
			continue
		}
		drafts = append(drafts, draft)
	}
	return c.onBearers(drafts), c.complaints
}

// onBearers drops the drafts that rest on none of the bearers, where there are
// any. What another draft of the answer puts right is kept: it never stands.
func (c *checker) onBearers(drafts []Draft) []Draft {
	return slices.DeleteFunc(slices.Clone(drafts), func(d Draft) bool {
		if c.borne(d) || slices.ContainsFunc(drafts, func(e Draft) bool { return c.borne(e) && e.putsRight(d) }) {
			return false
		}
		c.prefix = fmt.Sprintf("fact %q: ", shorten(d.Text, 60))
		c.complain("it must rest on %s", list(c.request.Bearers))
		return true
	})
}

func (c *checker) borne(d Draft) bool { return slices.ContainsFunc(d.Episodes, c.isBearer) }

type checker struct {
	request    Request
	prefix     string
	complaints []string
}

func (c *checker) complain(format string, args ...any) {
	c.complaints = append(c.complaints, c.prefix+fmt.Sprintf(format, args...))
}

// draft turns one proposal into a draft, or says why it does not hold.
func (c *checker) draft(p Proposal) (Draft, error) {
	d := Draft{Text: memory.OneLine(p.Text), About: topic(p.About)}
	d.Episodes = c.cited(p.Episodes)
	if len(d.Episodes) == 0 {
		return d, errors.New("it cites no moment of the group")
	}
	if c.onlyTakesBack(d) {
		d.Text = ""
	}
	if d.Text != "" {
		if err := c.checkText(d); err != nil {
			return d, err
		}
		if err := c.setKind(&d, p); err != nil {
			return d, err
		}
		if d.About == "" {
			d.About = d.Episodes[len(d.Episodes)-1].About
		}
		d.Names = namesIn(d)
	}
	d.Claims = c.claims(p.Touches, d)
	if d.Text == "" && len(d.Claims) == 0 {
		return d, errors.New("it has no text and takes no known fact back")
	}
	return d, nil
}

// topic is the about of a fact; empty where it poses as something else.
func topic(said string) string {
	if guard.Poses(said) {
		return ""
	}
	return shorten(guard.Redact(memory.OneLine(said)), maxAbout)
}

// cited gives the episodes that a proposal cites, oldest first, each once.
func (c *checker) cited(ids []string) []memory.Episode {
	wanted := make(map[memory.EpisodeID]bool)
	for _, s := range ids {
		id, ok := memory.ParseEpisodeID(strings.TrimSpace(s))
		if !ok || !slices.ContainsFunc(c.request.Episodes, func(e memory.Episode) bool { return e.ID == id }) {
			c.complain("%q is no moment of the group", shorten(memory.OneLine(s), 20))
			continue
		}
		wanted[id] = true
	}
	var episodes []memory.Episode
	for _, e := range c.request.Episodes {
		if wanted[e.ID] {
			episodes = append(episodes, e)
		}
	}
	return episodes
}

func (c *checker) isBearer(e memory.Episode) bool {
	return len(c.request.Bearers) == 0 || slices.Contains(c.request.Bearers, e.ID)
}

// onlyTakesBack reports whether the group passed by a retraction alone, which
// can only close.
func (c *checker) onlyTakesBack(d Draft) bool {
	if len(c.request.Bearers) == 0 || !c.borne(d) {
		return false
	}
	return !slices.ContainsFunc(d.Episodes, func(e memory.Episode) bool {
		return c.isBearer(e) && e.Act != memory.Retraction
	})
}

// checkText refuses what cannot be a fact that the cited moments show.
func (c *checker) checkText(d Draft) error {
	if n := utf8.RuneCountInString(d.Text); n > maxText {
		return fmt.Errorf("it has %d characters, more than %d", n, maxText)
	}
	if guard.Poses(d.Text) {
		return errors.New("it reads like an instruction, not like a fact")
	}
	if guard.Redact(d.Text) != d.Text {
		return errors.New("it holds a secret")
	}
	evidence := textOf(d.Episodes)
	if echoes(d.Text, evidence) {
		return errors.New("it repeats the instructions")
	}
	for _, word := range properWords(d.Text) {
		if name := (memory.Name{Text: word}); !name.OccursIn(evidence) && !calendarWords[base(word)] {
			return fmt.Errorf("the name %q is not in the moments cited", word)
		}
	}
	if !grounded(d.Text, evidence) {
		return errors.New("the moments cited say nothing of it")
	}
	return nil
}

// textOf is all that episodes say.
func textOf(episodes []memory.Episode) string {
	var b strings.Builder
	for _, e := range episodes {
		for _, text := range append([]string{e.What, e.About, e.When}, e.Who...) {
			b.WriteString(text + "\n")
		}
		for _, name := range e.Names {
			b.WriteString(name.Text + "\n")
		}
	}
	return b.String()
}

// grounded reports whether a statement shares at least one telling word with
// its evidence. Scripts without spaces are passed over: they have no words to
// compare.
func grounded(text, evidence string) bool {
	words, said := contentWords(text), contentWords(evidence)
	if len(words) == 0 || strings.ContainsFunc(text, isUnspaced) {
		return true
	}
	for w := range words {
		for v := range said {
			if memory.ShareMost(w, v) {
				return true
			}
		}
	}
	return false
}

func isUnspaced(r rune) bool {
	return unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai, unicode.Khmer, unicode.Lao, unicode.Myanmar)
}

// setKind reads the kind and, for a state, its last valid day.
func (c *checker) setKind(d *Draft, p Proposal) error {
	d.Kind = memory.FactKind(strings.ToLower(strings.TrimSpace(p.Kind)))
	if !d.Kind.Valid() {
		return fmt.Errorf("%q is no kind: it is world, habit or state", shorten(memory.OneLine(p.Kind), 20))
	}
	if d.Kind != memory.State {
		return nil
	}
	first, last := d.Episodes[0].Day, d.Episodes[len(d.Episodes)-1].Day
	said := strings.TrimSpace(p.ValidUntil)
	if said == "" {
		d.ValidUntil = last + memory.Day(c.request.StateDays)
		return nil
	}
	day, err := memory.ParseDay(said)
	if err != nil {
		return fmt.Errorf("valid_until %q is no date as YYYY-MM-DD", shorten(memory.OneLine(said), 20))
	}
	if day < first || day > last+maxStateDays {
		return fmt.Errorf("valid_until %s does not fit moments of %s to %s", day, first, last)
	}
	d.ValidUntil = day
	return nil
}

// claims reads the touches of known facts that can hold.
func (c *checker) claims(touches []Touch, d Draft) []Claim {
	var claims []Claim
	for _, t := range touches {
		claim, err := c.claim(t, d)
		if err != nil {
			c.complain("%v", err)
			continue
		}
		if !slices.Contains(claims, claim) {
			claims = append(claims, claim)
		}
	}
	return claims
}

func (c *checker) claim(t Touch, d Draft) (Claim, error) {
	id, ok := memory.ParseFactID(strings.TrimSpace(t.Fact))
	at := slices.IndexFunc(c.request.Known, func(f memory.Fact) bool { return f.ID == id })
	if !ok || at < 0 {
		return Claim{}, fmt.Errorf("%q is no known fact", shorten(memory.OneLine(t.Fact), 20))
	}
	known := c.request.Known[at]
	switch t.Relation {
	case Same:
		if d.Text == "" {
			return Claim{}, errors.New("an entry without text can only retract")
		}
	case Replaces:
		if d.Text == "" {
			return Claim{}, errors.New("an entry without text can only retract")
		}
		if !SameAbout(d.About, known.About) {
			return Claim{}, fmt.Errorf("it cannot replace %s, which is about %q; if it is the same thing, give the same about", id, known.About)
		}
	case Retracts:
		if !speaksOf(d.Episodes, known) {
			return Claim{}, fmt.Errorf("the moments cited do not speak of %s", id)
		}
	default:
		return Claim{}, fmt.Errorf("%q is no relation: it is same, replaces or retracts", shorten(memory.OneLine(string(t.Relation)), 20))
	}
	return Claim{Fact: id, Relation: t.Relation}, nil
}

// speaksOf reports whether one of the moments has a name of the fact in it, or,
// if the fact has none, half of its telling words.
func speaksOf(episodes []memory.Episode, f memory.Fact) bool {
	for _, e := range episodes {
		text := textOf([]memory.Episode{e})
		if slices.ContainsFunc(f.Names, func(n memory.Name) bool { return n.OccursIn(text) }) {
			return true
		}
		if len(f.Names) == 0 && 2*shared(contentWords(f.Text), contentWords(text)) >= len(contentWords(f.Text)) {
			return true
		}
	}
	return false
}

func shared(words, said map[string]bool) int {
	n := 0
	for w := range words {
		if said[w] {
			n++
		}
	}
	return n
}

// namesIn are the names of the cited moments that stand in the text.
func namesIn(d Draft) []memory.Name {
	var names []memory.Name
	met := make(map[string]bool)
	for _, e := range d.Episodes {
		for _, name := range e.Names {
			if !met[name.Key()] && name.OccursIn(d.Text) {
				met[name.Key()] = true
				names = append(names, name)
			}
		}
	}
	return names
}

// properWords are the capitalised words inside a sentence: not its first word,
// nor the first after a full stop, a colon or an opening quote.
func properWords(s string) []string {
	var words []string
	start := true
	for _, field := range strings.Fields(s) {
		word := strings.TrimFunc(field, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
		word = strings.TrimSuffix(strings.TrimSuffix(word, "'s"), "’s")
		first, _ := utf8.DecodeRuneInString(word)
		opens := !strings.HasPrefix(field, word)
		if !start && !opens && unicode.IsUpper(first) && utf8.RuneCountInString(word) > 1 {
			words = append(words, word)
		}
		start = strings.ContainsAny(field[len(field)-1:], ".:!?;")
	}
	return words
}

// echoRun is how many words in a row, the same as in the instructions and not
// in the moments, make an echo.
const echoRun = 6

func echoes(text, evidence string) bool {
	words := strings.Fields(memory.Folded(text))
	prompt, said := " "+memory.Folded(instructions)+" ", " "+memory.Folded(evidence)+" "
	for i := 0; i+echoRun <= len(words); i++ {
		run := " " + strings.Join(words[i:i+echoRun], " ") + " "
		if strings.Contains(prompt, run) && !strings.Contains(said, run) {
			return true
		}
	}
	return false
}

// shorten cuts a text to n runes.
func shorten(s string, n int) string {
	if utf8.RuneCountInString(s) <= n {
		return s
	}
	return string([]rune(s)[:n-1]) + "…"
}
