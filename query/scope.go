package query

import (
	"context"
	"strings"

	"grove/internal/graph"
	"grove/internal/lists"
	"grove/internal/search"
)

// Within restricts an index to the chunks that the graph has in the scope. Scores remain
// those of the whole workspace (see search.Query.Keep).
func Within(x Index, g Chunks, scope graph.Scope) Index {
	if scope.Empty() {
		return x
	}
	return within{x, g, scope}
}

type within struct {
	index Index
	graph Chunks
	scope graph.Scope
}

// BM25 searches the chunks in the scope that q.Keep, if set, accepts.
func (w within) BM25(ctx context.Context, q search.Query) ([]search.Hit, error) {
	also := q.Keep
	q.Keep = func(ctx context.Context, candidates []graph.ID) (map[graph.ID]bool, error) {
		rows, err := w.graph.Chunks(ctx, graph.ChunksQuery{IDs: candidates, Scope: w.scope, Limit: len(candidates)})
		if err != nil || also == nil {
			return lists.Set(graph.Keys(rows)), err
		}
		return also(ctx, graph.Keys(rows))
	}
	return w.index.BM25(ctx, q)
}

// shownDocuments is the number of documents in the scope that a trace shows.
const shownDocuments = 100

// outOfScope returns the text of the abstention if no document is in the question's scope,
// else "". Without a scope it reads nothing. The graph must be restricted to the scope.
func outOfScope(ctx context.Context, g Graph, q Question) (missing string, err error) {
	if q.Scope.Empty() {
		return "", nil
	}
	found, err := g.Documents(ctx, graph.DocumentsQuery{Limit: shownDocuments})
	if err != nil || len(found) > 0 {
		return "", err
	}
	return outOfReach.in(strings.HasPrefix(q.Language, "zh")), nil
}
