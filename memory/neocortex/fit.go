package neocortex

// What a moment takes in a prompt, in tokens: a sentence with its names and
// its topic. And how many bytes of JSON a token stands for, on the safe side.
const (
	momentTokens  = 70
	bytesPerToken = 3
)

// minGroup is how many moments a call is given at least, however small the
// window: fewer show nothing.
const minGroup = 4

// groupLimit is how many moments fit one call of so many tokens, a quarter of
// which is kept for known facts.
func groupLimit(tokens int) int {
	if tokens == 0 {
		return MaxGroup
	}
	return min(max(tokens*3/4/momentTokens, minGroup), MaxGroup)
}

// fit leaves out the known facts, the unlikeliest first, that a call of so many
// tokens has no room for.
func fit(r Request, tokens int) Request {
	if tokens == 0 {
		return r
	}
	for len(r.Known) > 0 {
		if _, user := Prompt(r, nil); len(user) <= tokens*bytesPerToken {
			break
		}
		r.Known = r.Known[:len(r.Known)-1]
	}
	return r
}
