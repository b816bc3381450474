package store

import (
	"context"
	"errors"
	"fmt"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"muisto/memory"
)

const talkTurns = 5

// talk says a few things and ends.
func talk(ctx context.Context, s *Store) error {
	for range talkTurns {
		if _, err := s.AppendMessage(ctx, user("hello", noon)); err != nil {
			return err
		}
	}
	return nil
}

// TestManyProcessesTalkAtOnce begins with no file, so that all of them make it.
func TestManyProcessesTalkAtOnce(t *testing.T) {
	const processes = 12
	path := filepath.Join(t.TempDir(), "new", "muisto.db")
	var all []*exec.Cmd
	for range processes {
		cmd := child(t, "talk", path)
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		all = append(all, cmd)
	}
	for _, cmd := range all {
		if err := cmd.Wait(); err != nil {
			t.Error(err)
		}
	}
	s := openAt(t, path)
	if n := must[Counts](t)(s.Counts(t.Context())).Messages; n != processes*talkTurns {
		t.Errorf("%d messages, want %d", n, processes*talkTurns)
	}
	if h := must[Health](t)(s.Health(t.Context())); len(h.Troubles) > 0 {
		t.Error(h.Troubles)
	}
}

// TestTwoWindowsOnOneFile: both talk and try to capture; one at a time does.
func TestTwoWindowsOnOneFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "muisto.db")
	windows := []*Store{openAt(t, path), openAt(t, path)}
	const turns = 30
	failed := make(chan error, len(windows))
	for i, s := range windows {
		go func() { failed <- talkAndCapture(t.Context(), s, fmt.Sprint("window ", i), turns) }()
	}
	for range windows {
		if err := <-failed; err != nil {
			t.Error(err)
		}
	}
	for _, s := range windows {
		counts := must[Counts](t)(s.Counts(t.Context()))
		if counts.Messages != turns*len(windows) || counts.Episodes+counts.Waiting != counts.Messages || counts.Episodes == 0 {
			t.Errorf("%+v", counts)
		}
	}
}

// talkAndCapture says something in a conversation of its own, and then captures
// whatever waits anywhere, unless another is at it.
func talkAndCapture(ctx context.Context, s *Store, conversation string, turns int) error {
	for range turns {
		if _, err := s.AppendMessage(ctx, inConversation(conversation, "hello", noon)); err != nil {
			return err
		}
		lease, err := s.Acquire(ctx, "capture", time.Minute)
		if errors.Is(err, memory.ErrBusy) {
			continue
		}
		if err != nil {
			return err
		}
		if err := capturePending(ctx, s, lease); err != nil {
			return err
		}
		if err := s.Release(ctx, lease); err != nil {
			return err
		}
	}
	return nil
}

func capturePending(ctx context.Context, s *Store, lease Lease) error {
	pending, err := s.Pending(ctx)
	if err != nil {
		return err
	}
	for _, p := range pending {
		batch, err := s.Uncaptured(ctx, p.Conversation, 0)
		if err != nil {
			return err
		}
		c := Capture{Conversation: p.Conversation, Lease: lease, Encoder: "test", At: noon}
		for _, m := range batch {
			c.Messages = append(c.Messages, m.Key)
			c.Episodes = append(c.Episodes, episodeOf("It was said.", m))
		}
		if _, err := s.RecordCapture(ctx, c); err != nil {
			return err
		}
	}
	return nil
}
