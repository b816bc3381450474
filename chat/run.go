package chat

import (
	"context"
	"errors"
	"fmt"
	"time"

	"muisto/memory"
	"muisto/memory/mind"
)

// Run watches the conversation until ctx ends: it captures what an earlier run
// has left and sleeps what is due, then captures whatever has gone quiet, and
// sleeps when the day turns. It returns ctx's error.
func (s *Session) Run(ctx context.Context) error {
	if !s.enter() {
		return errEnded
	}
	defer s.turns.Done()
	s.turns.Go(func() { s.catchUp(ctx) })
	renew := time.NewTicker(claimEvery)
	defer renew.Stop()
	quiet := time.NewTimer(s.wait())
	defer quiet.Stop()
	night := s.nextNight()
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-s.nudge: // something was said or typed, or has ended
		case <-quiet.C:
			s.turns.Go(func() {
				s.attempt(ctx, mind.CaptureScope{Conversation: s.Conversation()})
				s.fillVectors(ctx)
			})
		case <-renew.C:
			s.reportBackground(ctx, s.renew(ctx))
			if s.retryDue() {
				s.turns.Go(func() { s.attempt(ctx, mind.CaptureScope{Quiet: s.o.Quiet}) })
			}
			if !s.o.Clock.Now().Before(night) {
				night = s.nextNight()
				s.turns.Go(func() { s.catchUp(ctx) })
			}
		}
		quiet.Reset(s.wait())
	}
}

// catchUp captures what has gone quiet, then sleeps what is due.
func (s *Session) catchUp(ctx context.Context) {
	s.attempt(ctx, mind.CaptureScope{Quiet: s.o.Quiet})
	s.reportBackground(ctx, s.rearmQuiet(ctx))
	due, err := s.o.Mind.SleepDue(ctx)
	if err == nil && due {
		err = s.Sleep(ctx, mind.Due)
	}
	s.reportBackground(ctx, err)
	s.fillVectors(ctx)
}

// rearmQuiet has Run wait for the quiet where messages of this conversation wait
// that it was too early for, such as those of an earlier run.
func (s *Session) rearmQuiet(ctx context.Context) error {
	pending, err := s.o.Store.Pending(ctx)
	if err != nil {
		return err
	}
	s.mu.Lock()
	early := false
	for _, p := range pending {
		if p.Conversation == s.conversation && s.o.Clock.Now().Sub(p.LastAt) < s.o.Quiet {
			early, s.dirty = true, true
			if p.LastAt.After(s.active) {
				s.active = p.LastAt
			}
		}
	}
	s.mu.Unlock()
	if early {
		s.settle()
		s.wake()
	}
	return nil
}

// fillVectors makes the vectors that are missing, unless that is under way.
func (s *Session) fillVectors(ctx context.Context) {
	s.mu.Lock()
	busy := s.filling
	s.filling = true
	s.mu.Unlock()
	if busy {
		return
	}
	s.reportBackground(ctx, s.o.Mind.FillVectors(ctx))
	s.mu.Lock()
	s.filling = false
	s.mu.Unlock()
}

// excuse shows in the status line what kept background work from being done;
// it is tried again the next time.
func (s *Session) reportBackground(ctx context.Context, err error) {
	if err != nil && ctx.Err() == nil && !errors.Is(err, memory.ErrBusy) {
		s.update(func(st *Status) { st.Trouble = err.Error() })
	}
}

// farOff is how long Run waits when there is nothing to wait for.
const farOff = 24 * time.Hour

// wait is how long the conversation is to be quiet from now on.
func (s *Session) wait() time.Duration {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.dirty || s.replying || s.capturing || s.active.IsZero() {
		return farOff
	}
	return max(s.o.Quiet-s.o.Clock.Now().Sub(s.active), 0)
}

// renew keeps the claim on the conversation.
func (s *Session) renew(ctx context.Context) error {
	s.mu.Lock()
	claim := s.claim
	s.mu.Unlock()
	err := s.o.Store.Renew(ctx, claim)
	if err != nil && ctx.Err() == nil && !errors.Is(err, memory.ErrBusy) {
		return fmt.Errorf("keep the conversation: %w", err)
	}
	return nil
}

