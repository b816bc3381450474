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
	// Events is closed when the session ends.
	Events() <-chan chat.Event
	// Now is the session's time, which may run fast.
	Now() time.Time
	ModelName() string
	// Decay is D of the forgetting curve.
	Decay() float64
	// Today is the day that the clock shows, as the settings have it turn.
	Today() memory.Day
	// Conversation is the id of the one that goes on.
	Conversation() string

	// History gives a stretch of a conversation, oldest first.
	History(ctx context.Context, q HistoryQuery) ([]Entry, error)
	// Written gives up to limit earlier messages of the person's, newest first.
	Written(ctx context.Context, limit int) ([]string, error)

	// Say is one turn: it returns when the reply has ended. Events tell the
	// rest: Said, then Recollected, Piece, …, Replied. An error that comes
	// without a Said means that nothing was stored.
	Say(ctx context.Context, text string) error
	// SayInstead is Say with the text in the place of a message of the person's.
	SayInstead(ctx context.Context, instead int64, text string) error
	// Again replies once more to the last message: Retrying, then as for Say. It
	// fails with chat.ErrNothingSaid.
	Again(ctx context.Context) error
	// ShowBranch shows the branch of the conversation that a message is on.
	ShowBranch(ctx context.Context, key int64) error
	// KeepDraft keeps what is written and not sent, but for what is off the
	// record; Draft gives it at the next start.
	KeepDraft(ctx context.Context, text string) error
	Draft(ctx context.Context) (string, error)
	// Typing puts off the capture; it returns at once.
	Typing()
	// Remember captures what waits, now.
	Remember(ctx context.Context) error
	// SetPrivate turns "off the record" on or off; a Status follows.
	SetPrivate(ctx context.Context, on bool) error
	// NewConversation starts an empty one; what waits in the old one is kept
	// for capture.
	NewConversation(ctx context.Context) error

	// Conversations lists those that are in view, the one with the newest message
	// first; Resume goes on with one.
	Conversations(ctx context.Context, q ConversationQuery) ([]memory.Conversation, error)
	Resume(ctx context.Context, id string) error
	// RenameConversation names one, or takes its name away; HideConversation
	// takes one out of view, or puts it back.
	RenameConversation(ctx context.Context, id, name string) error
	HideConversation(ctx context.Context, id string, hidden bool) error

	// Stats gives what the last days took and brought, Tariff what models cost.
	Stats(ctx context.Context, days int) (chat.Stats, error)
	Tariff() chat.Tariff

	// Moments lists episodes.
	Moments(ctx context.Context, q MomentQuery) ([]memory.Episode, error)
	// Sources gives the messages that an episode came from, in the order said.
	Sources(ctx context.Context, id memory.EpisodeID) ([]memory.Message, error)
	Counts(ctx context.Context) (chat.Counts, error)
	// Why gives what came to mind for the reply with the given key.
	Why(ctx context.Context, reply int64) (recall.Result, error)

	// Facts gives the facts as they stand today, the newest evidence first.
	Facts(ctx context.Context, q FactQuery) ([]memory.Fact, error)
	FactsByID(ctx context.Context, ids []memory.FactID) ([]memory.Fact, error)
	EpisodesByID(ctx context.Context, ids []memory.EpisodeID) ([]memory.Episode, error)
	// Nights gives up to limit passes before the one with the key before, or
	// the newest where that is 0; a running one with what it has done so far.
	Nights(ctx context.Context, before int64, limit int) ([]memory.PassRecord, error)
	// Sleep runs the passes that are due, or the one that the scope names;
	// Status and Changed tell how far it is. It stops cleanly with ctx.
	Sleep(ctx context.Context, scope mind.SleepScope) error

	// CorrectFact puts a sentence in the place of an active fact, with the
	// authority of a correction, and gives the new one; ConfirmFact notes that a
	// fact holds, RetireFact that it does not any more. Changed follows each.
	CorrectFact(ctx context.Context, id memory.FactID, text string) (memory.Fact, error)
	ConfirmFact(ctx context.Context, id memory.FactID) (memory.Fact, error)
	RetireFact(ctx context.Context, id memory.FactID) (memory.Fact, error)
	// AddFact makes a fact of a sentence, with the authority of a correction;
	// KeepMoment makes one of a lasting moment, in its own words if text is empty.
	// Changed follows each.
	AddFact(ctx context.Context, text string) (memory.Fact, error)
	KeepMoment(ctx context.Context, id memory.EpisodeID, text string) (memory.Fact, error)
	// SaidOnce lists the lasting moments that no fact rests on, the newest first;
	// UnlistMoment takes one from that list.
	SaidOnce(ctx context.Context) ([]memory.Episode, error)
	UnlistMoment(ctx context.Context, id memory.EpisodeID) error
	// Upcoming lists up to limit moments that name a day from today on, the nearest
	// day first.
	Upcoming(ctx context.Context, limit int) ([]memory.Episode, error)
	// Confirmed says when the person confirmed facts, and how often.
	Confirmed(ctx context.Context) (map[memory.FactID]chat.Confirmation, error)
	// UndoFact takes back the last of these that stands; it fails with
	// chat.ErrNothingToUndo.
	UndoFact(ctx context.Context) (chat.Review, memory.Fact, error)
	// FactHistory gives the facts that one stands in the place of, the last first.
	FactHistory(ctx context.Context, id memory.FactID) ([]memory.Fact, error)
	// ReviewQueue gives the facts that most deserve a look, and why.
	ReviewQueue(ctx context.Context) ([]chat.ReviewItem, error)

	// Search gives the messages, moments and facts that contain text, each the
	// newest first and at most limit of them.
	Search(ctx context.Context, text string, limit int) (chat.Found, error)
	// SearchIn gives the messages of a conversation that contain text.
	SearchIn(ctx context.Context, conversation, text string, limit int) ([]memory.Message, error)
	// MessagesNamed gives the messages with this id.
	MessagesNamed(ctx context.Context, id string) ([]memory.Message, error)
	// PreviewErase tells what Erase would take; Erase takes it for good, and
	// Changed follows.
	PreviewErase(ctx context.Context, t chat.Targets) (chat.Erasure, error)
	Erase(ctx context.Context, t chat.Targets) (chat.Erasure, error)

	// Leave captures what waits, within ctx; it calls progress, from one
	// goroutine, with how far it is. Nothing is lost if it is cut short.
	Leave(ctx context.Context, progress func(Leaving)) error
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
