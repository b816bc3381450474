package builtin

import (
	"bytes"
	"hash/fnv"
	"io"
	"os"
	"testing"

	"muisto/memory"
	"muisto/model/builtin/linear"
)

func trained(t *testing.T) []byte {
	t.Helper()
	var all []io.Reader
	for _, path := range LessonFiles {
		raw, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, bytes.NewReader(raw))
	}
	table, err := Train(io.MultiReader(all...))
	if err != nil {
		t.Fatal(err)
	}
	return table
}

// Rounding may differ by a step where the processor's exp does.
func TestTheTableIsWhatTheLessonsTeach(t *testing.T) {
	const (
		most = 300 << 10 // bytes
		step = 1
	)
	table := trained(t)
	if len(table) > most {
		t.Errorf("%d bytes, want at most %d", len(table), most)
	}
	if len(table) != len(actsTable) {
		t.Fatalf("the lessons give %d bytes, acts.weights has %d: run go run ./train", len(table), len(actsTable))
	}
	for i := range table {
		if d := int8(table[i]) - int8(actsTable[i]); d > step || d < -step {
			t.Fatalf("byte %d differs: run go run ./train", i)
		}
	}
}

func TestTrainNamesTheBadLine(t *testing.T) {
	if _, err := Train(bytes.NewReader([]byte("{}\n{"))); err == nil {
		t.Error("no error")
	}
}

// What is learnt from most lessons must judge the others better than the rules
// alone do. Each line is read once for what it teaches, however many folds it
// teaches in.
func TestWhatIsLearntHoldsForWhatWasNotSeen(t *testing.T) {
	const (
		folds = 5
		least = 0.80
	)
	all := utterances(t, "testdata/train-acts.jsonl")
	var in [folds][]linear.Example
	var out [folds][]utterance
	for _, u := range all {
		own := foldOf(u, folds)
		out[own] = append(out[own], u)
		taught := lessonsOf(u)
		for f := range folds {
			if f != own {
				in[f] = append(in[f], taught...)
			}
		}
	}
	m := New(4)
	m.learnt = linear.Weights{}
	rules, learnt := countRight(t, m, all), 0
	for f := range folds {
		m.learnt = linear.Train(in[f], len(actClasses))
		learnt += countRight(t, m, out[f])
	}
	n := float64(len(all))
	t.Logf("of %d: the rules %.1f %%, with what was learnt %.1f %%", len(all), 100*float64(rules)/n, 100*float64(learnt)/n)
	if learnt <= rules || float64(learnt) < least*n {
		t.Errorf("%d right, the rules alone %d, of %d", learnt, rules, len(all))
	}
}

// foldOf keeps lines that answer the same together.
func foldOf(u utterance, folds uint32) int {
	key := u.Prior
	if key == "" {
		key = u.Text
	}
	h := fnv.New32a()
	h.Write([]byte(key))
	return int(h.Sum32() >> 8 % folds)
}

func lessonsOf(u utterance) []linear.Example {
	var acts []memory.Act
	for _, a := range u.Acts {
		acts = append(acts, memory.Act(a))
	}
	return New(4).lessons(spoken(u.Prior, memory.Role(u.Role), u.Text), acts)
}

func countRight(t *testing.T, m Model, us []utterance) int {
	t.Helper()
	right := 0
	for _, u := range us {
		b := u.batch()
		ps, err := m.Encode(t.Context(), b, nil)
		if err != nil {
			t.Fatal(err)
		}
		var acts []string
		for _, p := range ps {
			for _, s := range p.Sources {
				if s == label(len(b.Messages)-1) {
					acts = append(acts, p.Act)
				}
			}
		}
		if u.right(acts) {
			right++
		}
	}
	return right
}
