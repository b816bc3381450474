package ui

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"muisto/chat"
	"muisto/memory"
)

func heldFake() *fake {
	f := talked()
	f.hold = make(chan struct{}, 16)
	return f
}

func TestAMessageIsShownOnceItIsStored(t *testing.T) {
	drive(t, newFake, Options{}, 100, 30, func(d *driver) {
		d.write("Hello")
		d.press("enter")
		if !slices.Equal(d.f.said, []string{"Hello"}) {
			t.Fatalf("said %q", d.f.said)
		}
		d.wants("you", "Hello", "muisto", "Friday it is. I had it down for next week;", "write here…")
		d.lacks("sending")
	})
}

func TestRememberSaysWhatItFound(t *testing.T) {
	for pending, want := range map[int]string{0: "nothing is pending", 1: "1 message remembered", 4: "4 messages remembered"} {
		waits := func() *fake { f := talked(); f.pending = pending; return f }
		drive(t, waits, Options{}, 80, 30, func(d *driver) {
			d.write("/remember")
			d.press("enter")
			d.wants(want)
		})
	}
}

func TestTheListOfCommandsSaysThatThereAreMore(t *testing.T) {
	for _, h := range []int{12, 16, 24} {
		drive(t, talked, Options{}, 80, h, func(d *driver) {
			d.write("/")
			d.wants("/remember", "↑ ↓")
			for range len(commands()) - 1 {
				d.press("down")
			}
			d.wants("› /quit", "↑ ↓")
		})
	}
	drive(t, talked, Options{}, 80, 40, func(d *driver) {
		d.write("/")
		d.wants("/remember", "/quit")
		d.lacks("↑ ↓")
	})
}

func TestTheStatusCountsNoMessagesWhereThereAreNone(t *testing.T) {
	drive(t, talked, Options{}, 80, 24, func(d *driver) {
		d.status(chat.Status{Doing: chat.Capturing})
		d.wants("remembering…")
		d.lacks("0 messages")
	})
}

func TestAnUnknownCommandNamesOnlyWhatIsNear(t *testing.T) {
	drive(t, talked, Options{}, 120, 30, func(d *driver) {
		d.write("/profile")
		d.press("enter")
		d.wants("There is no command /profile. Type / to list them.")
	})
}

func TestAMessageThatIsNotStoredComesBack(t *testing.T) {
	failing := func() *fake {
		f := newFake()
		f.sayErr = errors.New("the disk is full; make room and send again")
		return f
	}
	drive(t, failing, Options{}, 100, 30, func(d *driver) {
		d.write("Precious")
		d.press("enter")
		d.wants("› Precious", "! Send the message: the disk is full; make room and send")
		if got := d.m.composer.Text(); got != "Precious" {
			t.Errorf("the composer holds %q", got)
		}
	})
}

func TestWhatIsWrittenWhileSendingStaysBehindWhatComesBack(t *testing.T) {
	drive(t, newFake, Options{}, 100, 30, func(d *driver) {
		d.m.composer.SetText("first")
		s := d.m.composer.Take()
		d.m.turn = &turn{text: s, cancel: func() {}, over: make(chan struct{})}
		d.wants("sending: first")
		d.write("second")
		d.send(sayOverMsg{d.m.turn, errors.New("no room")})
		if got := d.m.composer.Text(); got != "first\nsecond" {
			t.Errorf("the composer holds %q", got)
		}
	})
}

func TestEscStopsAReplyAndWhatCameIsMarked(t *testing.T) {
	drive(t, heldFake, Options{}, 100, 40, func(d *driver) {
		d.f.hold <- struct{}{}
		d.write("When?")
		d.press("enter")
		d.wants("Friday it is.", "replying · esc stops")
		d.press("esc")
		d.wants("Friday it is.", "— stopped here")
		d.lacks("replying")
	})
}

