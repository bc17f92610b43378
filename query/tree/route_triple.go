package tree

import (
	"context"

	"grove/internal/graph"
	"grove/query"
)

const (
	// relationMatch is what the relation that is asked for adds to a triple's
	// likeness, endMatch what an end that is named does [G].
	relationMatch, endMatch = 0.4, 0.4
)

// tripleRoute matches triples: of the relations of the seeds those nearest to
// the sub-query as a triple.
func (r *run) tripleRoute(ctx context.Context, g query.Graph, q subQuery, s seeds) ([]item, error) {
	if len(s.elements) == 0 {
		return nil, nil
	}
	rows, err := g.Relations(ctx, graph.RelationsQuery{Elements: s.ids(), Fanout: graph.DefaultFanout})
	if err != nil {
		return nil, err
	}
	named := map[graph.ID]float64{}
	for i, e := range s.elements {
		named[e.ID] = s.named[i]
	}
	triples, spokenOf := map[graph.ID]graph.Triple{}, []string{}
	var items []item
	var bonus []float64
	for _, row := range rows {
		if _, known := triples[row.ID]; known {
			continue
		}
		triples[row.ID] = row.Triple
		items = append(items, item{id: row.ID})
		spokenOf = append(spokenOf, query.OneLine(row.HeadName+" "+spoken(row.Relation)+" "+row.TailName))
		b := endMatch * max(named[row.Head], named[row.Tail])
		if q.kind == tripleKind && row.Relation == q.relation {
			b += relationMatch
		}
		bonus = append(bonus, b)
	}
	scores, err := r.likeness.of(ctx, q.form(), spokenOf)
	if err != nil {
		return nil, err
	}
	for i := range scores {
		scores[i] += bonus[i]
	}
	var chosen []graph.Triple
	for _, x := range best(items, scores, r.topK) {
		chosen = append(chosen, triples[x.id])
	}
	return stated(ctx, g, chosen)
}
