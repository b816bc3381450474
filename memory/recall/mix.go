package recall

// Mix are the weights of the ranking. DefaultMix says how they were chosen.
type Mix struct {
	// Meaning is the weight of the cosine between the meanings of cue and
	// memory, beside that of their words, which is 1.
	Meaning float64
	// Name is what a name counts more than another word as rare.
	Name float64
	// Speaker is for a memory of someone whom the cue names.
	Speaker float64
	// Time is for a memory of the days that the cue names.
	Time float64
	// Next and Second are the parts of a neighbour's own score that a memory
	// gets, one and two steps off; Sitting that of the best of its sitting.
	Next, Second, Sitting float64
	// Before is what a word of the turns before counts beside one of the message.
	Before float64
	// Fact is what a fact's score is multiplied by.
	Fact float64
	// Fading is the power of R that a cue is multiplied by.
	Fading float64
	// Floor is the least own score of the best hit.
	Floor float64
}

// DefaultMix are the weights in use.
var DefaultMix = Mix{
	Meaning: 0.7, Name: 1.3, Speaker: 0.15, Time: 0.3,
	Next: 0.25, Second: 0.1, Sitting: 0.1,
	Before: 0.3, Fact: 1.25, Fading: 0.15, Floor: 0.3,
}
