package linear

import (
	"bytes"
	"math"
	"testing"
)

// Feature 1 speaks for class 0, feature 2 for class 1, feature 3 for neither.
func examples() []Example {
	var out []Example
	for range 20 {
		out = append(out, Example{[]uint32{1, 3}, 0}, Example{[]uint32{2, 3}, 1})
	}
	return out
}

func TestTrainLearnsWhatTellsClassesApart(t *testing.T) {
	w := Train(examples(), 2)
	if p := w.Probabilities([]uint32{1, 3}); p[0] < 0.9 {
		t.Errorf("class 0 at %v", p)
	}
	if p := w.Probabilities([]uint32{2, 3}); p[1] < 0.9 {
		t.Errorf("class 1 at %v", p)
	}
	if p := w.Probabilities([]uint32{99}); p[0] != 0.5 {
		t.Errorf("what was never seen: %v", p)
	}
}

func TestProbabilitiesSumToOne(t *testing.T) {
	sum := 0.0
	for _, x := range Train(examples(), 2).Probabilities([]uint32{1, 2, 3}) {
		sum += x
	}
	if math.Abs(sum-1) > 1e-12 {
		t.Errorf("sum %v", sum)
	}
}

func TestTrainIsDeterministicAndItsTableComesBack(t *testing.T) {
	a, b := Train(examples(), 2).Bytes(), Train(examples(), 2).Bytes()
	if !bytes.Equal(a, b) {
		t.Fatal("two runs differ")
	}
	w, err := Read(a)
	if err != nil || !bytes.Equal(w.Bytes(), a) || w.Classes() != 2 {
		t.Errorf("read back: %v, %d classes", err, w.Classes())
	}
}

func FuzzRead(f *testing.F) {
	f.Add(Train(examples(), 2).Bytes())
	f.Add([]byte("LLW1"))
	f.Add([]byte{})
	f.Fuzz(func(t *testing.T, data []byte) {
		w, err := Read(data)
		if err != nil {
			return
		}
		w.Probabilities([]uint32{0, 1, 1 << 31})
		if !bytes.Equal(w.Bytes(), data) {
			t.Error("it does not come back")
		}
	})
}

func TestReadRefusesWhatIsNoTable(t *testing.T) {
	good := Train(examples(), 2).Bytes()
	row := good[header:]
	twice := append(append([]byte(nil), good[:len(mark)+4]...), 2, 0, 0, 0)
	twice = append(append(twice, row[:6]...), row[:6]...)
	for name, data := range map[string][]byte{"the same row twice": twice, "empty": nil, "another mark": append([]byte("XXXX"), good[4:]...), "cut short": good[:len(good)-1]} {
		if _, err := Read(data); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}
