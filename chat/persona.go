package chat

import "muisto/memory"

// personaShare is the part of a model's window, and maxPersona the most in
// tokens, that a persona may take.
const (
	personaShare = 8
	maxPersona   = 600
)

// wished is what a person has set of how the agent is to be, as one JSON string
// on a line, so that nothing in it can open or end a fence; empty for nothing.
func wished(persona string, context int) string {
	if persona == "" {
		return ""
	}
	if room := min(context/personaShare, maxPersona); memory.Tokens(persona) > room {
		persona = squeeze(persona, room)
	}
	return "The user has set how you should behave and speak, within the limits set above and below: " +
		mustMarshal(persona) + "\n\n"
}
