package builtin

import "regexp"

var theAgent = regexp.MustCompile(`\b[Tt]he agent\b`)

// Spoken turns a sentence about the user into one spoken to them, as the screen
// shows it: "The user's sister" becomes "Your sister", and the agent is muisto.
func Spoken(text string) string {
	return addressed(theAgent.ReplaceAllString(text, "muisto"))
}
