package chat

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"muisto/memory"
	"muisto/memory/recall"
	"muisto/memory/store"
	"muisto/model"
)

// recentMessages is how many messages are read for the window; what fits of
// them is decided in tokens.
const recentMessages = 60

// saveEvery is how often a reply that streams in is put on the disk and shown:
// often enough to look alive, seldom enough not to wear the disk.
const saveEvery = 80 * time.Millisecond

// saveTime bounds putting the end of a reply on the disk after its context has
// ended.
const saveTime = 5 * time.Second

// maxText bounds what a person can say at once, in bytes.
const maxText = 1 << 20

// Turn is what became of one message.
type Turn struct {
	Reply    memory.Message
	Recalled recall.Result
	Usage    model.Usage
	// Note is a sentence on a reply that is good as far as it goes, or nil.
	Note error
}

// Say is one turn: it returns when the reply has ended. Events tell the rest:
// Said, then Recollected, Piece, …, Replied; and Recollected once more before
// Replied where the model asked for more. An error that comes without a
// Said means that nothing was stored.
func (s *Session) Say(ctx context.Context, text string) error {
	_, err := s.Turn(ctx, text, s.emit)
	return err
}

// Turn is Say with the events going to show.
func (s *Session) Turn(ctx context.Context, text string, show func(Event)) (Turn, error) {
	return s.turn(ctx, text, 0, show)
}

// SayInstead is Say with the text in the place of a message of the person's: the
// conversation goes on from there, as a branch beside the one that was.
func (s *Session) SayInstead(ctx context.Context, instead int64, text string) error {
	_, err := s.turn(ctx, text, instead, s.emit)
	return err
}

// turn is one turn; instead is the message that the text stands in the place of,
// 0 for none.
func (s *Session) turn(ctx context.Context, text string, instead int64, show func(Event)) (Turn, error) {
	if strings.TrimSpace(text) == "" {
		return Turn{}, errors.New("there is nothing to send")
	}
	if len(text) > maxText {
		return Turn{}, fmt.Errorf("this is longer than a message can be (%d KiB); put it in pieces", maxText>>10)
	}
	private, err := s.startTurn()
	if err != nil {
		return Turn{}, err
	}
	defer s.endTurn()
	said, err := s.keep(ctx, memory.Message{
		Conversation: s.Conversation(), Role: memory.RoleUser, Speaker: s.o.UserName,
		At: s.o.Clock.Now(), Text: text, Finished: true,
	}, private, instead)
	if err != nil {
		return Turn{}, err
	}
	show(said)
	message := said.Message
	recent, err := s.recent(ctx, private)
	if err != nil {
		show(Replied{Err: err, Stopped: ctx.Err() != nil})
		return Turn{}, err
	}
	return s.answer(ctx, endWith(recent, message), &reply{session: s, private: private, show: show})
}

// answer replies to the last of the recent messages.
func (s *Session) answer(ctx context.Context, recent []memory.Message, r *reply) (Turn, error) {
	s.update(func(st *Status) { st.Doing = Replying })
	prompt, recalled, err := s.prepare(ctx, recent, r.private)
	if err != nil {
		r.show(Replied{Err: err, Stopped: ctx.Err() != nil})
		return Turn{}, err
	}
	r.show(Recollected{recalled})
	r.to, r.recalled, r.model = recent[len(recent)-1].Key, recalled.Hits, s.model()
	prompt.More = r.more
	return r.run(ctx, prompt, recalled)
}

func (s *Session) startTurn() (private bool, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return false, errEnded
	}
	if s.replying {
		return false, ErrReplying
	}
	s.replying = true
	s.turns.Add(1)
	return s.private, nil
}

func (s *Session) endTurn() {
	s.mu.Lock()
	s.replying, s.active = false, s.o.Clock.Now()
	s.dirty = s.dirty || !s.private // off the record, nothing comes to wait
	s.mu.Unlock()
	s.settle()
	s.turns.Done()
	s.wake()
}

