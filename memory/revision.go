package memory

// Revision is a state of what is remembered: as long as it stays the same, no
// episode, fact or vector has come, and none was changed, withdrawn or erased.
type Revision struct {
	Episode   EpisodeID // the newest
	Fact      int64     // grows with every change of any fact
	Vector    int64     // the newest
	Change    int64     // the newest record of a change of a fact
	Withdrawn int64     // how many episodes
	Rewritten int64     // grows with every erasure
}
