package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"muisto/memory"
)

// saveFact stores a new fact (ID 0) or the later state of one that is there,
// and gives it as stored.
func saveFact(ctx context.Context, tx *sql.Tx, f memory.Fact) (memory.Fact, error) {
	if err := checkFact(f); err != nil {
		return f, fmt.Errorf("the fact %q: %w", f.Text, err)
	}
	var err error
	if f.ID == 0 {
		f, err = insertFact(ctx, tx, f)
	} else {
		err = updateFact(ctx, tx, f)
	}
	if err != nil {
		return f, fmt.Errorf("the fact %q: %w", f.Text, err)
	}
	for _, id := range f.Sources {
		if _, err := tx.ExecContext(ctx, `INSERT INTO fact_sources (fact, episode) VALUES (?, ?) ON CONFLICT DO NOTHING`, f.ID, id); err != nil {
			return f, fmt.Errorf("the source %s of %s: %w", id, f.ID, err)
		}
	}
	return f, nil
}

func checkFact(f memory.Fact) error {
	switch {
	case f.Text == "":
		return errors.New("it says nothing")
	case !f.Kind.Valid():
		return fmt.Errorf("the kind %q is not known", f.Kind)
	case len(f.Sources) == 0:
		return errors.New("it rests on nothing")
	}
	return errors.Join(checkTime(f.FormedAt), checkTime(f.EvidenceAt))
}

func insertFact(ctx context.Context, tx *sql.Tx, f memory.Fact) (memory.Fact, error) {
	f.FormedAt, f.EvidenceAt = stored(f.FormedAt), stored(f.EvidenceAt)
	kind, wish := f.Kind, f.Kind == memory.Wish
	if wish {
		kind = memory.World
	}
	columns, values := changeable(f)
	query := `INSERT INTO facts (text, about, kind, wish, formed_at, formed_offset, rev`
	marks := `?, ?, ?, ?, ?, ?, (SELECT coalesce(max(rev), 0) + 1 FROM facts)`
	for _, column := range columns {
		query, marks = query+`, `+column, marks+`, ?`
	}
	err := tx.QueryRowContext(ctx, query+`) VALUES (`+marks+`) RETURNING id`,
		append([]any{f.Text, f.About, kind, wish, micros(f.FormedAt), offset(f.FormedAt)}, values...)...).Scan(&f.ID)
	if err != nil {
		return f, err
	}
	for i, n := range f.Names {
		key, text, err := useName(ctx, tx, n, micros(f.EvidenceAt))
		if err != nil {
			return f, err
		}
		f.Names[i].Text = text
		if _, err := tx.ExecContext(ctx, `INSERT INTO fact_names (fact, position, name, type) VALUES (?, ?, ?, ?)`, f.ID, i, key, n.Type); err != nil {
			return f, err
		}
	}
	return f, nil
}

func updateFact(ctx context.Context, tx *sql.Tx, f memory.Fact) error {
	columns, values := changeable(f)
	query := `UPDATE facts SET rev = (SELECT max(rev) + 1 FROM facts)`
	for _, column := range columns {
		query += `, ` + column + ` = ?`
	}
	result, err := tx.ExecContext(ctx, query+` WHERE id = ?`, append(values, f.ID)...)
	if err != nil {
		return err
	}
	if n, err := result.RowsAffected(); err != nil || n == 1 {
		return err
	}
	return fmt.Errorf("%s: %w", f.ID, memory.ErrNotFound)
}

// changeable are the columns of a fact that can change, and their values.
func changeable(f memory.Fact) (columns []string, values []any) {
	columns = []string{
		"status", "authority", "salience", "evidence_at", "evidence_offset", "valid_until",
		"superseded_by", "retired_at", "retired_offset", "retired_by", "retold_at", "retold_offset", "reinforced",
	}
	var by, retiredAt, retiredOffset, retoldAt, retoldOffset any
	if f.SupersededBy != 0 {
		by = f.SupersededBy
	}
	if !f.RetiredAt.IsZero() {
		retiredAt, retiredOffset = micros(f.RetiredAt), offset(f.RetiredAt)
	}
	if !f.RetoldAt.IsZero() {
		retoldAt, retoldOffset = micros(f.RetoldAt), offset(f.RetoldAt)
	}
	return columns, []any{
		f.Status, f.Authority, f.Salience, micros(f.EvidenceAt), offset(f.EvidenceAt), f.ValidUntil,
		by, retiredAt, retiredOffset, f.RetiredBy, retoldAt, retoldOffset, f.Reinforced,
	}
}