func TestAMessageWrittenDuringAReplyWaitsForItsEnd(t *testing.T) {
	drive(t, heldFake, Options{}, 100, 40, func(d *driver) {
		d.write("one")
		d.press("enter")
		d.write("two")
		d.press("enter")
		d.wants("queued: two")
		if len(d.f.said) != 1 {
			t.Fatalf("said %q during the reply", d.f.said)
		}
		for range 3 {
			d.f.hold <- struct{}{}
		}
		d.settle()
		if !slices.Equal(d.f.said, []string{"one", "two"}) {
			t.Errorf("said %q", d.f.said)
		}
	})
}

func TestAQueuedMessageCanBeTakenBack(t *testing.T) {
	drive(t, heldFake, Options{}, 100, 40, func(d *driver) {
		d.write("one")
		d.press("enter")
		d.write("two")
		d.press("enter", "up")
		if got := d.m.composer.Text(); got != "two" || d.m.queued != nil {
			t.Errorf("the composer holds %q, queued %v", got, d.m.queued)
		}
	})
}

func TestReadingAboveKeepsItsPlaceWhileTextArrives(t *testing.T) {
	long := func() *fake {
		f := newFake()
		for i := range 60 {
			f.add(memory.RoleUser, fmt.Sprintf("message number %d", i), monday)
		}
		f.hold = make(chan struct{}, 100)
		f.reply = slices.Repeat([]string{"More of the reply.\n\n"}, 40)
		return f
	}
	drive(t, long, Options{}, 60, 20, func(d *driver) {
		d.write("go")
		d.press("enter", "pgup", "pgup")
		page := func() string { return strings.Join(d.m.page.Lines(), "\n") }
		before := page()
		for range 30 {
			d.f.hold <- struct{}{}
			d.settle()
			if page() != before {
				t.Fatalf("the page moved:\n%s\n---\n%s", before, page())
			}
		}
		d.wants("↓ more below")
		d.press("ctrl+end")
		d.wants("More of the reply.")
		for range 10 {
			d.f.hold <- struct{}{}
		}
		d.settle()
		if !d.m.page.Following() {
			t.Error("at the end, it should follow")
		}
	})
}

func TestOlderPagesAreReadWhenScrolledTo(t *testing.T) {
	drive(t, manyMessages(1000), Options{}, 60, 20, func(d *driver) {
		if n := d.m.page.Len(); n != historyPage {
			t.Fatalf("held %d messages at the start, want %d", n, historyPage)
		}
		for range 60 {
			d.press("pgup")
		}
		if n := d.m.page.Len(); n <= historyPage {
			t.Errorf("held %d messages after scrolling up, want more", n)
		}
		d.press("ctrl+home")
		d.wants("message number 0", "esc: back to now")
		for range 400 {
			d.press("pgdown")
		}
		d.wants("message number 999")
		d.lacks("esc: back to now")
	})
}

func TestThePageHoldsABoundedNumberOfMessages(t *testing.T) {
	drive(t, manyMessages(5*maxPage), Options{}, 60, 40, func(d *driver) {
		for range 1000 {
			d.press("pgup")
			if n := d.m.page.Len(); n > maxPage+historyPage {
				t.Fatalf("the page holds %d messages", n)
			}
			if r := d.m.reading; r != nil && r.page.Len() > maxPage+historyPage {
				t.Fatalf("the reading holds %d messages", r.page.Len())
			}
		}
		d.wants("message number 0")
	})
}

func manyMessages(n int) func() *fake {
	return func() *fake {
		f := newFake()
		for i := range n {
			f.add(memory.RoleUser, fmt.Sprintf("message number %d", i), monday)
		}
		return f
	}
}

