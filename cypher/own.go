package cypher

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/neo4j/neo4j-go-driver/v5/neo4j"

	"grove/internal/fault"
	"grove/internal/lists"
)

// Bounds of statements of the user's own.
const (
	// DefaultOwnRows and MostOwnRows are the default and the greatest number of rows.
	DefaultOwnRows, MostOwnRows = 100, 10_000
	// OwnTime is the longest a statement may run.
	OwnTime = 30 * time.Second
	// longestOwn is the longest statement, in bytes.
	longestOwn = 20_000
	// ownFetch is the most rows that are asked of the server at a time: what lies beyond Rows is never sent.
	ownFetch = 100
	// MostOwnBytes is the most that all rows may have as JSON. One row is read whole before it is counted.
	MostOwnBytes = 16 << 20
)

// Own is a Cypher statement of the user's own, which may only read.
type Own struct {
	Text   string
	Params map[string]any
	// Rows is the most rows, up to MostOwnRows; 0 is DefaultOwnRows.
	Rows int
}

// Table is the result of an Own. Nodes are {labels, properties}, relationships {type, properties},
// paths {nodes, relationships}; times, and numbers that JSON lacks, are texts.
type Table struct {
	Columns []string `json:"columns"`
	Rows    [][]any  `json:"rows"`
	// Truncated is true if there are more rows.
	Truncated bool    `json:"truncated"`
	Ms        float64 `json:"ms"`
}

// allowedProcedures are the procedures that a statement may call: they describe the database.
var allowedProcedures = []string{"db.labels", "db.relationshipTypes", "db.propertyKeys", "db.schema.visualization",
	"db.schema.nodeTypeProperties", "db.schema.relTypeProperties"}

// Own runs a statement of the user's own in a read transaction. A statement that the server would carry out
// otherwise than by reading the graph, that has an error, that runs longer than OwnTime or whose rows have more
// than MostOwnBytes is Invalid. It sees all workspaces of the database.
func (s *Store) Own(ctx context.Context, q Own) (Table, error) {
	const op = "cypher.Own"
	q.Rows = cmp.Or(q.Rows, DefaultOwnRows)
	switch {
	case strings.TrimSpace(q.Text) == "":
		return Table{}, fault.New(fault.Invalid, op, "", "the statement is empty",
			"give a statement such as MATCH (d:Document) RETURN d.title")
	case len(q.Text) > longestOwn:
		return Table{}, fault.New(fault.Invalid, op, "", fmt.Sprintf("the statement is longer than %d bytes", longestOwn), "use parameters")
	case q.Rows < 1 || q.Rows > MostOwnRows:
		return Table{}, fault.New(fault.Invalid, op, fmt.Sprint(q.Rows), fmt.Sprintf("1 to %d rows", MostOwnRows), "")
	}
	caller := ctx
	ctx, stop := context.WithTimeout(ctx, OwnTime)
	defer stop()
	started := time.Now()
	out, err := session(ctx, s, op, min(q.Rows+1, ownFetch), readOwn, func(tx neo4j.ManagedTransaction) (Table, error) {
		if err := onlyReads(ctx, tx, q); err != nil {
			return Table{}, err
		}
		return rowsOf(ctx, tx, q)
	})
	if err != nil && ctx.Err() == context.DeadlineExceeded && caller.Err() == nil {
		return Table{}, fault.New(fault.Invalid, op, "", fmt.Sprintf("the statement ran longer than %s", OwnTime),
			"add a LIMIT or a narrower MATCH")
	}
	if server, ok := errors.AsType[*neo4j.Neo4jError](err); ok && strings.HasPrefix(server.Code, "Neo.ClientError.Statement.") {
		return Table{}, fault.From(fault.Invalid, op, "", err, "mend the statement")
	}
	out.Ms = float64(time.Since(started).Microseconds()) / 1000
	return out, err
}

// readOwn runs work in a read transaction with OwnTime as the server's own limit.
func readOwn(s neo4j.SessionWithContext, ctx context.Context, work neo4j.ManagedTransactionWork,
	_ ...func(*neo4j.TransactionConfig)) (any, error) {
	return s.ExecuteRead(ctx, work, neo4j.WithTxTimeout(OwnTime))
}

