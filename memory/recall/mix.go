package recall

// Mix are the weights of the ranking.
type Mix struct {
	// Meaning is the weight of the cosine between the meanings of cue and
	// memory, beside that of their words, which is 1.
	Meaning float64
	// Pairs is the weight of words that stand side by side as they do in the cue.
	Pairs float64
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
// Those of the cue were chosen on the development part of LoCoMo: 997 questions
// on five conversations, by bench/locomo, single turns and observations
// together. One weight was moved at a time while the sum of R@5, R@10, R@25 and
// R@50 grew. The sum is flat around them: no weight halved or taken one and a
// half times adds to it, nor does choosing among such moves on four
// conversations add to the fifth. Left out altogether, in points of R@5 and
// R@50 of single turns: the neighbours 8.6 and 2.4, with the sitting 12.6 and
// 9.0; Asks 2.9 and 0.6; Sitting 2.6 and 0.9; Time 2.3 and 0.5; Speaker 1.7 and
// 1.4; Meaning 0.8 and 0.7; Pairs, which came later, 1.0 and 0.1. Parts for words
// that are alike one by one, for the best sentence, for the length, for what a
// sitting holds together, for what the best hits have in common and against
// hits that say the same were tried, and brought less than they cost. So were
// words' vectors distilled from a sentence encoder in place of GloVe's: no better.
//
// Fading and Weight are such that R@10 falls by less than a point where
// memories fade by the data's own times, and by less than three among 20,000
// routine ones. Fact and Before come from what must hold, each with a test.
func DefaultMix() Mix {
	return Mix{
		Meaning: 0.25, Pairs: 0.5, Speaker: 0.1, Time: 0.15,
		Earlier: [2]float64{0.45, 0.3}, Later: [2]float64{0.2, 0.25}, Sitting: 0.5,
		Asks: 0.3, Before: 0.3, Fact: 1.25, Fading: 0.07, Weight: 0.05,
	}
}
