package trial

import (
	"context"
	"crypto/sha256"
	"encoding/gob"
	"errors"
	"fmt"
	"io/fs"
	"os"

	"muisto/memory/recall"
	"muisto/memory/recall/encoder"
)

// Vectors makes vectors of texts by the encoder inside the program, and keeps
// them in a file between runs, since they take most of the time.
type Vectors struct {
	encoder *encoder.Encoder
	file    string
	kept    map[[32]byte][]int8
	changed int
}

// saveEvery is after how many new vectors the file is written.
const saveEvery = 500

// OpenVectors reads the file if it is there.
func OpenVectors(file string) (*Vectors, error) {
	v := &Vectors{encoder: encoder.New(), file: file, kept: map[[32]byte][]int8{}}
	f, err := os.Open(file)
	if errors.Is(err, fs.ErrNotExist) {
		return v, nil
	}
	if err != nil {
		return nil, err
	}
	defer f.Close()
	if err := gob.NewDecoder(f).Decode(&v.kept); err != nil {
		return nil, fmt.Errorf("read %s: %w", file, err)
	}
	return v, nil
}

// Of returns the vector of a text.
func (v *Vectors) Of(ctx context.Context, text string) ([]int8, error) {
	key := sha256.Sum256([]byte(encoder.Name + "\n" + text))
	if made, ok := v.kept[key]; ok {
		return made, nil
	}
	made, err := v.encoder.Embed(ctx, []string{text})
	if err != nil {
		return nil, err
	}
	v.kept[key] = recall.Quantise(made[0])
	if v.changed++; v.changed%saveEvery == 0 {
		return v.kept[key], v.Save()
	}
	return v.kept[key], nil
}

// Save writes the file whole beside its place and renames it.
func (v *Vectors) Save() error {
	f, err := os.Create(v.file + ".part")
	if err != nil {
		return err
	}
	if err := errors.Join(gob.NewEncoder(f).Encode(v.kept), f.Close()); err != nil {
		return err
	}
	return os.Rename(v.file+".part", v.file)
}

// Embed gives each memory a vector; see recall.Options.Vectors.
func (m *Memories) Embed(v *Vectors) func(ctx context.Context, seq int64, limit int) ([]recall.Vector, int64, error) {
	return func(ctx context.Context, seq int64, limit int) ([]recall.Vector, int64, error) {
		var list []recall.Vector
		for _, e := range m.list {
			if int64(e.ID) <= seq || len(list) == limit {
				continue
			}
			values, err := v.Of(ctx, e.What)
			if err != nil {
				return nil, seq, err
			}
			list = append(list, recall.Vector{Kind: recall.KindEpisode, ID: int64(e.ID), Values: values})
		}
		for _, made := range list {
			seq = max(seq, made.ID)
		}
		return list, seq, nil
	}
}

// Asking is a recaller whose cues carry their vectors.
type Asking struct {
	Recaller
	Vectors *Vectors
}

// Recall asks with the vector of the cue.
func (a Asking) Recall(ctx context.Context, cue recall.Cue) (recall.Result, error) {
	values, err := a.Vectors.Of(ctx, cue.Text)
	if err != nil {
		return recall.Result{}, err
	}
	cue.Vector = make([]float32, len(values))
	for i, x := range values {
		cue.Vector[i] = float32(x)
	}
	return a.Recaller.Recall(ctx, cue)
}
