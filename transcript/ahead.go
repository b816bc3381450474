package transcript

import (
	"iter"
	"sync"

	"muisto/memory"
)

// Bounds on what is read ahead of whoever takes the messages.
const (
	batchMessages = 128
	batchBytes    = 256 << 10 // of text; a longer message is a batch by itself
	batchesAhead  = 4
)

// reading is a message, or the error that ends it all.
type reading struct {
	message memory.Message
	err     error
}

// ahead reads in a goroutine, so that storing and reading go on side by side. The
// goroutine has ended when the loop over the messages has.
func ahead(messages iter.Seq2[memory.Message, error]) iter.Seq2[memory.Message, error] {
	return func(yield func(memory.Message, error) bool) {
		batches, stop := make(chan []reading, batchesAhead), make(chan struct{})
		var reader sync.WaitGroup
		reader.Go(func() {
			defer close(batches)
			fill(messages, batches, stop)
		})
		defer reader.Wait()
		defer close(stop)
		for batch := range batches {
			for _, r := range batch {
				if !yield(r.message, r.err) {
					return
				}
			}
		}
	}
}

func fill(messages iter.Seq2[memory.Message, error], batches chan<- []reading, stop <-chan struct{}) {
	var batch []reading
	size := 0
	hand := func() bool {
		select {
		case batches <- batch:
			batch, size = nil, 0
			return true
		case <-stop:
			return false
		}
	}
	for m, err := range messages {
		batch = append(batch, reading{m, err})
		if size += len(m.Text); len(batch) < batchMessages && size < batchBytes {
			continue
		}
		if !hand() {
			return
		}
	}
	hand()
}