// keep stores what the person said, or holds it in memory alone if it is off the
// record.
func (s *Session) keep(ctx context.Context, m memory.Message, private bool, instead int64) (Said, error) {
	switch {
	case private && instead != 0:
		return Said{}, errors.New("off the record, nothing can be rewritten; send a new message, or go back on the record with /private first")
	case private:
		s.mu.Lock()
		defer s.mu.Unlock()
		s.secret = append(s.secret, m)
		return Said{Message: m, Private: true}, nil
	case instead == 0:
		m, err := s.o.Store.AppendMessage(ctx, m)
		return Said{Message: m}, err
	}
	m, err := s.o.Store.AppendInstead(ctx, m, instead)
	if err != nil {
		return Said{}, err
	}
	branches, err := s.branches(ctx, m.Key)
	return Said{Message: m, Instead: instead, Branches: branches}, err
}

// branches are the messages that stand in one place with a message.
func (s *Session) branches(ctx context.Context, key int64) ([]int64, error) {
	places, err := s.o.Store.Places(ctx, []int64{key})
	return places[key].Messages, err
}

// prepare recalls what belongs to the last of the recent messages and composes
// the prompt.
func (s *Session) prepare(ctx context.Context, recent []memory.Message, private bool) (model.Prompt, recall.Result, error) {
	last := len(recent) - 1
	var before []string
	for _, r := range recent[max(last-beforeTexts, 0):last] {
		before = append(before, r.Text)
	}
	seen := make([]int64, len(recent))
	for i, m := range recent {
		seen[i] = m.Key
	}
	recalled, err := s.o.Mind.Recall(ctx, recall.Cue{Text: recent[last].Text, Before: before, Now: s.o.Clock.Now(), Seen: seen})
	if err != nil {
		return model.Prompt{}, recall.Result{}, err
	}
	room := s.model().ContextTokens
	if !private {
		return compose(s.scene(room), recent, recalled), recalled, nil
	}
	p := compose(s.scene(room-memory.Tokens(offRecord)), recent, recalled)
	p.Private, p.System = true, p.System+"\n\n"+offRecord
	return p, recalled, nil
}

// scene is what the prompt of a turn is composed for, in a window of context tokens.
func (s *Session) scene(context int) scene {
	return scene{persona: s.o.Persona, user: s.o.UserName, now: s.o.Clock.Now(), context: context, memoryLines: s.memoryLines()}
}

func (s *Session) memoryLines() memoryLines {
	return memoryLines{dayTurn: s.o.DayTurn, stateDays: s.o.Mind.Settings.StateDays}
}

// endWith puts a message at the end, wherever a clock that was set back has put
// it: it is the one to answer.
func endWith(messages []memory.Message, m memory.Message) []memory.Message {
	if m.Key == 0 {
		return messages
	}
	rest := slices.DeleteFunc(messages, func(o memory.Message) bool { return o.Key == m.Key })
	return append(rest, m)
}

// beforeTexts is how many messages before the last one are part of the cue: the
// last two turns.
const beforeTexts = 4

