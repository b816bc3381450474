package memory

import "unicode/utf8"

// Tokens estimates how many tokens a language model makes of text: four bytes
// of ASCII to one, and one rune to one beyond, which errs on the high side for
// the scripts that tokenisers split most.
func Tokens(text string) int {
	ascii, other := 0, 0
	for _, r := range text {
		if r < utf8.RuneSelf {
			ascii++
		} else {
			other++
		}
	}
	return (ascii+3)/4 + other
}
