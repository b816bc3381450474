package store

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"muisto/memory"
	"muisto/memory/archive"
)

func (r restoring) fact(ctx context.Context, l *archive.Fact) error {
	f := factFrom(l)
	// What an erased one rested on is erased, too.
	if len(f.Sources) > 0 || l.ErasedAt.IsZero() {
		if err := checkFact(f); err != nil {
			return err
		}
	}
	r.done.Facts++
	columns, values := changeable(f)
	query, marks := `INSERT INTO facts (id, text, about, kind, formed_at, formed_offset, rev`, `?, ?, ?, ?, ?, ?, ?`
	for _, column := range columns {
		query, marks = query+`, `+column, marks+`, ?`
	}
	if err := r.exec(ctx, query+`) VALUES (`+marks+`)`,
		append([]any{f.ID, f.Text, f.About, f.Kind, micros(f.FormedAt), offset(f.FormedAt), l.Revision}, values...)...); err != nil {
		return err
	}
	for i, n := range l.Names {
		if err := r.exec(ctx, `INSERT INTO fact_names (fact, position, name, type)
			VALUES (?, ?, (SELECT key FROM names WHERE folded = ?), ?)`, f.ID, i, memory.FoldName(n.Name), n.Type); err != nil {
			return err
		}
	}
	for _, id := range f.Sources {
		if err := r.exec(ctx, `INSERT INTO fact_sources (fact, episode) VALUES (?, ?)`, f.ID, id); err != nil {
			return err
		}
	}
	return errors.Join(
		r.mark(ctx, `INSERT INTO withdrawn_facts (fact, at) VALUES (?, ?)`, f.ID, l.WithdrawnAt),
		r.mark(ctx, `INSERT INTO erased (kind, key, at) VALUES ('fact', ?, ?)`, f.ID, l.ErasedAt))
}

func factFrom(l *archive.Fact) memory.Fact {
	f := memory.Fact{
		ID: memory.FactID(l.ID), Text: l.Text, About: l.About, Kind: memory.FactKind(l.Kind), Status: memory.FactStatus(l.Status),
		Authority: memory.Authority(l.Authority), Salience: l.Salience, FormedAt: l.FormedAt.Time, EvidenceAt: l.EvidenceAt.Time,
		ValidUntil: memory.Day(l.ValidUntil), SupersededBy: memory.FactID(l.SupersededBy), RetiredAt: l.RetiredAt.Time,
		RetiredBy: memory.Authority(l.RetiredBy), RetoldAt: l.RetoldAt.Time, Reinforced: l.Reinforced,
	}
	for _, id := range l.Sources {
		f.Sources = append(f.Sources, memory.EpisodeID(id))
	}
	return f
}

func (r restoring) pass(ctx context.Context, l *archive.Pass) error {
	if err := json.Unmarshal(l.Thinned, new([]memory.Thinning)); err != nil {
		return fmt.Errorf("its names: %w", err)
	}
	return r.exec(ctx, `INSERT INTO passes (id, kind, from_day, to_day, ran_at, ran_offset, on_day, moments, calls, alone, remaining, thinned, finished)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`, l.Pass, l.Kind, l.From, l.To, micros(l.RanAt.Time), offset(l.RanAt.Time), l.On,
		l.Moments, l.Calls, l.Alone, l.Left, string(l.Thinned), l.Finished)
}

func (r restoring) group(ctx context.Context, l *archive.Group) error {
	if err := errors.Join(json.Unmarshal(l.Names, new([]memory.WeighedName)), json.Unmarshal(l.Ties, new([]memory.Tie))); err != nil {
		return fmt.Errorf("its names and ties: %w", err)
	}
	packed, err := pack(string(l.Names), string(l.Ties))
	if err != nil {
		return err
	}
	if err := r.exec(ctx, `INSERT INTO pass_groups (key, pass, position, names, ties, packed, outcome, reason, sent)
		VALUES (?1, ?2, (SELECT coalesce(max(position), -1) + 1 FROM pass_groups WHERE pass = ?2), '[]', '[]', ?3, ?4, ?5, ?6)`,
		l.Group, l.Pass, packed, l.Outcome, l.Reason, l.Sent); err != nil {
		return err
	}
	for i, id := range l.Episodes {
		if err := r.exec(ctx, `INSERT INTO group_members (grp, position, episode) VALUES (?, ?, ?)`, l.Group, i, id); err != nil {
			return err
		}
	}
	return nil
}

func (r restoring) recalled(ctx context.Context, l *archive.Recalled) error {
	list := make([]Recalled, len(l.Items))
	for i, item := range l.Items {
		list[i] = Recalled{item.Kind, item.Item, item.Score, item.Cue, item.Retrievability, item.Because}
	}
	return insertRecalled(ctx, r.tx, l.Reply, list)
}

func (r restoring) review(ctx context.Context, l *archive.Review) error {
	var before memory.Fact
	if err := json.Unmarshal(l.Before, &before); err != nil {
		return fmt.Errorf("the fact as it was: %w", err)
	}
	if before.ID != memory.FactID(l.Fact) {
		return fmt.Errorf("it is of f%d, and keeps %s as it was", l.Fact, before.ID)
	}
	var undone any
	if !l.UndoneAt.IsZero() {
		undone = micros(l.UndoneAt.Time)
	}
	return r.exec(ctx, `INSERT INTO reviews (id, kind, at, offset, fact, before, formed, message, episode, undone_at)
		VALUES (?, ?, ?, ?, ?, ?, nullif(?, 0), nullif(?, 0), nullif(?, 0), ?)`,
		l.Review, l.Kind, micros(l.At.Time), offset(l.At.Time), l.Fact, string(l.Before), l.Formed, l.Message, l.Episode, undone)
}
