package chat

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"muisto/memory"
	"muisto/memory/hippocampus"
	"muisto/memory/mind"
	"muisto/memory/neocortex"
	"muisto/memory/store"
	"muisto/model"
)

// script is a Replier that plays pieces, and an Encoder that makes one
// observation of every message of the user's.
type script struct {
	pieces  []string
	pause   time.Duration // before each piece
	err     error
	prompts []model.Prompt
	batches atomic.Int32
	nights  atomic.Int32
	// during, if set, is called while a reply streams.
	during func()
}

func (s *script) Reply(ctx context.Context, p model.Prompt, emit func(string)) (model.Usage, error) {
	s.prompts = append(s.prompts, p)
	for _, piece := range s.pieces {
		select {
		case <-ctx.Done():
			return model.Usage{}, ctx.Err()
		case <-time.After(s.pause):
		}
		emit(piece)
		if s.during != nil {
			s.during()
		}
	}
	return model.Usage{ReplyTokens: len(s.pieces)}, s.err
}

func (s *script) Encode(_ context.Context, b hippocampus.Batch, _ []string) ([]hippocampus.Proposal, error) {
	s.batches.Add(1)
	var list []hippocampus.Proposal
	for i, m := range b.Messages {
		if m.Role == memory.RoleUser {
			act := "observation"
			if strings.HasPrefix(m.Text, "No") {
				act = "correction"
			}
			list = append(list, hippocampus.Proposal{What: m.Text, Act: act, Sources: []string{fmt.Sprintf("m%d", i+1)}})
		}
	}
	return list, nil
}

// Write makes one fact of the last moment of a group.
func (s *script) Write(_ context.Context, r neocortex.Request, _ []string) ([]neocortex.Proposal, error) {
	s.nights.Add(1)
	last := r.Episodes[len(r.Episodes)-1]
	return []neocortex.Proposal{{Text: last.What, About: "the launch: day", Kind: "world", Episodes: []string{last.ID.String()}}}, nil
}

// house is a session with what it stands on.
type house struct {
	*Session
	store  *store.Store
	events []Event
}

