package recall

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"math"
	"slices"
)

// An image is an index as bytes: a mark, then frames, each with its kind, its
// length and a checksum, the last of them empty. Numbers are little-endian.
const (
	imageMark = "muisto-index\n"
	// imageForm is the number of the layout. It changes with every change of the
	// frames.
	imageForm = 1
	// maxFrame bounds one frame, in bytes.
	maxFrame = 1 << 28
	// frameHead is the length in bytes of what comes before the bytes of a frame.
	frameHead = 1 + 4 + 4
)

// frameKind tells what is in a frame.
type frameKind uint8

const (
	headFrame frameKind = iota + 1
	blockFrame
	wordFrame
	stemFrame
	peopleFrame
	talkFrame
	lastingFrame
	factFrame
	vectorFrame
	endFrame
)

// errImage: the image is damaged, or of another layout.
var errImage = errors.New("the index is damaged")

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// sealer writes frames.
type sealer struct {
	to    io.Writer
	bytes []byte // of the frame that is being filled
	err   error
}

// seal writes the bytes as a frame, and starts the next.
func (s *sealer) seal(kind frameKind) {
	if s.err == nil && len(s.bytes) > maxFrame {
		s.err = fmt.Errorf("a part of the index has %d bytes; it can have %d", len(s.bytes), maxFrame)
	}
	if s.err != nil {
		return
	}
	head := make([]byte, frameHead)
	head[0] = byte(kind)
	binary.LittleEndian.PutUint32(head[1:], uint32(len(s.bytes)))
	binary.LittleEndian.PutUint32(head[5:], sum(head[:5], s.bytes))
	if _, s.err = s.to.Write(head); s.err == nil {
		_, s.err = s.to.Write(s.bytes)
	}
	s.bytes = s.bytes[:0]
}

func sum(head, body []byte) uint32 {
	return crc32.Update(crc32.Checksum(head, castagnoli), castagnoli, body)
}

func (s *sealer) byte(v byte)      { s.bytes = append(s.bytes, v) }
func (s *sealer) uint(v uint64)    { s.bytes = binary.AppendUvarint(s.bytes, v) }
func (s *sealer) int(v int64)      { s.bytes = binary.AppendVarint(s.bytes, v) }
func (s *sealer) fixed16(v uint16) { s.bytes = binary.LittleEndian.AppendUint16(s.bytes, v) }
func (s *sealer) fixed32(v uint32) { s.bytes = binary.LittleEndian.AppendUint32(s.bytes, v) }
func (s *sealer) fixed64(v uint64) { s.bytes = binary.LittleEndian.AppendUint64(s.bytes, v) }
func (s *sealer) float(v float64)  { s.fixed64(math.Float64bits(v)) }

func (s *sealer) text(v string) {
	s.uint(uint64(len(v)))
	s.bytes = append(s.bytes, v...)
}

func (s *sealer) signed(v []int8) {
	s.bytes = slices.Grow(s.bytes, len(v))
	for _, x := range v {
		s.bytes = append(s.bytes, byte(x))
	}
}

// opener reads frames out of at most left bytes.
type opener struct {
	from io.Reader
	left int64
}

// next gives the next frame, whose bytes are the caller's. It fails with errImage
// for one that is damaged.
func (o *opener) next() (frameKind, *reader, error) {
	var head [frameHead]byte
	if err := o.fill(head[:]); err != nil {
		return 0, nil, err
	}
	n := int64(binary.LittleEndian.Uint32(head[1:]))
	if n > min(o.left, maxFrame) {
		return 0, nil, errImage
	}
	body := make([]byte, n)
	if err := o.fill(body); err != nil {
		return 0, nil, err
	}
	if binary.LittleEndian.Uint32(head[5:]) != sum(head[:5], body) {
		return 0, nil, errImage
	}
	return frameKind(head[0]), &reader{rest: body}, nil
}

func (o *opener) fill(to []byte) error {
	o.left -= int64(len(to))
	_, err := io.ReadFull(o.from, to)
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return errImage
	}
	return err
}

// reader takes a frame apart. What is not there reads as zero, and makes it bad.
type reader struct {
	rest []byte
	bad  bool
}

// take gives the next n bytes, nil where there are not as many.
func (r *reader) take(n int) []byte {
	if r.bad || n < 0 || n > len(r.rest) {
		r.bad = true
		return nil
	}
	out := r.rest[:n:n]
	r.rest = r.rest[n:]
	return out
}

func (r *reader) varint(v uint64, n int) uint64 {
	if r.bad || n <= 0 {
		r.bad = true
		return 0
	}
	r.rest = r.rest[n:]
	return v
}

func (r *reader) uint() uint64 { return r.varint(binary.Uvarint(r.rest)) }

func (r *reader) int() int64 {
	v, n := binary.Varint(r.rest)
	return int64(r.varint(uint64(v), n))
}

// below reads a number that must be less than n.
func (r *reader) below(n uint64) uint64 {
	v := r.uint()
	if v >= n {
		r.bad = true
		return 0
	}
	return v
}

// many reads how many things follow, each of at least size bytes.
func (r *reader) many(size int) int { return int(r.below(uint64(len(r.rest)/size) + 1)) }

func (r *reader) byte() byte {
	if b := r.take(1); b != nil {
		return b[0]
	}
	return 0
}

func (r *reader) fixed64() uint64 {
	if b := r.take(8); b != nil {
		return binary.LittleEndian.Uint64(b)
	}
	return 0
}

// float reads a number; infinite and undefined ones are bad.
func (r *reader) float() float64 {
	v := math.Float64frombits(r.fixed64())
	if math.IsNaN(v) || math.IsInf(v, 0) {
		r.bad = true
		return 0
	}
	return v
}

// text reads a string of at most most bytes.
func (r *reader) text(most int) string { return string(r.take(int(r.below(uint64(most) + 1)))) }

func (r *reader) signed(to []int8) {
	for i, x := range r.take(len(to)) {
		to[i] = int8(x)
	}
}

// end makes the reader bad where something is left.
func (r *reader) end() error {
	if r.bad || len(r.rest) > 0 {
		return errImage
	}
	return nil
}
