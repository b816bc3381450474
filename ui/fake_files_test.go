package ui

import (
	"context"
	"errors"
	"fmt"
)

func (f *fake) KeepDraft(_ context.Context, text string) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.private {
		text = ""
	}
	f.draft = text
	f.kept++
	return nil
}

func (f *fake) Draft(context.Context) (string, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.draft, f.loadErr
}

// List and Use make the fake a choice of models.
func (f *fake) List(context.Context) ([]string, error) {
	names := []string{"builtin", "gpt-5", "gpt-5-mini", "gpt-5-nano"}
	if f.models != nil {
		return f.models, nil
	}
	if f.loadErr != nil {
		return names[:1], f.loadErr
	}
	return names, nil
}

func (f *fake) Use(_ context.Context, name string) (string, error) {
	f.call("use %s", name)
	if name == "gpt-6" {
		return "", errors.New("There is no model called gpt-6 at api.openai.com. It has gpt-5, gpt-5-mini and gpt-5-nano.")
	}
	f.model = name
	return "Moments and facts are still made by gpt-5-mini.", nil
}

// past is a fake with files; hold stops its passes until something comes.
type past struct {
	*fake
	in   Incoming
	err  error
	hold chan struct{}
}

func (p *past) pass(ctx context.Context, name string, progress func(float64)) (Incoming, error) {
	p.call("%s", name)
	progress(0.42)
	if p.hold != nil {
		select {
		case <-p.hold:
		case <-ctx.Done():
			return Incoming{}, ctx.Err()
		}
	}
	return p.in, p.err
}

func (p *past) PreviewImport(ctx context.Context, name string, progress func(float64)) (Incoming, error) {
	return p.pass(ctx, "preview "+name, progress)
}

func (p *past) Import(ctx context.Context, name string, progress func(float64)) (Incoming, error) {
	return p.pass(ctx, "import "+name, progress)
}

func (p *past) Export(_ context.Context, name, form string) error {
	p.call("export %s as %s", name, form)
	if name == "there.md" {
		return fmt.Errorf("export to %s: it is there already; name another file", name)
	}
	return nil
}

// years is what a large export brings.
var years = Incoming{
	Conversations: 318, Messages: 24_112, Duplicates: 12, Calls: 1406, Tokens: 5_120_000, Model: "gpt-5-mini",
	Notes: []string{"1204 passed over: 311 on other branches, 893 of the system, tools and reasoning"},
}
