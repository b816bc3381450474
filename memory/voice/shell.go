package voice

import "regexp"

// prompt is a line that was typed into a shell or an interpreter.
var prompt = regexp.MustCompile(`^(\$ [\pL./~_]|[\w.-]+@[\w.-]+[:~][^ ]*[$#%](\s|$)|(PS )?[A-Z]:\\[^>\n]*>|In \[\d+\]:)`)

// shell marks what was copied from a terminal: from the first prompt on up to
// the end of what the last command printed, which a blank line ends.
func (r *reader) shell() {
	first, last := -1, -1
	for i := range r.lines {
		if prompt.MatchString(r.lines[i].bare) {
			if first < 0 {
				first = i
			}
			last = i
		}
	}
	if first < 0 {
		return
	}
	for last+1 < len(r.lines) && r.lines[last+1].bare != "" {
		last++
	}
	r.mark(r.lines[first].start, r.lines[last].end, Material)
}
