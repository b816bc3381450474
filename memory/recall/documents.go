package recall

import (
	"muisto/memory"
	"muisto/memory/recall/vectors"
)

// A document is a fact or an episode as the index holds it: everything the
// ranking needs, and no text. Documents are numbered in the order added, and
// kept in blocks, so that growing copies nothing and the collector finds no
// pointers to follow.
const (
	blockBits = 11
	blockSize = 1 << blockBits
)

type block struct {
	records [blockSize]record
	length  [blockSize]uint16 // in words
	said    [blockSize]uint16 // the same with the messages; 0 for none
	vector  [blockSize][vectors.Dimensions]int8
	sketch  [blockSize]vectors.Sketch
	pairs   [blockSize]pairBits
}

// record is what is looked at of a document once it is a candidate, together.
type record struct {
	id          int64
	at          int64 // Unix seconds of LastAt, or of a fact's evidence
	day, whenAt memory.Day
	lifespan    float32
	salience    float32
	sitting     uint32
	speaker     uint32 // in people; 0 for none
	source      int64  // the key of the first message; 0 for none
	// before and after are the neighbours in time within the conversation, as
	// number + 1; 0 for none.
	before, after uint32
	flags         docFlags
	asks          uint8 // how much of it is questions, of 255
}

type docFlags uint8

const (
	isFact    docFlags = 1 << iota
	hasVector          // some word of it has a vector
	byAgent            // the agent's own doing or saying
	forgotten          // withdrawn or erased: never comes again
)

// documents are all that were added.
type documents struct {
	blocks []*block
	n      int
}

func (d *documents) add() uint32 {
	if d.n == len(d.blocks)*blockSize {
		d.blocks = append(d.blocks, new(block))
	}
	d.n++
	return uint32(d.n - 1)
}

func (d *documents) at(doc uint32) (*block, uint32) {
	return d.blocks[doc>>blockBits], doc & (blockSize - 1)
}
