package neocortex

import (
	"context"
	"time"

	"muisto/memory"
)

// Settings are what a person can set.
type Settings struct {
	// DayTurn is the hour at which a day ends, 0 to 23.
	DayTurn int
	// StateDays is how long a state holds where no end was said.
	StateDays int
	// MaxCalls bounds the calls of one pass.
	MaxCalls int
	// CallTokens bounds the moments and known facts of one call, in tokens; 0
	// for no bound but MaxGroup.
	CallTokens int
}

// Store is what a pass needs of the database. It holds the lease; its methods
// fail with memory.ErrBusy when that is lost.
type Store interface {
	Evidence
	Record
}

// Evidence is what a pass reads.
type Evidence interface {
	// Moments returns the moments of the days from to to, withdrawn ones left out.
	Moments(ctx context.Context, from, to memory.Day) ([]memory.EpisodeRef, error)
	// UnseenMoments returns those of a day that no night has seen but this pass.
	UnseenMoments(ctx context.Context, day memory.Day, pass int64) ([]memory.EpisodeRef, error)
	// EpisodesByID returns episodes in any order.
	EpisodesByID(ctx context.Context, ids []memory.EpisodeID) ([]memory.Episode, error)
	// Said returns the texts of the user's messages that moments rest on.
	Said(ctx context.Context, ids []memory.EpisodeID) (map[memory.EpisodeID][]string, error)
	// FactsAfter returns the facts made or changed after a revision, oldest change
	// first, at most limit, and the revision of the last.
	FactsAfter(ctx context.Context, rev int64, limit int) ([]memory.Fact, int64, error)
	// Sent returns for every moment the groups that were sent with it under that
	// version of the prompt.
	Sent(ctx context.Context, version string) (map[memory.EpisodeID][]int64, error)
	// Refused lists the moments of groups whose answers were refused in a pass
	// that ran on another day than on.
	Refused(ctx context.Context, on memory.Day) (map[memory.EpisodeID]bool, error)
}

// Record is what a pass writes of itself and of its facts.
type Record interface {
	// Begin starts a pass, or takes up the same one if it was cut short; its
	// record so far comes back.
	Begin(ctx context.Context, p memory.Pass, at time.Time, on memory.Day) (memory.PassRecord, error)
	// Keep commits what came of groups, in one transaction, and gives their
	// records with the keys of new facts.
	Keep(ctx context.Context, e memory.PassEntry) ([]memory.GroupRecord, error)
	// Finish ends a pass.
	Finish(ctx context.Context, r memory.PassRecord) error
}

// Deps is what a pass works with.
type Deps struct {
	Store  Store
	Writer Writer
	// Fallback writes the groups for which Writer's answers were refused in two
	// passes; nil leaves them for the next pass.
	Fallback Writer
	Clock    memory.Clock
	Settings Settings
	// Facts are those that the passes before have read; nil to read all afresh.
	Facts *Facts
}

// Facts are the facts of a store as one pass leaves them to the next, which
// then reads only what has changed since. They belong to one run at a time.
type Facts struct{ book *book }

// NewFacts gives facts of which nothing has been read.
func NewFacts() *Facts { return &Facts{newBook()} }

func (d Deps) book() *book {
	if d.Facts != nil {
		return d.Facts.book
	}
	return newBook()
}

// Progress tells how far a pass is.
type Progress struct {
	Pass memory.Pass
	// Group of Groups is being written; both are 0 before it is known.
	Group, Groups int
	// Done is the group that was finished last, if that is the news.
	Done *memory.GroupRecord
}
