package query

import (
	"context"

	"grove/internal/graph"
)

// Unpaged returns the documents of the question's input, by id, that have no episodes although the agent reads
// them with these options (Agent.Episodes). They are to be made before the question. A follow-up is
// searched for as it was asked, which takes no call.
func (a Agent) Unpaged(ctx context.Context, d Deps, q Question, o Options) ([]graph.Document, error) {
	if a.Episodes == nil || q.Page != "" || !a.Episodes(o) {
		return nil, nil
	}
	q.History, q.Watch = nil, nil
	f, err := begin(ctx, a, d, q, o)
	if err != nil {
		return nil, err
	}
	all, err := f.inputDocuments(ctx)
	var out []graph.Document
	for _, d := range all {
		if d.Paged == "" && d.Tokens > 0 && !d.Partial {
			out = append(out, d)
		}
	}
	return out, err
}

// inputDocuments returns the documents that Input reads, or parts of which it reads.
func (f *Frame) inputDocuments(ctx context.Context) ([]graph.Document, error) {
	if !f.Question.Scope.Empty() {
		return f.documents(ctx)
	}
	rows, err := f.foundChunks(ctx)
	if err != nil || len(rows) == 0 {
		return nil, err
	}
	return f.Graph.Documents(ctx, graph.DocumentsQuery{IDs: Map(rows, func(r graph.ChunkRow) graph.ID { return r.Document }), Limit: len(rows)})
}
