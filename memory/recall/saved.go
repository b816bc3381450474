package recall

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"

	"muisto/memory"
	"muisto/memory/recall/vectors"
)

// Images keeps the image of an index from one run of the program to the next. What
// comes back may be damaged, out of date or of another memory; that is found out.
type Images interface {
	// Open gives the image that was kept last, and its size in bytes. It fails with
	// fs.ErrNotExist where there is none.
	Open() (io.ReadCloser, int64, error)
	// Replace keeps what fill writes, once it is whole, in the place of what is there.
	Replace(fill func(io.Writer) error) error
	// Remove deletes what is kept.
	Remove() error
	// Print identifies what the memory holds up to r: it stays the same as long as
	// nothing of that is replaced.
	Print(ctx context.Context, r memory.Revision) ([]byte, error)
}

// errOther: the image is sound, and not of this state of this memory.
var errOther = errors.New("the index is of another memory, or out of date")

// readBuffer is how much of an image is read at once, in bytes.
const readBuffer = 1 << 20

// reopen gives the index that was kept, and how far it was read; nil where there is
// none that can be used, and why.
func (f *Follower) reopen(ctx context.Context, now memory.Revision) (_ *reading, err error) {
	if f.options.Images == nil {
		return nil, fs.ErrNotExist
	}
	file, size, err := f.options.Images.Open()
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	o, h, err := openImage(bufio.NewReaderSize(file, readBuffer), size)
	if err != nil {
		return nil, err
	}
	if err := f.check(ctx, &h, now); err != nil {
		return nil, err
	}
	r, err := f.begin(now)
	if err != nil {
		return nil, err
	}
	if err := r.index.restore(o, &h, f.options.VectorsBy); err != nil {
		return nil, err
	}
	r.episode, r.revision, r.vector = h.upTo.Episode, h.upTo.Fact, h.upTo.Vector
	if h.embedder != f.options.VectorsBy {
		r.vector = 0
	}
	return r, nil
}

// check fails with errOther for an image that is not of the memory as it is now.
func (f *Follower) check(ctx context.Context, h *imageHead, now memory.Revision) error {
	how, err := analysis()
	if err != nil {
		return err
	}
	if h.analysis != how || h.dayTurn != f.options.DayTurn || h.upTo.Rewritten != now.Rewritten {
		return errOther
	}
	ahead := revisionParts(&now)
	for i, n := range revisionParts(&h.upTo) {
		if *n > *ahead[i] {
			return errOther
		}
	}
	print, err := f.options.Images.Print(ctx, h.upTo)
	if err != nil {
		return err
	}
	if !bytes.Equal(print, h.print) {
		return errOther
	}
	return nil
}

// begin gives an empty index of which nothing is read.
func (f *Follower) begin(now memory.Revision) (*reading, error) {
	words, err := vectors.Builtin()
	if err != nil {
		return nil, err
	}
	return &reading{index: NewIndex(f.store, words, f.options), rewritten: now.Rewritten}, nil
}

const (
	// leastUnsaved is how many records an index must have read, since its image was
	// made, for a new one, and unsavedShare which part of all it must be: reading
	// so many takes a small part of what reading the image does.
	leastUnsaved = 500
	unsavedShare = 1.0 / 50
)

// outgrown reports whether so much has come that a new image is worth its while.
func (f *Follower) outgrown(r *reading) bool {
	return f.options.Images != nil && r.whole && !r.stale &&
		r.unsaved-r.tried >= max(f.least, int(float64(r.index.Len())*unsavedShare))
}

// Keep makes a new image of the index whenever much has come, and a new index
// where something was erased, until ctx ends. No recall waits for either. The
// program runs it in the background while it is open.
func (f *Follower) Keep(ctx context.Context) {
	for {
		select {
		case <-f.grown:
			// What fails is tried again when more has come: without an image the next
			// start takes longer, and nothing else.
			_ = f.Save(ctx)
		case <-ctx.Done():
			return
		}
	}
}

// Save does at once what Keep does where there is anything to do. Something must
// have been loaded.
func (f *Follower) Save(ctx context.Context) error {
	if err := f.keep(ctx); err != nil {
		return fmt.Errorf("keep the memory index: %w", err)
	}
	return nil
}

