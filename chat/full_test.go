package chat

import (
	"context"
	"errors"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"muisto/memory/store/faulty"
)

// A disk that is full for a while is told of, and all goes on once it has room.
func TestAFullDiskEndsNothing(t *testing.T) {
	if err := faulty.Register(); err != nil {
		t.Fatal(err)
	}
	path := file(t)
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		s := &script{pieces: []string{"ok"}}
		h := open(t, path, s)
		var mu sync.Mutex
		trouble := ""
		watched := make(chan struct{})
		go func() {
			defer close(watched)
			for e := range h.Events() {
				if st, ok := e.(Status); ok && st.Trouble != "" {
					mu.Lock()
					trouble = st.Trouble
					mu.Unlock()
				}
			}
		}()
		ran := make(chan error, 1)
		go func() { ran <- h.Run(ctx) }()
		wait(time.Second)
		faulty.Arm(1, faulty.Full)
		said := false
		_, err := h.Turn(ctx, "hello", func(e Event) {
			if _, ok := e.(Said); ok {
				said = true
			}
		})
		if err == nil || said || !strings.Contains(err.Error(), "the disk is full") {
			t.Errorf("said on a full disk: %v, %v", said, err)
		}
		wait(5 * claimEvery)
		if _, writes := faulty.Disarm(); writes < 2 {
			t.Errorf("%d writes were tried", writes)
		}
		mu.Lock()
		if !strings.Contains(trouble, "the disk is full") {
			t.Errorf("told %q", trouble)
		}
		mu.Unlock()
		select {
		case err := <-ran:
			t.Fatalf("it has ended: %v", err)
		default:
		}
		if err := h.Say(ctx, "hello"); err != nil {
			t.Error(err)
		}
		wait(2 * h.o.Quiet)
		if s.batches.Load() == 0 {
			t.Error("nothing was captured when it went quiet")
		}
		cancel()
		if err := <-ran; !errors.Is(err, context.Canceled) {
			t.Errorf("it ended with %v", err)
		}
		h.close(t)
		<-watched
	})
}
