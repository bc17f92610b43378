package sqlite

import (
	"context"
	"database/sql"
	"fmt"
	"strings"
	"sync"

	"grove/internal/graph"
)

// Query is a query that a read ran.
type Query struct {
	Text string
	Args []any
}

// Recorded returns a reader of the store that notes every query it runs.
func Recorded(s *Store) (graph.Reader, *[]Query) {
	seen := &[]Query{}
	return reader{viewer: recorder{s.reader, seen, &sync.Mutex{}}}, seen
}

// Plan returns the query plan, a line a step.
func Plan(ctx context.Context, s *Store, q Query) ([]string, error) {
	return ask(ctx, s.reader, "sqlite.Plan", func(row *sql.Rows) (detail string, err error) {
		var id, parent, unused int
		err = row.Scan(&id, &parent, &unused, &detail)
		return detail, err
	}, "EXPLAIN QUERY PLAN "+q.Text, q.arguments()...)
}

type recorder struct {
	viewer
	seen *[]Query
	lock *sync.Mutex
}

func (r recorder) view(ctx context.Context, op string, f func(queryer) error) error {
	return r.viewer.view(ctx, op, func(q queryer) error { return f(recordingQueryer{q, r}) })
}

type recordingQueryer struct {
	queryer
	recorder
}

func (q recordingQueryer) QueryContext(ctx context.Context, text string, args ...any) (*sql.Rows, error) {
	q.note(text, args)
	return q.queryer.QueryContext(ctx, text, args...)
}

// PrepareContext notes the query without its arguments: its plan is the same.
func (q recordingQueryer) PrepareContext(ctx context.Context, text string) (*sql.Stmt, error) {
	q.note(text, nil)
	return q.queryer.PrepareContext(ctx, text)
}

func (r recorder) note(text string, args []any) {
	r.lock.Lock()
	defer r.lock.Unlock()
	*r.seen = append(*r.seen, Query{text, args})
}

// arguments returns those of the query, or as many as its places want.
func (q Query) arguments() []any {
	if q.Args != nil {
		return q.Args
	}
	args := []any{}
	for strings.Contains(q.Text, fmt.Sprintf("?%d", len(args)+1)) {
		args = append(args, "")
	}
	return args
}
