// Package secret tells what is a secret in a text: keys, tokens, card numbers,
// passwords. It knows texts alone, nothing of memories or models.
package secret

import (
	"strings"
	"unicode"
)

// Redacted stands where a secret stood.
const Redacted = "[secret]"

// Redact replaces secrets in text: keys and tokens by their shapes, payment card
// numbers, and whatever is said to be a password or a PIN. A text without any
// comes back as it was.
func Redact(text string) string {
	for {
		redacted := redactOnce(text)
		if redacted == text {
			return text
		}
		text = redacted // what was hidden behind one secret may stand out now
	}
}

func redactOnce(text string) string {
	text = withoutCards(withoutKeyBlocks(text))
	var b strings.Builder
	done, due := 0, -1 // due: the field that a password is to be found in
	prev := ""
	for i, n := 0, 0; ; n++ {
		start, end := nextField(text, i)
		if start < 0 {
			break
		}
		i = end
		field := text[start:end]
		low := strings.ToLower(strings.Trim(field, around))
		from, to, ok := secretIn(field, prev, n == due, text[end:])
		if !ok && n == due {
			if inside := quotedEnd(text[start:]); inside > 0 {
				from, to, ok = 1, inside, true
				i = max(end, start+inside)
			}
		}
		if ok {
			b.WriteString(text[done : start+from])
			b.WriteString(Redacted)
			done = start + to
		} else if k, said := saidAfter(field, low, prev, text[end:]); said {
			due = n + k
		}
		prev = low
	}
	if done == 0 {
		return text
	}
	return b.String() + text[done:]
}

// around are marks that may stand around a secret.
const around = "\"'“”.,;:!?()`*"

// secretIn finds a secret in a field: said says that it is where a password was
// announced, rest is what follows on the line.
func secretIn(field, prev string, said bool, rest string) (from, to int, ok bool) {
	if strings.Contains(field, Redacted) {
		return 0, 0, false
	}
	from, to, named := core(field)
	s := field[from:to]
	switch {
	case named:
		return from, to, !plainWord(strings.ToLower(s))
	case strings.HasPrefix(s, "http://"), strings.HasPrefix(s, "https://"), strings.HasPrefix(s, "www."):
		return from, to, tellingAddress(s)
	case tokenLike(s), prev == "bearer" && len(s) >= shortToken:
		return from, to, true
	case said && !strings.HasPrefix(field, `"`) && !strings.HasPrefix(field, "“"):
		return from, to, s != "" && (hasSign(s) || !plainWord(strings.ToLower(s)) && endsClause(field, rest))
	}
	return 0, 0, false
}

// tellingAddress: it has a password or a token in it.
func tellingAddress(s string) bool {
	_, host, _ := strings.Cut(s, "://")
	host, _, _ = strings.Cut(host, "/")
	user, _, found := strings.Cut(host, "@")
	return found && strings.Contains(user, ":") || strings.Contains(strings.ToLower(s), "token=")
}

// endsClause: nothing goes on with a word, so that it is a value and describes
// nothing.
func endsClause(field, rest string) bool {
	if strings.ContainsAny(field[len(field)-1:], `.,;:!?)"'`) {
		return true
	}
	next, _, _ := strings.Cut(strings.TrimLeft(ahead(rest), " \t"), " ")
	switch strings.ToLower(next) {
	case "", "and", "but", "so", "for", "now", "if", "-", "–", "btw", "please", "thanks", "on", "in":
		return true
	}
	return false
}

// quotedEnd is the end of what is quoted at the start of text, in bytes and
// without the closing mark, 0 if nothing is.
func quotedEnd(text string) int {
	const longest = 80 // bytes
	for open, closing := range map[string]string{`"`: `"`, "'": "'", "“": "”", "`": "`"} {
		if rest, ok := strings.CutPrefix(text, open); ok {
			if k := strings.Index(firstLine(rest), closing); k > 0 && k <= longest && !strings.HasPrefix(rest, Redacted) {
				return len(open) + k
			}
		}
	}
	return 0
}

