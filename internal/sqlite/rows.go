package sqlite

import (
	"context"
	"database/sql"
	"encoding/json"
	"strings"

	"grove/internal/fault"
	"grove/internal/graph"
)

// collect runs a query and reads each row with scan.
func collect[T any](ctx context.Context, q querier, op, query string, args []any, scan func(*sql.Rows) (T, error)) (out []T, err error) {
	rows, err := q.QueryContext(ctx, query, args...)
	if err != nil {
		return nil, failure(ctx, op, "", err)
	}
	defer rows.Close()
	for rows.Next() {
		v, err := scan(rows)
		if err != nil {
			return nil, failure(ctx, op, "", err)
		}
		out = append(out, v)
	}
	return out, failure(ctx, op, "", rows.Err())
}

// list is a parameter for `IN (SELECT value FROM json_each(?))`: any number of
// strings in one parameter.
func list[S ~string](values []S) string { return encode(values) }

// encode renders a value of strings and numbers as JSON, as columns keep them.
func encode(v any) string {
	var b strings.Builder
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		panic("a value of strings and numbers does not encode: " + err.Error())
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// decode reads a JSON column.
func decode(column string, into any) error {
	if err := json.Unmarshal([]byte(column), into); err != nil {
		return &fault.Error{Kind: fault.Corrupt, Op: "sqlite.decode", Item: column, Err: err}
	}
	return nil
}

// keyElementColumns are the columns of key_element k that scanKeyElement reads.
const keyElementColumns = "k.id, k.norm, k.name, k.type, k.description, k.support, k.surfaces"

// keyElementTargets are where those columns go; finish fills in the aliases.
func keyElementTargets(k *graph.KeyElement) (targets []any, finish func() error) {
	var surfaces string
	return []any{&k.ID, &k.Norm, &k.Name, &k.Type, &k.Description, &k.Support, &surfaces}, func() error {
		var t graph.Tally
		if err := decode(surfaces, &t); err != nil {
			return err
		}
		k.Aliases = t.Keys()
		return nil
	}
}

// scanWithKeyElement scans a row whose first columns are some targets and whose
// last are keyElementColumns.
func scanWithKeyElement(rows *sql.Rows, k *graph.KeyElement, first ...any) error {
	targets, finish := keyElementTargets(k)
	if err := rows.Scan(append(first, targets...)...); err != nil {
		return err
	}
	return finish()
}