// open starts a session on the file at path; it is to be closed by the test.
func open(t *testing.T, path string, s *script) *house {
	t.Helper()
	clock := memory.ClockFrom(time.Date(2026, 5, 18, 9, 0, 0, 0, time.UTC))
	file, err := store.Open(t.Context(), path, store.Options{Clock: clock})
	if err != nil {
		t.Fatal(err)
	}
	m, err := mind.New(mind.Options{
		Store: file, Clock: clock, Encoder: s, Endpoint: true, Builtin: s, Writer: s,
		Settings: mind.Settings{
			Decay: memory.DefaultDecay, DayTurn: 4, BatchTokens: 2000, RecallBudget: 800, StateDays: 90, NightCalls: 50,
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	session, err := Open(t.Context(), Options{
		Mind: m, Store: file, Clock: clock, Replier: s, ModelName: "script", ContextTokens: 4096,
		Quiet: 90 * time.Second, DayTurn: 4, Decay: memory.DefaultDecay,
	})
	if err != nil {
		t.Fatal(err)
	}
	return &house{Session: session, store: file}
}

func (h *house) close(t *testing.T) {
	t.Helper()
	if err := errors.Join(h.Session.Close(), h.store.Close()); err != nil {
		t.Error(err)
	}
}

func (h *house) turn(t *testing.T, text string) Turn {
	t.Helper()
	turn, err := h.Turn(t.Context(), text, func(e Event) { h.events = append(h.events, e) })
	if err != nil {
		t.Fatal(err)
	}
	return turn
}

func (h *house) stored(t *testing.T) []memory.Message {
	t.Helper()
	messages, err := h.store.Messages(t.Context(), h.Conversation(), 0, 0)
	if err != nil {
		t.Fatal(err)
	}
	return messages
}

func file(t *testing.T) string { return filepath.Join(t.TempDir(), "m.db") }

func TestATurn(t *testing.T) {
	h := open(t, file(t), &script{pieces: []string{"Good ", "morning."}})
	defer h.close(t)
	turn := h.turn(t, "good morning")
	if turn.Reply.Text != "Good morning." || !turn.Reply.Finished || turn.Usage.ReplyTokens != 2 {
		t.Errorf("turn %+v", turn)
	}
	stored := h.stored(t)
	if len(stored) != 2 || stored[0].Text != "good morning" || stored[1].Text != "Good morning." || !stored[1].Finished {
		t.Fatalf("stored %+v", stored)
	}
	var kinds []string
	text := ""
	for _, e := range h.events {
		kinds = append(kinds, strings.TrimPrefix(fmt.Sprintf("%T", e), "chat."))
		if piece, ok := e.(Piece); ok {
			text += piece.Text
		}
	}
	if text != "Good morning." || kinds[0] != "Said" || kinds[1] != "Recollected" || kinds[len(kinds)-1] != "Replied" {
		t.Errorf("events %v with the text %q", kinds, text)
	}
}

func TestAMessageIsOnTheDiskBeforeItIsShownAsSent(t *testing.T) {
	h := open(t, file(t), &script{pieces: []string{"ok"}})
	defer h.close(t)
	_, err := h.Turn(t.Context(), "hello", func(e Event) {
		switch e := e.(type) {
		case Said:
			if stored := h.stored(t); len(stored) != 1 || stored[0].Text != e.Message.Text {
				t.Errorf("shown as sent, stored is %+v", stored)
			}
		case Piece:
			if stored := h.stored(t); len(stored) != 2 || !strings.HasSuffix(stored[1].Text, e.Text) {
				t.Errorf("shown %q, stored is %+v", e.Text, stored)
			}
		}
	})
	if err != nil {
		t.Fatal(err)
	}
}

func TestStoppingKeepsWhatCame(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	h := open(t, file(t), &script{pieces: []string{"one ", "two ", "three"}, pause: 5 * time.Millisecond})
	defer h.close(t)
	h.o.Replier.(*script).during = cancel
	var ended Replied
	_, err := h.Turn(ctx, "count", func(e Event) {
		if r, ok := e.(Replied); ok {
			ended = r
		}
	})
	if !errors.Is(err, context.Canceled) || !ended.Stopped || ended.Err != nil {
		t.Errorf("error %v, ended %+v", err, ended)
	}
	stored := h.stored(t)
	if len(stored) != 2 || stored[1].Text != "one " || stored[1].Finished {
		t.Errorf("stored %+v", stored)
	}
	h.o.Replier.(*script).during = nil
	if next := h.turn(t, "go on"); next.Reply.Text != "one two three" {
		t.Errorf("the next reply is %q", next.Reply.Text)
	}
}

func TestAFailingModelIsASentenceAndTheChatGoesOn(t *testing.T) {
	s := &script{err: errors.New("the server at nowhere is down; start it")}
	h := open(t, file(t), s)
	defer h.close(t)
	_, err := h.Turn(t.Context(), "hello", func(e Event) { h.events = append(h.events, e) })
	if err == nil || !strings.Contains(err.Error(), "start it") {
		t.Fatalf("error %v", err)
	}
	if stored := h.stored(t); len(stored) != 1 {
		t.Errorf("the failure was stored: %+v", stored)
	}
	s.pieces, s.err = []string{"back"}, nil
	if turn := h.turn(t, "and now?"); turn.Reply.Text != "back" {
		t.Errorf("reply %q", turn.Reply.Text)
	}
}

func TestTheLastConversationGoesOn(t *testing.T) {
	path := file(t)
	h := open(t, path, &script{pieces: []string{"ok"}})
	h.turn(t, "remember the milk")
	first := h.Conversation()
	second := open(t, path, &script{pieces: []string{"ok"}})
	if second.Conversation() == first {
		t.Error("a second window took the first one's conversation")
	}
	second.close(t)
	h.close(t)
	s := &script{pieces: []string{"ok"}}
	h = open(t, path, s)
	defer h.close(t)
	if h.Conversation() != first {
		t.Error("the last conversation does not go on")
	}
	h.turn(t, "what was it?")
	// This house's clock begins where the first one's did: it was set back.
	if window := s.prompts[0].Window; len(window) != 3 || window[0].Text != "remember the milk" || window[2].Text != "what was it?" {
		t.Errorf("window %+v", window)
	}
}

func TestNothingOffTheRecordIsStored(t *testing.T) {
	s := &script{pieces: []string{"hush"}}
	h := open(t, file(t), s)
	defer h.close(t)
	h.turn(t, "on the record")
	if err := h.SetPrivate(t.Context(), true); err != nil {
		t.Fatal(err)
	}
	h.turn(t, "off the record")
	h.turn(t, "still off")
	if n := len(s.prompts[2].Window); n != 5 {
		t.Errorf("the window off the record has %d messages", n)
	}
	if entries, err := h.History(t.Context(), HistoryQuery{Limit: 10}); err != nil || len(entries) != 6 {
		t.Errorf("%d entries on screen, %v", len(entries), err)
	}
	if err := h.SetPrivate(t.Context(), false); err != nil {
		t.Fatal(err)
	}
	h.turn(t, "on again")
	for _, m := range append(h.stored(t), s.prompts[3].Window...) {
		if strings.Contains(m.Text, "off") || m.Text == "hush" && m.Key == 0 {
			t.Errorf("%q was kept", m.Text)
		}
	}
	if err := h.Remember(t.Context()); err != nil {
		t.Fatal(err)
	}
	if moments, err := h.Moments(t.Context(), MomentQuery{Limit: 10}); err != nil || len(moments) != 2 {
		t.Errorf("moments %+v, %v", moments, err)
	}
}

// wait lets d go by for the session.
func wait(d time.Duration) {
	time.Sleep(d)
	synctest.Wait()
}

func TestCaptureWaitsUntilItHasBeenQuiet(t *testing.T) {
	path := file(t)
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		s := &script{pieces: []string{"a", "b", "c"}, pause: 50 * time.Second}
		h := open(t, path, s)
		go func() {
			for range h.Events() { // a screen that keeps up
			}
		}()
		ran := make(chan error, 1)
		go func() { ran <- h.Run(ctx) }()
		go func() {
			if err := h.Say(ctx, "hello"); err != nil {
				t.Error(err)
			}
		}()
		wait(149 * time.Second) // the reply streams for 150 s
		if s.batches.Load() != 0 {
			t.Fatal("captured while streaming")
		}
		wait(80 * time.Second)
		for range 10 { // and keys are pressed for another 10
			h.Typing()
			wait(10 * time.Second)
		}
		if s.batches.Load() != 0 {
			t.Fatal("captured while typing")
		}
		wait(78 * time.Second)
		if s.batches.Load() != 0 {
			t.Fatal("captured before it was quiet for long enough")
		}
		wait(5 * time.Second)
		if s.batches.Load() != 1 {
			t.Fatalf("%d calls after it was quiet", s.batches.Load())
		}
		wait(time.Hour)
		if s.batches.Load() != 1 {
			t.Fatalf("%d calls for one batch", s.batches.Load())
		}
		cancel()
		if err := <-ran; !errors.Is(err, context.Canceled) {
			t.Error(err)
		}
		h.close(t)
	})
}

func TestWhatAnEarlierRunLeftIsCapturedAtTheStart(t *testing.T) {
	path := file(t)
	h := open(t, path, &script{pieces: []string{"ok"}})
	h.turn(t, "left behind")
	h.close(t)
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		s := &script{}
		h := open(t, path, s)
		h.o.Mind.Clock = memory.FixedClock(time.Date(2026, 5, 19, 9, 0, 0, 0, time.UTC))
		go func() {
			for range h.Events() {
			}
		}()
		ran := make(chan error, 1)
		go func() { ran <- h.Run(ctx) }()
		wait(time.Second)
		if s.batches.Load() != 1 {
			t.Errorf("%d calls at the start", s.batches.Load())
		}
		cancel()
		<-ran
		h.close(t)
	})
}

