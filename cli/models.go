package cli

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"

	"muisto/chat"
	"muisto/config"
)

// models are those that could reply in the chat: the ones of the endpoint that
// is set, and the one inside the program.
type models struct {
	parts   *parts
	session *chat.Session

	mu      sync.Mutex
	closers []func() // of the clients made here
}

// List gives their names, the one inside the program first.
func (m *models) List(ctx context.Context) ([]string, error) {
	names := []string{config.Builtin}
	endpoint := m.parts.model.endpoint
	if endpoint == nil {
		return names, nil
	}
	list, err := endpoint.Models(ctx)
	if !slices.Contains(list, m.parts.model.name) {
		list = append([]string{m.parts.model.name}, list...)
	}
	return append(names, list...), err
}

// Use has a model reply from now on. Moments and facts are made by the one that
// is set, as before.
func (m *models) Use(ctx context.Context, name string) (string, error) {
	chosen, err := m.choose(ctx, name)
	if err != nil {
		return "", err
	}
	if err := m.session.SetModel(chosen); err != nil {
		return "", err
	}
	if chosen.Name == m.parts.model.name {
		return "", nil
	}
	return fmt.Sprintf("Moments and facts are still made by %s.", m.parts.model.name), nil
}

func (m *models) choose(ctx context.Context, name string) (chat.Model, error) {
	p := m.parts
	switch {
	case name == p.model.name:
		return chat.Model{Name: name, Replier: p.model.replier, ContextTokens: p.config.Model.ContextTokens, Within: p.model.within}, nil
	case name == config.Builtin:
		return chat.Model{Name: name, Replier: p.within, ContextTokens: p.config.Model.ContextTokens, Within: true}, nil
	case p.model.endpoint == nil:
		return chat.Model{}, fmt.Errorf("no endpoint is set that could have a model called %s; set model.base_url in the settings, or start with --base-url", name)
	}
	// One that does not tell its models may have it all the same.
	if list, err := p.model.endpoint.Models(ctx); err == nil && len(list) > 0 && !slices.Contains(list, name) {
		return chat.Model{}, fmt.Errorf("the endpoint has no model called %s; it has %s", name, someOf(list))
	}
	client := p.client(name)
	m.mu.Lock()
	m.closers = append(m.closers, client.Close)
	m.mu.Unlock()
	return chat.Model{Name: client.Name(), Replier: client, ContextTokens: p.config.Model.ContextTokens}, nil
}

// someOf lists the first of some names.
func someOf(names []string) string {
	const shown = 8
	if len(names) > shown {
		return strings.Join(names[:shown], ", ") + fmt.Sprintf(" and %d more", len(names)-shown)
	}
	return strings.Join(names, ", ")
}

// close lets go of connections.
func (m *models) close() {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, closer := range m.closers {
		closer()
	}
}
