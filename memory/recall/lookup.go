package recall

import (
	"slices"

	"muisto/memory"
)

// lookup finds the document of an episode. Ids come in rising order but for
// the odd one, so that a sorted list does, at a third of a map's size.
type lookup struct {
	ids  []memory.EpisodeID // rising
	docs []uint32
	odd  map[memory.EpisodeID]uint32
}

func (l *lookup) add(id memory.EpisodeID, doc uint32) {
	if n := len(l.ids); n > 0 && id < l.ids[n-1] {
		if l.odd == nil {
			l.odd = map[memory.EpisodeID]uint32{}
		}
		l.odd[id] = doc
		return
	}
	l.ids = append(l.ids, id)
	l.docs = append(l.docs, doc)
}

func (l *lookup) find(id memory.EpisodeID) (uint32, bool) {
	if i, ok := slices.BinarySearch(l.ids, id); ok {
		return l.docs[i], true
	}
	doc, ok := l.odd[id]
	return doc, ok
}
