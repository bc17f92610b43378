package sqlite

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"slices"

	"grove/internal/graph"
)

const (
	// batchSize is the most ids in one list of a write.
	batchSize = 500
	// checkEvery is the number of rows between two checks of the context.
	checkEvery = 256
)

// writer writes rows in a transaction until the first error.
type writer struct {
	ctx context.Context
	tx  *sql.Tx
	err error
}

// put runs a statement for each item, unless w has failed.
func put[T any](w *writer, statement string, items []T, args func(T) ([]any, error)) {
	if w.err == nil {
		w.err = write(w.ctx, w.tx, statement, items, args)
	}
}

// writeAll runs a statement for each item in one write transaction.
func writeAll[T any](ctx context.Context, s *Store, op, statement string, items []T, args func(T) ([]any, error)) error {
	return s.transact(ctx, op, func(tx *sql.Tx) error { return write(ctx, tx, statement, items, args) })
}

// write runs a statement for each item. The statement is prepared once.
func write[T any](ctx context.Context, tx *sql.Tx, statement string, items []T, args func(T) ([]any, error)) (err error) {
	if len(items) == 0 {
		return ctx.Err()
	}
	// A context that can end would cost a goroutine a row.
	unending := context.WithoutCancel(ctx)
	prepared, err := tx.PrepareContext(unending, statement)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, prepared.Close()) }()
	for i, item := range items {
		if i%checkEvery == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		row, err := args(item)
		if err != nil {
			return err
		}
		if _, err = prepared.ExecContext(unending, row...); err != nil {
			return err
		}
	}
	return nil
}

// inBatches runs the query, which ends before a list of ids, for all ids, and gives each each row.
func inBatches[R any](ctx context.Context, tx queryer, ids []graph.ID, scan scanner[R], query string, each func(R)) error {
	for batch := range slices.Chunk(ids, batchSize) {
		found, err := rows(ctx, tx, scan, query+list(len(batch)), values(batch...)...)
		if err != nil {
			return err
		}
		for _, r := range found {
			each(r)
		}
	}
	return nil
}

// asJSON returns the text of a column that holds a list or a tally.
func asJSON(v any) (string, error) {
	text, err := json.Marshal(v)
	return string(text), err
}
