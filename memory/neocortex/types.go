package neocortex

import "muisto/memory"

// What a pass reads and leaves is the domain's, since the store keeps it.
type (
	Kind        = memory.PassKind
	Pass        = memory.Pass
	PastPass    = memory.PastPass
	Moment      = memory.EpisodeRef
	Outcome     = memory.Outcome
	Record      = memory.PassRecord
	GroupRecord = memory.GroupRecord
	WeighedName = memory.WeighedName
	Tie         = memory.Tie
	Thinning    = memory.Thinning
	FactChange  = memory.FactChange
	Effect      = memory.Effect
	Change      = memory.Change
	Entry       = memory.PassEntry
)

// The domain's words, where a pass uses them.
const (
	Night = memory.Night
	Week  = memory.Week
	Month = memory.Month

	BecameFacts   = memory.BecameFacts
	ShowedNothing = memory.ShowedNothing
	StayedMoments = memory.StayedMoments
	SentBefore    = memory.SentBefore
	Waits         = memory.Waits
	Failed        = memory.Failed
	Refused       = memory.Refused

	Formed     = memory.Formed
	Reinforced = memory.Reinforced
	Retold     = memory.Retold
	Filed      = memory.Filed
	Replaced   = memory.Replaced
	TakenBack  = memory.TakenBack
	RunOut     = memory.RunOut
	Over       = memory.Over
)
