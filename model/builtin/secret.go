package builtin

import (
	"strings"
	"unicode"
)

// around are marks that may stand around a secret.
const around = "\"'“”.,;:!?()`*"

// hidden stands where a secret was.
const hidden = "[left out]"

// withoutSecrets replaces keys, tokens, card numbers and what is said to be a
// password. The text comes back as it was when there is none.
func withoutSecrets(text string) string {
	if k := strings.Index(text, "-----BEGIN "); k >= 0 && strings.Contains(text[k:], "PRIVATE KEY") {
		text = text[:k] + hidden
	}
	text = withoutCards(text)
	var b strings.Builder
	last, due := 0, -1 // due: the field that a password is to be found in
	prev := ""
	for i, n := 0, 0; i < len(text); n++ {
		start, end := nextField(text, i)
		if start < 0 {
			break
		}
		field := text[start:end]
		i = end
		low := strings.ToLower(strings.Trim(field, around))
		if tokenLike(field) || n == due && !plainWord(low) && low != "" && !strings.HasPrefix(field, "[left") {
			from, to := core(field)
			b.WriteString(text[last : start+from])
			b.WriteString(hidden)
			last = start + to
			continue
		}
		if k, ok := saidAfter(field, low, prev, text[end:]); ok {
			due = n + k
		}
		prev = low
	}
	if last == 0 {
		return text
	}
	return b.String() + text[last:]
}

// saidAfter gives how many fields behind a word like "password" it is said:
// "password: X", "my PIN is X", "the password for the bank is X".
func saidAfter(field, low, prev, rest string) (int, bool) {
	const reach = 6 // words between "password" and it
	if !secretWord(low) || low == "key" && !keyWord[prev] {
		return 0, false
	}
	sure := low != "token" && low != "secret" && low != "key"
	if strings.HasSuffix(field, ":") || strings.HasSuffix(field, "=") {
		return 1, true
	}
	f := strings.Fields(lineRest(rest))
	for k := 0; k+1 < len(f) && k < reach; k++ {
		switch strings.ToLower(f[k]) {
		case "is", "=", ":", "was", "to":
			value := f[k+1]
			return k + 2, sure || strings.ContainsAny(value, "0123456789_/+=")
		}
		if strings.ContainsAny(f[k], ".!?,;") {
			break
		}
	}
	if len(f) > 0 && strings.ContainsAny(f[0], "0123456789") && sure {
		return 1, true // "PIN 9911"
	}
	return 0, false
}

var keyWord = set(`api access private secret licence license ssh encryption recovery`)

func secretWord(low string) bool {
	switch low {
	case "password", "passwort", "passphrase", "passcode", "pin", "pincode", "pwd", "cvv", "cvc", "api_key", "apikey", "secret", "token", "salasana", "contraseña", "key":
		return true
	}
	return strings.HasSuffix(low, "_token") || strings.HasSuffix(low, "_key") || strings.HasSuffix(low, "_secret") || strings.HasSuffix(low, "password") && len(low) < 20
}

// plainWord: "my password is too short" gives nothing away.
func plainWord(low string) bool {
	return stop[low] || adjective[low] || feeling[low] || adverb[low] || baseVerb[low] || isPast(low) || preposition[low] || conjunction[low] || low == "[left"
}

func nextField(text string, i int) (start, end int) {
	start = strings.IndexFunc(text[i:], func(r rune) bool { return !unicode.IsSpace(r) })
	if start < 0 {
		return -1, -1
	}
	start += i
	return start, spaceAfter(text, start)
}

// core is the field without the marks around it.
func core(field string) (int, int) {
	from := len(field) - len(strings.TrimLeft(field, around))
	to := max(len(strings.TrimRight(field, around)), from)
	if k := strings.LastIndexByte(field[from:to], '='); k >= 0 && k < to-from-1 {
		from += k + 1
	}
	return from, to
}

// tokenLike tells a key or token by its known beginning, or by its length with
// letters and digits mixed.
func tokenLike(field string) bool {
	from, to := core(field)
	s := field[from:to]
	if addressAt(s) {
		return strings.Contains(s, "@") && strings.Contains(strings.TrimPrefix(strings.TrimPrefix(s, "https://"), "http://"), ":") || strings.Contains(strings.ToLower(s), "token=")
	}
	for _, start := range []string{"sk-", "pk_", "rk_", "ghp_", "gho_", "github_pat_", "glpat-", "xoxb-", "xoxp-", "AKIA", "ASIA", "AIza", "eyJ", "hf_", "npm_"} {
		if strings.HasPrefix(s, start) && len(s) >= 12 {
			return true
		}
	}
	const long = 24
	if len(s) < long {
		return false
	}
	digits, letters := 0, 0
	for _, r := range s {
		switch {
		case r >= '0' && r <= '9':
			digits++
		case r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z':
			letters++
		case !strings.ContainsRune("+/=_-", r):
			return false
		}
	}
	return digits >= 3 && letters >= 3
}

// withoutCards replaces runs of 13 to 19 digits, in groups or not, whose check
// digit holds (the Luhn formula, ISO/IEC 7812-1).
func withoutCards(text string) string {
	for i := 0; i < len(text); i++ {
		if text[i] < '0' || text[i] > '9' || i > 0 && (text[i-1] >= '0' && text[i-1] <= '9' || text[i-1] == '.') {
			continue
		}
		end, digits := cardEnd(text, i)
		if len(digits) >= 13 && len(digits) <= 19 && luhn(digits) {
			text = text[:i] + hidden + text[end:]
			i += len(hidden)
		}
	}
	return text
}

func cardEnd(text string, i int) (end int, digits []byte) {
	end = i
	for j := i; j < len(text) && len(digits) < 20; j++ {
		switch c := text[j]; {
		case c >= '0' && c <= '9':
			digits = append(digits, c)
			end = j + 1
		case (c == ' ' || c == '-') && j+1 < len(text) && text[j+1] >= '0' && text[j+1] <= '9':
		default:
			return end, digits
		}
	}
	return end, digits
}

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