// saidAfter gives how many fields behind a word like "password" it is said:
// "password: X", "my PIN is X", "the password for the bank is X".
func saidAfter(field, low, prev, rest string) (int, bool) {
	const reach = 7 // words between "password" and it
	if !secretWord(low) || (low == "key" || low == "code") && !keyWord[prev] {
		return 0, false
	}
	sure := low != "token" && low != "secret" && low != "key" && low != "code"
	if strings.HasSuffix(field, ":") || strings.HasSuffix(field, "=") {
		return 1, true
	}
	f := strings.Fields(ahead(rest))
	if len(f) > 1 && strings.EqualFold(f[0], "manager") && linking[strings.ToLower(f[1])] || low == "1password" {
		return 0, false // a program that keeps passwords
	}
	for k := 0; k+1 < len(f) && k < reach; k++ {
		w := strings.ToLower(f[k])
		if w == "on" && low != "salasana" {
			continue
		}
		if linking[w] {
			at := k + 1
			for at+1 < len(f) && stillSo[strings.ToLower(f[at])] {
				at++
			}
			if w == "to" && plainWord(strings.ToLower(f[at])) {
				continue // "the password to the vault is X"
			}
			return at + 1, sure || strings.ContainsAny(f[at], "0123456789_/+=\"'")
		}
		if strings.ContainsAny(f[k], ".!?,;") || strings.Contains(f[k], Redacted) {
			break
		}
	}
	if len(f) > 0 && sure && len(f[0]) >= 4 && strings.ContainsAny(f[0], "0123456789") {
		return 1, true // "PIN 9911"
	}
	return 0, false
}

var (
	linking = set(`is = : was to now are ist es est är on`)
	stillSo = set(`now still actually just currently again set`)
	keyWord = set(`api access private secret licence license ssh encryption recovery pin`)
	// namedSecret are words for what nobody else may know.
	namedSecret = set(`password passwort passphrase passcode pin pincode pwd cvv cvc api_key apikey secret token salasana contraseña lösenord key code`)
)

func secretWord(low string) bool {
	return namedSecret[low] || strings.HasSuffix(low, "_token") || strings.HasSuffix(low, "_key") || strings.HasSuffix(low, "_secret") ||
		strings.HasSuffix(low, "password") && len(low) < 20
}

// plainWord: "my password is too short" gives nothing away.
func plainWord(low string) bool {
	if said[low] {
		return true
	}
	for _, end := range []string{"ed", "ing", "ly", "able", "ible", "n't"} {
		if strings.HasSuffix(low, end) && len(low) > len(end)+2 {
			return true
		}
	}
	return false
}

// said are words that tell of a password and are none.
var said = set(`a an the this that these those my your his her its our their some any no not never always only also too very so just quite really still already again almost
	as at by for from in into near of off on onto out over to under up with within without about after before behind between
	i you he she it we they me him us them who what when where why how which whose
	is are was were be been has have had do does did will would can could shall should may might must
	and but or nor if than then because while until since here there now today tomorrow yesterday soon
	old new short long weak strong safe secure easy hard simple stupid silly bad good better best worse worst great fine nice ok okay right wrong correct incorrect
	valid invalid same different secret private public empty blank missing lost gone broken known unknown hidden shown out down due next last first second another other
	common unique obvious random hash hashed mine yours hers ours theirs someone everyone nobody nothing everything something anything
	case-sensitive important useless useful ready stuck dead back written stolen taken given chosen forgotten seen sent set kept told said made found left put
	need get go know use change reset try ask find keep remember forget give tell type enter write save set share send check update fix see look help`)

func set(list string) map[string]bool {
	m := make(map[string]bool)
	for _, w := range strings.Fields(list) {
		m[w] = true
	}
	return m
}

// hasSign: a word has no digit and no such mark in it, a password often has.
func hasSign(s string) bool {
	return strings.ContainsAny(s, "0123456789_!@#$%^&=+/")
}

// ahead is what follows on the line, as far as it is looked at.
func ahead(s string) string {
	const far = 512 // bytes
	return firstLine(s[:min(len(s), far)])
}

func firstLine(s string) string {
	line, _, _ := strings.Cut(s, "\n")
	return line
}

func nextField(text string, i int) (start, end int) {
	start = strings.IndexFunc(text[i:], func(r rune) bool { return !unicode.IsSpace(r) })
	if start < 0 {
		return -1, -1
	}
	start += i
	if k := strings.IndexFunc(text[start:], unicode.IsSpace); k >= 0 {
		return start, start + k
	}
	return start, len(text)
}

// core is the field without the marks around it. named: it says itself that it
// is a secret ("api_key=…"), and what is left is its value.
func core(field string) (from, to int, named bool) {
	from = len(field) - len(strings.TrimLeft(field, around))
	to = max(len(strings.TrimRight(field, around)), from)
	const longestName = 24 // bytes
	s := field[from:to]
	if k := strings.IndexAny(s, "=:"); k > 0 && k < len(s)-1 && k <= longestName && secretWord(strings.ToLower(s[:k])) {
		return from + k + 1, to, true
	}
	if k := strings.Index(s, "token="); k >= 0 && strings.Contains(s, "://") {
		from += k + len("token=")
	}
	return from, to, false
}

