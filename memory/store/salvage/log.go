package salvage

import (
	"encoding/binary"
	"errors"
	"io"
	"os"
)

// The write-ahead log: a header, then frames of a header and a page each.
const (
	logHeader   = 32
	frameHeader = 24
	logMagic    = 0x377f0682 // the last bit says in which order sums are made
)

// sums are the two running checksums of a log.
type sums [2]uint32

// add goes on with data, whose length is a multiple of 8.
func (s sums) add(order binary.ByteOrder, data []byte) sums {
	for i := 0; i+8 <= len(data); i += 8 {
		s[0] += order.Uint32(data[i:]) + s[1]
		s[1] += order.Uint32(data[i+4:]) + s[0]
	}
	return s
}

func sumsAt(data []byte) sums {
	return sums{binary.BigEndian.Uint32(data), binary.BigEndian.Uint32(data[4:])}
}

// frame is one page in a log.
type frame struct {
	page, commit uint32 // commit is the length of the file then, or 0
	at           int64  // where the page begins
	sound        bool
}

// frames gives the frames of the log's present round, in order, and the size of
// their pages. A log that is none has none.
func frames(log io.ReaderAt, yield func(frame) bool) (page int, err error) {
	head := make([]byte, logHeader)
	if _, err := log.ReadAt(head, 0); err != nil {
		return 0, ignoreEnd(err)
	}
	kind := binary.BigEndian.Uint32(head)
	page = int(binary.BigEndian.Uint32(head[8:]))
	if kind&^1 != logMagic || page < 512 || page > 1<<16 || page&(page-1) != 0 {
		return 0, nil
	}
	var order binary.ByteOrder = binary.LittleEndian
	if kind&1 == 1 {
		order = binary.BigEndian
	}
	last := sumsAt(head[24:])
	if last != (sums{}).add(order, head[:24]) {
		return 0, nil
	}
	salt := string(head[16:24])
	data := make([]byte, frameHeader+page)
	for at := int64(logHeader); ; at += int64(len(data)) {
		if _, err := log.ReadAt(data, at); err != nil {
			return page, ignoreEnd(err)
		}
		if string(data[8:16]) != salt {
			continue // of an earlier round, or what a crash made of one
		}
		// A frame is summed up from what the one before it says of itself, so
		// that one which is broken does not take the rest with it.
		is := last.add(order, data[:8]).add(order, data[frameHeader:])
		last = sumsAt(data[16:])
		if !yield(frame{
			page: binary.BigEndian.Uint32(data), commit: binary.BigEndian.Uint32(data[4:]),
			at: at + frameHeader, sound: is == last,
		}) {
			return page, nil
		}
	}
}

func ignoreEnd(err error) error {
	if errors.Is(err, io.EOF) {
		return nil
	}
	return err
}

// readLog says where in a log the last committed state of each page is, and how
// many pages the file has by then.
func readLog(log *os.File, page int) (map[uint32]int64, uint32, error) {
	committed, open := map[uint32]int64{}, map[uint32]int64{}
	length := uint32(0)
	size, err := frames(log, func(f frame) bool {
		if !f.sound {
			return true
		}
		open[f.page] = f.at
		if f.commit > 0 {
			for number, at := range open {
				committed[number] = at
			}
			clear(open)
			length = f.commit
		}
		return true
	})
	if size != page {
		return nil, 0, err
	}
	return committed, length, err
}

// LogBroken gives where the log of the file at path is broken before commits
// that were on the disk; 0 if it is not. SQLite passes over all that comes after the
// first frame that is not sound; a power cut leaves such frames only in the very
// last commit, which nobody was told of.
func LogBroken(path string) (at int64, err error) {
	log, err := os.Open(path + "-wal")
	if errors.Is(err, os.ErrNotExist) {
		return 0, nil
	}
	if err != nil {
		return 0, err
	}
	after := 0
	_, err = frames(log, func(f frame) bool {
		if !f.sound && at == 0 {
			at = f.at
		}
		if at > 0 && f.commit > 0 {
			after++
		}
		return after < 2
	})
	if after < 2 {
		at = 0
	}
	return at, errors.Join(err, log.Close())
}
