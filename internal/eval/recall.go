package eval

import (
	"cmp"
	"context"

	"grove/internal/graph"
	"grove/internal/lists"
	"grove/query"
)

// documents returns the source ids of the first depth distinct documents; it doubles the
// number of chunks until they suffice. A document has the rank of its best chunk; one without
// a source id is named by its own id.
func documents(ctx context.Context, search Search, text string, depth int) ([]string, error) {
	for k := depth; ; k = min(2*k, graph.MaxRows) {
		hits, err := search(ctx, text, k)
		if err != nil {
			return nil, err
		}
		ids := lists.Once(lists.Map(hits, func(h query.Hit) string { return cmp.Or(h.Document.SourceID, string(h.Document.ID)) }))
		if len(ids) >= depth || len(hits) < k || k >= graph.MaxRows {
			return ids[:min(depth, len(ids))], nil
		}
	}
}