func (f *Follower) keep(ctx context.Context) error {
	due, stale := false, false
	look := func() error {
		r := f.now.Load()
		due, stale = r != nil && f.outgrown(r), r != nil && r.stale
		return nil
	}
	if err := f.alone(ctx, look); err != nil {
		return err
	}
	if stale {
		if err := f.renewed(ctx); err != nil {
			return err
		}
		if err := f.alone(ctx, look); err != nil {
			return err
		}
	}
	if !due {
		return nil
	}
	return f.save(ctx)
}

// renewed reads everything again into a new index, which takes the place of the
// one that is there.
func (f *Follower) renewed(ctx context.Context) error {
	now, err := f.store.Revision(ctx)
	if err != nil {
		return err
	}
	r, err := f.begin(now)
	if err != nil {
		return err
	}
	if err := f.catchUp(ctx, r, now); err != nil {
		return err
	}
	return f.alone(ctx, func() error {
		if now, err = f.store.Revision(ctx); err != nil {
			return err
		}
		if err := f.catchUp(ctx, r, now); err != nil {
			return err
		}
		f.now.Store(r)
		return nil
	})
}

// save makes a new image of what has been read.
func (f *Follower) save(ctx context.Context) error {
	h := imageHead{dayTurn: f.options.DayTurn, embedder: f.options.VectorsBy}
	var r *reading
	unsaved := 0
	err := f.alone(ctx, func() error {
		r = f.now.Load()
		h.upTo, unsaved = r.upTo(), r.unsaved
		return nil
	})
	if err == nil {
		err = f.write(ctx, r.index, h)
	}
	tell := func() error {
		if err == nil {
			r.unsaved, r.tried = r.unsaved-unsaved, 0
		} else {
			r.tried = r.unsaved
		}
		return err
	}
	return f.alone(context.WithoutCancel(ctx), tell)
}

// write makes an image of an index that has been read as far as the head says, or
// further: what has come since is read again after it, which changes nothing.
func (f *Follower) write(ctx context.Context, x *Index, h imageHead) error {
	var err error
	if h.analysis, err = analysis(); err != nil {
		return err
	}
	if h.print, err = f.options.Images.Print(ctx, h.upTo); err != nil {
		return err
	}
	v := x.view()
	if err := f.options.Images.Replace(func(to io.Writer) error { return v.image(h, until{ctx, to}) }); err != nil {
		return err
	}
	// What was erased while it was written must not stay in it.
	now, err := f.store.Revision(ctx)
	if err != nil || now.Rewritten != h.upTo.Rewritten {
		return errors.Join(err, f.options.Images.Remove())
	}
	return nil
}

// until is a writer that fails once ctx has ended.
type until struct {
	ctx context.Context
	to  io.Writer
}

func (u until) Write(p []byte) (int, error) {
	if err := u.ctx.Err(); err != nil {
		return 0, err
	}
	return u.to.Write(p)
}

// Condition is how an image is.
type Condition string

// The conditions of images.
const (
	NoImage      Condition = "none"
	FreshImage   Condition = "fresh"   // of all that is remembered
	BehindImage  Condition = "behind"  // the rest is read from the memory
	StaleImage   Condition = "stale"   // it is made again
	DamagedImage Condition = "damaged" // or unreadable; it is made again
)

// Image tells how the image of the index is, and its size in bytes. All of it is
// read; nothing is changed.
func (f *Follower) Image(ctx context.Context) (Condition, int64, error) {
	if f.options.Images == nil {
		return NoImage, 0, nil
	}
	file, size, err := f.options.Images.Open()
	if errors.Is(err, fs.ErrNotExist) {
		return NoImage, 0, nil
	}
	if err == nil {
		err = file.Close()
	}
	if err != nil {
		return DamagedImage, 0, nil // it cannot even be read
	}
	now, err := f.store.Revision(ctx)
	if err != nil {
		return NoImage, 0, err
	}
	r, err := f.reopen(ctx, now)
	switch {
	case errors.Is(err, errImage):
		return DamagedImage, size, nil
	case errors.Is(err, errOther):
		return StaleImage, size, nil
	case err != nil:
		return NoImage, size, err
	case r.episode < now.Episode || r.revision < now.Fact:
		return BehindImage, size, nil
	}
	return FreshImage, size, nil
}