func TestASourceLeadsToItsPlaceInAnotherConversation(t *testing.T) {
	elsewhere := func() *fake {
		f := talked()
		for i := range 500 {
			f.other["c0"] = append(f.other["c0"], Entry{Message: memory.Message{
				Key: int64(1000 + i), Conversation: "c0", Role: memory.RoleUser, Text: fmt.Sprintf("long ago %d", i), At: monday.AddDate(-1, 0, 0), Finished: true,
			}})
		}
		f.sources[1] = []memory.Message{f.other["c0"][300].Message}
		return f
	}
	drive(t, elsewhere, Options{}, 100, 30, func(d *driver) {
		d.press("tab", "enter", "enter")
		d.wants("long ago 300", "‹ here", "an earlier conversation")
		for range 60 {
			d.press("pgup")
		}
		d.wants("long ago 0")
		d.press("esc")
		d.wants("that is put")
	})
}

func TestASourceInSightIsMarkedWhereItStands(t *testing.T) {
	drive(t, talked, Options{}, 100, 24, func(d *driver) {
		d.press("tab", "down", "down", "enter", "enter")
		d.wants("you ‹ here", "Had coffee with Tomas this morning.")
		d.press("esc")
		d.lacks("‹ here")
		if !d.m.page.Following() {
			t.Error("esc should go back to now")
		}
	})
}

func TestWhatIsLeftFallsWithTheSessionsClock(t *testing.T) {
	drive(t, talked, Options{}, 100, 30, func(d *driver) {
		d.wants("routine           low ▕▎   ▏ 100 %")
		d.f.mu.Lock()
		d.f.now = d.f.now.Add(24 * time.Hour)
		d.f.mu.Unlock()
		time.Sleep(tickEvery)
		d.settle()
		d.wants("routine           low ▕▎   ▏  87 %")
	})
}

func TestTheCountdownRuns(t *testing.T) {
	drive(t, talked, Options{}, 120, 30, func(d *driver) {
		d.status(waiting())
		d.wants("remembers in 48 s")
		d.f.mu.Lock()
		d.f.now = d.f.now.Add(2 * time.Second)
		d.f.mu.Unlock()
		time.Sleep(tickEvery)
		d.settle()
		d.wants("remembers in 46 s")
	})
}

func TestFormedMomentsAppear(t *testing.T) {
	drive(t, newFake, Options{}, 100, 30, func(d *driver) {
		d.wants("No moments yet.")
		d.f.add(memory.RoleUser, "x", monday)
		d.f.episode("The user chose x.", memory.Decision, 0.7, 0, monday, 1)
		d.f.events <- chat.Changed{Formed: d.f.episodes, Counts: chat.Counts{Moments: 1}}
		d.settle()
		d.wants("The user chose x.", "1 moment ")
	})
}

func TestSortingAndFiltering(t *testing.T) {
	drive(t, talked, Options{}, 100, 30, func(d *driver) {
		d.press("tab", "s")
		d.wants("most remembered first")
		d.press("s", "/")
		d.write("lisbon")
		d.wants("The team chose Lisbon")
		d.lacks("coffee")
		d.write("x")
		d.wants("No moment contains “lisbonx”.")
		d.press("backspace", "enter", "enter")
		d.wants("Moment", "act       decision")
		d.press("esc", "esc")
		d.wants("coffee")
	})
}

func TestCommandsAreFilteredAndRun(t *testing.T) {
	drive(t, talked, Options{}, 100, 30, func(d *driver) {
		d.write("/")
		for _, c := range commands() {
			d.wants("/"+c.name+" ", c.does)
		}
		d.write("rem")
		d.lacks("/quit")
		d.press("enter")
		if !slices.Contains(d.f.calls, "remember") {
			t.Errorf("called %q", d.f.calls)
		}
		if !d.m.composer.Empty() {
			t.Errorf("the composer holds %q", d.m.composer.Text())
		}
		d.write("/ne")
		d.press("tab")
		if got := d.m.composer.Text(); got != "/new" {
			t.Errorf("tab completed to %q", got)
		}
		d.press("enter")
		d.wants("No messages here yet.")
	})
}

