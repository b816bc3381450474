package cli

import (
	"context"
	"sync"
	"time"

	"muisto/chat"
	"muisto/memory"
	"muisto/memory/hippocampus"
	"muisto/memory/neocortex"
	"muisto/memory/store"
	"muisto/model"
)

// meter keeps count of what an endpoint takes for moments and facts; what it
// takes for replies is counted by the chat.
type meter struct {
	store *store.Store
	day   func() memory.Day

	mu  sync.Mutex
	err error // the first time that it could not be kept
}

// meterTime bounds keeping one count.
const meterTime = 5 * time.Second

// purposes are what structured answers are for, by the name of their shape.
var purposes = map[string]store.Purpose{hippocampus.SchemaName: store.ForCapture, neocortex.SchemaName: store.ForNight}

// took is what a client of the model tells the counts to.
func (m *meter) took(name string) func(context.Context, string, model.Usage) {
	return func(ctx context.Context, shape string, u model.Usage) {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), meterTime)
		defer cancel()
		kept := store.Usage{
			Day: m.day(), Model: name, Purpose: purposes[shape], Calls: 1, Read: int64(u.PromptTokens), Wrote: int64(u.ReplyTokens),
		}
		if u != (model.Usage{}) {
			kept.Reported = 1
		}
		err := m.store.AddUsage(ctx, kept)
		m.mu.Lock()
		defer m.mu.Unlock()
		if m.err == nil {
			m.err = err
		}
	}
}

// failed is why a count could not be kept, if one could not.
func (m *meter) failed() error {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.err
}

// tariff is what models cost, by the settings.
func (p *parts) tariff() chat.Tariff {
	t := chat.Tariff{Prices: map[string]chat.Price{}, Currency: p.config.Prices.Currency}
	for _, price := range p.config.Prices.List() {
		t.Prices[price.Model] = chat.Price{In: price.In, Out: price.Out}
	}
	return t
}
