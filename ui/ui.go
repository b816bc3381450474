// Package ui is the screen: the conversation as the page, memory as the
// margin, one Bubble Tea program.
//
// It shows what a Session tells it and asks it for what the person wants. It
// knows nothing of the database, of which model answers, of settings files or
// of how memories are made, and does no slow work while drawing: whatever may
// take time is a command.
package ui
