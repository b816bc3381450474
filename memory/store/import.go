package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"iter"
	"math"

	"muisto/memory"
)

// ImportReport says what an import did.
type ImportReport struct {
	// Conversations is how many the messages belong to, new or not.
	Conversations int
	// Messages is how many were added, Duplicates how many were there already.
	Messages, Duplicates int
}

// Incoming is what an import brings.
type Incoming struct {
	// Messages are stored in the order in which they come; an error ends the
	// import. It must be possible to range over them again, from the first.
	Messages iter.Seq2[memory.Message, error]
	// Title is asked for the title of each conversation once all messages have
	// come, and gives an empty one where there is none. It may be nil. A title
	// that a conversation has already stays.
	Title func(conversation string) string
}

// Import stores messages that come from outside, as ImportStream does.
func (s *Store) Import(ctx context.Context, messages []memory.Message) (ImportReport, error) {
	return s.ImportStream(ctx, Incoming{Messages: func(yield func(memory.Message, error) bool) {
		for _, m := range messages {
			if !yield(m, nil) {
				return
			}
		}
	}})
}

// ImportStream stores messages that come from outside, in the order in which
// they come, all of them or, on an error, none. Each counts as whole, and is to
// be captured. Other writes wait until it is done. An error of in.Messages comes
// back as it is.
//
// One with an ID is there already if its conversation has a message of that ID.
// Among those without, the n-th of the same conversation, time, role and text is
// there already if n such were stored before; so a second import adds nothing,
// and what stands twice in one import is two messages. Parent and Key are not
// read: the parent is the message before it in the same conversation.
func (s *Store) ImportStream(ctx context.Context, in Incoming) (ImportReport, error) {
	var report ImportReport
	err := s.write(ctx, func(tx *sql.Tx) (err error) {
		report, err = importMessages(ctx, tx, in)
		return err
	})
	return report, wrapOwn(err, "import messages")
}

// sourceError is an error of where messages come from: it says itself what was
// being done.
type sourceError struct{ error }

func (e sourceError) Unwrap() error { return e.error }

func wrapOwn(err error, doing string) error {
	var source sourceError
	if errors.As(err, &source) {
		return source.error
	}
	return wrap(err, doing)
}

func importMessages(ctx context.Context, tx *sql.Tx, in Incoming) (ImportReport, error) {
	im, err := beginImport(ctx, tx)
	if err != nil {
		return ImportReport{}, err
	}
	err = im.run(ctx, in)
	return im.report, errors.Join(err, im.close())
}

// maxHeld is how many ids of an import are held to tell repeated ones without a
// query: some fifty megabytes of them.
const maxHeld = 500_000

// importing is one import on its way.
type importing struct {
	tx            *sql.Tx
	known         *known
	bulk          *bulk
	taken, begin  *sql.Stmt
	conversations map[string]*importedConversation
	held, most    int // ids, over all conversations, and their bound
	report        ImportReport
}

type importedConversation struct {
	key     int64
	fresh   bool  // it was not there before
	started bool  // last is set
	last    int64 // the message that the next one follows
	added   bool  // lastAt is set
	lastAt  int64 // the newest time of what was added
	// ids are those of all its messages, while they are held; nil else.
	ids map[string]struct{}
}

func beginImport(ctx context.Context, tx *sql.Tx) (_ *importing, err error) {
	im := &importing{tx: tx, conversations: map[string]*importedConversation{}, most: maxHeld}
	defer func() {
		if err != nil {
			err = errors.Join(err, im.close())
		}
	}()
	if im.known, err = prepareKnown(ctx, tx); err != nil {
		return im, err
	}
	if im.bulk, err = prepareBulk(ctx, tx); err != nil {
		return im, err
	}
	if im.taken, err = tx.PrepareContext(ctx, messageTaken); err != nil {
		return im, err
	}
	im.begin, err = tx.PrepareContext(ctx, insertConversation)
	return im, err
}

func (im *importing) close() error {
	return errors.Join(im.known.close(), im.bulk.close(), closeAll(im.taken, im.begin))
}

// closeAll closes what has been prepared of statements.
func closeAll(statements ...*sql.Stmt) error {
	var errs []error
	for _, stmt := range statements {
		if stmt != nil {
			errs = append(errs, stmt.Close())
		}
	}
	return errors.Join(errs...)
}

func (im *importing) run(ctx context.Context, in Incoming) error {
	// The driver starts a goroutine for every statement whose context can end;
	// here it is looked at once a message.
	free, n := context.WithoutCancel(ctx), 0
	for m, err := range in.Messages {
		if err != nil {
			return sourceError{err}
		}
		n++
		if err := errors.Join(ctx.Err(), im.take(free, m)); err != nil {
			return fmt.Errorf("message %d: %w", n, err)
		}
	}
	im.report.Conversations = len(im.conversations)
	return im.finish(ctx, in.Title)
}

// take stores m, or counts it as a duplicate.
func (im *importing) take(ctx context.Context, m memory.Message) error {
	if err := checkMessage(m); err != nil {
		return err
	}
	m.At = stored(m.At)
	c, err := im.conversation(ctx, m)
	if err != nil {
		return err
	}
	key, id, err := im.find(ctx, c, m)
	if err != nil {
		return err
	}
	if key == 0 {
		if key, err = im.store(ctx, c, m, id); err != nil {
			return err
		}
		im.report.Messages++
	} else {
		im.report.Duplicates++
	}
	c.last, c.started = key, true
	return nil
}

