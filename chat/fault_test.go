package chat_test

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"muisto/chat"
	"muisto/memory"
	"muisto/memory/archive"
	"muisto/memory/mind"
	"muisto/memory/store"
	"muisto/memory/store/faulty"
	"muisto/model/builtin"
)

var faults = flag.Int("faults", 4, "how many faults each piece of work meets, spread over its writes; 0 for one at each")

// raw is what no person can make anything of.
var raw = regexp.MustCompile(`\(\d+\)|(?i)sqlite|SQL logic|disk I/O error|database is|database or|constraint|unable to open|transaction`)

// shown is what a person has seen of a piece of work.
type shown struct {
	said  []string // as sent
	reply string
}

// works are what is done in the chat on a disk that fails.
var works = []struct {
	name string
	do   func(ctx context.Context, h *home, s *shown) error
}{
	{"opening it", func(context.Context, *home, *shown) error { return nil }},
	{"a turn", func(ctx context.Context, h *home, s *shown) error {
		for _, text := range []string{"When is the Heron review?", "Noor is in Bergen until Sunday."} {
			_, err := h.session.Turn(ctx, text, func(e chat.Event) {
				switch e := e.(type) {
				case chat.Said:
					s.said, s.reply = append(s.said, e.Message.Text), ""
				case chat.Piece:
					s.reply += e.Text
				}
			})
			if err != nil {
				return err
			}
		}
		return nil
	}},
	{"remembering", func(ctx context.Context, h *home, _ *shown) error { return h.session.Remember(ctx) }},
	{"leaving", func(ctx context.Context, h *home, _ *shown) error { return h.session.Leave(ctx, func(chat.Leaving) {}) }},
	{"sleeping", func(ctx context.Context, h *home, _ *shown) error {
		return errors.Join(h.session.Remember(ctx), h.session.Sleep(ctx, "night"))
	}},
	{"reviewing", func(ctx context.Context, h *home, _ *shown) error {
		facts, err := h.session.Facts(ctx, chat.FactQuery{})
		if err != nil || len(facts) == 0 {
			return errors.Join(err, errNoFacts(facts))
		}
		if _, err := h.session.CorrectFact(ctx, facts[0].ID, "The Heron review is on Wednesdays, as of "+h.clock.Now().String()+"."); err != nil {
			return err
		}
		_, _, err = h.session.UndoFact(ctx)
		return err
	}},
	{"erasing", func(ctx context.Context, h *home, _ *shown) error {
		found, err := h.session.Search(ctx, "swordfish", 1)
		if err != nil || len(found.Messages) == 0 {
			return err
		}
		_, err = h.session.Erase(ctx, store.Targets{Messages: []int64{found.Messages[0].Key}})
		return err
	}},
	{"exporting", func(ctx context.Context, h *home, _ *shown) error {
		return h.file.Export(ctx, func(archive.Line) error { return nil })
	}},
	{"a new conversation", func(ctx context.Context, h *home, _ *shown) error { return h.session.NewConversation(ctx) }},
	{"what is not sent yet", func(ctx context.Context, h *home, _ *shown) error { return h.session.KeepDraft(ctx, "half a sent") }},
}

func errNoFacts(facts []memory.Fact) error {
	if len(facts) == 0 {
		return errors.New("there are no facts to review in this memory")
	}
	return nil
}

