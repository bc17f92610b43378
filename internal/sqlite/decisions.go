package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"grove/internal/fault"
	"grove/internal/graph"
)

// Decisions carries out graph.DecisionsQuery.
func (r reader) Decisions(ctx context.Context, q graph.DecisionsQuery) ([]graph.Decision, error) {
	condition, args := "", []any{q.After}
	if len(q.Kinds) > 0 {
		condition, args = " AND kind IN "+list(len(q.Kinds)), append(args, values(q.Kinds...)...)
	}
	return ask(ctx, r, "sqlite.Decisions", fields(func(d *graph.Decision) []any {
		return []any{&d.Seq, &d.ID, &d.Kind, jsonColumn{&d.Subjects}, timeColumn{&d.At, seconds}}
	}), "SELECT seq, id, kind, subjects, made FROM decision WHERE seq > ?"+condition+" ORDER BY seq LIMIT ?",
		append(args, graph.Limit(q.Limit))...)
}

// PutDecision keeps the next decision.
func (s *Store) PutDecision(ctx context.Context, kind string, subjects []string, at time.Time) (d graph.Decision, err error) {
	err = s.transact(ctx, "sqlite.PutDecision", func(tx *sql.Tx) error {
		if graph.ChangesGraph(kind) {
			if _, err := (applyTx{tx: tx}).Bump(ctx); err != nil {
				return err
			}
		}
		d = graph.Decision{Kind: kind, Subjects: subjects, At: at.UTC().Truncate(time.Second)}
		if err := tx.QueryRowContext(ctx, "UPDATE workspace SET decisions = decisions + 1 RETURNING decisions").Scan(&d.Seq); err != nil {
			return err
		}
		d.ID = graph.DecisionID(d.Seq, kind, subjects)
		about, err := asJSON(subjects)
		if err != nil {
			return err
		}
		_, err = tx.ExecContext(ctx, "INSERT INTO decision VALUES (?, ?, ?, ?, ?)", d.Seq, string(d.ID), kind, about, d.At.Unix())
		return err
	})
	return d, err
}

// DropDecision takes a decision back.
func (s *Store) DropDecision(ctx context.Context, id graph.ID) error {
	const op = "sqlite.DropDecision"
	return s.transact(ctx, op, func(tx *sql.Tx) error {
		var kind string
		err := tx.QueryRowContext(ctx, "DELETE FROM decision WHERE id = ? RETURNING kind", string(id)).Scan(&kind)
		switch {
		case errors.Is(err, sql.ErrNoRows):
			return fault.New(fault.NotFound, op, string(id), "there is no such decision", "")
		case err == nil && graph.ChangesGraph(kind):
			_, err = (applyTx{tx: tx}).Bump(ctx)
		}
		return err
	})
}
