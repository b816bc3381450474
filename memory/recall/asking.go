package recall

import "strings"

// asking gives how much of a text is questions, of 255: who asks something
// rarely says what is asked about.
func asking(text string) uint8 {
	questions, sentences := 0, 0
	last := ' '
	for _, r := range text {
		if strings.ContainsRune(".!?。！？؟", r) && !strings.ContainsRune(".!?。！？؟", last) {
			sentences++
			if r == '?' || r == '？' || r == '؟' {
				questions++
			}
		}
		last = r
	}
	if sentences == 0 {
		return 0
	}
	return uint8(255 * questions / sentences)
}
