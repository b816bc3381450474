// Package recall resurfaces: for a turn of a conversation it finds the facts
// and episodes that belong there, ranks them by cue and by what is left of
// them, and says why each came.
//
// It writes nothing, and knows nothing of the database, the screen or which
// model answers.
package recall

import (
	"time"

	"muisto/memory"
)

// Cue is what memories are looked for with.
type Cue struct {
	// Text is the user's message, or the query.
	Text string
	// Vector is what an embeddings endpoint made of Text; nil without one.
	Vector []float32
	// Before are the texts of the last turn or two, oldest first.
	Before []string
	Now    time.Time
	// Seen are the keys of messages that are at hand anyway; they are not brought.
	Seen []int64
	// Limit is how many hits come back at most; 0 for no limit but Budget.
	Limit int
	// Budget is the number of tokens the hits may take; 0 for no bound.
	Budget int
}

// Kind tells a fact from an episode.
type Kind string

// The kinds of hits.
const (
	KindFact    Kind = "fact"
	KindEpisode Kind = "episode"
)

// ReasonKind says which part of the ranking found a hit.
type ReasonKind string

// The parts of the ranking.
const (
	ByWord      ReasonKind = "word"
	ByName      ReasonKind = "name"
	ByMeaning   ReasonKind = "meaning"
	ByTime      ReasonKind = "time"
	BySpeaker   ReasonKind = "speaker"
	ByNeighbour ReasonKind = "neighbour"
)

// Reason is one part of why a hit came.
type Reason struct {
	Kind ReasonKind
	// Text is the word, name or day in question.
	Text string
	// Weight is its share of the hit's cue.
	Weight float64
}

// Hit is one thing that comes to mind.
type Hit struct {
	Kind Kind
	// Fact or Episode is set, by Kind.
	Fact    *memory.Fact
	Episode *memory.Episode
	// Score = Cue weighed by what is left; the order of the hits.
	Score float64
	// Cue is how well it fits what was asked, whatever its age.
	Cue float64
	// Retrievability is R(t); 1 for a fact.
	Retrievability float64
	Because        []Reason
	// Replaced is what stands in its place now, where the hit has been
	// overridden; else empty.
	Replaced string
	// Newer is the id of a hit that names another value of what was asked later;
	// empty where none does.
	Newer string
	// Quotes are what the messages of the hit say that it does not, and that was
	// asked for.
	Quotes []Quote
}

// ID is "f3" or "e12".
func (h Hit) ID() string {
	if h.Kind == KindFact {
		return h.Fact.ID.String()
	}
	return h.Episode.ID.String()
}

// Text is the fact's or the episode's sentence.
func (h Hit) Text() string {
	text := ""
	if h.Kind == KindFact {
		text = h.Fact.Text
	} else {
		text = h.Episode.What
	}
	if h.Replaced != "" {
		text += " [no longer so: " + h.Replaced + "]"
	}
	return text
}

// Said is a message that is not captured yet, and the part of it that fits the cue.
type Said struct {
	memory.Message
	Part  string
	Score float64
}

// Result is what came to mind.
type Result struct {
	// Hits are best first.
	Hits []Hit
	// Said are messages that are not captured yet and fit the cue, best first.
	Said []Said
	// Standing is what belongs in a prompt for no cue: wishes, standing facts about
	// the user and what they said once that is meant to hold on.
	Standing []Hit
	// Near are the best of those that did not come, best first.
	Near []Hit
}
