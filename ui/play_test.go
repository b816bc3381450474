package ui

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/charmbracelet/x/exp/golden"

	"muisto/chat"
	"muisto/memory"
)

// fakePlay moves the fake's clock on, and says things as it is told.
type fakePlay struct {
	mu    sync.Mutex
	f     *fake
	state PlayState
	calls []string
	say   string
	err   error
}

func (p *fakePlay) note(format string, args ...any) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.calls = append(p.calls, fmt.Sprintf(format, args...))
}

func (p *fakePlay) Step(ctx context.Context, since time.Duration) error {
	p.mu.Lock()
	say, err := p.say, p.err
	p.say = ""
	if !p.state.Paused {
		p.f.mu.Lock()
		p.f.now = p.f.now.Add(time.Duration(float64(since) * 3600))
		p.state.Now = p.f.now
		p.f.mu.Unlock()
	}
	p.mu.Unlock()
	if say != "" {
		return p.f.Say(ctx, say)
	}
	return err
}

func (p *fakePlay) State() PlayState { p.mu.Lock(); defer p.mu.Unlock(); return p.state }

func (p *fakePlay) Toggle() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.state.Paused = !p.state.Paused
}

func (p *fakePlay) SetSpeed(n int) { p.note("speed %d", n); p.state.Speed = n }
func (p *fakePlay) Skip(days int)  { p.note("skip %d", days) }
func (p *fakePlay) NextNight()     { p.note("night") }

// playTo runs a test on a screen that shows a play.
func playTo(t *testing.T, w, h int, test func(d *driver, p *fakePlay)) {
	t.Helper()
	p := &fakePlay{state: PlayState{Now: monday, Speed: 1}}
	session := func() *fake { p.f = slept(); return p.f }
	drive(t, session, Options{Theme: Dark, Play: p}, w, h, func(d *driver) { test(d, p) })
}

// goOn lets time pass.
func (d *driver) goOn(by time.Duration) {
	for range by / playEvery {
		time.Sleep(playEvery)
		d.settle()
	}
}

func TestTheClockOfThePlayIsDriven(t *testing.T) {
	playTo(t, 100, 30, func(d *driver, p *fakePlay) {
		d.wants("▶ Mon 12 Oct 2026 09:16 · ×1", "tab: talk to it", "ctrl+c twice", "␣ pause", "1–9 speed")
		d.goOn(2 * time.Second)
		d.wants("▶ Mon 12 Oct 2026 11:")
		d.press("right", "shift+right", "n", "7", " ")
		if want := []string{"skip 1", "skip 7", "night", "speed 7"}; !slices.Equal(p.calls, want) {
			t.Errorf("called %q, want %q", p.calls, want)
		}
		d.wants("· paused", "what the last nights changed")
		at := p.State().Now
		d.goOn(2 * time.Second)
		if !p.State().Now.Equal(at) {
			t.Error("time goes by while it is paused")
		}
	})
}

func TestWhatIsLeftFallsWhileThePlayGoesOn(t *testing.T) {
	playTo(t, 100, 30, func(d *driver, p *fakePlay) {
		before := d.text()
		d.goOn(time.Minute)
		left := d.f.episodes[1].Retrievability(p.State().Now, memory.DefaultDecay)
		d.wants(fmt.Sprintf("routine           low ▕▎   ▏  %.0f %%", 100*left))
		if before == d.text() {
			t.Error("nothing has changed")
		}
	})
}

func TestTheViewerTalksAtAnyTime(t *testing.T) {
	playTo(t, 100, 30, func(d *driver, p *fakePlay) {
		d.press("tab")
		d.write("n1 ")
		d.wants("waiting for you")
		if len(p.calls) > 0 {
			t.Errorf("writing drives the play: %q", p.calls)
		}
		at := p.State().Now
		d.goOn(3 * time.Second)
		if !p.State().Now.Equal(at) {
			t.Error("time goes by while the viewer writes")
		}
		d.press("enter")
		if !slices.Equal(d.f.said, []string{"n1 "}) {
			t.Errorf("said %q", d.f.said)
		}
		d.goOn(3 * time.Second)
		if !p.State().Now.Equal(at) {
			t.Error("time goes by while the answer is being read")
		}
		d.wants("‖ Mon 12 Oct 2026 09:16 · space resumes", "Friday it is.")
		d.goOn(8 * time.Second)
		if p.State().Now.Equal(at) {
			t.Error("time does not go on")
		}
		d.write("why?")
		d.press("enter")
		at = p.State().Now
		d.press(" ")
		d.goOn(time.Second)
		if p.State().Now.Equal(at) {
			t.Error("space does not let time go on")
		}
	})
}

func TestAnAnswerToTheViewerHasTheTimeOfThePlay(t *testing.T) {
	playTo(t, 100, 30, func(d *driver, p *fakePlay) {
		d.f.hold = make(chan struct{}, 16)
		d.f.hold <- struct{}{}
		d.press("tab")
		d.f.mu.Lock()
		d.f.now = monday.Add(9 * time.Hour) // the screen has not drawn it yet
		d.f.mu.Unlock()
		d.write("hello")
		d.press("enter")
		if n := strings.Count(d.text(), "18:16"); n < 2 {
			t.Errorf("what was said and the reply to it are not both at 18:16:\n%s", d.text())
		}
	})
}