// attempt captures, and shows a failure in the status line; what was not
// captured waits for the next time.
func (s *Session) attempt(ctx context.Context, scope mind.CaptureScope) {
	err := s.capture(ctx, scope, func(Leaving) {})
	s.reportBackground(ctx, err)
	if errors.Is(err, memory.ErrBusy) {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.retryAt = time.Time{}
	if mind.Unanswered(err) {
		s.retryAt = s.o.Clock.Now().Add(retryCapture)
	}
}

// retryCapture is how long a model that did not answer is left alone.
const retryCapture = 5 * time.Minute

// retryDue reports whether to ask a model again that did not answer.
func (s *Session) retryDue() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return !s.retryAt.IsZero() && !s.replying && !s.o.Clock.Now().Before(s.retryAt)
}

// capture turns what waits into episodes, unless a capture is going on already.
func (s *Session) capture(ctx context.Context, scope mind.CaptureScope, progress func(Leaving)) error {
	if !s.startCapture() {
		return memory.ErrBusy
	}
	defer s.endCapture()
	report, err := s.o.Mind.Capture(ctx, scope, func(p mind.CaptureProgress) {
		s.update(func(st *Status) { st.Doing, st.Messages = Capturing, p.All-p.Done })
		if len(p.Formed) > 0 {
			s.changed(ctx, p.Formed)
		}
		progress(Leaving{Done: p.Done, All: p.All})
	})
	if err == nil {
		s.update(func(st *Status) { st.Trouble = report.Note() })
	}
	return err
}

func (s *Session) startCapture() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.capturing || s.closed {
		return false
	}
	s.capturing, s.dirty = true, false
	s.turns.Add(1)
	return true
}

func (s *Session) endCapture() {
	s.mu.Lock()
	s.capturing, s.status.Messages = false, 0
	s.mu.Unlock()
	s.settle()
	s.turns.Done()
	s.wake()
}

// changed shows that there are new moments.
func (s *Session) changed(ctx context.Context, formed []memory.Episode) {
	counts, err := s.Counts(ctx)
	if err != nil {
		s.update(func(st *Status) { st.Trouble = err.Error() })
		return
	}
	s.emit(Changed{Formed: formed, Counts: counts})
}

// settle shows what the memory is at now that something has ended.
func (s *Session) settle() {
	s.update(func(st *Status) {
		st.QuietSince, st.RemembersAt = time.Time{}, time.Time{}
		switch {
		case s.replying:
			st.Doing = Replying
		case s.capturing:
			st.Doing = Capturing
		case s.sleeping:
			st.Doing = Sleeping
		case s.dirty && !s.active.IsZero():
			st.Doing, st.QuietSince, st.RemembersAt = Waiting, s.active, s.active.Add(s.o.Quiet)
		default:
			st.Doing = Idle
		}
		st.NextNight = s.nextNight()
	})
}

// trouble shows why the model could not be reached, or that it could again.
func (s *Session) trouble(failed error, stopped bool) {
	s.update(func(st *Status) {
		switch {
		case failed == nil:
			st.Trouble = ""
		case !stopped:
			st.Trouble = failed.Error()
		}
	})
}

// Typing puts off the capture; it returns at once.
func (s *Session) Typing() {
	if !s.enter() {
		return
	}
	defer s.turns.Done()
	s.mu.Lock()
	waiting := s.dirty && !s.active.IsZero()
	now := s.o.Clock.Now()
	since := now.Sub(s.active)
	if since > typingShown {
		s.active = now
	}
	s.mu.Unlock()
	if waiting && since > typingShown {
		s.settle()
		s.wake()
	}
}

// typingShown is how often typing puts off the capture and moves the countdown
// on screen.
const typingShown = time.Second

// Remember captures what waits in all conversations, now.
func (s *Session) Remember(ctx context.Context) error {
	return s.capture(ctx, mind.CaptureScope{}, func(Leaving) {})
}

// Leave captures what waits in this conversation, within ctx; it calls progress
// with how far it is. Nothing is lost if it is cut short: it is captured at the
// next start.
func (s *Session) Leave(ctx context.Context, progress func(Leaving)) error {
	err := s.capture(ctx, mind.CaptureScope{Conversation: s.Conversation()}, progress)
	if errors.Is(err, memory.ErrBusy) || errors.Is(err, context.DeadlineExceeded) || mind.Unanswered(err) {
		return nil
	}
	return err
}

// SetPrivate turns "off the record" on or off; a Status follows. What was said
// off the record is forgotten when it is turned off.
func (s *Session) SetPrivate(_ context.Context, on bool) error {
	if !s.enter() {
		return errEnded
	}
	defer s.turns.Done()
	err := s.betweenTurns(func() {
		s.private = on
		if !on {
			s.secret = nil
		}
	})
	if err != nil {
		return err
	}
	s.update(func(*Status) {})
	return nil
}
