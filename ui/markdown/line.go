package markdown

import "strings"

func kindOf(bare string, indent int) kind {
	switch {
	case indent < 4 && isFence(bare):
		return fence
	case indent < 4 && isItem(bare):
		return list
	case bare[0] == '>':
		return quote
	}
	return paragraph
}

// isItem reports whether a line begins a list item: "- ", "* ", "+ ", "12. "
// or "12) ".
func isItem(bare string) bool {
	if isRule(bare) {
		return false
	}
	digits := 0
	for digits < len(bare) && digits < 9 && isDigit(bare[digits]) {
		digits++
	}
	rest := bare[digits:]
	if rest == "" {
		return false
	}
	if digits > 0 && rest[0] != '.' && rest[0] != ')' || digits == 0 && !strings.ContainsRune("-*+", rune(rest[0])) {
		return false
	}
	return len(rest) == 1 || rest[1] == ' ' || rest[1] == '\t'
}

// isRuleOrNumber reports whether a line that looks like an item cannot
// interrupt a paragraph: a number other than one.
func isRuleOrNumber(bare string) bool {
	return isDigit(bare[0]) && !strings.HasPrefix(bare, "1.") && !strings.HasPrefix(bare, "1)")
}

// isRule reports whether a line is a rule across: three or more of -, * or _.
func isRule(bare string) bool {
	mark, n := bare[0], 0
	if mark != '-' && mark != '*' && mark != '_' {
		return false
	}
	for i := range len(bare) {
		switch bare[i] {
		case mark:
			n++
		case ' ', '\t':
		default:
			return false
		}
	}
	return n >= 3
}

func isHeading(bare string) bool {
	n := len(bare) - len(strings.TrimLeft(bare, "#"))
	return n >= 1 && n <= 6 && (len(bare) == n || bare[n] == ' ' || bare[n] == '\t')
}

func isFence(bare string) bool { return fenceMarks(bare) != "" }

// fenceMarks gives the run of ``` or ~~~ that opens a fence, "" for none.
func fenceMarks(bare string) string {
	if bare == "" || bare[0] != '`' && bare[0] != '~' {
		return ""
	}
	rest := strings.TrimLeft(bare, bare[:1])
	n := len(bare) - len(rest)
	if n < 3 || bare[0] == '`' && strings.Contains(rest, "`") {
		return ""
	}
	return bare[:n]
}

func closesFence(line, marks string) bool {
	bare := strings.TrimSpace(line)
	return len(bare) >= len(marks) && strings.Trim(bare, marks[:1]) == ""
}

// isDelimiterRow reports whether a line is the second of a table: |---|:--:|.
func isDelimiterRow(bare string) bool {
	return strings.Contains(bare, "|") && strings.Contains(bare, "-") && strings.Trim(bare, "|-: \t") == ""
}

func isDigit(b byte) bool { return '0' <= b && b <= '9' }