// shortToken is the least length of a token that is said to be one.
const shortToken = 16

// tokenStarts are how the keys and tokens of well-known services begin.
var tokenStarts = []string{
	"sk-", "sk_", "pk-", "pk_", "rk-", "rk_", "ghp_", "gho_", "ghu_", "ghs_", "ghr_", "github_pat_", "glpat-",
	"xoxa-", "xoxb-", "xoxp-", "xoxr-", "xoxs-", "AKIA", "ASIA", "AIza", "eyJ", "hf_", "npm_",
}

// tokenLike tells a key or token by its known beginning, or by its length with
// letters and digits mixed.
func tokenLike(s string) bool {
	const (
		short = 12 // bytes, of one whose beginning is known
		long  = 24
		mixed = 4 // changes between letters and digits
	)
	if len(s) < short {
		return false
	}
	for _, start := range tokenStarts {
		if strings.HasPrefix(s, start) && strings.ContainsAny(s, "0123456789") {
			return true
		}
	}
	if len(s) < long {
		return false
	}
	changes, last := 0, byte(0)
	for _, r := range s {
		kind := byte('a')
		switch {
		case r >= '0' && r <= '9':
			kind = '0'
		case r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z':
		case strings.ContainsRune("+/=_-", r):
			continue
		default:
			return false
		}
		if last != 0 && kind != last {
			changes++
		}
		last = kind
	}
	return changes >= mixed
}

// withoutKeyBlocks takes out private keys in their armour, closed or not.
func withoutKeyBlocks(text string) string {
	const begin, end = "-----BEGIN ", "-----END "
	from := 0
	for {
		k := strings.Index(text[from:], begin)
		if k < 0 {
			return text
		}
		k += from
		from = k + len(begin)
		if !strings.Contains(firstLine(text[k:]), "PRIVATE KEY-----") {
			continue
		}
		rest := ""
		if e := strings.Index(text[k:], end); e >= 0 {
			if m := strings.Index(text[k+e+len(end):], "-----"); m >= 0 {
				rest = text[k+e+len(end)+m+len("-----"):]
			}
		}
		text = text[:k] + Redacted + rest
		from = k + len(Redacted)
	}
}

// withoutCards replaces runs of 13 to 19 digits, in groups or not, whose check
// digit holds.
func withoutCards(text string) string {
	for i := 0; i < len(text); i++ {
		if !digit(text[i]) || i > 0 && (digit(text[i-1]) || text[i-1] == '.') {
			continue
		}
		end, digits := cardEnd(text, i)
		if !isCard(digits) && isGrouped(text[i:]) {
			end = i + len("0000 0000 0000 0000") // another number may follow it
			_, digits = cardEnd(text[:end], i)
		}
		if isCard(digits) {
			text = text[:i] + Redacted + text[end:]
			i += len(Redacted) - 1
		}
	}
	return text
}

func digit(c byte) bool { return c >= '0' && c <= '9' }

func cardEnd(text string, i int) (end int, digits []byte) {
	const most = 20 // digits; one more than any card has
	end = i
	for j := i; j < len(text) && len(digits) < most; j++ {
		switch c := text[j]; {
		case digit(c):
			digits = append(digits, c)
			end = j + 1
		case (c == ' ' || c == '-') && j+1 < len(text) && digit(text[j+1]):
		default:
			return end, digits
		}
	}
	return end, digits
}

func isCard(digits []byte) bool { return len(digits) >= 13 && len(digits) <= 19 && luhn(digits) }

// isGrouped reports whether a text begins with four groups of four digits.
func isGrouped(text string) bool {
	const groups = "dddd dddd dddd dddd"
	if len(text) < len(groups) || len(text) > len(groups) && digit(text[len(groups)]) {
		return false
	}
	for i := range len(groups) {
		if c := text[i]; digit(c) != (groups[i] == 'd') || groups[i] == ' ' && c != ' ' && c != '-' {
			return false
		}
	}
	return true
}

// luhn is the check digit test of payment cards (ISO/IEC 7812-1).
func luhn(digits []byte) bool {
	sum := 0
	for i, c := range digits {
		d := int(c - '0')
		if (len(digits)-i)%2 == 0 {
			if d *= 2; d > 9 {
				d -= 9
			}
		}
		sum += d
	}
	return sum%10 == 0
}
