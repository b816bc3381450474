package ui

import (
	"context"
	"time"

	"muisto/chat"
	"muisto/memory"
	"muisto/memory/mind"
	"muisto/memory/recall"
)

// Session is the conversation behind the screen, and the memory behind that.
// Every method may be called from any goroutine. What takes a context stops
// soon after the context ends and returns its error. Errors are sentences for
// the person and say what to do.
type Session interface {
	Setting
	Talk
	Transcript
	Conversations
	Moments
	Facts
	FactChanges
	Passes
	Finder
	Eraser
	Figures
}

// Setting is where and when the conversation takes place.
type Setting interface {
	// Events is closed when the session ends.
	Events() <-chan chat.Event
	// Now is the session's time, which may run fast.
	Now() time.Time
	ModelName() string
	// Decay is D of the forgetting curve.
	Decay() float64
	// Today is the day that the clock shows, as the settings have it turn.
	Today() memory.Day
	// Conversation is the id of the current one.
	Conversation() string
	// SetPrivate turns "off the record" on or off; a Status follows.
	SetPrivate(ctx context.Context, on bool) error
	// Leave captures what is pending, within ctx; it calls progress, from one
	// goroutine, with how far it is. Nothing is lost if it is cut short.
	Leave(ctx context.Context, progress func(Leaving)) error
}

// Talk is what a person says and what is replied.
type Talk interface {
	// Say is one turn: it returns when the reply has ended. Events tell the
	// rest: Said, then Recollected, Piece, …, Replied. An error that comes
	// without a Said means that nothing was stored.
	Say(ctx context.Context, text string) error
	// SayInstead is Say with the text in the place of a message of the person's.
	SayInstead(ctx context.Context, instead int64, text string) error
	// Again replies once more to the last message: Retrying, then as for Say. It
	// fails with chat.ErrNothingSaid.
	Again(ctx context.Context) error
	// Typing puts off the capture; it returns at once.
	Typing()
	// Remember captures what is pending, now.
	Remember(ctx context.Context) error
	// KeepDraft keeps what is written and not sent, but for what is off the
	// record; Draft returns it at the next start.
	KeepDraft(ctx context.Context, text string) error
	Draft(ctx context.Context) (string, error)
}

// Transcript is what was said.
type Transcript interface {
	// History returns a stretch of a conversation, oldest first.
	History(ctx context.Context, q HistoryQuery) ([]Entry, error)
	// Written returns up to limit earlier messages of the person's, newest first.
	Written(ctx context.Context, limit int) ([]string, error)
	// ShowBranch shows the branch of the conversation that a message is on.
	ShowBranch(ctx context.Context, key int64) error
	// MessagesNamed returns the messages with this id.
	MessagesNamed(ctx context.Context, id string) ([]memory.Message, error)
	// Why returns what came to mind for the reply with the given key.
	Why(ctx context.Context, reply int64) (recall.Result, error)
}

// Conversations are those of the memory, and the way from one to another.
type Conversations interface {
	// NewConversation starts an empty one; what is pending in the old one is kept
	// for capture.
	NewConversation(ctx context.Context) error
	// Conversations lists those that are in view, the one with the newest message
	// first; Resume goes on with one.
	Conversations(ctx context.Context, q ConversationQuery) ([]memory.Conversation, error)
	Resume(ctx context.Context, id string) error
	// RenameConversation names one, or takes its name away; HideConversation
	// takes one out of view, or brings it back.
	RenameConversation(ctx context.Context, id, name string) error
	HideConversation(ctx context.Context, id string, hidden bool) error
}

// Moments reads episodes.
type Moments interface {
	Moments(ctx context.Context, q MomentQuery) ([]memory.Episode, error)
	EpisodesByID(ctx context.Context, ids []memory.EpisodeID) ([]memory.Episode, error)
	// Sources returns the messages that an episode came from, in the order said.
	Sources(ctx context.Context, id memory.EpisodeID) ([]memory.Message, error)
	// SaidOnce lists the lasting moments that no fact rests on, the newest first;
	// UnlistMoment takes one from that list.
	SaidOnce(ctx context.Context) ([]memory.Episode, error)
	UnlistMoment(ctx context.Context, id memory.EpisodeID) error
	// Upcoming lists up to limit moments that name a day from today on, the nearest
	// day first.
	Upcoming(ctx context.Context, limit int) ([]memory.Episode, error)
}

