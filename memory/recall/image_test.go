package recall

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"reflect"
	"sync"
	"testing"
	"time"

	"pgregory.net/rapid"

	"muisto/memory"
	"muisto/memory/recall/vectors"
)

// drawer keeps an image in memory, on a disk that may be full.
type drawer struct {
	mu    sync.Mutex
	of    *shelf
	bytes []byte
	made  int
	// room is how many bytes fit; below zero any number.
	room int
	// before is called when an image is about to take its place.
	before func()
}

var errFull = errors.New("no space left on device")

func (d *drawer) Open() (io.ReadCloser, int64, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.bytes == nil {
		return nil, 0, fs.ErrNotExist
	}
	return io.NopCloser(bytes.NewReader(d.bytes)), int64(len(d.bytes)), nil
}

func (d *drawer) Replace(fill func(io.Writer) error) error {
	var b bytes.Buffer
	if err := fill(&narrow{&b, d.room}); err != nil {
		return err
	}
	if d.before != nil {
		d.before()
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	d.bytes, d.made = b.Bytes(), d.made+1
	return nil
}

func (d *drawer) Remove() error {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.bytes = nil
	return nil
}

// Print gives all that the shelf holds up to r.
func (d *drawer) Print(_ context.Context, r memory.Revision) ([]byte, error) {
	d.of.mu.Lock()
	defer d.of.mu.Unlock()
	var b bytes.Buffer
	for _, e := range d.of.episodes {
		if e.ID <= r.Episode {
			fmt.Fprintln(&b, e.ID, e.What, e.LastAt.Unix())
		}
	}
	return b.Bytes(), nil
}

// narrow is a writer into which room bytes go.
type narrow struct {
	to   io.Writer
	room int
}

func (s *narrow) Write(p []byte) (int, error) {
	if s.room >= 0 && len(p) > s.room {
		return 0, errFull
	}
	s.room -= min(len(p), max(s.room, 0))
	return s.to.Write(p)
}

// keeping follows a shelf with a drawer, and keeps every image that it can.
func keeping(t require, s *shelf, d *drawer) *Follower {
	t.Helper()
	d.of = s
	f, err := Follow(s, Options{Images: d, DayTurn: 4})
	if err != nil {
		t.Fatal(err)
	}
	f.least = 1
	return f
}

// require is what testing.TB and rapid.T have in common here.
type require interface {
	Helper()
	Fatal(...any)
	Fatalf(string, ...any)
}

func specimen(t require) *Index {
	t.Helper()
	words, err := vectors.Builtin()
	if err != nil {
		t.Fatal(err)
	}
	x := NewIndex(Slice{}, words, Options{DayTurn: 4})
	episodes, said := specimens()
	x.AddSaid(episodes, said)
	at := time.Date(2026, 5, 9, 12, 0, 0, 7, time.FixedZone("", 3*3600))
	x.ApplyFacts([]memory.Fact{
		{ID: 1, Text: "The user lives in Turku.", About: "the user: home", Kind: memory.World, Status: memory.Superseded, Authority: memory.ByUser, Salience: 0.6,
			FormedAt: at, EvidenceAt: at.Add(1), ValidUntil: 20_000, SupersededBy: 2, RetiredAt: at.Add(2), RetiredBy: memory.ByUser, RetoldAt: at.Add(3), Reinforced: 4,
			Sources: []memory.EpisodeID{1, 3}},
		{ID: 2, Text: "The user lives in Lisbon.", Status: memory.Active, EvidenceAt: at, Sources: []memory.EpisodeID{2}},
	})
	x.AddVectors([]Vector{{KindEpisode, 2, []int8{127, -3, 0}}, {KindFact, 2, []int8{1, -127, 9}}})
	return x
}

func imageOf(t require, x *Index) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := x.view().image(imageHead{embedder: "e"}, &b); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func readImage(image []byte) (*Index, error) {
	words, err := vectors.Builtin()
	if err != nil {
		return nil, err
	}
	x := NewIndex(Slice{}, words, Options{DayTurn: 4})
	o, h, err := openImage(bytes.NewReader(image), int64(len(image)))
	if err != nil {
		return nil, err
	}
	return x, x.restore(o, &h, "e")
}

// Every field of what an index holds comes back: one that is added and not kept
// shows here.
func TestAnImageHoldsAllOfAnIndex(t *testing.T) {
	x := specimen(t)
	image := imageOf(t, x)
	y, err := readImage(image)
	if err != nil {
		t.Fatal(err)
	}
	for name, pair := range map[string][2]any{
		"documents": {x.docs, y.docs}, "words": {x.words.entries, y.words.entries}, "ids": {x.words.ids, y.words.ids},
		"stems": {x.words.stems, y.words.stems}, "beginnings": {x.words.begins, y.words.begins}, "stored": {x.words.stored, y.words.stored},
		"people": {x.people, y.people}, "episodes": {x.episodes, y.episodes}, "talks": {x.talks, y.talks}, "lasting": {x.lasting, y.lasting},
		"vectors": {x.embedded, y.embedded}, "cited": {x.cited, y.cited}, "sittings": {x.sittings, y.sittings}, "mass": {x.mass, y.mass},
	} {
		if !reflect.DeepEqual(pair[0], pair[1]) {
			t.Errorf("%s: %.300s, was %.300s", name, fmt.Sprint(pair[1]), fmt.Sprint(pair[0]))
		}
	}
	for id, was := range x.facts {
		is := y.facts[id]
		if is == nil || is.doc != was.doc || is.ofUser != was.ofUser || fmt.Sprintf("%+v", is.fact) != fmt.Sprintf("%+v", was.fact) {
			t.Errorf("fact %d: %+v, was %+v", id, is, was)
		}
	}
	if !bytes.Equal(image, imageOf(t, y)) {
		t.Error("the image of what was read is another")
	}
}

// Every field of a record, a word and a fact is set in some of what the test above
// looks at.
func TestTheSpecimensLeaveNothingOut(t *testing.T) {
	x := specimen(t)
	var set []any
	for doc := range uint32(x.docs.n) {
		b, i := x.docs.at(doc)
		set = append(set, b.records[i])
	}
	for _, e := range x.words.entries {
		set = append(set, e)
	}
	for _, f := range x.facts {
		set = append(set, *f)
	}
	seen, all := map[string]bool{}, map[string]bool{}
	for _, v := range set {
		for i, r := 0, reflect.ValueOf(v); i < r.NumField(); i++ {
			name := fmt.Sprintf("%T.%s", v, r.Type().Field(i).Name)
			all[name], seen[name] = true, seen[name] || !r.Field(i).IsZero()
		}
	}
	for name := range all {
		if !seen[name] {
			t.Errorf("%s is never set", name)
		}
	}
}

func FuzzAnImageOfAnybody(f *testing.F) {
	image := imageOf(f, specimen(f))
	f.Add(uint32(40), byte(1), uint32(len(image)))
	f.Add(uint32(0), byte(255), uint32(3))
	f.Fuzz(func(t *testing.T, at uint32, change byte, length uint32) {
		// The checksums are right: what is wrong is what they are of.
		forged := forge(image, int(at), change)
		x, err := readImage(forged[:min(len(forged), int(length))])
		if err != nil {
			return
		}
		x.AddSaid(specimens())
		if _, err := x.Recall(t.Context(), Cue{Text: "When did Kaisa meet the user's tickets in Lisbon 2026? before", Now: later, Vector: []float32{1, 2, 3}}); err != nil {
			t.Error(err)
		}
	})
}

// forge changes a byte of an image and puts the checksums right.
func forge(image []byte, at int, change byte) []byte {
	out := bytes.Clone(image)
	at = len(imageMark) + at%(len(out)-len(imageMark))
	for from := len(imageMark); from+frameHead <= len(out); {
		n := int(uint32(out[from+1]) | uint32(out[from+2])<<8 | uint32(out[from+3])<<16 | uint32(out[from+4])<<24)
		if at >= from+frameHead && at < from+frameHead+n {
			out[at] ^= change
		}
		body := out[from+frameHead : from+frameHead+n]
		c := sum(out[from:from+5], body)
		copy(out[from+5:], []byte{byte(c), byte(c >> 8), byte(c >> 16), byte(c >> 24)})
		from += frameHead + n
	}
	return out
}

// Whatever byte of an image is another, and wherever it ends: it is not used, what
// comes to mind is the same, and the next image is a good one.
func TestADamagedImageIsMadeAgain(t *testing.T) {
	s := &shelf{episodes: moments("The user bought a tandem.", "The user sold the tandem.", "Kaisa moved to Oulu.")}
	d := &drawer{room: -1}
	f := keeping(t, s, d)
	want := fmt.Sprint(followed(t, f, "tandem"))
	if err := f.Save(t.Context()); err != nil {
		t.Fatal(err)
	}
	good := bytes.Clone(d.bytes)
	r := rand.New(rand.NewPCG(1, 1))
	for range 300 {
		d.bytes = bytes.Clone(good)
		if at := r.IntN(len(good)); r.IntN(4) == 0 {
			d.bytes = d.bytes[:at]
		} else {
			d.bytes[at] ^= byte(1 + r.IntN(255))
		}
		f := keeping(t, s, d)
		if c, _, err := f.Image(t.Context()); err != nil || c != DamagedImage && c != StaleImage {
			t.Fatalf("the image is %s, %v", c, err)
		}
		if got := fmt.Sprint(followed(t, f, "tandem")); got != want {
			t.Fatalf("came %s, want %s", got, want)
		}
		if err := f.Save(t.Context()); err != nil || !bytes.Equal(d.bytes, good) {
			t.Fatalf("not made again: %v", err)
		}
	}
}

func TestAnImageIsOfOneMemoryAsItIs(t *testing.T) {
	ctx := t.Context()
	s := &shelf{episodes: moments("The user bought a tandem.", "The user sold the tandem.")}
	d := &drawer{room: -1}
	f := keeping(t, s, d)
	followed(t, f, "tandem")
	if err := f.Save(ctx); err != nil {
		t.Fatal(err)
	}
	condition := func(of *shelf) Condition {
		t.Helper()
		c, size, err := keeping(t, of, d).Image(ctx)
		if err != nil || size != int64(len(d.bytes)) {
			t.Fatal(size, err)
		}
		return c
	}
	if c := condition(s); c != FreshImage {
		t.Errorf("the image is %s", c)
	}
	if c := condition(&shelf{episodes: append(moments("The user bought a tandem.", "The user sold the tandem."), moments("", "", "Kaisa moved.")[2])}); c != BehindImage {
		t.Errorf("with one more it is %s", c)
	}
	for name, other := range map[string]*shelf{
		"another": {episodes: moments("The user bought a tandem.", "The user sold the canoe.")},
		"older":   {episodes: moments("The user bought a tandem.")},
		"erased":  {episodes: s.episodes, rewritten: 1},
	} {
		if c := condition(other); c != StaleImage {
			t.Errorf("%s: it is %s", name, c)
		}
		if f := keeping(t, other, d); fmt.Sprint(followed(t, f, "canoe oulu tandem")) != fmt.Sprint(followed(t, follow(t, other), "canoe oulu tandem")) {
			t.Errorf("%s: something else comes", name)
		}
	}
}

// On a full disk recall is as it was, and what is there stays.
func TestAFullDiskCostsNothingButTheImage(t *testing.T) {
	s := &shelf{episodes: moments("The user bought a tandem.", "The user sold the tandem.")}
	for room := range 400 {
		d := &drawer{room: room}
		f := keeping(t, s, d)
		if got := fmt.Sprint(followed(t, f, "tandem")); got != "[e1 e2]" {
			t.Fatalf("came %s", got)
		}
		if err := f.Save(t.Context()); !errors.Is(err, errFull) || d.bytes != nil {
			t.Fatalf("with room for %d: %v, %d bytes", room, err, len(d.bytes))
		}
		if err := f.Save(t.Context()); err != nil {
			t.Fatalf("it is tried again at once: %v", err)
		}
	}
}

// What is erased while an image is being written does not stay in it.
func TestAnErasureOvertakesAnImage(t *testing.T) {
	s := &shelf{episodes: moments("The user bought a tandem.", "Kaisa has a secret.")}
	d := &drawer{room: -1, before: func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.erase(2)
	}}
	f := keeping(t, s, d)
	followed(t, f, "tandem")
	if err := f.Save(t.Context()); err != nil || d.bytes != nil {
		t.Fatalf("%d bytes stay, %v", len(d.bytes), err)
	}
	d.before = nil
	if got := fmt.Sprint(followed(t, f, "tandem secret")); got != "[e1]" {
		t.Errorf("came %s", got)
	}
	if err := f.Save(t.Context()); err != nil || d.bytes == nil || bytes.Contains(d.bytes, []byte("secret")) {
		t.Errorf("made again: %d bytes, %v", len(d.bytes), err)
	}
	if f.Len() != 1 {
		t.Errorf("%d are in the index", f.Len())
	}
}