// recent gives the last messages of the conversation, oldest first; what was
// said off the record is among them only while that goes on.
func (s *Session) recent(ctx context.Context, private bool) ([]memory.Message, error) {
	stored, err := s.o.Store.Messages(ctx, s.Conversation(), 0, recentMessages)
	if err != nil || !private {
		return stored, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	return append(stored, s.secret...), nil
}

// reply is one reply as it streams in.
type reply struct {
	session *Session
	to      int64 // the message that it answers; 0 for one off the record
	// instead is the message in whose place it stands, 0 for none; off the record,
	// it stands in the place of the last forget of them.
	instead int64
	forget  int
	private bool
	model   Model
	show    func(Event)

	mu       sync.Mutex
	arrived  strings.Builder // all that the model has sent
	recalled []recall.Hit    // what came to mind, at first and when asked for more

	message memory.Message // as stored so far; Key is 0 before the first piece
	kept    int            // how many of recalled are stored
}

// run has the model answer, saves and shows what comes, and ends the reply.
func (r *reply) run(ctx context.Context, p model.Prompt, recalled recall.Result) (Turn, error) {
	inner, cancel := context.WithCancel(ctx)
	defer cancel()
	done, result := make(chan struct{}), make(chan answered, 1)
	go func() {
		defer close(done)
		result <- r.ask(inner, p)
	}()
	unsaved := r.follow(ctx, done)
	cancel()
	usage, failed := outcome(done, result)
	if hits := r.cameToMind(); len(hits) > len(recalled.Hits) {
		recalled.Hits = hits
		r.show(Recollected{recalled})
	}
	stopped := ctx.Err() != nil
	var note error
	if errors.Is(failed, model.ErrCut) && !stopped {
		note, failed = failed, nil
	}
	ended, err := r.end(ctx, stopped || failed != nil, unsaved)
	if err == nil && !stopped {
		err = failed
	}
	branches, unread := r.branches(ctx, ended)
	err = errors.Join(err, unread)
	r.show(Replied{Message: ended, Branches: branches, Stopped: stopped, Usage: usage, Err: errors.Join(err, note)})
	r.session.trouble(failed, stopped)
	if ended.Text != "" || usage != (model.Usage{}) {
		r.session.reportBackground(context.WithoutCancel(ctx), r.session.count(ctx, r.model, p, ended, usage))
	}
	if stopped {
		err = errors.Join(err, ctx.Err())
	}
	return Turn{Reply: ended, Recalled: recalled, Usage: usage, Note: note}, err
}

// answered is what came of asking a model.
type answered struct {
	usage model.Usage
	err   error
}

// ask has the model answer, and holds what arrives.
func (r *reply) ask(ctx context.Context, p model.Prompt) (a answered) {
	a.err = r.session.o.Crashes.Catch("finish this reply", func() (err error) {
		a.usage, err = r.model.Replier.Reply(ctx, p, func(piece string) {
			r.mu.Lock()
			defer r.mu.Unlock()
			r.arrived.WriteString(piece)
		})
		return err
	})
	return a
}

// lastWait is how long a model that was told to end is waited for. One inside
// the program cannot be ended from outside.
const lastWait = 5 * time.Second

var errGoesOn = errors.New("the model kept running after it was stopped; if muisto is slow now, quit and start it again")

func outcome(done <-chan struct{}, result <-chan answered) (model.Usage, error) {
	late := time.NewTimer(lastWait)
	defer late.Stop()
	select {
	case <-done:
		a := <-result
		return a.usage, a.err
	case <-late.C:
		return model.Usage{}, errGoesOn
	}
}

// follow saves and shows what has arrived, again and again, until done. It
// returns early with an error if the disk takes no more.
func (r *reply) follow(ctx context.Context, done <-chan struct{}) error {
	tick := time.NewTicker(saveEvery)
	defer tick.Stop()
	for {
		select {
		case <-done:
			return nil
		case <-ctx.Done():
			return nil
		case <-tick.C:
			if err := r.save(ctx); err != nil && ctx.Err() == nil {
				return err
			}
		}
	}
}

// save puts what has arrived on the disk, then shows it.
func (r *reply) save(ctx context.Context) error {
	r.mu.Lock()
	text := r.arrived.String()
	r.mu.Unlock()
	piece := text[len(r.message.Text):]
	if piece == "" {
		return nil
	}
	switch {
	case r.private:
		r.message = r.begin(text)
	case r.message.Key == 0:
		message, err := r.store(ctx, r.begin(text))
		if err != nil {
			return err
		}
		r.message = message
		if err := r.keepRecalled(ctx); err != nil {
			return err
		}
	default:
		if err := r.session.o.Store.GrowMessage(ctx, r.message.Key, text); err != nil {
			return err
		}
		r.message.Text = text
	}
	r.show(Piece{Text: piece})
	return nil
}

// store stores the beginning of the reply.
func (r *reply) store(ctx context.Context, m memory.Message) (memory.Message, error) {
	if r.instead != 0 {
		return r.session.o.Store.AppendInstead(ctx, m, r.instead)
	}
	return r.session.o.Store.AppendMessage(ctx, m)
}

// branches are the replies that stand in one place with this one.
func (r *reply) branches(ctx context.Context, ended memory.Message) ([]int64, error) {
	if r.instead == 0 || ended.Key == 0 {
		return nil, nil
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), saveTime)
	defer cancel()
	return r.session.branches(ctx, ended.Key)
}