// Facts reads facts.
type Facts interface {
	// Facts returns the facts as they are today, the newest evidence first.
	Facts(ctx context.Context, q FactQuery) ([]memory.Fact, error)
	FactsByID(ctx context.Context, ids []memory.FactID) ([]memory.Fact, error)
	// FactHistory returns the facts that one replaced, the last first.
	FactHistory(ctx context.Context, id memory.FactID) ([]memory.Fact, error)
	// Confirmed says when the person confirmed facts, and how often.
	Confirmed(ctx context.Context) (map[memory.FactID]chat.Confirmation, error)
	// ReviewQueue returns the facts that most deserve a look, and why.
	ReviewQueue(ctx context.Context) ([]chat.ReviewItem, error)
}

// FactChanges are what a person does with facts. Changed follows each.
type FactChanges interface {
	// CorrectFact replaces an active fact by a sentence, with the authority of a
	// correction, and returns the new one; ConfirmFact notes that a fact holds,
	// RetireFact that it does not any more.
	CorrectFact(ctx context.Context, id memory.FactID, text string) (memory.Fact, error)
	ConfirmFact(ctx context.Context, id memory.FactID) (memory.Fact, error)
	RetireFact(ctx context.Context, id memory.FactID) (memory.Fact, error)
	// AddFact makes a fact of a sentence, with the authority of a correction;
	// KeepMoment makes one of a lasting moment, in its own words if text is empty.
	AddFact(ctx context.Context, text string) (memory.Fact, error)
	KeepMoment(ctx context.Context, id memory.EpisodeID, text string) (memory.Fact, error)
	// UndoFact takes back the last of these that holds; it fails with
	// chat.ErrNothingToUndo.
	UndoFact(ctx context.Context) (chat.Review, memory.Fact, error)
}

// Passes are the nights, weeks and months of the memory.
type Passes interface {
	// Nights returns up to limit passes before the one with the key before, or
	// the newest where that is 0; a running one with what it has done so far.
	Nights(ctx context.Context, before int64, limit int) ([]memory.PassRecord, error)
	// Sleep runs the passes that are due, or the one that the scope names;
	// Status and Changed tell how far it is. It stops cleanly with ctx.
	Sleep(ctx context.Context, scope mind.SleepScope) error
}

// Finder looks for text.
type Finder interface {
	// Search returns the messages, moments and facts that contain text, each the
	// newest first and at most limit of them.
	Search(ctx context.Context, text string, limit int) (chat.Found, error)
	// SearchIn returns the messages of a conversation that contain text.
	SearchIn(ctx context.Context, conversation, text string, limit int) ([]memory.Message, error)
}

// Eraser takes things out for good.
type Eraser interface {
	// PreviewErase tells what Erase would take; Changed follows Erase.
	PreviewErase(ctx context.Context, t chat.Targets) (chat.Erasure, error)
	Erase(ctx context.Context, t chat.Targets) (chat.Erasure, error)
}

// Figures count.
type Figures interface {
	Counts(ctx context.Context) (chat.Counts, error)
	// Stats returns what the last days took and brought, Tariff what models cost.
	Stats(ctx context.Context, days int) (chat.Stats, error)
	Tariff() chat.Tariff
}

// What a Session is asked for and gives is in the words of chat.
type (
	Entry        = chat.Entry
	Part         = chat.Part
	HistoryQuery = chat.HistoryQuery
	Order        = chat.Order
	MomentQuery  = chat.MomentQuery
	FactQuery    = chat.FactQuery

	ConversationQuery = chat.ConversationQuery
	Leaving           = chat.Leaving
)

// The parts and orders of chat.
const (
	Last   = chat.Last
	First  = chat.First
	Before = chat.Before
	After  = chat.After
	From   = chat.From
	Newest = chat.Newest
	Left   = chat.Left
	Weight = chat.Weight
)
