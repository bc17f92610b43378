package cypher

import (
	"context"
	"time"

	"grove/internal/graph"
)

// Traced is a reader whose reads are bounded to a scope, whatever their queries say, and
// recorded with the Cypher that Render gives for them. The methods stand with the
// renderers of their operations; a read without one is neither bounded nor recorded.
type Traced struct {
	graph.Reader
	Workspace string
	Scope     graph.Scope
	// Record receives each read once it has ended, failed ones included. Concurrent reads
	// call it concurrently.
	Record func(Read)
}

// Read is one read operation that a Traced carried out.
type Read struct {
	// Action names the operation in lower_snake, such as "key_elements".
	Action string
	// Args are the arguments that a person looks for; Statement has all of them.
	Args map[string]any
	Statement
	// IDs are those of the rows, in their order; "" for a row without an id.
	IDs []graph.ID
	// Chunks are the chunks whose evidence the rows are: of Facts and Mentions, in the order
	// of IDs, none of other reads.
	Chunks []graph.ID
	Took   time.Duration
	Err    error
}

// traced carries a read operation out and records it. A query that cannot be rendered is
// neither.
func traced[Q any, R graph.Row](ctx context.Context, t Traced, action string, q Q, read func(context.Context, Q) ([]R, error),
	args map[string]any) ([]R, error) {
	st, err := Render(t.Workspace, q)
	if err != nil {
		return nil, err
	}
	started := time.Now()
	rows, err := read(ctx, q)
	r := Read{Action: action, Args: args, Statement: st, IDs: graph.Keys(rows), Took: time.Since(started), Err: err}
	for _, row := range rows {
		switch row := any(row).(type) {
		case graph.FactRow:
			r.Chunks = append(r.Chunks, row.Chunk)
		case graph.MentionRow:
			r.Chunks = append(r.Chunks, row.Chunk)
		}
	}
	t.Record(r)
	return rows, err
}
