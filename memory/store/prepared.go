package store

import (
	"context"
	"database/sql"
	"errors"
)

// runner runs a statement: a transaction, or one that keeps what it prepared.
type runner interface {
	ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error)
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
}

// prepared runs statements in a transaction and prepares each once: most of
// what a short statement costs is being read.
type prepared struct {
	tx    *sql.Tx
	known map[string]*sql.Stmt
}

// withPrepared runs fn in tx with statements that are kept until it is done.
//
// The driver starts a goroutine for every statement whose context can end, so
// fn gets one that cannot, and looks at ctx itself where it takes long.
func withPrepared(ctx context.Context, tx *sql.Tx, fn func(free context.Context, tx runner) error) error {
	p := &prepared{tx: tx, known: map[string]*sql.Stmt{}}
	err := fn(context.WithoutCancel(ctx), p)
	for _, stmt := range p.known {
		err = errors.Join(err, stmt.Close())
	}
	return err
}

func (p *prepared) statement(ctx context.Context, query string) (*sql.Stmt, error) {
	if stmt, ok := p.known[query]; ok {
		return stmt, nil
	}
	stmt, err := p.tx.PrepareContext(ctx, query)
	if err == nil {
		p.known[query] = stmt
	}
	return stmt, err
}

// ExecContext is that of the transaction.
func (p *prepared) ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error) {
	stmt, err := p.statement(ctx, query)
	if err != nil {
		return nil, err
	}
	return stmt.ExecContext(ctx, args...)
}

// QueryRowContext is that of the transaction.
func (p *prepared) QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row {
	stmt, err := p.statement(ctx, query)
	if err != nil {
		return p.tx.QueryRowContext(ctx, query, args...) // fails in the same way
	}
	return stmt.QueryRowContext(ctx, args...)
}
