// Package archive is the words of the file that a whole memory is written to
// and read back from: JSON lines, each an object with a type.
//
// The first line is a Header, the last an End, without which the file is not
// whole. In between, what is pointed to comes before what points to it, but for
// a fact's successor and the night that saw an episode. A line of the type
// "message" is one that an import of conversations reads, too.
//
// The package knows how lines are spelled; nothing of where a memory is kept or
// of what in it is sound.
package archive

import (
	"encoding/json"

	"muisto/memory"
)

// Version is that of the words below. A file of a newer one is refused; one of
// an older one is read. The first had no usage and no branches.
const Version = 2

// Line is one line of the file: a pointer to one of the types below.
type Line interface {
	kind() string
	setType(kind string)
}

// Tag is the type of a line; Write sets it.
type Tag struct {
	Type string `json:"type"`
}

func (t *Tag) setType(kind string) { t.Type = kind }

// Header begins a file.
type Header struct {
	Tag
	Version int `json:"version"`
}

// Speaker is what is normal for somebody, as the amygdala spells it.
type Speaker struct {
	Tag
	Speaker string `json:"speaker"`
	Stats   []byte `json:"stats"`
}

// Name is a name on record, in the spelling that it was first met in.
type Name struct {
	Tag
	Name string `json:"name"`
	// Kind is a memory.NameType.
	Kind   string `json:"kind"`
	Uses   int64  `json:"uses"`
	LastAt Time   `json:"last_at"`
	// Aliases are folded.
	Aliases []string `json:"aliases,omitempty"`
}

// Conversation is a run of messages.
type Conversation struct {
	Tag
	ID       string `json:"id"`
	Title    string `json:"title,omitempty"`
	LastAt   Time   `json:"last_at"`
	HiddenAt Time   `json:"hidden_at,omitzero"`
}

// Message is one utterance. SetAt and When are its time.
type Message struct {
	Tag
	At Time `json:"at"`
	// Offset is the writer's, in seconds, where At cannot carry it.
	Offset       int    `json:"offset,omitempty"`
	Role         string `json:"role"`
	Text         string `json:"text"`
	Conversation string `json:"conversation"`
	Speaker      string `json:"speaker,omitempty"`
	ID           string `json:"id"`
	Key          int64  `json:"key"`
	// Parent is the key of the message before it.
	Parent int64 `json:"parent,omitempty"`
	// OwnID: it came without an id.
	OwnID bool `json:"own_id,omitempty"`
	// Stopped: it was cut short.
	Stopped bool `json:"stopped,omitempty"`
	// Waiting: it is to be captured.
	Waiting     bool `json:"waiting,omitempty"`
	WithdrawnAt Time `json:"withdrawn_at,omitzero"`
	ErasedAt    Time `json:"erased_at,omitzero"`
	// Mark is what an erased one without an id is told by, if it comes again.
	Mark []byte `json:"mark,omitempty"`
	// Place is the key of the first of the messages that stand in one place, with
	// this one among them. The one of them with the highest Chosen is shown.
	Place  int64 `json:"place,omitempty"`
	Chosen int64 `json:"chosen,omitempty"`
}

// Capture is one batch of messages that was captured.
type Capture struct {
	Tag
	Capture      int64   `json:"capture"`
	Conversation string  `json:"conversation"`
	Encoder      string  `json:"encoder"`
	Messages     []int64 `json:"messages"`
	At           Time    `json:"at"`
}

// NameUse is a name where it was met, in the spelling on record.
type NameUse struct {
	Name string          `json:"name"`
	Type memory.NameType `json:"type"`
}

// Episode is a moment.
type Episode struct {
	Tag
	ID           EpisodeID `json:"id"`
	What         string    `json:"what"`
	About        string    `json:"about"`
	Who          []string  `json:"who"`
	When         string    `json:"when,omitempty"`
	WhenAt       Day       `json:"when_at,omitzero"`
	Act          string    `json:"act"`
	Actor        string    `json:"actor"`
	Names        []NameUse `json:"names"`
	Salience     float64   `json:"salience"`
	Floor        float64   `json:"floor"`
	Intensity    float64   `json:"intensity"`
	LifespanDays float64   `json:"lifespan_days"`
	FirstAt      Time      `json:"first_at"`
	LastAt       Time      `json:"last_at"`
	Day          Day       `json:"day"`
	FormedAt     Time      `json:"formed_at"`
	Conversation string    `json:"conversation"`
	Capture      int64     `json:"capture"`
	Lasting      bool      `json:"lasting,omitempty"`
	// Sources are keys of messages.
	Sources []int64 `json:"sources"`
	// Night is the pass that saw it first, 0 if none has.
	Night       int64 `json:"night,omitempty"`
	WithdrawnAt Time  `json:"withdrawn_at,omitzero"`
	ErasedAt    Time  `json:"erased_at,omitzero"`
	// UnlistedAt is when a person took it from the list of what was said once.
	UnlistedAt Time `json:"unlisted_at,omitzero"`
}

