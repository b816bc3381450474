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
	// Said is what a word counts that only the messages of a memory hold.
	Said float64
	// Agent is what a memory of what the agent said or did loses where the cue does
	// not speak of the agent.
	Agent float64
	// Alike is the part of what an older memory holds of the cue that a newer one
	// with another value must hold to come before it.
	Alike float64
	// Drop is the part of the best score below which nothing comes where the cue
	// sets no limit of its own.
	Drop float64
	// Short and Long are the lengths in words up to which a memory counts as one
	// that leans on what stands beside it, and from which as one that does not.
	Short, Long float64
	// Again is what a memory loses for every better one from the same message.
	Again float64
	// Weight is the salience at which a memory counts half; see weight.
	Weight float64
}

// DefaultMix are the weights in use. They were chosen on the development parts of
// LoCoMo, REALTALK and BEAM together, by bench/talks; docs/benchmarks.md has what
// each part is worth on each. What helped one and cost another was made to depend on
// something that can be seen: what stands beside a memory counts for one of few
// words, and a question counts against one that does nothing but ask.
//
// Fading and Weight are such that R@10 falls by less than a point where memories
// fade by the data's own times, and by less than three among 20,000 routine ones.
// Fact and Before come from what must hold, each with a test.
func DefaultMix() Mix {
	return Mix{
		Meaning: 0.35, Pairs: 0.7, Speaker: 0.1, Time: 0.15,
		Earlier: [2]float64{0.45, 0.3}, Later: [2]float64{0.2, 0.25}, Sitting: 0.5,
		Asks: 0.2, Before: 0.3, Fact: 1.25, Fading: 0.05, Weight: 0.05,
		Said: 0.4, Again: 0.7, Alike: 0.35, Agent: 0.5, Short: 50, Long: 120, Drop: 0.45,
	}
}
