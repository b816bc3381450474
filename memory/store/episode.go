package store

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"muisto/memory"
)

// insertEpisodes stores the episodes of a capture that has been checked.
func insertEpisodes(ctx context.Context, tx runner, capture, conversation int64, c Capture) ([]memory.Episode, error) {
	formed := make([]memory.Episode, 0, len(c.Episodes))
	for _, e := range c.Episodes {
		e.Conversation = c.Conversation
		e, err := insertEpisode(ctx, tx, capture, conversation, e)
		if err != nil {
			return nil, fmt.Errorf("the episode %q: %w", e.What, err)
		}
		formed = append(formed, e)
	}
	return formed, nil
}

func insertEpisode(ctx context.Context, tx runner, capture, conversation int64, e memory.Episode) (memory.Episode, error) {
	if err := checkEpisode(e); err != nil {
		return e, err
	}
	if e.Who == nil {
		e.Who = []string{}
	}
	who, err := json.Marshal(e.Who)
	if err != nil {
		return e, err
	}
	e.FirstAt, e.LastAt, e.FormedAt = stored(e.FirstAt), stored(e.LastAt), stored(e.FormedAt)
	err = tx.QueryRowContext(ctx, `INSERT INTO episodes (capture, conversation, what, about, who, said_when, when_day, act, actor,
		floor, intensity, salience, lifespan, first_at, first_offset, last_at, last_offset, day, formed_at, formed_offset, lasting)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING id`,
		capture, conversation, e.What, e.About, string(who), e.When, e.WhenAt, e.Act, e.Actor,
		e.Floor, e.Intensity, e.Salience, e.Lifespan, micros(e.FirstAt), offset(e.FirstAt), micros(e.LastAt), offset(e.LastAt),
		e.Day, micros(e.FormedAt), offset(e.FormedAt), e.Lasting).Scan(&e.ID)
	if err != nil {
		return e, err
	}
	if e.Names, err = insertNames(ctx, tx, e); err != nil {
		return e, err
	}
	e.Sources, err = insertSources(ctx, tx, e)
	return e, err
}

func checkEpisode(e memory.Episode) error {
	switch {
	case e.What == "":
		return errors.New("nothing happened in it")
	case !e.Act.Valid():
		return fmt.Errorf("the act %q is not known", e.Act)
	case !e.Actor.ValidActor():
		return fmt.Errorf("the actor %q is not known", e.Actor)
	case e.Lifespan <= 0:
		return fmt.Errorf("a lifespan of %g days", e.Lifespan)
	}
	return errors.Join(checkTime(e.FirstAt), checkTime(e.LastAt), checkTime(e.FormedAt))
}

// insertNames stores the names of an episode, each once, in the spelling that
// is on record.
func insertNames(ctx context.Context, tx runner, e memory.Episode) ([]memory.Name, error) {
	names, seen := []memory.Name{}, map[int64]bool{}
	for _, n := range e.Names {
		if n.Key() == "" {
			return nil, fmt.Errorf("the name %q is empty", n.Text)
		}
		key, text, err := useName(ctx, tx, n, micros(e.LastAt))
		if err != nil {
			return nil, err
		}
		if seen[key] {
			continue
		}
		seen[key] = true
		if _, err := tx.ExecContext(ctx, `INSERT INTO episode_names (episode, position, name, type) VALUES (?, ?, ?, ?)`,
			e.ID, len(names), key, n.Type); err != nil {
			return nil, err
		}
		names = append(names, memory.Name{Text: text, Type: n.Type})
	}
	return names, nil
}

func insertSources(ctx context.Context, tx runner, e memory.Episode) ([]memory.Source, error) {
	sources := make([]memory.Source, len(e.Sources))
	for i, source := range e.Sources {
		if err := tx.QueryRowContext(ctx, `SELECT id FROM messages WHERE key = ?`, source.Key).Scan(&source.ID); err != nil {
			return nil, err
		}
		if _, err := tx.ExecContext(ctx, `INSERT INTO episode_sources (episode, position, message) VALUES (?, ?, ?)`,
			e.ID, i, source.Key); err != nil {
			return nil, err
		}
		sources[i] = source
	}
	return sources, nil
}
