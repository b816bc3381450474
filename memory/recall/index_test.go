package recall

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"muisto/memory"
)

// lifetime draws episodes of a few words, of several conversations, in any
// order of time.
func lifetime(r *rapid.T, words *rapid.Generator[string]) []memory.Episode {
	n := rapid.IntRange(1, 30).Draw(r, "episodes")
	var list []memory.Episode
	for i := range n {
		text := strings.Join(rapid.SliceOfN(words, 1, 6).Draw(r, "words"), " ")
		e := moment(memory.EpisodeID(i+1), rapid.IntRange(0, 5).Draw(r, "day"), rapid.SampledFrom([]string{"a", "b"}).Draw(r, "conversation"), text)
		e.LastAt = e.LastAt.Add(time.Duration(rapid.IntRange(0, 5).Draw(r, "hour")) * time.Hour)
		e.Salience = rapid.SampledFrom([]float64{0.05, 0.25, 0.9}).Draw(r, "salience")
		e.Who = []string{rapid.SampledFrom([]string{"Aino", "Eero"}).Draw(r, "who")}
		list = append(list, e)
	}
	return list
}

func someWords() *rapid.Generator[string] {
	return rapid.SampledFrom([]string{
		"the", "on", "boat", "boats", "Helsinki", "Helsingissä", "painting", "paint", "koira", "ei", "花ちゃん", "movie", "film", "Thursday", "?", "tide",
	})
}

func outline(r Result) string {
	var b strings.Builder
	for _, h := range r.Hits {
		fmt.Fprintf(&b, "%s %.12g %.12g %v\n", h.ID(), h.Score, h.Cue, h.Because)
	}
	return b.String()
}

func TestAddedBitByBitIsAddedAtOnce(t *testing.T) {
	words := table(t)
	rapid.Check(t, func(r *rapid.T) {
		episodes := lifetime(r, someWords())
		source := Slice{Episodes: map[memory.EpisodeID]memory.Episode{}}
		for _, e := range episodes {
			source.Episodes[e.ID] = e
		}
		bulk, bits := NewIndex(source, words, Options{}), NewIndex(source, words, Options{})
		bulk.Add(episodes)
		for rest := episodes; len(rest) > 0; {
			n := rapid.IntRange(1, len(rest)).Draw(r, "bit")
			bits.Add(rest[:n])
			bits.Add(rest[:n]) // what is there is passed over
			rest = rest[n:]
		}
		cue := Cue{Text: strings.Join(rapid.SliceOfN(someWords(), 1, 4).Draw(r, "cue"), " "), Now: later}
		one, err := bulk.Recall(t.Context(), cue)
		if err != nil {
			r.Fatal(err)
		}
		for range 2 {
			other, err := bits.Recall(t.Context(), cue)
			if err != nil {
				r.Fatal(err)
			}
			if outline(one) != outline(other) {
				r.Fatalf("%q brings\n%sat once, and\n%sbit by bit", cue.Text, outline(one), outline(other))
			}
		}
	})
}

func TestScoresFallAndReasonsHold(t *testing.T) {
	words := table(t)
	rapid.Check(t, func(r *rapid.T) {
		episodes := lifetime(r, someWords())
		source := Slice{Episodes: map[memory.EpisodeID]memory.Episode{}}
		for _, e := range episodes {
			source.Episodes[e.ID] = e
		}
		x := NewIndex(source, words, Options{})
		x.Add(episodes)
		limit, budget := rapid.IntRange(0, 10).Draw(r, "limit"), rapid.IntRange(0, 200).Draw(r, "budget")
		got, err := x.Recall(t.Context(), Cue{Text: strings.Join(rapid.SliceOfN(someWords(), 1, 4).Draw(r, "cue"), " "), Now: later, Limit: limit, Budget: budget})
		if err != nil {
			r.Fatal(err)
		}
		if limit > 0 && len(got.Hits) > limit {
			r.Fatalf("%d hits, limit %d", len(got.Hits), limit)
		}
		used := 0
		for i, h := range got.Hits {
			used += memory.Tokens(h.Text())
			if i > 0 && h.Score > got.Hits[i-1].Score {
				r.Fatal("a hit scores more than the one before")
			}
			if h.Retrievability <= 0 || h.Retrievability > 1 || h.Cue <= 0 || len(h.Because) == 0 {
				r.Fatalf("hit %+v", h)
			}
			for _, b := range h.Because {
				if math.IsNaN(b.Weight) || b.Weight < 0 {
					r.Fatalf("reason %+v", b)
				}
			}
		}
		if budget > 0 && used > budget {
			r.Fatalf("%d tokens, budget %d", used, budget)
		}
	})
}

