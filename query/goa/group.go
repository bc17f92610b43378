package goa

import (
	"context"

	"grove/internal/embed"
	"grove/internal/lists"
	"grove/query"
)

// group divides the pieces into clusters by their vectors, or by words into runs of neighbours.
func (r *run) group(ctx context.Context, byWords bool) ([][]int, error) {
	k := min(r.Number(optionClusters), len(r.pieces))
	if k < 2 {
		return [][]int{lists.Indices(len(r.pieces))}, nil
	}
	if byWords {
		all := lists.Indices(len(r.pieces))
		return lists.Map(lists.Indices(k), func(i int) []int { return all[i*len(all)/k : (i+1)*len(all)/k] }), nil
	}
	vectors, err := r.Embedder.Embed(ctx, lists.Map(r.pieces, func(p query.Piece) string { return p.Text }))
	if err != nil {
		return nil, err
	}
	switch r.Choice(optionClustering) {
	case kMeans:
		return means(wide(vectors), starts(likeness(vectors), k)), nil
	case spectral:
		return cuts(likeness(vectors), k), nil
	}
	return medoids(likeness(vectors), k), nil
}

// nearest returns the index in c.left of the piece whose text, after the summary so far, is most
// similar to the question; ties go to the earlier piece.
func (r *run) nearest(ctx context.Context, c *chain, byWords bool) (int, error) {
	if len(c.left) == 1 {
		return 0, nil
	}
	summary := c.summary + "\n"
	if r.Without(partContext) {
		summary = ""
	}
	texts := lists.Map(c.left, func(i int) string { return summary + r.pieces[i].Text })
	if byWords {
		return query.Ranked(r.Kit.Rank(r.Question.Text, texts))[0], nil
	}
	vectors, err := r.Embedder.Embed(ctx, append(texts, r.Question.Text))
	if err != nil {
		return 0, err
	}
	asked := vectors[len(vectors)-1]
	return query.Ranked(lists.Map(vectors[:len(texts)], func(v []float32) float64 { return embed.Dot(v, asked) }))[0], nil
}