func TestTheNightComesWhileTheProgramRuns(t *testing.T) {
	path := file(t)
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		s := &script{pieces: []string{"ok"}}
		h := open(t, path, s)
		sleeping := false
		watched := make(chan struct{})
		go func() {
			defer close(watched)
			for e := range h.Events() {
				if st, ok := e.(Status); ok && st.Doing == Sleeping && st.Pass == "night" {
					sleeping = true
				}
			}
		}()
		ran := make(chan error, 1)
		go func() { ran <- h.Run(ctx) }()
		if err := h.Say(ctx, "No, the launch is on Friday."); err != nil {
			t.Error(err)
		}
		wait(18 * time.Hour) // until three in the night
		if n := s.nights.Load(); n != 0 {
			t.Errorf("%d calls before the day has turned", n)
		}
		wait(2 * time.Hour)
		if n := s.nights.Load(); n != 1 {
			t.Errorf("%d calls after the night", n)
		}
		facts, err := h.Facts(ctx, FactQuery{})
		if err != nil || len(facts) != 1 || facts[0].Authority != memory.ByUser {
			t.Errorf("facts %+v, %v", facts, err)
		}
		if nights, err := h.Nights(ctx, 0, 10); err != nil || len(nights) != 1 || !nights[0].Finished {
			t.Errorf("nights %+v, %v", nights, err)
		}
		cancel()
		<-ran
		h.close(t)
		<-watched
		if !sleeping {
			t.Error("nothing told that it sleeps")
		}
	})
}

