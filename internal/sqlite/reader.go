package sqlite

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"grove/internal/fault"
	"grove/internal/graph"
	"grove/internal/lists"
)

// reader carries out all read operations in the views of a viewer.
type reader struct {
	viewer
	observe graph.Observe
	// refused is why the next operation is not carried out, nil if it is.
	refused error
}

var _ graph.Reader = reader{}

// view lets f read one state of the graph, as the operation op.
func (r reader) view(ctx context.Context, op string, f func(queryer) error) error {
	ctx, end := r.observe.Begin(ctx, op)
	err := r.refused
	if err == nil {
		err = r.viewer.view(ctx, op, f)
	}
	end(err)
	return err
}

// checked returns the reader for a query, which refuses one beyond the bounds.
func (r reader) checked(q interface{ Check() error }) reader {
	r.refused = q.Check()
	return r
}

// viewer lets f read one committed state of the graph.
type viewer interface {
	view(ctx context.Context, op string, f func(queryer) error) error
	// stamp returns the number of the state that a view begun now reads, and its cache;
	// nil if it is not certain.
	stamp() (int64, *cache)
	// memo returns the cached rows of the state that every view reads; nil if views may
	// read different ones.
	memo() *memo
}

// queryer is the part of a transaction that reads use.
type queryer interface {
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
	PrepareContext(ctx context.Context, query string) (*sql.Stmt, error)
}

// pool is a viewer with a transaction for each view.
type pool struct {
	db    *sql.DB
	cache *cache
}

func (p pool) stamp() (int64, *cache) { return p.cache.stamp() }

func (p pool) memo() *memo { return nil }

func (p pool) view(ctx context.Context, op string, f func(queryer) error) error {
	tx, err := p.db.BeginTx(ctx, &sql.TxOptions{ReadOnly: true})
	if err != nil {
		return mapped(ctx, err, op, "")
	}
	err = f(tx)
	if undo := tx.Rollback(); undo != nil && !errors.Is(undo, sql.ErrTxDone) {
		err = errors.Join(err, undo)
	}
	return mapped(ctx, err, op, "")
}

// ask runs one query in a view of its own.
func ask[R any](ctx context.Context, r reader, op string, scan scanner[R], query string, args ...any) ([]R, error) {
	var out []R
	err := r.view(ctx, op, func(q queryer) (err error) {
		out, err = rows(ctx, q, scan, query, args...)
		return err
	})
	return out, err
}

// scanner reads the row at the cursor.
type scanner[R any] func(row *sql.Rows) (R, error)

// fields returns the scanner of rows of type R, given the targets of their columns.
func fields[R any](targets func(*R) []any) scanner[R] {
	return func(row *sql.Rows) (r R, err error) {
		err = row.Scan(targets(&r)...)
		return r, err
	}
}

// scanValue reads a row of one column.
func scanValue[V any](row *sql.Rows) (v V, err error) {
	err = row.Scan(&v)
	return v, err
}

// jsonColumn is the target of a column that holds JSON.
type jsonColumn struct{ to any }

// Scan implements [sql.Scanner].
func (c jsonColumn) Scan(column any) error {
	text, _ := column.(string)
	return json.Unmarshal([]byte(text), c.to)
}

// timeColumn is the target of a column that holds a time as a number, from which of makes it.
type timeColumn struct {
	to *time.Time
	of func(int64) time.Time
}

// Scan implements [sql.Scanner].
func (c timeColumn) Scan(column any) error {
	n, ok := column.(int64)
	if !ok {
		return fmt.Errorf("a time is a %T instead of a number", column)
	}
	*c.to = c.of(n).UTC()
	return nil
}

// seconds returns the time of a number of seconds since 1970.
func seconds(n int64) time.Time { return time.Unix(n, 0) }

// rows runs a query and reads all its rows.
func rows[R any](ctx context.Context, q queryer, scan scanner[R], query string, args ...any) ([]R, error) {
	cursor, err := q.QueryContext(ctx, query, args...)
	if err != nil {
		return nil, err
	}
	return readAll(cursor, scan)
}

// readAll reads the rows from the cursor on, and closes it.
func readAll[R any](cursor *sql.Rows, scan scanner[R]) (out []R, err error) {
	defer func() { err = errors.Join(err, cursor.Close()) }()
	for cursor.Next() {
		row, err := scan(cursor)
		if err != nil {
			return nil, err
		}
		if len(out) == cap(out) {
			// Doubled, as the growth of append would copy long lists five times.
			out = slices.Grow(out, max(16, len(out)))
		}
		out = append(out, row)
	}
	return out, cursor.Err()
}

// limited is " LIMIT n". The number is no argument: SQLite plans by it, and would
// plan a statement again once it is bound.
func limited(n int) string { return " LIMIT " + strconv.Itoa(n) }

// list is "(?, ?, ...)" with n places: the right side of IN. SQLite takes "()".
func list(n int) string {
	return "(" + strings.TrimSuffix(strings.Repeat("?,", n), ",") + ")"
}

// numbered is "(?2, ?3, ...)" with n places from the given one on: for lists
// that a query names more than once.
func numbered(from, n int) string {
	places := lists.Map(lists.Indices(n), func(i int) string { return fmt.Sprintf("?%d", from+i) })
	return "(" + strings.Join(places, ",") + ")"
}

// table is "VALUES (?), (?), ..." with n places, at least one.
func table(n int) string {
	return "VALUES " + strings.TrimSuffix(strings.Repeat("(?),", n), ",")
}

// values returns the arguments for the places of a list.
func values[S ~string](items ...S) []any {
	return lists.Map(items, func(s S) any { return string(s) })
}

// one runs a query that always gives one row.
func one[R any](ctx context.Context, r reader, op string, scan scanner[R], query string, args ...any) (row R, err error) {
	rows, err := ask(ctx, r, op, scan, query, args...)
	if err != nil {
		return row, err
	}
	if len(rows) != 1 {
		return row, fault.New(fault.Corrupt, op, "", fmt.Sprintf("%d rows where one must be", len(rows)),
			"the database is damaged: restore a copy, or delete the workspace's folder and ingest again")
	}
	return rows[0], nil
}
