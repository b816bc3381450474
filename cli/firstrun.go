package cli

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"time"

	"muisto/config"
	"muisto/memory"
	"muisto/model"
	"muisto/model/openai"
	"muisto/ui"
)

// firstRun asks which model is to answer, where nothing says so yet: no
// settings file, no flag, no environment and no memory.
func firstRun(ctx context.Context, g *global) error {
	cfg, err := g.load()
	if err != nil {
		return err
	}
	if cfg.Model.Origin != config.FromNowhere || cfg.File != "" || exists(cfg.Database) {
		return nil
	}
	choice, err := ui.FirstRun(ctx, ui.FirstRunOptions{
		Options: screen(cfg),
		Probe:   openai.OllamaModels,
		Try:     try,
	})
	if err != nil {
		return err
	}
	m := modelOf(choice)
	if err := config.SaveModel(config.DefaultPaths().File, m.Name, m.BaseURL, m.Key.Reveal()); err != nil {
		return fmt.Errorf("keep the choice of model: %w", err)
	}
	return nil
}

func modelOf(c ui.Choice) config.Model {
	switch c.Kind {
	case ui.UseOllama:
		return config.Model{Name: c.Model, BaseURL: openai.OllamaBaseURL}
	case ui.UseEndpoint:
		return config.Model{Name: c.Model, BaseURL: c.BaseURL, Key: config.Secret(c.Key)}
	}
	return config.Model{Name: config.Builtin}
}

// tryTime bounds the question that a choice of model is tried with: a model may
// have to be loaded first.
const tryTime = 60 * time.Second

// try asks a chosen model for a word.
func try(ctx context.Context, c ui.Choice) error {
	m := modelOf(c)
	if m.IsBuiltin() {
		return nil
	}
	client := openai.New(openai.Options{BaseURL: m.BaseURL, Key: m.Key.Reveal(), Model: m.Name, Timeout: tryTime})
	defer client.Close()
	_, err := client.Reply(ctx, model.Prompt{
		System: "Answer with one word.", MaxTokens: 16,
		Window: []memory.Message{{Role: memory.RoleUser, Text: "Hello!"}},
	}, func(string) {})
	if errors.Is(err, model.ErrCut) {
		return nil // it answered, with more than a word
	}
	return err
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return !errors.Is(err, fs.ErrNotExist)
}