// Fact is a fact.
type Fact struct {
	Tag
	ID           FactID      `json:"id"`
	Text         string      `json:"text"`
	About        string      `json:"about"`
	Kind         string      `json:"kind"`
	Status       string      `json:"status"`
	Authority    string      `json:"authority"`
	Salience     float64     `json:"salience"`
	Names        []NameUse   `json:"names"`
	FormedAt     Time        `json:"formed_at"`
	EvidenceAt   Time        `json:"evidence_at"`
	ValidUntil   Day         `json:"valid_until,omitzero"`
	SupersededBy FactID      `json:"superseded_by,omitzero"`
	RetiredAt    Time        `json:"retired_at,omitzero"`
	RetiredBy    string      `json:"retired_by,omitempty"`
	RetoldAt     Time        `json:"retold_at,omitzero"`
	Reinforced   int         `json:"reinforced"`
	Sources      []EpisodeID `json:"sources"`
	// Revision grows with every change of any fact.
	Revision    int64 `json:"revision"`
	WithdrawnAt Time  `json:"withdrawn_at,omitzero"`
	ErasedAt    Time  `json:"erased_at,omitzero"`
}

// Pass is one run of consolidation.
type Pass struct {
	Tag
	Pass     int64           `json:"pass"`
	Kind     string          `json:"kind"`
	From     Day             `json:"from"`
	To       Day             `json:"to"`
	RanAt    Time            `json:"ran_at"`
	On       Day             `json:"on"`
	Moments  int             `json:"moments"`
	Calls    int             `json:"calls"`
	Alone    int             `json:"alone"`
	Left     int             `json:"left"`
	Thinned  json.RawMessage `json:"thinned"`
	Finished bool            `json:"finished"`
}

// Group is one group of a pass, in the order of its groups.
type Group struct {
	Tag
	Group    int64           `json:"group"`
	Pass     int64           `json:"pass"`
	Episodes []EpisodeID     `json:"episodes"`
	Names    json.RawMessage `json:"names"`
	Ties     json.RawMessage `json:"ties"`
	Outcome  string          `json:"outcome"`
	Reason   string          `json:"reason"`
	// Sent is the version of the prompt it was sent with.
	Sent string `json:"sent,omitempty"`
}

// Change is one thing that happened to a fact, in order.
type Change struct {
	Tag
	Fact   FactID `json:"fact"`
	Effect string `json:"effect"`
	By     FactID `json:"by,omitzero"`
	Pass   int64  `json:"pass,omitempty"`
	Group  int64  `json:"group,omitempty"`
	At     Time   `json:"at"`
}

// Recalled is what came to mind for a reply, best first.
type Recalled struct {
	Tag
	// Reply is the key of its message.
	Reply int64          `json:"reply"`
	Items []RecalledItem `json:"items"`
}

// RecalledItem is one thing of it.
type RecalledItem struct {
	Kind           string  `json:"kind"`
	Item           string  `json:"item"`
	Score          float64 `json:"score"`
	Cue            float64 `json:"cue"`
	Retrievability float64 `json:"retrievability"`
	Because        string  `json:"because"`
}

// Review is what a person did to a fact by hand.
type Review struct {
	Tag
	Review int64  `json:"review"`
	Kind   string `json:"kind"`
	At     Time   `json:"at"`
	Fact   FactID `json:"fact"`
	// Before is the memory.Fact as it was.
	Before   json.RawMessage `json:"before"`
	Formed   FactID          `json:"formed,omitzero"`
	Message  int64           `json:"message,omitempty"`
	Episode  EpisodeID       `json:"episode,omitzero"`
	UndoneAt Time            `json:"undone_at,omitzero"`
}

// Usage is what a model took for a purpose on a day.
type Usage struct {
	Tag
	Day     Day    `json:"day"`
	Model   string `json:"model"`
	Purpose string `json:"purpose"`
	Calls   int64  `json:"calls"`
	// Reported is of how many calls the endpoint told the tokens read and wrote.
	Reported int64 `json:"reported"`
	Read     int64 `json:"read"`
	Wrote    int64 `json:"wrote"`
	// Sent and Whole are estimates: of what was sent, and of what sending the
	// whole history would have taken.
	Sent  int64 `json:"sent"`
	Whole int64 `json:"whole"`
}

// End ends a file.
type End struct {
	Tag
	// Lines is how many come before it.
	Lines int64 `json:"lines"`
}

func (*Header) kind() string       { return "muisto" }
func (*Speaker) kind() string      { return "speaker" }
func (*Name) kind() string         { return "name" }
func (*Conversation) kind() string { return "conversation" }
func (*Message) kind() string      { return "message" }
func (*Capture) kind() string      { return "capture" }
func (*Episode) kind() string      { return "episode" }
func (*Fact) kind() string         { return "fact" }
func (*Pass) kind() string         { return "pass" }
func (*Group) kind() string        { return "group" }
func (*Change) kind() string       { return "change" }
func (*Recalled) kind() string     { return "recalled" }
func (*Review) kind() string       { return "review" }
func (*Usage) kind() string        { return "usage" }
func (*End) kind() string          { return "end" }

// newLine gives an empty line of a type, nil for one that is not known.
func newLine(kind string) Line {
	switch kind {
	case "muisto":
		return &Header{}
	case "speaker":
		return &Speaker{}
	case "name":
		return &Name{}
	case "conversation":
		return &Conversation{}
	case "message":
		return &Message{}
	case "capture":
		return &Capture{}
	case "episode":
		return &Episode{}
	case "fact":
		return &Fact{}
	case "pass":
		return &Pass{}
	case "group":
		return &Group{}
	case "change":
		return &Change{}
	case "recalled":
		return &Recalled{}
	case "review":
		return &Review{}
	case "usage":
		return &Usage{}
	case "end":
		return &End{}
	}
	return nil
}
