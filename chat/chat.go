// Package chat is the agent: one turn of a conversation, the prompt, the
// window of recent messages, and the timer that starts a capture when the
// conversation goes quiet.
//
// It knows nothing of the screen, of the command line or of which model
// answers.
package chat
