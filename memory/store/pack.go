package store

import (
	"bytes"
	"compress/flate"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"muisto/memory"
)

// maxUnpacked bounds what comes of packed texts, in bytes.
const maxUnpacked = 64 << 20

// pack puts texts together that say much the same: a tenth of them, often.
func pack(texts ...string) ([]byte, error) {
	data, err := json.Marshal(notNil(texts))
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	w, err := flate.NewWriter(&out, flate.DefaultCompression)
	if err != nil {
		return nil, err
	}
	_, err = w.Write(data)
	if err := errors.Join(err, w.Close()); err != nil {
		return nil, err
	}
	return out.Bytes(), nil
}

// unpack gives the texts again. It fails with memory.ErrDamaged for anything
// that pack has not made.
func unpack(packed []byte) ([]string, error) {
	data, err := io.ReadAll(io.LimitReader(flate.NewReader(bytes.NewReader(packed)), maxUnpacked))
	var texts []string
	if err == nil {
		err = json.Unmarshal(data, &texts)
	}
	if err != nil {
		return nil, fmt.Errorf("%w: packed texts: %w", memory.ErrDamaged, err)
	}
	return texts, nil
}

// unpackGroup gives the names and the ties of a group, as JSON, from where they
// are: packed, or as they stand.
func unpackGroup(packed []byte, names, ties string) (string, string, error) {
	if packed == nil {
		return names, ties, nil
	}
	texts, err := unpack(packed)
	if err == nil && len(texts) != 2 {
		err = fmt.Errorf("%w: %d packed texts where there should be 2", memory.ErrDamaged, len(texts))
	}
	if err != nil {
		return "", "", err
	}
	return texts[0], texts[1], nil
}
