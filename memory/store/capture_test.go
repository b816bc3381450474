package store

import (
	"errors"
	"reflect"
	"testing"
	"time"

	"muisto/memory"
)

// episodeOf makes an episode that cites these messages.
func episodeOf(what string, from ...memory.Message) memory.Episode {
	e := memory.Episode{
		What: what, About: "the launch: date", Who: []string{"Noor", "user"}, When: "Friday", WhenAt: memory.DayOn(2026, 5, 22),
		Act: memory.Decision, Actor: memory.RoleUser,
		Names: []memory.Name{{Text: "Bergen", Type: memory.Place}, {Text: "Noor", Type: memory.Person}},
		Floor: 0.7, Intensity: 0.31, Salience: 0.7, Lifespan: memory.Lifespan(0.7), Lasting: true,
		FirstAt: from[0].At, LastAt: from[len(from)-1].At, FormedAt: noon.Add(time.Hour),
	}
	e.Day = memory.DayOf(e.LastAt, 4)
	for _, m := range from {
		e.Sources = append(e.Sources, memory.Source{Key: m.Key})
	}
	return e
}

func keysOf(list []memory.Message) []int64 {
	var keys []int64
	for _, m := range list {
		keys = append(keys, m.Key)
	}
	return keys
}

func captureOf(t testing.TB, s *Store, conversation string, episodes ...memory.Episode) Capture {
	t.Helper()
	lease := must[Lease](t)(s.Acquire(t.Context(), "capture", time.Minute))
	t.Cleanup(func() { _ = s.Release(t.Context(), lease) })
	batch := must[[]memory.Message](t)(s.Uncaptured(t.Context(), conversation, 0))
	return Capture{Conversation: conversation, Lease: lease, Messages: keysOf(batch), Episodes: episodes,
		Speakers: map[string][]byte{"user": []byte("stats")}, Encoder: "builtin", At: noon.Add(time.Hour)}
}

// captureAll captures what waits, one episode a message.
func captureAll(t testing.TB, s *Store, conversation string) []memory.Episode {
	t.Helper()
	var episodes []memory.Episode
	for _, m := range must[[]memory.Message](t)(s.Uncaptured(t.Context(), conversation, 0)) {
		episodes = append(episodes, episodeOf("The user said "+m.Text+".", m))
	}
	c := captureOf(t, s, conversation, episodes...)
	formed := must[[]memory.Episode](t)(s.RecordCapture(t.Context(), c))
	if err := s.Release(t.Context(), c.Lease); err != nil {
		t.Fatal(err)
	}
	return formed
}

func TestACaptureIsReadAsItWasRecorded(t *testing.T) {
	s := openNew(t)
	said := say(t, s, "one", "two")
	want := episodeOf("The user decided.", said...)
	formed := must[[]memory.Episode](t)(s.RecordCapture(t.Context(), captureOf(t, s, "c", want)))
	want.ID, want.Conversation = 1, "c"
	for i := range want.Sources {
		want.Sources[i].ID = said[i].ID
	}
	read := must[[]memory.Episode](t)(s.Episodes(t.Context(), EpisodeQuery{}))
	for _, got := range [][]memory.Episode{formed, read} {
		if len(got) != 1 || !reflect.DeepEqual(got[0], want) {
			t.Errorf("got %+v\nwant %+v", got, want)
		}
	}
	if left := must[[]memory.Message](t)(s.Uncaptured(t.Context(), "c", 0)); len(left) != 0 {
		t.Errorf("still waiting: %v", left)
	}
	stats := must[map[string][]byte](t)(s.SpeakerStats(t.Context(), []string{"user", "nobody"}))
	if len(stats) != 1 || string(stats["user"]) != "stats" {
		t.Errorf("speakers %q", stats)
	}
}

// TestARefusedCaptureLeavesNothing breaks a capture in each way it can be wrong.
func TestARefusedCaptureLeavesNothing(t *testing.T) {
	for _, test := range []struct {
		name  string
		spoil func(t *testing.T, s *Store, c *Capture)
		want  error
	}{
		{"lease given back", func(t *testing.T, s *Store, c *Capture) { _ = s.Release(t.Context(), c.Lease) }, memory.ErrBusy},
		{"lease taken by another", func(t *testing.T, s *Store, c *Capture) { c.Lease.Holder = "another" }, memory.ErrBusy},
		{"lease empty", func(t *testing.T, s *Store, c *Capture) { c.Lease = Lease{} }, memory.ErrBusy},
		{"message twice", func(t *testing.T, s *Store, c *Capture) { c.Messages = append(c.Messages, c.Messages[0]) }, ErrCaptured},
		{"message not there", func(t *testing.T, s *Store, c *Capture) { c.Messages = append(c.Messages, 99) }, ErrCaptured},
		{"conversation not there", func(t *testing.T, s *Store, c *Capture) { c.Conversation = "d" }, memory.ErrNotFound},
		{"no messages", func(t *testing.T, s *Store, c *Capture) { c.Messages = nil }, nil},
		{"no source", func(t *testing.T, s *Store, c *Capture) { c.Episodes[0].Sources = nil }, nil},
		{"foreign source", func(t *testing.T, s *Store, c *Capture) { c.Episodes[0].Sources[0].Key = 99 }, nil},
		{"unknown act", func(t *testing.T, s *Store, c *Capture) { c.Episodes[0].Act = "dance" }, nil},
		{"unknown actor", func(t *testing.T, s *Store, c *Capture) { c.Episodes[0].Actor = "" }, nil},
		{"no lifespan", func(t *testing.T, s *Store, c *Capture) { c.Episodes[0].Lifespan = 0 }, nil},
		{"nothing said", func(t *testing.T, s *Store, c *Capture) { c.Episodes[0].What = "" }, nil},
		{"empty name", func(t *testing.T, s *Store, c *Capture) { c.Episodes[0].Names[1].Text = " " }, nil},
	} {
		t.Run(test.name, func(t *testing.T) {
			s := openNew(t)
			said := say(t, s, "one", "two")
			c := captureOf(t, s, "c", episodeOf("It happened.", said...))
			test.spoil(t, s, &c)
			if _, err := s.RecordCapture(t.Context(), c); err == nil || test.want != nil && !errors.Is(err, test.want) {
				t.Fatalf("error %v, want %v", err, test.want)
			}
			counts := must[Counts](t)(s.Counts(t.Context()))
			if counts.Episodes != 0 || counts.Waiting != 2 {
				t.Errorf("left %+v", counts)
			}
			if names := must[[]memory.Name](t)(s.KnownNames(t.Context(), 0)); len(names) != 0 {
				t.Errorf("left names %v", names)
			}
		})
	}
}

func TestACaptureIsNotRecordedTwice(t *testing.T) {
	s := openNew(t)
	said := say(t, s, "one")
	c := captureOf(t, s, "c", episodeOf("It happened.", said...))
	must[[]memory.Episode](t)(s.RecordCapture(t.Context(), c))
	if _, err := s.RecordCapture(t.Context(), c); !errors.Is(err, ErrCaptured) {
		t.Fatal(err)
	}
	if n := must[Counts](t)(s.Counts(t.Context())).Episodes; n != 1 {
		t.Errorf("%d episodes", n)
	}
}
