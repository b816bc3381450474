package mind

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"muisto/memory"
	"muisto/memory/amygdala"
	"muisto/memory/hippocampus"
	"muisto/memory/store"
)

// captureLease is held by the one program that captures.
const captureLease = "capture"

// leaseTime is how long a lease lasts without being renewed; renewEvery leaves
// room for two renewals to fail.
const (
	leaseTime  = 60 * time.Second
	renewEvery = 20 * time.Second
)

// knownNames is how many names met before an encoder is told.
const knownNames = 200

// CaptureScope says what to capture.
type CaptureScope struct {
	// Quiet takes only what was followed by so long a silence, of a conversation
	// that goes on what comes before its last silence; zero takes all.
	Quiet time.Duration
	// Conversation is the only one to capture; empty for all.
	Conversation string
}

// stretch is what waits in a conversation and is in a scope: what such a
// silence has followed; all of it for zero.
type stretch struct {
	conversation string
	silence      time.Duration
}

// CaptureReport says what a capture did.
type CaptureReport struct {
	// Batches and Messages count what was captured, Calls what was asked of the
	// encoder.
	Batches, Calls, Messages int
	// SetAside counts messages on which capture has failed too often.
	SetAside int
	// Episodes are the new ones, in the order formed.
	Episodes []memory.Episode
	// Faults say what was wrong with the encoder's answers, in sentences. Fallback:
	// the built-in model made some of the moments instead.
	Faults   []string
	Fallback bool
}

// Note says, for a person, that the encoder's answers could not be used, and
// what was done about it; empty if they could.
func (r CaptureReport) Note() string {
	if !r.Fallback || len(r.Faults) == 0 {
		return ""
	}
	return "The built-in model made these moments, since the model's answer could not be used: " + r.Faults[len(r.Faults)-1]
}

// Unanswered reports whether a capture ended since the model could not be
// reached or did not answer in time: what is left is pending, without limit.
func Unanswered(err error) bool { return errors.As(err, new(hippocampus.NoAnswer)) }

// CaptureProgress says how far a capture is.
type CaptureProgress struct {
	// Done of All messages have been captured; All may grow.
	Done, All int
	// Formed are the episodes of the batch just captured.
	Formed []memory.Episode
}

// Capture turns all waiting messages of the scope into episodes, batch by
// batch. It calls progress at the beginning and after each. It fails with
// memory.ErrBusy while another program captures; see Unanswered too. When it fails, what was
// captured before stays, and is in the report.
func (m *Mind) Capture(ctx context.Context, scope CaptureScope, progress func(CaptureProgress)) (CaptureReport, error) {
	var report CaptureReport
	waiting, all, err := m.waiting(ctx, scope)
	if err != nil || len(waiting) == 0 {
		return report, err
	}
	lease, err := m.Store.Acquire(ctx, captureLease, leaseTime)
	if err != nil {
		return report, fmt.Errorf("capture: %w", err)
	}
	progress(CaptureProgress{All: all})
	err = m.holding(ctx, lease, func(ctx context.Context) error {
		aside, err := m.Store.FailAbandoned(ctx, lease, killed)
		if err != nil {
			return err
		}
		report.SetAside += aside
		for _, s := range waiting {
			err := m.captureStretch(ctx, lease, s, &report, func(formed []memory.Episode) {
				progress(CaptureProgress{Done: report.Messages, All: max(all, report.Messages), Formed: formed})
			})
			if err != nil {
				return err
			}
		}
		return nil
	})
	return report, err
}

// waiting lists what is to be captured of a scope, and the number of its
// messages.
func (m *Mind) waiting(ctx context.Context, scope CaptureScope) (list []stretch, messages int, err error) {
	pending, err := m.Store.Pending(ctx)
	if err != nil {
		return nil, 0, err
	}
	newest := m.Clock.Now().Add(-scope.Quiet)
	for _, p := range pending {
		if scope.Conversation != "" && p.Conversation != scope.Conversation {
			continue
		}
		s, n := stretch{conversation: p.Conversation}, p.Messages
		if scope.Quiet > 0 && p.LastAt.After(newest) { // it goes on
			s.silence = scope.Quiet
			next, err := m.messagesAfter(ctx, s, memory.Message{})
			if err != nil {
				return nil, 0, err
			}
			if n = len(next); n == 0 {
				continue
			}
		}
		list = append(list, s)
		messages += n
	}
	return list, messages, nil
}

