package recall

import (
	"fmt"
	"math"
	"slices"
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

	mu       sync.RWMutex
	words    *vocabulary
	people   people
	docs     documents
	episodes lookup
	facts    map[memory.FactID]*standing
	cited    map[memory.EpisodeID]citation
	talks    map[string]*talk
	sittings uint32
	mass     float64 // of all documents
	counts   []count

	stemming sync.Mutex
	cueStems stemmer
	scratch  sync.Pool
}

// talk is a conversation as the neighbours in it need it.
type talk struct{ last uint32 } // the newest document + 1

type count struct {
	id    wordID
	times int
}

// NewIndex gives an empty index whose hits are read from source.
func NewIndex(source Source, o Options) (*Index, error) {
	table, err := vectors.Builtin()
	if err != nil {
		return nil, fmt.Errorf("make the memory index: %w", err)
	}
	if o.Decay == 0 {
		o.Decay = memory.DefaultDecay
	}
	if o.When == nil {
		o.When = func(text string, said time.Time) []Span { return days(text, said, o.DayTurn) }
	}
	if o.Mix == (Mix{}) {
		o.Mix = DefaultMix()
	}
	return &Index{
		source: source, options: o, mix: o.Mix, table: table,
		words: newVocabulary(), people: newPeople(),
		facts: map[memory.FactID]*standing{}, cited: map[memory.EpisodeID]citation{},
		talks: map[string]*talk{},
	}, nil
}

// Len is how many facts and episodes the index holds.
func (x *Index) Len() int {
	x.mu.RLock()
	defer x.mu.RUnlock()
	return x.docs.n
}

// Add takes episodes in. One that is there already is passed over, since an
// episode never changes.
func (x *Index) Add(episodes []memory.Episode) {
	x.mu.Lock()
	defer x.mu.Unlock()
	for i := range episodes {
		x.addEpisode(&episodes[i])
	}
}

// Forget takes episodes out of what can come, for good. Their neighbours in
// time stay neighbours of theirs.
func (x *Index) Forget(ids []memory.EpisodeID) {
	x.mu.Lock()
	defer x.mu.Unlock()
	for _, id := range ids {
		if doc, ok := x.episodes.find(id); ok {
			b, i := x.docs.at(doc)
			b.flags[i] |= forgotten
		}
	}
}

func (x *Index) addEpisode(e *memory.Episode) {
	if _, ok := x.episodes.find(e.ID); ok {
		return
	}
	doc := x.docs.add()
	x.episodes.add(e.ID, doc)
	b, i := x.docs.at(doc)
	b.id[i], b.at[i], b.day[i], b.whenAt[i] = int64(e.ID), e.LastAt.Unix(), e.Day, e.WhenAt
	b.lifespan[i], b.salience[i] = float32(e.Lifespan), float32(e.Salience)
	if len(e.Who) > 0 {
		b.speaker[i] = x.people.number(e.Who[0])
	}
	x.write(doc, e.What, e.About, e.Names)
	x.join(doc, e.Conversation)
}

// write enters a document's words and its meaning. The words of its topic and
// names count only where the text lacks them.
func (x *Index) write(doc uint32, text, about string, names []memory.Name) {
	var words []token
	tokens(text, func(w token) { words = append(words, w) })
	extra := func(s string) {
		tokens(s, func(w token) {
			if !slices.ContainsFunc(words, func(o token) bool { return o.key == w.key }) {
				words = append(words, w)
			}
		})
	}
	for _, n := range names {
		extra(n.Text)
	}
	extra(about)
	ids := x.words.add(words, x.table, nil)
	for _, n := range names {
		tokens(n.Text, func(w token) {
			if id, ok := x.words.ids[w.key]; ok {
				x.words.entries[id].name = true
			}
		})
	}
	x.count(doc, ids)
	x.mean(doc, ids)
	b, i := x.docs.at(doc)
	b.length[i] = uint16(min(len(ids), math.MaxUint16))
	b.asks[i] = asking(text)
}

func (x *Index) count(doc uint32, ids []wordID) {
	x.counts = x.counts[:0]
	for _, id := range ids {
		x.counts = append(x.counts, count{id, 1})
	}
	b, i := x.docs.at(doc)
	m := mass(float64(b.salience[i]))
	x.mass += m
	slices.SortFunc(x.counts, func(a, b count) int { return int(a.id) - int(b.id) })
	for i := 0; i < len(x.counts); {
		j := i
		for j < len(x.counts) && x.counts[j].id == x.counts[i].id {
			j++
		}
		e := &x.words.entries[x.counts[i].id]
		e.postings.add(doc, j-i)
		e.mass += m
		i = j
	}
}

func (x *Index) mean(doc uint32, ids []wordID) {
	var s sentence
	for _, id := range ids {
		if row := x.words.entries[id].row; row >= 0 {
			s.add(x.table, int(row), 1)
		}
	}
	if v, ok := s.unit(x.table); ok {
		b, i := x.docs.at(doc)
		quantise(&v, &b.vector[i])
		b.sketch[i] = vectors.Signs(&v)
		b.flags[i] |= hasVector
	}
}

func (x *Index) stem(lang int, lower string) string {
	x.stemming.Lock()
	defer x.stemming.Unlock()
	return x.cueStems.stem(lang, strings.Clone(lower))
}