// store adds m under id, or under one of its own if that is empty.
func (im *importing) store(ctx context.Context, c *importedConversation, m memory.Message, id string) (int64, error) {
	own := id == ""
	if own {
		var err error
		if id, err = ownID(im.bulk.next, func(id string) (bool, error) { return im.isFree(ctx, c, id) }); err != nil {
			return 0, err
		}
	}
	parent, err := im.parent(ctx, c, m)
	if err != nil {
		return 0, err
	}
	m.ID, m.Parent = id, parent
	im.hold(c, id)
	c.add(micros(m.At))
	return im.bulk.add(ctx, c.key, m, own)
}

// hold keeps the id of a message that was added. All are let go when they get
// too many: what comes then is looked up.
func (im *importing) hold(c *importedConversation, id string) {
	if c.ids == nil {
		return
	}
	c.ids[id] = struct{}{}
	if im.held++; im.held < im.most {
		return
	}
	im.held = 0
	for _, c := range im.conversations {
		c.ids = nil
	}
}

func (im *importing) isFree(ctx context.Context, c *importedConversation, id string) (bool, error) {
	if c.ids != nil {
		_, taken := c.ids[id]
		return !taken, nil
	}
	if err := im.bulk.flush(ctx); err != nil {
		return false, err
	}
	return isFree(ctx, im.taken, c.key, id)
}

func (c *importedConversation) add(at int64) {
	if !c.added || at > c.lastAt {
		c.lastAt, c.added = at, true
	}
}

func (im *importing) conversation(ctx context.Context, m memory.Message) (*importedConversation, error) {
	if c, ok := im.conversations[m.Conversation]; ok {
		return c, nil
	}
	c := &importedConversation{}
	key, err := im.known.conversation(ctx, m.Conversation)
	if err == nil && key == 0 {
		c.fresh, c.ids = true, map[string]struct{}{}
		err = im.begin.QueryRowContext(ctx, m.Conversation, micros(m.At)).Scan(&key)
	}
	c.key = key
	im.conversations[m.Conversation] = c
	return c, err
}

// find gives the key of a message that is there already, or 0 and the id under
// which it is to be stored.
func (im *importing) find(ctx context.Context, c *importedConversation, m memory.Message) (int64, string, error) {
	if m.ID == "" {
		if c.fresh {
			return 0, "", nil // whatever it holds, this import brought
		}
		key, err := im.known.alike(ctx, c.key, m)
		return key, "", err
	}
	if c.ids != nil {
		if _, met := c.ids[m.ID]; !met {
			return 0, m.ID, nil
		}
	}
	if err := im.bulk.flush(ctx); err != nil {
		return 0, "", err
	}
	return im.known.named(ctx, c.key, m)
}

// parent is the message that m follows: the one before it in this import, or
// for the first the newest that is stored and not later.
func (im *importing) parent(ctx context.Context, c *importedConversation, m memory.Message) (int64, error) {
	if c.started || c.fresh {
		return c.last, nil
	}
	var key int64
	err := im.tx.QueryRowContext(ctx, `SELECT key FROM messages WHERE conversation = ? AND at <= ?
		ORDER BY at DESC, key DESC LIMIT 1`, c.key, micros(m.At)).Scan(&key)
	if errors.Is(err, sql.ErrNoRows) {
		return 0, nil
	}
	return key, err
}

// finish stores what is left, and notes how far each conversation goes now and
// what it is called.
func (im *importing) finish(ctx context.Context, title func(string) string) error {
	if err := im.bulk.flush(ctx); err != nil {
		return err
	}
	if err := im.setAside(ctx); err != nil {
		return err
	}
	note, err := im.tx.PrepareContext(ctx, `UPDATE conversations
		SET last_at = CASE WHEN last_at < ?1 THEN ?1 ELSE last_at END, title = CASE title WHEN '' THEN ?2 ELSE title END, opening = `+openingOf+`WHERE key = ?3`)
	if err != nil {
		return err
	}
	for id, c := range im.conversations {
		lastAt, called := int64(math.MinInt64), ""
		if c.added {
			lastAt = c.lastAt
		}
		if title != nil {
			called = shortTitle(title(id))
		}
		if !c.added && called == "" {
			continue
		}
		if _, err := note.ExecContext(ctx, lastAt, called, c.key); err != nil {
			return errors.Join(err, note.Close())
		}
	}
	return note.Close()
}

// setAside keeps out of sight what was added to a branch that is not shown.
func (im *importing) setAside(ctx context.Context) error {
	branched, err := numbersOf(ctx, im.tx, `SELECT DISTINCT conversation FROM branches`)
	if err != nil {
		return err
	}
	added := map[int64]bool{}
	for _, c := range im.conversations {
		added[c.key] = added[c.key] || c.added
	}
	for _, key := range branched {
		if added[key] {
			if err := setAside(ctx, im.tx, key); err != nil {
				return err
			}
		}
	}
	return nil
}
