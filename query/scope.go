package query

import (
	"context"
	"strings"

	"grove/internal/graph"
	"grove/internal/search"
)

// Within is the index as a question within a scope sees it: it finds only chunks
// that the graph has in the scope, as many as are asked for. Scores stay those of
// the whole workspace (see search.Query.Keep).
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

// BM25 finds chunks in the scope that q.Keep, where there is one, lets through.
func (w within) BM25(ctx context.Context, q search.Query) ([]search.Hit, error) {
	also := q.Keep
	q.Keep = func(ctx context.Context, candidates []graph.ID) (map[graph.ID]bool, error) {
		rows, err := w.graph.Chunks(ctx, graph.ChunksQuery{IDs: candidates, Scope: w.scope, Limit: len(candidates)})
		if err != nil || also == nil {
			return kept(rows), err
		}
		return also(ctx, idsOf(rows))
	}
	return w.index.BM25(ctx, q)
}

func idsOf(rows []graph.ChunkRow) []graph.ID {
	ids := make([]graph.ID, len(rows))
	for i, r := range rows {
		ids[i] = r.ID
	}
	return ids
}

// kept are the chunks that there are.
func kept(rows []graph.ChunkRow) map[graph.ID]bool {
	out := make(map[graph.ID]bool, len(rows))
	for _, r := range rows {
		out[r.ID] = true
	}
	return out
}

// shownDocuments is how many documents of its scope the trace of a question shows.
const shownDocuments = 100

// outOfScope looks for the documents within the question's scope, and gives what
// an abstention says where there are none: no agent has anything to read then.
// Without a scope it reads nothing and gives "". The graph is one that Traced made
// with the scope, so that the trace shows what lies in it.
func outOfScope(ctx context.Context, g Graph, q Question) (missing string, err error) {
	if q.Scope.Empty() {
		return "", nil
	}
	found, err := g.Documents(ctx, graph.DocumentsQuery{Limit: shownDocuments})
	if err != nil || len(found) > 0 {
		return "", err
	}
	if strings.HasPrefix(q.Language, "zh") {
		return "没有文档符合所给的筛选条件（文档、标签、日期）。", nil
	}
	return "Nothing lies within the filter: no document has the given id, tags and date.", nil
}