// onlyReads asks the server for the plan of a statement, and refuses all but reads of the graph.
func onlyReads(ctx context.Context, tx neo4j.ManagedTransaction, q Own) error {
	const op = "cypher.Own"
	refused := func(problem string) error {
		return fault.New(fault.Invalid, op, "", problem, "only statements that read the graph are run")
	}
	if first := strings.ToUpper(strings.Fields(q.Text)[0]); first == "EXPLAIN" || first == "PROFILE" {
		return refused(first + " is not supported")
	}
	result, err := tx.Run(ctx, "EXPLAIN "+q.Text, q.Params)
	if err != nil {
		return err
	}
	summary, err := result.Consume(ctx)
	if err != nil {
		return err
	}
	if summary.StatementType() != neo4j.StatementTypeReadOnly {
		return refused("the statement does not only read")
	}
	if summary.Plan() == nil {
		return refused("the statement has no plan")
	}
	if step := forbidden(summary.Plan()); step != "" {
		return refused(step + " is not allowed")
	}
	return nil
}

// forbidden returns the first step of a plan that reads anything but the graph, "" if there is none.
func forbidden(p neo4j.Plan) string {
	operator, _, _ := strings.Cut(p.Operator(), "@")
	switch {
	case operator == "LoadCSV":
		return "LOAD CSV"
	case strings.HasPrefix(operator, "ProcedureCall"):
		name, _, _ := strings.Cut(fmt.Sprint(p.Arguments()["Details"]), "(")
		if !slices.Contains(allowedProcedures, strings.TrimSpace(name)) {
			return "the procedure " + strings.TrimSpace(name)
		}
	case strings.Contains(operator, "Transaction"), strings.Contains(operator, "Command"), strings.HasPrefix(operator, "Show"):
		return operator
	}
	for _, c := range p.Children() {
		if step := forbidden(c); step != "" {
			return step
		}
	}
	return ""
}

// rowsOf runs a statement and returns its first rows.
func rowsOf(ctx context.Context, tx neo4j.ManagedTransaction, q Own) (Table, error) {
	result, err := tx.Run(ctx, q.Text, q.Params)
	if err != nil {
		return Table{}, err
	}
	columns, err := result.Keys()
	if err != nil {
		return Table{}, err
	}
	out, size := Table{Columns: append([]string{}, columns...), Rows: [][]any{}}, 0
	for result.Next(ctx) {
		if len(out.Rows) == q.Rows {
			out.Truncated = true
			break
		}
		values := lists.Map(result.Record().Values, plain)
		raw, err := json.Marshal(values)
		if err != nil {
			return Table{}, err
		}
		if size += len(raw); size > MostOwnBytes {
			return Table{}, fault.New(fault.Invalid, "cypher.Own", "", fmt.Sprintf("the rows have more than %d MiB", MostOwnBytes>>20),
				"return fewer rows, or less in each")
		}
		out.Rows = append(out.Rows, values)
	}
	return out, result.Err()
}

// plain turns a value of the driver into one that JSON can show.
func plain(v any) any {
	switch x := v.(type) {
	case nil, bool, int64, string:
		return x
	case float64:
		if math.IsNaN(x) || math.IsInf(x, 0) { // JSON has no such numbers
			return fmt.Sprint(x)
		}
		return x
	case neo4j.Node:
		return map[string]any{"labels": x.Labels, "properties": plain(x.Props)}
	case neo4j.Relationship:
		return map[string]any{"type": x.Type, "properties": plain(x.Props)}
	case neo4j.Path:
		return map[string]any{"nodes": lists.Map(x.Nodes, func(n neo4j.Node) any { return plain(n) }),
			"relationships": lists.Map(x.Relationships, func(r neo4j.Relationship) any { return plain(r) })}
	case []any:
		return lists.Map(x, plain)
	case map[string]any:
		out := make(map[string]any, len(x))
		for k, e := range x {
			out[k] = plain(e)
		}
		return out
	case time.Time:
		return x.Format(time.RFC3339Nano)
	case []byte:
		return fmt.Sprintf("%d bytes", len(x))
	}
	return fmt.Sprint(v)
}