func TestTheEndOfThePlaySaysWhatToTry(t *testing.T) {
	for _, w := range []int{78, 80, 120} {
		playTo(t, w, 30, func(d *driver, p *fakePlay) {
			p.mu.Lock()
			p.state.Ended = true
			p.mu.Unlock()
			d.goOn(time.Second)
			d.wants("The demo is over. Ask it something", "/facts", "· the demo is over")
			d.write("no, who?") // goes to the composer, and drives nothing
			d.wants("› no, who?")
			if len(p.calls) != 0 {
				t.Errorf("the play was driven: %q", p.calls)
			}
		})
	}
}

func TestEscAtTheCommandsLetsThePlayGoOn(t *testing.T) {
	playTo(t, 100, 30, func(d *driver, p *fakePlay) {
		d.press("/")
		d.wants("waiting for you")
		d.press("esc")
		d.lacks("waiting for you")
		at := p.State().Now
		d.goOn(time.Second)
		if p.State().Now.Equal(at) {
			t.Error("time does not go on")
		}
	})
}

func TestTheViewersWordsWaitForThePlays(t *testing.T) {
	playTo(t, 100, 30, func(d *driver, p *fakePlay) {
		d.f.hold = make(chan struct{}, 16)
		p.mu.Lock()
		p.say = "the play speaks"
		p.mu.Unlock()
		d.goOn(time.Second)
		d.press("tab")
		d.write("and I")
		d.press("enter")
		d.wants("queued: and I")
		for range 6 {
			d.f.hold <- struct{}{}
		}
		d.settle()
		d.goOn(time.Second)
		if !slices.Equal(d.f.said, []string{"the play speaks", "and I"}) {
			t.Errorf("said %q", d.f.said)
		}
	})
}

func TestThePanelFollowsThePlayUntilItIsTurnedByHand(t *testing.T) {
	playTo(t, 100, 30, func(d *driver, p *fakePlay) {
		d.f.events <- chat.Changed{Counts: chat.Counts{Moments: 5, Facts: 9}}
		d.settle()
		d.wants("9 active")
		d.f.events <- chat.Changed{Formed: make([]memory.Episode, 1), Counts: chat.Counts{Moments: 5, Facts: 9}}
		d.settle()
		d.wants("newest first")
		d.press("tab", "tab", "l", "l", "tab")
		d.f.events <- chat.Changed{Formed: make([]memory.Episode, 1), Counts: chat.Counts{Moments: 5, Facts: 9}}
		d.settle()
		d.lacks("newest first")
	})
}

func TestAPlayThatFailsSaysSo(t *testing.T) {
	playTo(t, 100, 30, func(d *driver, p *fakePlay) {
		p.mu.Lock()
		p.err = errNoRoom
		p.mu.Unlock()
		d.goOn(time.Second)
		d.wants("! The disk is full")
	})
}

func TestHelpNamesTheKeysOfThePlay(t *testing.T) {
	playTo(t, 100, 30, func(d *driver, p *fakePlay) {
		d.press("?")
		d.wants("The demo, outside the composer", "go to the next night")
	})
	drive(t, slept, Options{}, 100, 30, func(d *driver) {
		d.press("f1")
		d.lacks("The demo")
	})
}

func TestPlayScreens(t *testing.T) {
	for _, size := range [][2]int{{80, 24}, {120, 36}, {40, 12}} {
		t.Run(fmt.Sprintf("%dx%d", size[0], size[1]), func(t *testing.T) {
			playTo(t, size[0], size[1], func(d *driver, _ *fakePlay) {
				d.goOn(time.Second)
				checkFrame(t, d, size[0], size[1])
				golden.RequireEqual(t, d.text())
			})
		})
	}
}

func TestWhatIsTypedWhileWatchingIsWritten(t *testing.T) {
	playTo(t, 120, 30, func(d *driver, p *fakePlay) {
		d.write("who is it?")
		d.wants("› who is it?", "waiting for you")
		d.press("enter")
		if got := lastSaid(d); got != "who is it?" {
			t.Errorf("said %q", got)
		}
	})
}

func TestPlayedRepliesAreMarkedAndOthersAreNot(t *testing.T) {
	playTo(t, 120, 50, func(d *driver, p *fakePlay) {
		p.mu.Lock()
		p.say = "morning"
		p.mu.Unlock()
		d.goOn(time.Second)
		d.wants("you · played", "muisto · played")
		played := strings.Count(d.text(), "played")
		d.write("hello")
		d.press("enter")
		d.wants("hello")
		if got := strings.Count(d.text(), "played"); got != played {
			t.Errorf("%d are marked, want %d", got, played)
		}
	})
}

func TestACaptionSaysWhatHappens(t *testing.T) {
	for want, e := range map[string]chat.Changed{
		"It went quiet: 1 moment that will fade in days":  {Formed: []memory.Episode{{Salience: 0.1}}},
		"the emphatic correction lasts longest":           {Formed: []memory.Episode{{Salience: 0.1}, {Act: memory.Correction, Salience: 0.97, Intensity: 0.95}}},
		"shared names tie moments, and 1 fact came of it": {Counts: chat.Counts{Facts: 1}},
		"a new fact replaces an older one":                {Counts: chat.Counts{Facts: 1, Retired: 1}},
	} {
		playTo(t, 120, 30, func(d *driver, _ *fakePlay) {
			d.m.setCounts(chat.Counts{})
			d.f.events <- e
			d.settle()
			d.wants(want)
			d.goOn(captionFor + time.Second)
			d.lacks(want)
		})
	}
	drive(t, talked, Options{}, 120, 30, func(d *driver) {
		d.f.events <- chat.Changed{Formed: []memory.Episode{{Salience: 0.1}}}
		d.settle()
		d.lacks("It went quiet")
	})
}