// furnished is a closed memory in which something is known, and something waits.
func furnished(t *testing.T) (data []byte, texts []string) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "m.db")
	h, err := settle(t.Context(), path, builtin.New(4))
	if err != nil {
		t.Fatal(err)
	}
	texts = []string{
		"The Heron review is on Tuesdays.", "No, the Heron review is on Thursdays!", "I decided to hire Tomas.",
		"My password is swordfish.", "I will call Sara tomorrow.", "We are moving to Turku.",
	}
	for i, text := range texts {
		h.clock.Set(h.clock.Now().Add(time.Hour))
		if _, err := h.session.Turn(t.Context(), text, func(chat.Event) {}); err != nil {
			t.Fatal(err)
		}
		if i == 2 {
			if err := h.session.Remember(t.Context()); err != nil {
				t.Fatal(err)
			}
			h.clock.Set(h.clock.Now().Add(24 * time.Hour))
			if err := h.session.Sleep(t.Context(), mind.Due); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := h.leave(); err != nil {
		t.Fatal(err)
	}
	if data, err = os.ReadFile(path); err != nil {
		t.Fatal(err)
	}
	return data, texts
}

// on does a piece of work on the memory at path, from opening it to closing it,
// so much later than what was said last.
func on(ctx context.Context, path string, later time.Duration, do func(context.Context, *home, *shown) error) (s shown, err error) {
	h, err := settle(ctx, path, builtin.New(4))
	if err != nil {
		return s, err
	}
	h.clock.Set(h.clock.Now().Add(later))
	err = do(ctx, h, &s)
	return s, errors.Join(err, h.leave())
}

// Whatever is being done when the disk fails, at whichever write: it ends in a
// sentence, the file is sound, what was there and what was shown as sent is
// there, and what was not is not there behind the person's back.
func TestADiskThatFailsLosesNothingThatWasShown(t *testing.T) {
	if err := faulty.Register(); err != nil {
		t.Fatal(err)
	}
	data, texts := furnished(t)
	for _, w := range works {
		for _, kind := range []faulty.Kind{faulty.Full, faulty.Broken} {
			t.Run(fmt.Sprint(w.name, " on a ", kind, " disk"), func(t *testing.T) {
				begin := func() string {
					t.Helper()
					path := filepath.Join(t.TempDir(), "m.db")
					if err := os.WriteFile(path, data, 0o600); err != nil {
						t.Fatal(err)
					}
					return path
				}
				faulty.Arm(1<<40, kind)
				if _, err := on(t.Context(), begin(), 0, w.do); err != nil {
					t.Fatal(err)
				}
				_, writes := faulty.Disarm()
				for _, n := range faulty.Spread(writes, *faults) {
					path := begin()
					faulty.Arm(n, kind)
					s, err := on(t.Context(), path, 0, w.do)
					faulty.Disarm()
					if err != nil && (raw.MatchString(err.Error()) || len(err.Error()) < 20) {
						t.Errorf("the sentence is %q", err)
					}
					checkAfterFault(t, path, append(s.said, texts...), s, w.name == "erasing")
					// This process goes on, and with it what it holds, for a while.
					if _, err := on(t.Context(), path, time.Hour, w.do); err != nil {
						t.Errorf("the next time: %v", err)
					}
					if t.Failed() {
						t.Fatalf("at write %d of %d: %v", n, writes, err)
					}
				}
				t.Logf("%d writes", writes)
			})
		}
	}
}

func checkAfterFault(t *testing.T, path string, texts []string, s shown, erased bool) {
	t.Helper()
	file, err := store.Open(t.Context(), path, store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := file.Close(); err != nil {
			t.Error(err)
		}
	}()
	if health, err := file.Health(t.Context()); err != nil || len(health.Troubles) > 0 {
		t.Errorf("the file is not sound: %v, %v", health.Troubles, err)
	}
	left := map[string]int{}
	for _, text := range texts {
		left[text]++
	}
	conversations, err := file.Conversations(t.Context(), 0)
	if err != nil {
		t.Fatal(err)
	}
	said := false
	for _, c := range conversations {
		messages, err := file.Messages(t.Context(), c.ID, 0, 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range messages {
			if m.Role == memory.RoleUser {
				left[m.Text]--
			} else if s.reply != "" && strings.HasPrefix(m.Text, s.reply) {
				said = true
			}
		}
	}
	for text, n := range left {
		if n != 0 && !erased {
			t.Errorf("%q is stored %d times too few", text, n)
		}
	}
	if s.reply != "" && !said {
		t.Errorf("the reply %q was shown and is lost", s.reply)
	}
}
