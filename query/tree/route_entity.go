package tree

import (
	"context"
	"slices"
	"strings"

	"grove/internal/graph"
	"grove/query"
)

// entityRoute returns the attributes and facts of the topK seeds, by similarity to the
// sub-query, by the score of their entity, and by being the requested attribute.
func (r *run) entityRoute(ctx context.Context, g query.Graph, q subQuery, s seeds) ([]item, error) {
	s = s.first(r.topK)
	if len(s.elements) == 0 {
		return nil, nil
	}
	rows, err := g.Facts(ctx, graph.FactsQuery{Elements: s.ids(), Limit: graph.MaxRows})
	if err != nil {
		return nil, err
	}
	attributes, err := g.Attributes(ctx, graph.AttributesQuery{Entities: s.ids(), Limit: graph.MaxRows})
	if err != nil {
		return nil, err
	}
	items, about := factItems(rows)
	facts := len(items)
	for _, a := range attributes {
		items = append(items, s.attribute(a, items[:facts], about))
		about = append(about, []graph.ID{a.Entity})
	}
	scores, err := r.likeness.of(ctx, q.text(), textsOf(items))
	if err != nil {
		return nil, err
	}
	weight := map[graph.ID]float64{}
	for i, e := range s.elements {
		weight[e.ID] = s.scores[i] / s.scores[0]
	}
	for i := range items {
		most := 0.0
		for _, e := range about[i] {
			most = max(most, weight[e])
		}
		scores[i] += most
		if i >= facts && q.kind == nodeKind && attributes[i-facts].Key == q.relation {
			scores[i] += relationMatch
			items[i].exact = s.names(attributes[i-facts].Entity)
		}
	}
	return best(items, scores, r.topK), nil
}

// names reports whether the sub-query names an entity.
func (s seeds) names(id graph.ID) bool {
	i := slices.IndexFunc(s.elements, func(e graph.KeyElement) bool { return e.ID == id })
	return i >= 0 && s.named[i] > 0
}

// attribute returns an attribute of a seed as an item, with the chunks of the first fact
// about the seed that contains its value.
func (s seeds) attribute(a graph.Attribute, facts []item, about [][]graph.ID) item {
	x := item{id: a.ID, of: attributeItem}
	for _, e := range s.elements {
		if e.ID == a.Entity {
			x.text = query.OneLine(e.Name + ", " + a.Name())
		}
	}
	value := strings.ToLower(a.Value)
	for i, f := range facts {
		if slices.Contains(about[i], a.Entity) && strings.Contains(strings.ToLower(f.text), value) {
			x.chunks = f.chunks
			break
		}
	}
	return x
}
