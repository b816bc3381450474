package recall

import (
	"context"
	"strings"
	"sync"
	"time"

	"muisto/memory"
	"muisto/memory/recall/vectors"
)

// Options say how memories are ranked. The zero value is fine.
type Options struct {
	// Decay is D of the forgetting curve; 0 for memory.DefaultDecay.
	Decay float64
	// DayTurn is the hour at which a local day ends.
	DayTurn int
	// Vectors gives what an embeddings endpoint made, after the number seq, in
	// order, at most limit, and the number of the last; nil for none. They tell
	// meaning in place of the words' own, where there are any.
	Vectors func(ctx context.Context, seq int64, limit int) ([]Vector, int64, error)
	// VectorsBy names what made the vectors.
	VectorsBy string
	// Images keeps the image of the index for the next run of the program; nil for
	// none.
	Images Images
	// When finds the days that a text names, said at the given time; nil for
	// those that package when finds.
	When func(text string, said time.Time) []Span
	// Mix are the weights; the zero value for DefaultMix().
	Mix Mix
}

// Index finds facts and episodes by cue. It holds all that the ranking needs
// and none of the texts: some 250 bytes a memory. One goroutine may add while
// any number recall.
type Index struct {
	source  Source
	options Options
	mix     Mix
	table   *vectors.Table
	fading  fading
	norms   [longest + 1]float64
	// saidNorms are the norms of messages.
	saidNorms [longest + 1]float64

	mu       sync.RWMutex
	words    *vocabulary
	people   people
	docs     documents
	episodes lookup
	facts    map[memory.FactID]*standing
	embedded embedded
	cited    map[memory.EpisodeID]citation
	// lasting are the moments that state something meant to hold on, in order.
	lasting  []memory.EpisodeID
	talks    map[string]*talk
	sittings uint32
	mass     float64  // of all documents
	written  []wordID // of the documents since the last finish, in order
	hearing  []wordID // room for the words of messages
	counts   []count

	stemming sync.Mutex
	cueStems stemmer
	scratch  sync.Pool
}

// talk is a conversation as the neighbours in it need it.
type talk struct{ last uint32 } // the newest document + 1

// NewIndex gives an empty index whose hits are read from source, and which
// tells meaning by the vectors of words.
func NewIndex(source Source, words *vectors.Table, o Options) *Index {
	if o.Decay == 0 {
		o.Decay = memory.DefaultDecay
	}
	if o.When == nil {
		o.When = func(text string, said time.Time) []Span { return daysIn(text, said, o.DayTurn) }
	}
	if o.Mix == (Mix{}) {
		o.Mix = DefaultMix()
	}
	return &Index{
		source: source, options: o, mix: o.Mix, table: words,
		fading: newFading(o.Decay, o.Mix.Fading), norms: norms(usualLength), saidNorms: norms(usualSaid),
		words: newVocabulary(), people: newPeople(),
		facts: map[memory.FactID]*standing{}, cited: map[memory.EpisodeID]citation{},
		talks: map[string]*talk{},
	}
}

// Len is how many facts and episodes the index holds.
func (x *Index) Len() int {
	x.mu.RLock()
	defer x.mu.RUnlock()
	return x.docs.n
}

// Add takes episodes in. One that is there already is skipped, since an
// episode never changes.
func (x *Index) Add(episodes []memory.Episode) { x.AddSaid(episodes, nil) }

// AddSaid is Add with the messages that the episodes came from, by their keys:
// they are found by the words of these too.
func (x *Index) AddSaid(episodes []memory.Episode, said map[int64]memory.Message) {
	drafts := make([]draft, len(episodes))
	parallel(len(episodes), func(i int) {
		drafts[i] = x.words.tongues.draftOf(episodes[i].What, episodes[i].About, episodes[i].Names)
		x := exchangeOf(&episodes[i], said)
		drafts[i].hear(x.text)
		drafts[i].source = x.key
	})
	x.mu.Lock()
	defer x.mu.Unlock()
	from := x.docs.n
	for i := range episodes {
		x.addEpisode(&episodes[i], &drafts[i])
	}
	x.finish(from)
}

// Forget takes episodes out of what can come, for good. Their neighbours in
// time stay neighbours of theirs.
func (x *Index) Forget(ids []memory.EpisodeID) {
	x.mu.Lock()
	defer x.mu.Unlock()
	for _, id := range ids {
		if doc, ok := x.episodes.find(id); ok {
			b, i := x.docs.at(doc)
			b.records[i].flags |= forgotten
		}
	}
}

func (x *Index) addEpisode(e *memory.Episode, d *draft) {
	if _, ok := x.episodes.find(e.ID); ok {
		return
	}
	doc := x.docs.add()
	x.episodes.add(e.ID, doc)
	b, i := x.docs.at(doc)
	b.records[i].id, b.records[i].at, b.records[i].day, b.records[i].whenAt = int64(e.ID), e.LastAt.Unix(), e.Day, e.WhenAt
	b.records[i].lifespan, b.records[i].salience = float32(e.Lifespan), float32(e.Salience)
	b.records[i].source = d.source
	if e.Lasting {
		x.lasting = append(x.lasting, e.ID)
	}
	if e.Actor == memory.RoleAssistant {
		b.records[i].flags |= byAgent
	}
	if len(e.Who) > 0 {
		b.records[i].speaker = x.people.number(e.Who[0])
	}
	x.write(doc, d)
	x.join(doc, e.Conversation)
}

func (x *Index) stem(lang int, lower string) string {
	x.stemming.Lock()
	defer x.stemming.Unlock()
	return x.cueStems.stem(lang, strings.Clone(lower))
}