func TestAnUnknownCommandStaysAndTheNearestIsNamed(t *testing.T) {
	drive(t, talked, Options{}, 100, 30, func(d *driver) {
		d.write("/halp")
		d.press("enter")
		d.wants("There is no command /halp. Did you mean /help", "› /halp")
	})
}

func TestAPathIsAMessage(t *testing.T) {
	drive(t, newFake, Options{}, 100, 30, func(d *driver) {
		d.write("/etc/hosts is where?")
		d.press("enter")
		if !slices.Equal(d.f.said, []string{"/etc/hosts is where?"}) {
			t.Errorf("said %q", d.f.said)
		}
	})
}

func TestALongPasteIsOneSignAndIsSentWhole(t *testing.T) {
	drive(t, newFake, Options{}, 100, 30, func(d *driver) {
		log := strings.Repeat("line\r\n", 214)
		d.write("See ")
		d.send(tea.PasteMsg{Content: log})
		d.wants("› See [pasted 214 lines]")
		d.press("enter")
		want := "See " + strings.Repeat("line\n", 214)
		if len(d.f.said) != 1 || d.f.said[0] != want {
			t.Errorf("sent %d bytes, want %d", len(d.f.said[0]), len(want))
		}
	})
}

func TestEarlierThingsWritten(t *testing.T) {
	drive(t, talked, Options{}, 100, 30, func(d *driver) {
		d.press("up")
		d.wants("› No, the launch is Friday, not next week.")
		d.press("up")
		d.wants("› Yes. How do I read a file line by line in Go?")
		d.press("down", "down")
		d.wants("write here…")
		d.write("new")
		d.press("up")
		d.wants("› new")
	})
}

func TestErrorsOfReadingAreSentences(t *testing.T) {
	broken := func() *fake { f := newFake(); f.loadErr = errors.New("the file is damaged"); return f }
	drive(t, broken, Options{}, 100, 30, func(d *driver) {
		d.wants("! Read the conversation: the file is damaged.", "! Read the moments: the file is damaged.")
	})
}

func TestNarrowTerminalsShowOneAtATime(t *testing.T) {
	drive(t, talked, Options{}, 79, 24, func(d *driver) {
		d.lacks("Memory")
		d.press("f2")
		d.wants("Memory", "correction")
		d.lacks("write here")
		d.press("f2")
		d.wants("write here")
		d.send(tea.WindowSizeMsg{Width: 80, Height: 24})
		d.wants("Memory", "write here")
		d.press("f2")
		d.lacks("Memory")
		d.send(tea.WindowSizeMsg{Width: 120, Height: 24})
		d.lacks("Memory")
		d.press("f2")
		d.wants("Memory", "write here")
	})
	drive(t, talked, Options{}, 80, 24, func(d *driver) {
		d.lacks("Memory")
		d.send(tea.WindowSizeMsg{Width: 100, Height: 24})
		d.wants("Memory", "write here")
	})
}

func TestTheWheelScrollsWhatIsUnderIt(t *testing.T) {
	drive(t, talked, Options{}, 100, 16, func(d *driver) {
		page := strings.Join(d.m.page.Lines(), "\n")
		d.send(tea.MouseWheelMsg{X: 5, Y: 5, Button: tea.MouseWheelUp})
		if strings.Join(d.m.page.Lines(), "\n") == page {
			t.Error("the page stays")
		}
		panel := strings.Join(d.m.panel.Lines(), "\n")
		for range 3 {
			d.send(tea.MouseWheelMsg{X: 90, Y: 5, Button: tea.MouseWheelDown})
		}
		if strings.Join(d.m.panel.Lines(), "\n") == panel {
			t.Error("the panel stays")
		}
	})
}

func TestTypingPutsOffTheCapture(t *testing.T) {
	drive(t, newFake, Options{}, 100, 30, func(d *driver) {
		d.write("hello")
		n := func() (n int) {
			for _, c := range d.f.calls {
				if c == "typing" {
					n++
				}
			}
			return n
		}
		if n() != 1 {
			t.Errorf("told %d times at once, want 1", n())
		}
		time.Sleep(typingEvery)
		d.settle()
		if n() != 2 {
			t.Errorf("told %d times after a while, want 2", n())
		}
	})
}

