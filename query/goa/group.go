package goa

import (
	"context"
	"slices"

	"grove/query"
)

// group divides the pieces into clusters by their vectors, or by words into runs of neighbours.
func (r *run) group(ctx context.Context, byWords bool) ([][]int, error) {
	k := min(r.Number(optionClusters), len(r.pieces))
	if k < 2 {
		return [][]int{indices(len(r.pieces))}, nil
	}
	if byWords {
		var out [][]int
		all := indices(len(r.pieces))
		for i := range k {
			out = append(out, all[i*len(all)/k:(i+1)*len(all)/k])
		}
		return out, nil
	}
	vectors, err := r.Embedder.Embed(ctx, query.Map(r.pieces, func(p query.Piece) string { return p.Text }))
	if err != nil {
		return nil, err
	}
	return medoids(vectors, k), nil
}

// maxIterations bounds the alternation of medoids; it settles much earlier.
const maxIterations = 100

// medoids returns k clusters of unit vectors by k-medoids: the first medoids are those that most
// increase the similarity of all to their nearest one, and each cluster's medoid is then chosen
// anew until none changes. Clusters are in the order of their first members; ties go to the
// earlier vector. Time: n*n*(k+iterations) similarities, for n up to some thousands.
func medoids(vectors [][]float32, k int) [][]int {
	n := len(vectors)
	like := make([][]float64, n)
	for i := range like {
		like[i] = make([]float64, n)
		for j := range like[i] {
			like[i][j] = query.Dot(vectors[i], vectors[j])
		}
	}
	var centres []int
	nearest := make([]float64, n)
	for i := range nearest {
		nearest[i] = -1
	}
	for range k {
		best, most := -1, 0.0
		for c := range n {
			gain := 0.0
			for i := range n {
				gain += max(like[c][i]-nearest[i], 0)
			}
			if !slices.Contains(centres, c) && (best < 0 || gain > most) {
				best, most = c, gain
			}
		}
		centres = append(centres, best)
		for i := range n {
			nearest[i] = max(nearest[i], like[best][i])
		}
	}
	var groups [][]int
	for range maxIterations {
		groups = assign(like, centres)
		changed := false
		for g, members := range groups {
			if c := centre(like, members); c != centres[g] {
				centres[g], changed = c, true
			}
		}
		if !changed {
			break
		}
	}
	slices.SortFunc(groups, func(a, b []int) int { return a[0] - b[0] })
	return groups
}

// assign returns the members of each centre's cluster; a centre is in its own.
func assign(like [][]float64, centres []int) [][]int {
	groups := make([][]int, len(centres))
	for i := range like {
		best := slices.Index(centres, i)
		if best < 0 {
			best = 0
			for g, c := range centres {
				if like[i][c] > like[i][centres[best]] {
					best = g
				}
			}
		}
		groups[best] = append(groups[best], i)
	}
	return groups
}

// centre returns the member most similar to all members.
func centre(like [][]float64, members []int) int {
	best, most := members[0], -1.0
	for _, c := range members {
		sum := 0.0
		for _, i := range members {
			sum += like[c][i]
		}
		if sum > most {
			best, most = c, sum
		}
	}
	return best
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
	texts := query.Map(c.left, func(i int) string { return summary + r.pieces[i].Text })
	if byWords {
		return query.Ranked(r.Kit.Rank(r.Question.Text, texts))[0], nil
	}
	vectors, err := r.Embedder.Embed(ctx, append(texts, r.Question.Text))
	if err != nil {
		return 0, err
	}
	asked := vectors[len(vectors)-1]
	return query.Ranked(query.Map(vectors[:len(texts)], func(v []float32) float64 { return query.Dot(v, asked) }))[0], nil
}
