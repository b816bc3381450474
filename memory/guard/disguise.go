package guard

import (
	"encoding/base64"
	"strings"
	"unicode"
	"unicode/utf8"
)

// undisguised is a text as a model may well read it: letters of other scripts
// and styles that look like Latin ones in their place, invisible marks gone,
// hidden ones made plain, and what is written in base64 after it. It is for
// looking at, not for keeping.
func undisguised(text string) string {
	if isPlainASCII(text) {
		return text + decoded(text)
	}
	var b strings.Builder
	b.Grow(len(text))
	hid := false
	for _, r := range text {
		if hides := isTag(r); hides != hid {
			b.WriteByte('\n') // what is hidden is no part of the line it hides in
			hid = hides
		}
		if r = lookOf(r); r >= 0 {
			b.WriteRune(r)
		}
	}
	plain := b.String()
	return plain + decoded(plain)
}

func isPlainASCII(s string) bool {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// lookOf is the plain letter that a rune looks like, itself if none, and -1 for
// one that is not seen.
func lookOf(r rune) rune {
	switch {
	case r < utf8.RuneSelf:
		return r
	case isTag(r):
		return r - firstTag
	case unicode.In(r, unicode.Cf, unicode.Mn, unicode.Variation_Selector):
		return -1
	case 0xFF01 <= r && r <= 0xFF5E: // full width
		return r - 0xFEE0
	case 0x1D400 <= r && r <= 0x1D6A3: // styled for mathematics: 26 capitals, 26 small
		n := (r - 0x1D400) % 52
		if n < 26 {
			return 'A' + n
		}
		return 'a' + n - 26
	case 0x24B6 <= r && r <= 0x24CF:
		return 'A' + r - 0x24B6
	case 0x24D0 <= r && r <= 0x24E9:
		return 'a' + r - 0x24D0
	case 0x1F110 <= r && r <= 0x1F189: // in brackets, squares and circles, 32 apart
		if n := (r - 0x1F110) % 32; n < 26 {
			return 'A' + n
		}
	case unicode.IsSpace(r) && r != 0x85 && r != 0x2028 && r != 0x2029:
		return ' '
	}
	if i := strings.IndexRune(alike, r); i >= 0 {
		return rune(latin[utf8.RuneCountInString(alike[:i])])
	}
	return r
}

// firstTag is where a copy of ASCII stands that is never seen.
const firstTag = 0xE0000

func isTag(r rune) bool { return firstTag < r && r <= firstTag+'~' }

// alike are letters and marks that look like those of latin, each in its place.
const (
	alike = "АВЕЅІЈКМНОРСТХУаеѕіјкорсухһԁԛԝɡ" + "ΑΒΕΖΗΙΚΜΝΟΡΤΥΧοινρ" + "ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘʀꜱᴛᴜᴠᴡʏᴢ" +
		"═⁼꞊᐀゠⩵〈〉⟨⟩‹›❬❭ǀ∣│ː∶꞉﹕❲❳〔〕⟦⟧【】"
	latin = "ABESIJKMHOPCTXYaesijkopcyxhdqwg" + "ABEZHIKMNOPTYXoivp" + "abcdefghijklmnoprstuvwyz" +
		"======<><><><>|||::::[][][][]"
)

// maxHidden is how many stretches of base64 are looked at in one text.
const maxHidden = 16

// minHidden is how long a stretch of base64 must be to hold a sentence.
const minHidden = 24

// decoded gives the texts that stand in base64, each on a line of its own.
func decoded(text string) string {
	var b strings.Builder
	looked := 0
	for i := 0; i < len(text) && looked < maxHidden; i++ {
		start := i
		for i < len(text) && isBase64(text[i]) {
			i++
		}
		if i-start < minHidden {
			continue
		}
		looked++
		stretch := strings.NewReplacer("-", "+", "_", "/").Replace(text[start:i])
		data, err := base64.RawStdEncoding.DecodeString(stretch[:len(stretch)/4*4])
		if err != nil || !utf8.Valid(data) || strings.ContainsFunc(string(data), isOddControl) {
			continue
		}
		b.WriteString("\n")
		b.Write(data)
	}
	return b.String()
}

func isBase64(c byte) bool {
	return isLetter(c) || '0' <= c && c <= '9' || c == '+' || c == '/' || c == '-' || c == '_'
}

func isOddControl(r rune) bool { return unicode.IsControl(r) && r != '\n' && r != '\t' && r != '\r' }
