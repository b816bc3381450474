package vectors

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"slices"
	"testing"
)

func builtin(t testing.TB) *Table {
	t.Helper()
	table, err := Builtin()
	if err != nil {
		t.Fatal(err)
	}
	return table
}

func (t *Table) vector(row int) (v [Dimensions]float32) {
	t.AddTo(&v, row, 1)
	return v
}

func distance(a, b []float32) float64 {
	sum := 0.0
	for i := range a {
		sum += float64(a[i]-b[i]) * float64(a[i]-b[i])
	}
	return math.Sqrt(sum)
}

// The vectors are moved and turned together when they are packed, so that a
// sample of the package must agree with the file in how far its words are from
// each other.
func TestTheFileAgreesWithThePackage(t *testing.T) {
	raw, err := os.ReadFile("testdata/sample.json")
	if err != nil {
		t.Fatal(err)
	}
	var sample struct {
		Words   []string
		Vectors map[string][]float32
	}
	if err := json.Unmarshal(raw, &sample); err != nil {
		t.Fatal(err)
	}
	table := builtin(t)
	if table.Len() != Words {
		t.Fatalf("%d words, want %d", table.Len(), Words)
	}
	for _, a := range sample.Words {
		for _, b := range sample.Words {
			ra, okA := table.Row(a)
			rb, okB := table.Row(b)
			if !okA || !okB {
				t.Fatalf("%q or %q is not in the file", a, b)
			}
			va, vb := table.vector(ra), table.vector(rb)
			got, want := distance(va[:], vb[:]), distance(sample.Vectors[a], sample.Vectors[b])
			if math.Abs(got-want) > 0.15 {
				t.Errorf("%s and %s are %.3f apart in the file, %.3f in the package", a, b, got, want)
			}
		}
	}
}

func TestWordsAreInTheOrderOfTheirFrequency(t *testing.T) {
	table := builtin(t)
	for _, c := range []struct {
		word string
		row  int
	}{{"the", 0}, {"of", 1}, {"to", 2}, {"and", 3}} {
		if row, ok := table.Row(c.word); !ok || row != c.row || table.Word(row) != c.word {
			t.Errorf("%q is in row %d (%v), want %d", c.word, row, ok, c.row)
		}
	}
	for _, word := range []string{"", ",", "The", "lissabonissa"} {
		if row, ok := table.Row(word); ok {
			t.Errorf("%q is in row %d", word, row)
		}
	}
	sum := 0.0
	for row := range 400_000 {
		sum += Probability(row)
	}
	if math.Abs(sum-1) > 0.01 {
		t.Errorf("the words' probabilities add up to %.3f", sum)
	}
}

func TestLikeWordsAreNear(t *testing.T) {
	table := builtin(t)
	cosine := func(a, b string) float64 {
		ra, _ := table.Row(a)
		rb, _ := table.Row(b)
		return table.Cosine(ra, rb)
	}
	for _, c := range [][3]string{{"film", "movie", "potato"}, {"puppy", "dog", "budget"}, {"doctor", "dentist", "river"}} {
		if like, unlike := cosine(c[0], c[1]), cosine(c[0], c[2]); like < unlike+0.3 {
			t.Errorf("%s: %.2f to %s, %.2f to %s", c[0], like, c[1], unlike, c[2])
		}
	}
	if c := cosine("river", "river"); math.Abs(c-1) > 1e-6 {
		t.Errorf("a word's cosine with itself is %v", c)
	}
}

func TestPackedWordsComeBack(t *testing.T) {
	words := []string{"one", ",", "two", "no-vector", "three", "four", "x1"}
	rows := map[string][]float32{}
	for i, w := range []string{"one", ",", "two", "three", "four", "x1"} {
		v := make([]float32, Dimensions)
		for d := range v {
			v[d] = float32(math.Sin(float64(i*31 + d*7)))
		}
		rows[w] = v
	}
	packed, err := Pack(words, func(w string) []float32 { return rows[w] }, 4)
	if err != nil {
		t.Fatal(err)
	}
	table, err := Unpack(packed)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for row := range table.Len() {
		got = append(got, table.Word(row))
	}
	want := []string{"one", "two", "three", "four"}
	if !slices.Equal(got, want) {
		t.Fatalf("words %q, want %q", got, want)
	}
	for i := range want {
		for j := range want {
			a, b := table.vector(i), table.vector(j)
			if got, want := distance(a[:], b[:]), distance(rows[want[i]], rows[want[j]]); math.Abs(got-want) > 0.1 {
				t.Errorf("rows %d and %d are %.3f apart, want %.3f", i, j, got, want)
			}
		}
	}
	if _, err := Pack(words, func(w string) []float32 { return rows[w] }, 5); err == nil {
		t.Error("packed more words than there are")
	}
}

func TestDamagedFilesAreRefused(t *testing.T) {
	for n := range 5 {
		cut := packed[:len(packed)*n/5]
		if _, err := Unpack(cut); err == nil {
			t.Errorf("unpacked %d of %d bytes", len(cut), len(packed))
		}
	}
}

func FuzzUnpack(f *testing.F) {
	f.Add([]byte{})
	f.Add(packed[:100])
	f.Fuzz(func(t *testing.T, raw []byte) {
		table, err := Unpack(raw)
		if err == nil && table.Len() == 0 {
			t.Error("an empty table and no error")
		}
	})
}

func TestSketchesTellAngles(t *testing.T) {
	table := builtin(t)
	row := func(w string) Sketch {
		r, _ := table.Row(w)
		v := table.vector(r)
		return Signs(&v)
	}
	if d := row("film").Distance(row("film")); d != 0 {
		t.Errorf("a sketch is %d from itself", d)
	}
	if near, far := row("film").Distance(row("movie")), row("film").Distance(row("potato")); near >= far {
		t.Errorf("film is %d from movie and %d from potato", near, far)
	}
}

func ExampleTable_Row() {
	table, err := Builtin()
	if err != nil {
		panic(err)
	}
	row, ok := table.Row("lighthouse")
	fmt.Println(table.Word(row), ok)
	// Output: lighthouse true
}

func BenchmarkUnpack(b *testing.B) {
	for b.Loop() {
		if _, err := Unpack(packed); err != nil {
			b.Fatal(err)
		}
	}
}
