package chat

import (
	"time"

	"muisto/memory"
	"muisto/memory/recall"
	"muisto/model"
)

// ErrCut is model.ErrCut, for a screen, which knows the chat alone.
var ErrCut = model.ErrCut

// Event is something that a screen shows as it happens. It is one of Said,
// Retrying, Recollected, Piece, Replied, Status and Changed.
type Event interface{ event() }

// Said: a message of the person's is on disk (or, off the record, held in
// memory alone, with Key 0).
type Said struct {
	Message memory.Message
	Private bool
	// Instead is the key of the message that it was written in the place of, 0
	// for none; that one and what came after it are not shown any more. Branches
	// are the keys of all that stand there.
	Instead  int64
	Branches []int64
}

// Retrying: the last message, which is on the page already, is replied to again.
// Once something of the new reply has come, it stands in the place of what came
// after that message.
type Retrying struct{ Private bool }

// Recollected: what came to mind for the message just said.
type Recollected struct{ Result recall.Result }

// Piece: more of the reply.
type Piece struct{ Text string }

// Replied: the reply has ended.
type Replied struct {
	// Message is the reply as stored; Text is empty if nothing came.
	Message memory.Message
	// Branches are the keys of the replies that stand in its place with it, if
	// any do.
	Branches []int64
	// Stopped: the person stopped it.
	Stopped bool
	Usage   model.Usage
	// Err is a sentence for the person, or nil.
	Err error
}

// Doing is what the memory is at.
type Doing string

// What the memory can be at.
const (
	Idle      Doing = "idle"
	Waiting   Doing = "waiting"   // for the conversation to go quiet
	Replying  Doing = "replying"  // a reply is streaming
	Capturing Doing = "capturing" // messages become episodes
	Sleeping  Doing = "sleeping"  // episodes become facts
)

// Status is what the status line shows.
type Status struct {
	Doing Doing
	// QuietSince and RemembersAt are set while Waiting, on the session's clock.
	QuietSince, RemembersAt time.Time
	// Messages is how many are being captured, while Capturing.
	Messages int
	// Pass, Group and Groups are set while Sleeping: group Group of Groups.
	Pass          string
	Group, Groups int
	// Private: what is said now is off the record.
	Private bool
	// Trouble is a sentence on why the model could not be reached, or empty.
	Trouble string
	// Last is what the last reply took, and Today what was taken today.
	Last, Today Spent
	// NextNight is when the next night is due.
	NextNight time.Time
}

// Changed: moments were formed or facts changed; lists should be read again.
type Changed struct {
	// Formed are the new episodes, if any.
	Formed []memory.Episode
	Counts Counts
}

// Counts are the numbers in the panel's title.
type Counts struct {
	Messages, Moments, Facts, Retired int
	// Pending is how many messages wait for capture.
	Pending int
	// SetAside is how many are not captured, since capture fails on them.
	SetAside int
}

func (Said) event()        {}
func (Retrying) event()    {}
func (Recollected) event() {}
func (Piece) event()       {}
func (Replied) event()     {}
func (Status) event()      {}
func (Changed) event()     {}