// A passing hint does not lift a faded memory over newer ones; enough context does.
func TestAFadedMemoryNeedsContext(t *testing.T) {
	said := []string{"The user spent the day at a ceramics workshop in Fiskars, where Noora showed how to glaze a bowl with birch ash."}
	for i := range 6 {
		said = append(said, fmt.Sprintf("The workshop number %d has loud music.", i))
	}
	episodes := moments(said...)
	for i := range episodes[1:] {
		episodes[i+1].LastAt = first.AddDate(0, 0, 80+i)
	}
	x := remember(t, episodes)
	now := first.AddDate(0, 0, 90)
	for _, text := range texts(t, x, Cue{Text: "workshop", Now: now, Limit: 3}) {
		if text == said[0] {
			t.Error("a hint brings the faded memory")
		}
	}
	if got := texts(t, x, Cue{Text: "the ceramics workshop in Fiskars with Noora", Now: now, Limit: 1}); len(got) != 1 || got[0] != said[0] {
		t.Errorf("the full context brings %q", got)
	}
}

func TestOfEqualsTheFresherComesFirst(t *testing.T) {
	x := remember(t, moments("The kettle whistles.", "The kettle whistles."))
	got := hits(t, x, Cue{Text: "kettle"})
	if len(got) != 2 || got[0].Episode.ID != 2 || got[0].Retrievability <= got[1].Retrievability {
		t.Errorf("got %+v", got)
	}
	routine := moments("The kettle whistles.", "The kettle whistles.")
	routine[1].Salience, routine[1].Lifespan = 0.05, memory.Lifespan(0.05)
	if got := hits(t, remember(t, routine), Cue{Text: "kettle"}); got[0].Episode.ID != 1 {
		t.Error("a routine moment comes before an observation as good")
	}
}

func TestNeighboursInASittingComeAlong(t *testing.T) {
	at := func(id memory.EpisodeID, minutes int, text string) memory.Episode {
		e := moment(id, 0, "c", text)
		e.LastAt = e.LastAt.Add(time.Duration(minutes) * time.Minute)
		return e
	}
	x := remember(t, []memory.Episode{
		at(1, 0, "The user wondered which vet is best for tortoises."),
		at(2, 1, "Kaisa said to ask at Viikki."),
		at(3, 600, "Kaisa said it would snow."),
	})
	got := hits(t, x, Cue{Text: "vet for tortoises"})
	if len(got) < 2 || got[0].Episode.ID != 1 || got[1].Episode.ID != 2 {
		t.Fatalf("got %+v", got)
	}
	if !slices.ContainsFunc(got[1].Because, func(r Reason) bool { return r.Kind == ByNeighbour }) {
		t.Errorf("because %+v", got[1].Because)
	}
	if len(got) > 2 {
		t.Errorf("another sitting came along: %q", got[2].Text())
	}
}

func TestReasonsNameWordsNamesTimesAndSpeakers(t *testing.T) {
	e := moment(1, 0, "c", "Noora glazed a bowl.")
	e.Who, e.Names = []string{"Noora"}, []memory.Name{{Text: "Noora", Type: memory.Person}}
	x := remember(t, []memory.Episode{e})
	got := hits(t, x, Cue{Text: "which bowls did Noora glaze on 4 May 2026?"})
	if len(got) != 1 {
		t.Fatalf("got %+v", got)
	}
	kinds := map[ReasonKind]string{}
	for _, r := range got[0].Because {
		kinds[r.Kind] += r.Text + " "
	}
	for kind, want := range map[ReasonKind]string{ByName: "noora", ByWord: "bowl", ByTime: "2026-05-04", BySpeaker: "Noora", ByMeaning: ""} {
		if text, ok := kinds[kind]; !ok || !strings.Contains(text, want) {
			t.Errorf("%s: %q, want %q in it", kind, text, want)
		}
	}
}

func TestWhatIsForgottenOrGoneDoesNotCome(t *testing.T) {
	episodes := moments("The kettle whistles.", "The kettle is red.", "The kettle is new.")
	x := remember(t, episodes)
	x.Forget([]memory.EpisodeID{1, 99})
	delete(x.source.(Slice).Episodes, 2)
	if got := hits(t, x, Cue{Text: "kettle"}); len(got) != 1 || got[0].Episode.ID != 3 {
		t.Errorf("got %+v", got)
	}
}

func TestNothingIsFoundInNothing(t *testing.T) {
	x := remember(t, nil)
	for _, text := range []string{"", "kettle", "yesterday", "?!", strings.Repeat("very long ", 5000)} {
		if got := hits(t, x, Cue{Text: text, Before: []string{text}}); len(got) != 0 {
			t.Errorf("%.20q brings %+v", text, got)
		}
	}
}

func BenchmarkAdd(b *testing.B) {
	random := rand.New(rand.NewPCG(1, 1))
	words := table(b)
	var episodes []memory.Episode
	for i := range 10_000 {
		var text []string
		for range 12 {
			text = append(text, words.Word(int(math.Exp(random.Float64()*math.Log(float64(words.Len()))))-1))
		}
		episodes = append(episodes, moment(memory.EpisodeID(i+1), i/20, fmt.Sprint(i/8), strings.Join(text, " ")))
	}
	for b.Loop() {
		NewIndex(Slice{}, words, Options{}).Add(episodes)
	}
	b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(b.N)/float64(len(episodes)), "µs/episode")
}