func TestCopyingTheLastReply(t *testing.T) {
	drive(t, talked, Options{}, 100, 30, func(d *driver) {
		d.press("ctrl+x")
		d.wants("the last reply: sent to the terminal's clipboard")
		if !slices.Contains(d.seen, "tea.setClipboardMsg") {
			t.Errorf("the clipboard was not set: %q", d.seen)
		}
	})
}

// clip is a clipboard that keeps what it gets, or fails.
type clip struct {
	got []string
	err error
}

func (c *clip) Copy(_ context.Context, text string) error {
	c.got = append(c.got, text)
	return c.err
}

func TestCopyingThroughAProgramSaysSo(t *testing.T) {
	c := &clip{}
	drive(t, talked, Options{Clipboard: c, ClipboardName: "tmux"}, 120, 30, func(d *driver) {
		d.press("ctrl+x")
		d.wants("the last reply: copied through tmux")
		d.press("alt+up", "ctrl+x")
		d.wants("the message: copied through tmux")
		d.press("esc", "tab", "ctrl+x")
		d.wants("the moment: copied through tmux")
		if len(c.got) != 3 || slices.Contains(d.seen, "tea.setClipboardMsg") {
			t.Errorf("copied %q, told the terminal %q", c.got, d.seen)
		}
	})
	failing := &clip{err: errors.New("no server running")}
	drive(t, talked, Options{Clipboard: failing, ClipboardName: "tmux"}, 120, 30, func(d *driver) {
		d.press("ctrl+x")
		d.wants("tmux failed")
		if !slices.Contains(d.seen, "tea.setClipboardMsg") {
			t.Errorf("the terminal was not asked: %q", d.seen)
		}
	})
}

func TestCodeBlocksAreCopiedInTurn(t *testing.T) {
	text := "Use this:\n\n```go\nfunc main() {\n\tprintln(1)\n}\n```\n\nor\n\n~~~\nx = 1\n```\n~~~\n\nand\n```\nopen"
	want := []string{"func main() {\n\tprintln(1)\n}\n", "x = 1\n```\n", "open"}
	if got := codeBlocks(text); !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestCtrlCClearsWhatIsWrittenFirst(t *testing.T) {
	drive(t, talked, Options{}, 100, 30, func(d *driver) {
		d.write("half a thought")
		d.press("ctrl+c")
		d.lacks("half a thought")
		d.wants("ctrl+c again to leave")
		d.press("alt+z")
		d.wants("half a thought")
		d.lacks("again to leave")
	})
}

func TestCtrlZSuspends(t *testing.T) {
	drive(t, talked, Options{}, 100, 30, func(d *driver) {
		d.press("ctrl+z")
		if !slices.Contains(d.seen, "tea.SuspendMsg") {
			t.Errorf("not suspended: %q", d.seen)
		}
	})
}

func TestHelpNamesEveryKeyAndCommand(t *testing.T) {
	drive(t, talked, Options{}, 200, 140, func(d *driver) {
		d.press("f1")
		for _, p := range d.m.keys.places() {
			d.wants(p.name)
			for _, line := range p.lines {
				d.wants(line.binding().Help().Desc)
			}
		}
		for _, c := range commands() {
			d.wants("/" + c.name)
		}
		d.press("esc")
		d.lacks("Everywhere")
	})
}

func TestWhyLeadsToTheMoment(t *testing.T) {
	drive(t, talked, Options{}, 120, 36, func(d *driver) {
		d.write("/why")
		d.press("enter")
		d.wants("what was recalled", "word “launch” 1.20 · name “Lisbon” 2.26", "score 3.10", "90 % remembered", "Close, but")
		d.press("enter")
		d.wants("act       decision by you")
	})
}
