package chat

import (
	"muisto/memory/mind"
	"muisto/memory/store"
)

// What a session gives and takes in the words of the memory, for those who do
// not know the memory's parts.
type (
	// Review is one thing that a person did to a fact by hand.
	Review = store.Review
	// ReviewItem is a fact that deserves a look, and why.
	ReviewItem = mind.ReviewItem
	// Confirmation is when a person confirmed a fact, and how often.
	Confirmation = store.Confirmation
	// Found is what holds a text.
	Found = store.Found
	// Targets are what a person wants erased.
	Targets = store.Targets
	// Erasure is all that goes with them.
	Erasure = store.Erasure
)

// ErrNothingToUndo: no review stands that could be undone.
var ErrNothingToUndo = store.ErrNothingToUndo

// Erased stands in the place of a text that was erased.
const Erased = store.Erased
