package sqlite

import (
	"context"
	"database/sql"
	"sync"

	"grove/internal/graph"
)

// Snapshot returns a reader of the state as it is now, whatever is written
// meanwhile. Several goroutines may use it; their reads take turns on its one
// connection. It outlives ctx; release ends it, waiting for a read under way.
func (s *Store) Snapshot(ctx context.Context) (graph.Reader, func(), error) {
	const op = "sqlite.Snapshot"
	at, cache := s.cache.stamp()
	tx, err := s.read.BeginTx(context.WithoutCancel(ctx), &sql.TxOptions{ReadOnly: true})
	if err != nil {
		return nil, nil, mapped(ctx, err, op, "")
	}
	pinned := &snapshot{tx: tx, turn: make(chan struct{}, 1)}
	// A transaction's state is that of its first read.
	if _, err = (reader{viewer: pinned}).ChangeNumber(ctx); err != nil {
		pinned.release()
		return nil, nil, mapped(ctx, err, op, "")
	}
	if again, still := s.cache.stamp(); still != nil && again == at {
		pinned.at, pinned.cache, pinned.rows = at, cache, cache.memoOf(at)
	}
	return reader{viewer: pinned, observe: s.observe}, sync.OnceFunc(pinned.release), nil
}

// snapshot views one state through one transaction.
type snapshot struct {
	tx *sql.Tx
	// turn is full while a read is under way. A lost context interrupts whatever
	// runs on the connection, so that reads must not overlap.
	turn chan struct{}
	// at and kept are the stamp of the state.
	at    int64
	cache *cache
	// rows is the memo of the state; nil if the stamp is not certain.
	rows *memo
}

func (s *snapshot) stamp() (int64, *cache) { return s.at, s.cache }

func (s *snapshot) memo() *memo { return s.rows }

func (s *snapshot) view(ctx context.Context, op string, f func(queryer) error) error {
	if err := ctx.Err(); err != nil {
		return mapped(ctx, err, op, "")
	}
	select {
	case s.turn <- struct{}{}:
	case <-ctx.Done():
		return mapped(ctx, ctx.Err(), op, "")
	}
	defer func() { <-s.turn }()
	return mapped(ctx, f(s.tx), op, "")
}

func (s *snapshot) release() {
	s.turn <- struct{}{}
	defer func() { <-s.turn }()
	// Nothing was written, so there is nothing that a failed rollback could lose.
	_ = s.tx.Rollback()
}
