package cli

import (
	"context"
	"errors"
	"fmt"
	"time"

	"muisto/chat"
	"muisto/config"
	"muisto/crash"
	"muisto/memory"
	"muisto/memory/hippocampus"
	"muisto/memory/mind"
	"muisto/memory/neocortex"
	"muisto/memory/recall/encoder"
	"muisto/memory/store"
	"muisto/model"
	"muisto/model/builtin"
	"muisto/model/openai"
)

// parts are what a command works with.
type parts struct {
	config config.Config
	clock  memory.Clock
	store  *store.Store
	mind   *mind.Mind
	model  chosenModel
	within builtin.Model // the one inside the program
	meter  *meter
	// conversation is the one to go on with, fresh to begin one: see global.
	conversation string
	fresh        bool
}

// chosenModel is the model that answers, by the interfaces of those who ask.
type chosenModel struct {
	name    string
	within  bool // it is inside the program
	encoder hippocampus.Encoder
	writer  neocortex.Writer
	replier model.Replier
	// embedder makes vectors of the name embeds: an endpoint's where one is set,
	// else those of the encoder inside the program.
	embedder mind.Embedder
	embeds   string
	// endpoint is the client behind them; nil for the model within.
	endpoint *openai.Client
	// close lets go of connections.
	close func()
}

// open puts the parts together. In a command that stands still, the clock shows
// --now and no other time; in one that runs, it runs on from there.
func (g *global) open(ctx context.Context, runs bool) (*parts, error) {
	at, err := g.at()
	if err != nil {
		return nil, err
	}
	cfg, err := g.load()
	if err != nil {
		return nil, err
	}
	var clock memory.Clock = memory.SystemClock{}
	switch {
	case !at.IsZero() && runs:
		clock = memory.ClockFrom(at)
	case !at.IsZero():
		clock = memory.FixedClock(at)
	}
	file, err := store.Open(ctx, cfg.Database, store.Options{Clock: clock})
	if err != nil {
		return nil, err
	}
	p := &parts{config: cfg, clock: clock, store: file, conversation: g.conversation, fresh: g.fresh}
	p.meter = &meter{store: file, day: func() memory.Day { return memory.DayOf(clock.Now(), cfg.Memory.DayTurn) }}
	if err := p.wire(); err != nil {
		return nil, errors.Join(err, file.Close())
	}
	return p, nil
}

// wire makes the model and the mind of the settings.
func (p *parts) wire() error {
	within := builtin.New(p.config.Memory.DayTurn)
	p.within = within
	p.model = chosenModel{name: config.Builtin, within: true, encoder: within, writer: within, replier: within, close: func() {}}
	if !p.config.Model.IsBuiltin() {
		client := p.client(p.config.Model.Name)
		p.model = chosenModel{name: client.Name(), encoder: client, writer: client, replier: client, endpoint: client, close: client.Close}
		if p.config.Model.Embeddings != "" {
			p.model.embedder, p.model.embeds = client, p.config.Model.Embeddings+" at "+p.config.Model.BaseURL
		}
	}
	if p.model.embedder == nil {
		p.model.embedder, p.model.embeds = encoder.New(), encoder.Name
	}
	var err error
	p.mind, err = mind.New(mind.Options{
		Embedder: p.model.embedder, EmbedderName: p.model.embeds,
		Store: p.store, Clock: p.clock,
		Encoder: p.model.encoder, EncoderName: p.model.name + " " + hippocampus.PromptVersion,
		Writer:  p.model.writer,
		Builtin: within, BuiltinName: config.Builtin, BuiltinWriter: within,
		Settings: mind.Settings{
			Decay: p.config.Memory.Decay, DayTurn: p.config.Memory.DayTurn,
			BatchTokens: batchTokens(p.config.Model.ContextTokens), RecallBudget: p.config.Recall.Budget,
			Users: []string{p.config.Chat.UserName}, StateDays: p.config.Memory.StateDays, NightCalls: p.config.Memory.NightCalls,
		},
		Endpoint: !p.model.within, Crashes: crashes(p.clock),
	})
	return err
}

// crashes is where the details of faults in the program are kept.
func crashes(clock memory.Clock) crash.Log {
	return crash.Log{File: config.DefaultPaths().CrashLog, Now: clock.Now}
}

// client makes a client of a model at the endpoint that is set.
func (p *parts) client(name string) *openai.Client {
	m := p.config.Model
	return openai.New(openai.Options{
		BaseURL: m.BaseURL, Key: m.Key.Reveal(), KeyFrom: keyFrom(m), Model: name, Embeddings: m.Embeddings,
		ContextTokens: m.ContextTokens, Timeout: m.Timeout, Silence: m.Silence, Thinking: openai.Thinking(m.Thinking), Took: p.meter.took(name),
	})
}

// batchTokens is the part of a model's window that a batch may fill: the rest
// is for the instructions and the answer, which is about as long.
func batchTokens(context int) int { return max(context*2/5, 512) }

// session starts a conversation, or goes on with one.
func (p *parts) session(ctx context.Context) (*chat.Session, error) {
	if p.fresh && p.conversation != "" {
		return nil, usageError{errors.New("--session continues a conversation and --new starts one; give only one of them")}
	}
	session, err := chat.Open(ctx, chat.Options{
		Mind: p.mind, Store: p.store, Clock: p.clock, Crashes: crashes(p.clock), Replier: p.model.replier, ModelName: p.model.name, Within: p.model.within, Tariff: p.tariff(),
		ContextTokens: p.config.Model.ContextTokens, Quiet: p.config.Capture.Quiet,
		DayTurn: p.config.Memory.DayTurn, Decay: p.config.Memory.Decay, UserName: p.config.Chat.UserName, Persona: p.config.Chat.Persona,
		Conversation: p.conversation, Fresh: p.fresh,
	})
	if p.conversation != "" && errors.Is(err, memory.ErrNotFound) {
		return nil, fmt.Errorf("there is no conversation %q; \"muisto sessions\" lists them", p.conversation)
	}
	return session, err
}

// vectorTime bounds how long a command makes vectors after its work; what is
// missing then is made by a later one, or while the chat runs.
const vectorTime = 20 * time.Second

// fillVectors makes the vectors that recall compares meanings by.
func (p *parts) fillVectors(ctx context.Context) error {
	bounded, cancel := context.WithTimeout(ctx, vectorTime)
	defer cancel()
	err := p.mind.FillVectors(bounded)
	if bounded.Err() != nil && ctx.Err() == nil {
		return nil
	}
	return err
}

func (p *parts) close() error {
	p.model.close()
	return errors.Join(p.meter.failed(), p.store.Close())
}

// with opens the parts, runs work and closes them.
func (g *global) with(ctx context.Context, work func(*parts) error) (err error) {
	p, err := g.open(ctx, false)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, p.close()) }()
	return work(p)
}

// rfc3339 is how times are printed.
func rfc3339(t time.Time) string { return t.Format(time.RFC3339) }
