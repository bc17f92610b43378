package sqlite

import (
	"context"
	"database/sql"

	"grove/internal/graph"
)

// Snapshot pins one state of the graph on a connection of its own. Several
// goroutines may read from it; they take turns.
func (s *Store) Snapshot(ctx context.Context) (graph.Reader, func(), error) {
	const op = "sqlite.Snapshot"
	tx, err := s.read.BeginTx(ctx, &sql.TxOptions{ReadOnly: true})
	if err != nil {
		return nil, nil, failure(ctx, op, "", err)
	}
	r := reader{tx}
	// The first read fixes the state.
	if _, err := r.ChangeNumber(ctx); err != nil {
		_ = tx.Rollback() // The read's error says more.
		return nil, nil, err
	}
	return r, func() { _ = tx.Rollback() }, nil
}
