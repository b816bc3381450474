package recall

// Mix are the weights of the ranking.
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
	// Earlier and Later are the parts of its neighbours' own scores that a
	// memory gets, one and two steps before it and after it in its sitting.
	Earlier, Later [2]float64
	// Sitting is the part of the best score of its sitting that it gets.
	Sitting float64
	// Asks is what a memory loses that only asks something.
	Asks float64
	// Before is what a word of the turns before counts beside one of the message.
	Before float64
	// Fact is what a fact's cue is multiplied by.
	Fact float64
	// Fading is the power of R that an episode's cue is multiplied by.
	Fading float64
	// Weight is the salience at which a memory counts half; see weight.
	Weight float64
}

// DefaultMix are the weights in use.
//
// Those of the cue were chosen on the development part of LoCoMo (five
// conversations, single turns and observations together, 997 questions) by
// moving one weight at a time while the sum of R@5, R@10, R@25 and R@50 grew.
// The sum is flat around them: halving or doubling Meaning, Speaker or Time
// costs about a point of R@5, leaving the neighbours out eight, Sitting three.
// The other weights come from what must hold, each with a test that holds it.
func DefaultMix() Mix {
	return Mix{
		Meaning: 0.25, Name: 1, Speaker: 0.1, Time: 0.15,
		Earlier: [2]float64{0.45, 0.3}, Later: [2]float64{0.2, 0.25}, Sitting: 0.5,
		Asks: 0.3, Before: 0.3, Fact: 1.25, Fading: 0.07, Weight: 0.05,
	}
}
