package recall

import (
	"os"
	"strings"
	"testing"

	"muisto/memory/recall/encoder"
)

func lines(t *testing.T, path string) []string {
	t.Helper()
	raw, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return strings.Split(strings.TrimSpace(string(raw)), "\n")
}

func TestOffTopicQuestionsBringNothingAndAnsweredOnesSomething(t *testing.T) {
	var said, asked []string
	for _, line := range lines(t, "testdata/answered.tsv") {
		memory, question, ok := strings.Cut(line, "\t")
		if !ok {
			t.Fatalf("no tab in %q", line)
		}
		said, asked = append(said, memory), append(asked, question)
	}
	x := remember(t, moments(said...))
	right, something := 0, 0
	for i, question := range asked {
		got := texts(t, x, Cue{Text: question, Limit: 3})
		if len(got) > 0 {
			something++
			if got[0] == said[i] {
				right++
			}
		}
	}
	if 20*something < 19*len(asked) {
		t.Errorf("%d of %d answered questions bring something", something, len(asked))
	}
	if 10*right < 9*len(asked) {
		t.Errorf("%d of %d answered questions bring their memory first", right, len(asked))
	}
	off := lines(t, "testdata/offtopic.txt")
	if len(off) != 50 {
		t.Fatalf("%d off-topic questions", len(off))
	}
	nothing := 0
	for _, question := range off {
		if len(hits(t, x, Cue{Text: question})) == 0 {
			nothing++
		} else {
			t.Logf("%q brings something", question)
		}
	}
	if 20*nothing < 19*len(off) {
		t.Errorf("%d of %d off-topic questions bring nothing", nothing, len(off))
	}
}

// TestTheFloorIsByMeaningToo asks through the sentence encoder: what is near in
// meaning comes though it shares no word, and what is off topic does not.
func TestTheFloorIsByMeaningToo(t *testing.T) {
	if testing.Short() {
		t.Skip("the sentence encoder reads some two hundred sentences")
	}
	for _, set := range []struct {
		name, answered, offTopic string
		nothing, something       int
	}{
		{"first", "testdata/answered.tsv", "testdata/offtopic.txt", 49, 43},
		{"second", "testdata/answered2.tsv", "testdata/offtopic2.txt", 46, 46},
	} {
		t.Run(set.name, func(t *testing.T) {
			var said, asked []string
			for _, line := range lines(t, set.answered) {
				memory, question, _ := strings.Cut(line, "\t")
				said, asked = append(said, memory), append(asked, question)
			}
			e := encoder.New()
			embed := func(text string) []float32 {
				made, err := e.Embed(t.Context(), []string{text})
				if err != nil {
					t.Fatal(err)
				}
				return made[0]
			}
			x := remember(t, moments(said...))
			var list []Vector
			for i, text := range said {
				list = append(list, Vector{Kind: KindEpisode, ID: int64(i + 1), Values: Quantise(embed(text))})
			}
			x.AddVectors(list)
			come := func(questions []string) (some int) {
				for _, q := range questions {
					if len(hits(t, x, Cue{Text: q, Vector: embed(q)})) > 0 {
						some++
					}
				}
				return some
			}
			off := lines(t, set.offTopic)
			if n := len(off) - come(off); n < set.nothing {
				t.Errorf("%d of %d off-topic questions bring nothing", n, len(off))
			}
			if n := come(asked); n < set.something {
				t.Errorf("%d of %d answered questions bring something", n, len(asked))
			}
		})
	}
}

func TestWhatStaysUnderTheFloorIsTold(t *testing.T) {
	x := remember(t, moments("The user painted the kitchen walls green.", "The user sold the Volvo."))
	r, err := x.Recall(t.Context(), Cue{Text: "Who painted the ceiling of the Sistine Chapel?", Now: later})
	if err != nil {
		t.Fatal(err)
	}
	if len(r.Hits) != 0 || len(r.Near) == 0 {
		t.Errorf("%d hits, %d near", len(r.Hits), len(r.Near))
	}
}

func TestADayBringsWhatHappenedOnIt(t *testing.T) {
	x := remember(t, moments("The user baked a rye loaf.", "Rain all day.", "The user saw a heron."))
	got := texts(t, x, Cue{Text: "what happened yesterday?", Now: first.AddDate(0, 0, 3), Limit: 1})
	if len(got) != 1 || got[0] != "The user saw a heron." {
		t.Errorf("yesterday: %q", got)
	}
	got = texts(t, x, Cue{Text: "what did I do last summer?", Now: first.AddDate(0, 0, 3)})
	if len(got) != 0 {
		t.Errorf("last summer: %q", got)
	}
}