// Whatever comes and goes, and however often the program starts again: what comes
// to mind is what a new index would bring.
func TestRecallFromAnImageIsThatOfANewIndex(t *testing.T) {
	texts := someWords()
	rapid.Check(t, func(r *rapid.T) {
		s, d := &shelf{}, &drawer{room: -1}
		f := keeping(r, s, d)
		at := later.Add(-1000 * time.Hour)
		for range rapid.IntRange(1, 12).Draw(r, "steps") {
			switch rapid.IntRange(0, 5).Draw(r, "step") {
			case 0, 1, 2:
				for _, e := range lifetime(r, texts) {
					at = at.Add(time.Duration(rapid.IntRange(1, 9).Draw(r, "hours")) * time.Hour)
					e.ID, e.LastAt, e.FirstAt = memory.EpisodeID(len(s.episodes)+1), at, at
					s.episodes = append(s.episodes, e)
				}
			case 3:
				if len(s.episodes) > 0 {
					s.erase(memory.EpisodeID(rapid.IntRange(1, len(s.episodes)).Draw(r, "erased")))
				}
			case 4:
				f = keeping(r, s, d)
			}
			if err := f.Load(context.Background()); err != nil {
				r.Fatal(err)
			}
			if err := f.Save(context.Background()); err != nil {
				r.Fatal(err)
			}
			cue := Cue{Text: texts.Draw(r, "cue") + " " + texts.Draw(r, "cue"), Now: later}
			want := brought(r, s, nil, cue)
			if got := brought(r, s, d, cue); got != want {
				r.Fatalf("%q brought %s from the image, from a new index %s", cue.Text, got, want)
			}
			got, err := f.Recall(context.Background(), cue)
			if err != nil || outline(got) != want {
				r.Fatalf("%q brought %s, %v; from a new index %s", cue.Text, outline(got), err, want)
			}
		}
	})
}

// brought is what a program that has just started brings.
func brought(t require, s *shelf, d *drawer, cue Cue) string {
	t.Helper()
	o := Options{DayTurn: 4}
	if d != nil {
		o.Images = d
	}
	f, err := Follow(s, o)
	if err != nil {
		t.Fatal(err)
	}
	r, err := f.Recall(context.Background(), cue)
	if err != nil {
		t.Fatal(err)
	}
	return outline(r)
}