// holding runs work while it keeps a lease alive, then gives it up. Work ends
// when the lease is lost.
func (m *Mind) holding(ctx context.Context, lease store.Lease, work func(context.Context) error) error {
	inner, cancel := context.WithCancelCause(ctx)
	done := make(chan struct{})
	go func() {
		defer close(done)
		tick := time.NewTicker(renewEvery)
		defer tick.Stop()
		for {
			select {
			case <-inner.Done():
				return
			case <-tick.C:
				if err := m.Store.Renew(inner, lease); err != nil && inner.Err() == nil {
					cancel(fmt.Errorf("keep the lease on this work: %w", err))
					return
				}
			}
		}
	}()
	err := work(inner)
	if cause := context.Cause(inner); err != nil && cause != nil && ctx.Err() == nil {
		err = cause
	}
	cancel(nil)
	<-done
	release, stop := context.WithTimeout(context.WithoutCancel(ctx), releaseTime)
	defer stop()
	return errors.Join(err, m.Store.Release(release, lease))
}

// releaseTime bounds giving up a lease after the work was told to end.
const releaseTime = 2 * time.Second

func (m *Mind) captureStretch(ctx context.Context, lease store.Lease, s stretch, report *CaptureReport, formed func([]memory.Episode)) error {
	for {
		batch, err := m.batchAfter(ctx, s, memory.Message{})
		if err != nil || len(batch.Messages) == 0 {
			return err
		}
		encoding, done, err := m.captureBatch(ctx, lease, batch)
		if err != nil {
			if err := m.settleAttempt(ctx, lease, batch, err, report); err != nil {
				return err
			}
			continue
		}
		report.Batches++
		report.Calls += encoding.Calls
		report.Messages += len(batch.Messages)
		report.Episodes = append(report.Episodes, done...)
		report.Faults = append(report.Faults, encoding.Faults...)
		report.Fallback = report.Fallback || encoding.Fallback
		formed(done)
	}
}

// messagesAfter gives the messages of the batch that comes after a message; the
// zero Message for the first batch.
func (m *Mind) messagesAfter(ctx context.Context, s stretch, after memory.Message) ([]memory.Message, error) {
	messages, err := m.Store.UncapturedAfter(ctx, s.conversation, after, hippocampus.MaxBatch+1)
	if messages = settled(messages, s.silence); err != nil || len(messages) == 0 {
		return nil, err
	}
	batch := hippocampus.Cut(messages, m.Settings.BatchTokens, m.Settings.DayTurn)
	n, err := m.Store.Together(ctx, batch)
	return batch[:n], err
}

// batchAfter is messagesAfter with what an encoder needs beside them.
func (m *Mind) batchAfter(ctx context.Context, s stretch, after memory.Message) (hippocampus.Batch, error) {
	messages, err := m.messagesAfter(ctx, s, after)
	if err != nil || len(messages) == 0 {
		return hippocampus.Batch{}, err
	}
	b := hippocampus.Batch{Conversation: s.conversation, Messages: messages}
	if b.Context, err = m.Store.Before(ctx, b.Messages[0], hippocampus.ContextMessages); err != nil {
		return hippocampus.Batch{}, err
	}
	if b.Context, err = m.Store.WithoutAside(ctx, b.Context); err != nil {
		return hippocampus.Batch{}, err
	}
	if b.Known, err = m.Store.KnownNames(ctx, knownNames); err != nil {
		return hippocampus.Batch{}, err
	}
	return b, m.onRecord(ctx, &b)
}

// settled gives the messages, in the order said, up to the last silence after
// which the person spoke again: a model may be as slow with a reply.
func settled(messages []memory.Message, silence time.Duration) []memory.Message {
	if silence == 0 {
		return messages
	}
	for n := len(messages) - 1; n > 0; n-- {
		if messages[n].Role == memory.RoleUser && messages[n].At.Sub(messages[n-1].At) >= silence {
			return messages[:n]
		}
	}
	return nil
}

