package guard

import "regexp"

// Redacted stands where a secret stood.
const Redacted = "[secret]"

// secrets match what must never be copied out of a message: keys and tokens by
// their known shapes, and whatever is said to be a password, PIN or code.
var secrets = []*regexp.Regexp{
	regexp.MustCompile(`-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(-----END [A-Z ]*PRIVATE KEY-----|$)`),
	regexp.MustCompile(`\b(sk|pk|rk)[-_](live|test|proj|ant|or)?[-_]?[A-Za-z0-9_-]{16,}`),
	regexp.MustCompile(`\b(gh[pousr]_[A-Za-z0-9]{20,}|github_pat_[A-Za-z0-9_]{20,}|glpat-[A-Za-z0-9_-]{16,})`),
	regexp.MustCompile(`\b(AKIA|ASIA)[A-Z0-9]{16}\b`),
	regexp.MustCompile(`\bxox[abprs]-[A-Za-z0-9-]{10,}`),
	regexp.MustCompile(`\bAIza[A-Za-z0-9_-]{30,}`),
	regexp.MustCompile(`\beyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]*`),
	regexp.MustCompile(`(?i)\bbearer\s+[A-Za-z0-9._~+/-]{16,}=*`),
}

// saidSecret matches a value that is named as a secret; the value is group 2.
var saidSecret = regexp.MustCompile(
	`(?i)\b((?:pass(?:word|phrase|code)|pin(?: code)?|secret(?: key)?|api[ _-]?key|access[ _-]?token|token|cvv|cvc)\b(?:\s+(?:for|of|to)\s+[\p{L}\p{N} '’-]{1,40}?)?(?:\s*(?:is|was|=|:)|\s+(?:is|was)\s+now)\s*)("[^"\n]{1,80}"|'[^'\n]{1,80}'|[^\s,;]{3,80})`)

// cardNumber matches 13 to 19 digits in groups, as on a payment card.
var cardNumber = regexp.MustCompile(`\b(?:\d[ -]?){12,18}\d\b`)

// Redact replaces secrets in text: keys, tokens, passwords said as such and
// payment card numbers.
func Redact(text string) string {
	for _, re := range secrets {
		text = re.ReplaceAllString(text, Redacted)
	}
	text = saidSecret.ReplaceAllStringFunc(text, func(s string) string {
		parts := saidSecret.FindStringSubmatch(s)
		if !looksSecret(parts[2]) {
			return s
		}
		return parts[1] + Redacted
	})
	return cardNumber.ReplaceAllStringFunc(text, func(s string) string {
		if luhn(s) {
			return Redacted
		}
		return s
	})
}

// looksSecret keeps plain words ("my password is old") from being taken for a
// value: a secret has a digit or a sign in it, or stands in quotes.
func looksSecret(value string) bool {
	for _, r := range value {
		if r >= '0' && r <= '9' || r == '"' || r == '\'' || r == '_' || r == '!' || r == '@' || r == '#' || r == '$' || r == '%' {
			return true
		}
	}
	return value == Redacted
}

// luhn is the check digit test of payment cards (ISO/IEC 7812-1).
func luhn(s string) bool {
	sum, double := 0, false
	for i := len(s) - 1; i >= 0; i-- {
		if s[i] < '0' || s[i] > '9' {
			continue
		}
		d := int(s[i] - '0')
		if double {
			d *= 2
			if d > 9 {
				d -= 9
			}
		}
		sum += d
		double = !double
	}
	return sum%10 == 0
}