// keepRecalled stores what has come to mind by now.
func (r *reply) keepRecalled(ctx context.Context) error {
	hits := r.cameToMind()
	if err := r.session.o.Store.SaveRecalled(ctx, r.message.Key, refs(hits)); err != nil {
		return err
	}
	r.kept = len(hits)
	return nil
}

func (r *reply) begin(text string) memory.Message {
	return memory.Message{
		Conversation: r.session.Conversation(), Role: memory.RoleAssistant, Parent: r.to,
		At: r.session.o.Clock.Now(), Text: text,
	}
}

// outliving is a context that ends so long after ctx has: until then there is
// time, for another program to end its import, say.
func withGrace(ctx context.Context, by time.Duration) (context.Context, context.CancelFunc) {
	if ctx.Err() != nil {
		return context.WithTimeout(context.WithoutCancel(ctx), by)
	}
	inner, cancel := context.WithCancel(context.WithoutCancel(ctx))
	stop := context.AfterFunc(ctx, func() {
		end := time.AfterFunc(by, cancel)
		context.AfterFunc(inner, func() { end.Stop() })
	})
	return inner, func() { stop(); cancel() }
}

// end saves the rest and marks the reply as finished, or as stopped. It does so
// even though ctx has ended, and after a save that failed.
func (r *reply) end(ctx context.Context, cut bool, unsaved error) (memory.Message, error) {
	ctx, cancel := withGrace(ctx, saveTime)
	defer cancel()
	if err := r.save(ctx); err != nil {
		return r.message, errors.Join(unsaved, err)
	}
	if r.message.Text == "" {
		return memory.Message{}, nil
	}
	if r.private {
		r.message.Finished = !cut
		r.session.mu.Lock()
		defer r.session.mu.Unlock()
		secret := r.session.secret
		r.session.secret = append(secret[:len(secret)-min(r.forget, len(secret))], r.message)
		return r.message, nil
	}
	if len(r.cameToMind()) > r.kept {
		if err := r.keepRecalled(ctx); err != nil {
			return r.message, err
		}
	}
	ending := store.Whole
	if cut {
		ending = store.Stopped
	}
	if err := r.session.o.Store.FinishMessage(ctx, r.message.Key, r.message.Text, ending); err != nil {
		return r.message, err
	}
	r.message.Finished = !cut
	return r.message, nil
}

// refs is what the store keeps of hits.
func refs(hits []recall.Hit) []store.Recalled {
	list := make([]store.Recalled, 0, len(hits))
	for _, h := range hits {
		because, err := json.Marshal(h.Because)
		if err != nil { // strings and finite numbers always marshal
			panic(err)
		}
		list = append(list, store.Recalled{
			Kind: string(h.Kind), ID: h.ID(), Score: h.Score, Cue: h.Cue,
			Retrievability: h.Retrievability, Because: string(because),
		})
	}
	return list
}

// newConversationID is unique and sorts by time.
func newConversationID(at time.Time) string {
	return at.UTC().Format("20060102-150405-") + rand.Text()[:6]
}
