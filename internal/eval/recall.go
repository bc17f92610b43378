package eval

import (
	"context"

	"grove/internal/graph"
)

// documents returns the source ids of the first distinct documents, at most depth,
// searching for as many chunks as that takes. A document ranks as its best chunk; one
// without a source id has its own id.
func documents(ctx context.Context, search Search, text string, depth int) ([]string, error) {
	for k := depth; ; k = min(2*k, graph.MaxRows) {
		hits, err := search(ctx, text, k)
		if err != nil {
			return nil, err
		}
		ids := make([]string, len(hits))
		for i, h := range hits {
			ids[i] = h.Document.SourceID
			if ids[i] == "" {
				ids[i] = string(h.Document.ID)
			}
		}
		ids = once(ids)
		if len(ids) >= depth || len(hits) < k || k >= graph.MaxRows {
			return ids[:min(depth, len(ids))], nil
		}
	}
}

// Recall is the share of the gold among the first k found.
func Recall(gold, found []string, k int) float64 {
	if len(gold) == 0 {
		return 0
	}
	n := 0
	for _, id := range gold {
		if rank := rankOf(id, found); rank != nil && *rank <= k {
			n++
		}
	}
	return float64(n) / float64(len(gold))
}

// rankOf is the rank of an id, from 1, or nil.
func rankOf(id string, found []string) *int {
	for i, f := range found {
		if f == id {
			rank := i + 1
			return &rank
		}
	}
	return nil
}