// captureBatch has a batch encoded, weighed and stored.
func (m *Mind) captureBatch(ctx context.Context, lease store.Lease, b hippocampus.Batch) (hippocampus.Encoding, []memory.Episode, error) {
	encoding, err := m.encode(ctx, lease, b)
	if err != nil {
		return hippocampus.Encoding{}, nil, err
	}
	done, err := m.record(ctx, lease, b, encoding)
	return encoding, done, err
}

// record weighs the drafts of a batch and stores it, with its episodes and its
// speakers' statistics, in one transaction.
func (m *Mind) record(ctx context.Context, lease store.Lease, b hippocampus.Batch, e hippocampus.Encoding) ([]memory.Episode, error) {
	now := m.Clock.Now()
	var episodes []memory.Episode
	var speakers map[string][]byte
	err := m.Crashes.Catch("weigh a batch of messages", func() (err error) {
		episodes, speakers, err = m.weigh(ctx, b, e, now)
		return err
	})
	if err != nil {
		return nil, err
	}
	name := m.EncoderName
	if e.Fallback {
		name = m.BuiltinName
	}
	return m.Store.RecordCapture(ctx, store.Capture{
		Conversation: b.Conversation, Lease: lease, Messages: keysOf(b.Messages), Episodes: episodes,
		Speakers: speakers, Encoder: name, At: now,
	})
}

// weigh gives the drafts their weight, and returns what is normal for each
// speaker now, ready for the store.
func (m *Mind) weigh(ctx context.Context, b hippocampus.Batch, e hippocampus.Encoding, now time.Time) ([]memory.Episode, map[string][]byte, error) {
	speakers, before, err := m.learn(ctx, b.Messages)
	if err != nil {
		return nil, nil, err
	}
	said := make(map[int64]typed, len(b.Messages))
	for _, msg := range b.Messages {
		said[msg.Key] = typedOf(msg)
	}
	var episodes []memory.Episode
	for _, d := range m.byWhom(b, e.Drafts) {
		intensity := 0.0
		for _, u := range d.Said {
			intensity = max(intensity, amygdala.Intensity(amygdala.Measure(said[u.Message].of(u.Text)), before[u.Message]))
		}
		episode := amygdala.Weigh(d.Episode, intensity)
		episode.FormedAt = now
		episodes = append(episodes, episode)
	}
	return episodes, speakers, nil
}

// byWhom takes the user's authority from drafts that rest on what another
// speaker says: in an import, the role of the user may be anybody's.
func (m *Mind) byWhom(b hippocampus.Batch, drafts []hippocampus.Draft) []hippocampus.Draft {
	others := make(map[int64]bool)
	for _, msg := range b.Messages {
		if msg.Role == memory.RoleUser && !msg.IsUsers(m.Settings.Users) {
			others[msg.Key] = true
		}
	}
	out := slices.Clone(drafts)
	for i := range out {
		if slices.ContainsFunc(out[i].Said, func(u hippocampus.Utterance) bool { return others[u.Message] }) {
			e := &out[i].Episode
			e.Actor, e.Lasting = memory.RoleOther, false
			if e.Act != memory.Routine {
				e.Act = memory.Observation
			}
		}
	}
	return out
}

// learn goes through messages in the order said: it gives what was normal for
// the speaker before each message, by the message's key, and what is normal for
// each speaker after the last, ready for the store.
func (m *Mind) learn(ctx context.Context, messages []memory.Message) (after map[string][]byte, before map[int64]amygdala.Normal, err error) {
	var keys []string
	for _, msg := range messages {
		keys = append(keys, msg.SpeakerKey())
	}
	stored, err := m.Store.SpeakerStats(ctx, keys)
	if err != nil {
		return nil, nil, err
	}
	normals := make(map[string]amygdala.Normal)
	for key, data := range stored {
		if normals[key], err = amygdala.UnmarshalNormal(data); err != nil {
			return nil, nil, fmt.Errorf("speaker %q: %w", key, err)
		}
	}
	before = make(map[int64]amygdala.Normal)
	for _, msg := range messages {
		key := msg.SpeakerKey()
		before[msg.Key] = normals[key]
		if own := typedOf(msg); !own.empty() {
			normals[key] = normals[key].Learn(amygdala.Measure(own.own))
		}
	}
	after = make(map[string][]byte)
	for key, n := range normals {
		if after[key], err = n.Marshal(); err != nil {
			return nil, nil, err
		}
	}
	return after, before, nil
}
