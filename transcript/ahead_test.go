package transcript

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"testing/synctest"

	"muisto/memory"
)

// endless gives messages for as long as somebody takes them.
func endless(size int) func(func(memory.Message, error) bool) {
	return func(yield func(memory.Message, error) bool) {
		for i := 0; yield(memory.Message{ID: fmt.Sprint(i), Text: strings.Repeat("x", size)}, nil); i++ {
		}
	}
}

func TestReadingAheadEndsWithTheLoop(t *testing.T) {
	for _, size := range []int{0, batchBytes} {
		for _, want := range []int{1, batchMessages, 3*batchMessages + 1} {
			// The test fails if a goroutine is left when the loop has ended.
			synctest.Test(t, func(t *testing.T) {
				n := 0
				for m, err := range ahead(endless(size)) {
					if err != nil || m.ID != fmt.Sprint(n) {
						t.Fatalf("message %d is %s, error %v", n, m.ID, err)
					}
					if n++; n == want {
						break
					}
				}
			})
		}
	}
}

func TestReadingAheadGivesAllAndTheErrorLast(t *testing.T) {
	torn := errors.New("torn")
	for _, all := range []int{0, 1, batchMessages - 1, batchMessages, 7*batchMessages + 3} {
		n, last := 0, error(nil)
		for _, err := range ahead(func(yield func(memory.Message, error) bool) {
			for range all {
				if !yield(memory.Message{}, nil) {
					return
				}
			}
			yield(memory.Message{}, torn)
		}) {
			if last != nil {
				t.Fatal("something comes after the error")
			}
			if last = err; err == nil {
				n++
			}
		}
		if n != all || last != torn {
			t.Errorf("%d of %d messages, error %v", n, all, last)
		}
	}
}
