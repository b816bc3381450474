package demo

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"muisto/memory"
	"muisto/memory/mind"
)

// quiet is how long it is quiet before what was said is remembered, as in the
// chat.
const quiet = 90 * time.Second

// pauses are how long the viewer is left with something, at speed 1.
const (
	pauseToRead  = 2500 * time.Millisecond
	pauseToWatch = 1500 * time.Millisecond
	// anHour is how long an hour in which nothing happens takes.
	anHour = 60 * time.Millisecond
)

// afterPlay is how long time goes by after the play's last words: long enough for
// what they bring about to be seen.
const afterPlay = 48 * time.Hour

// MaxSpeed is the fastest that a play can be made to go.
const MaxSpeed = 9

// State is what a viewer sees of the play.
type State struct {
	Now    time.Time
	Paused bool
	Speed  int
	// Ended: the play is over. Time goes by for some nights more, then stops as if
	// paused.
	Ended bool
}

// Player plays the beats. Its methods may be called from any goroutine; Step
// does the work and is to be called from one.
type Player struct {
	session Session
	clock   *Clock
	turn    int

	mu     sync.Mutex
	beats  []Beat
	paused bool
	speed  int
	// wait is what is left of a pause.
	wait time.Duration
	// closes is when the clock stops by itself, for the viewer to look around;
	// zero once it has.
	closes time.Time
	// until is the time to run through to without pauses, if later than now.
	until time.Time
}

// NewPlayer plays beats to a session that goes by clock, where days turn at the
// hour turn.
func NewPlayer(s Session, clock *Clock, beats []Beat, turn int) *Player {
	p := &Player{session: s, clock: clock, turn: turn, beats: beats, speed: 1, wait: pauseToWatch}
	if len(beats) > 0 {
		p.closes = beats[len(beats)-1].At.Add(afterPlay)
	}
	return p
}

// State is how it stands.
func (p *Player) State() State {
	p.mu.Lock()
	defer p.mu.Unlock()
	return State{Now: p.clock.Now(), Paused: p.paused, Speed: p.speed, Ended: len(p.beats) == 0}
}

// Toggle pauses, or goes on.
func (p *Player) Toggle() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.paused = !p.paused
}

// SetSpeed makes it go n times as fast, 1 to MaxSpeed.
func (p *Player) SetSpeed(n int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.speed = min(max(n, 1), MaxSpeed)
}

// Skip runs through the next days, with all that happens in them.
func (p *Player) Skip(days int) {
	p.runTo(p.clock.Now().AddDate(0, 0, days))
}

// NextNight runs through to the next night and through it.
func (p *Player) NextNight() { p.runTo(p.night()) }

func (p *Player) runTo(at time.Time) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.until, p.wait, p.paused = at, 0, false
}

// night is the next turn of the day.
func (p *Player) night() time.Time {
	now := p.clock.Now()
	return memory.DayOf(now, p.turn).Ends(p.turn, now.Location())
}

// Step lets the time since the last step go by, and does at most one thing that
// is due by then. Errors are those of the session.
func (p *Player) Step(ctx context.Context, since time.Duration) error {
	budget, ok := p.spend(since)
	if !ok {
		return nil
	}
	next, what, err := p.next(ctx)
	if err != nil {
		return err
	}
	now := p.clock.Now()
	if reach := now.Add(budget); next.After(reach) {
		p.clock.Set(reach)
		return nil
	}
	p.clock.Set(next)
	if err := what(ctx); err != nil && !errors.Is(err, memory.ErrBusy) {
		return fmt.Errorf("play the demo: %w", err)
	}
	return nil
}

// spend takes real time off a pause; what the clock may move on is what is
// left. It reports false while nothing is to happen.
func (p *Player) spend(since time.Duration) (time.Duration, bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.until.After(p.clock.Now()) {
		return p.until.Sub(p.clock.Now()), true
	}
	if p.paused {
		return 0, false
	}
	since *= time.Duration(p.speed)
	if p.wait > since {
		p.wait -= since
		return 0, false
	}
	since -= p.wait
	p.wait = 0
	return time.Duration(float64(since) / float64(anHour) * float64(time.Hour)), true
}

// next is what comes next and when: a beat, the quiet after something was said,
// or the turn of the day.
func (p *Player) next(ctx context.Context) (time.Time, func(context.Context) error, error) {
	at, what := p.night(), p.sleep
	counts, err := p.session.Counts(ctx)
	if err != nil {
		return time.Time{}, nil, fmt.Errorf("play the demo: %w", err)
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(p.beats) > 0 && p.beats[0].At.Before(at) {
		at, what = p.beats[0].At, p.say
	}
	if still := p.session.Active().Add(quiet); counts.Pending > 0 && still.Before(at) {
		at, what = still, p.remember
	}
	return at, what, nil
}

func (p *Player) say(ctx context.Context) error {
	p.mu.Lock()
	beat := p.beats[0]
	p.beats = p.beats[1:]
	p.mu.Unlock()
	defer p.rest(pauseToRead)
	return p.session.Say(ctx, beat.Say)
}

func (p *Player) remember(ctx context.Context) error {
	defer p.rest(pauseToWatch)
	return p.session.Remember(ctx)
}

func (p *Player) sleep(ctx context.Context) error {
	defer p.stopAtEnd()
	defer p.rest(pauseToWatch / 3)
	return p.session.Sleep(ctx, mind.Due)
}

// stopAtEnd stops the clock once the play has been over for a while, unless the
// viewer is on the way to a later time.
func (p *Player) stopAtEnd() {
	p.mu.Lock()
	defer p.mu.Unlock()
	now := p.clock.Now()
	if len(p.beats) > 0 || p.closes.IsZero() || now.Before(p.closes) || p.until.After(now) {
		return
	}
	p.paused, p.closes = true, time.Time{}
}

// rest leaves the viewer a while with what has just happened.
func (p *Player) rest(d time.Duration) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if !p.until.After(p.clock.Now()) {
		p.wait = d
	}
}
