package tree

import (
	"context"

	"grove/internal/graph"
	"grove/internal/lists"
	"grove/query"
)

const (
	// relationMatch is added to a triple's similarity for the requested relation, endMatch
	// for a named end [G].
	relationMatch, endMatch = 0.4, 0.4
)

// tripleRoute returns the triples of the seeds that are most similar to the sub-query.
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
	triples, texts := map[graph.ID]graph.Triple{}, []string{}
	exact := map[graph.ID]bool{}
	var items []item
	var bonus []float64
	for _, row := range rows {
		if _, seen := triples[row.ID]; seen {
			continue
		}
		triples[row.ID] = row.Triple
		end := max(named[row.Head], named[row.Tail])
		asked := q.kind == tripleKind && row.Relation == q.relation
		items = append(items, item{id: row.ID})
		exact[row.ID] = asked && end > 0
		texts = append(texts, query.OneLine(row.HeadName+" "+spoken(row.Relation)+" "+row.TailName))
		b := endMatch * end
		if asked {
			b += relationMatch
		}
		bonus = append(bonus, b)
	}
	scores, err := r.likeness.of(ctx, q.form(), texts)
	if err != nil {
		return nil, err
	}
	for i := range scores {
		scores[i] += bonus[i]
	}
	found, err := stated(ctx, g, lists.Map(best(items, scores, r.topK), func(x item) graph.Triple { return triples[x.id] }))
	for i, x := range found {
		found[i].exact = exact[x.id]
	}
	return found, err
}
