package memory

// Revision is a state of what is remembered: as long as it stays the same, no
// episode, fact or vector has come, and none was changed or withdrawn.
type Revision struct {
	Episode   EpisodeID // the newest
	Fact      int64     // grows with every change of any fact
	Vector    int64     // the newest
	Withdrawn int       // how many episodes
}