func TestWhatAnEarlierRunLeftIsCapturedOnceItIsQuiet(t *testing.T) {
	path := file(t)
	synctest.Test(t, func(t *testing.T) {
		s := &script{pieces: []string{"ok"}}
		first := open(t, path, s)
		first.turn(t, "hello")
		first.close(t)
		ctx, cancel := context.WithCancel(t.Context())
		h := open(t, path, s)
		go func() {
			for range h.Events() {
			}
		}()
		ran := make(chan error, 1)
		go func() { ran <- h.Run(ctx) }()
		wait(time.Second)
		h.mu.Lock()
		status := h.status
		h.mu.Unlock()
		if status.Doing != Waiting || status.RemembersAt.IsZero() {
			t.Errorf("after a restart, the status is %+v", status)
		}
		if s.batches.Load() != 0 {
			t.Error("captured at once")
		}
		wait(h.o.Quiet)
		if s.batches.Load() != 1 {
			t.Errorf("captured %d times", s.batches.Load())
		}
		cancel()
		<-ran
		h.close(t)
	})
}

func TestLeavingCapturesWhatWaits(t *testing.T) {
	s := &script{pieces: []string{"ok"}}
	h := open(t, file(t), s)
	defer h.close(t)
	h.turn(t, "one thing")
	var last Leaving
	if err := h.Leave(t.Context(), func(l Leaving) { last = l }); err != nil {
		t.Fatal(err)
	}
	if last != (Leaving{Done: 2, All: 2}) || s.batches.Load() != 1 {
		t.Errorf("left with %+v after %d calls", last, s.batches.Load())
	}
}

func TestWhyGivesWhatCameToMind(t *testing.T) {
	h := open(t, file(t), &script{pieces: []string{"ok"}})
	defer h.close(t)
	h.turn(t, "The boiler in Turku is broken.")
	if err := h.Remember(t.Context()); err != nil {
		t.Fatal(err)
	}
	turn := h.turn(t, "what about the boiler in Turku?")
	why, err := h.Why(t.Context(), turn.Reply.Key)
	if err != nil || len(why.Hits) != 1 || why.Hits[0].Episode.What != "The boiler in Turku is broken." || len(why.Hits[0].Because) == 0 {
		t.Errorf("why %+v, %v", why, err)
	}
	entries, err := h.History(t.Context(), HistoryQuery{Limit: 10})
	if err != nil || entries[len(entries)-1].Moments != 1 {
		t.Errorf("entries %+v, %v", entries, err)
	}
}
