package tree

import (
	"cmp"
	"context"
	"slices"

	"grove/internal/graph"
	"grove/internal/lists"
	"grove/query"
)

// item is a search result of a route, identified by its id.
type item struct {
	id graph.ID
	// text is the fact, the attribute with its entity, the triple's caption, or the
	// community's title and summary.
	text string
	of   itemKind
	// exact is true for the requested relation or attribute of a named entity.
	exact bool
	// chunks are those that state it, in the order of documents; none for a community.
	chunks []graph.ID
}

type itemKind string

const (
	factItem      itemKind = "fact"
	attributeItem itemKind = "attribute"
	tripleItem    itemKind = "triple"
	communityItem itemKind = "community"
)

// leastShare is the smallest score of an item, as a share of the best score [G].
const leastShare = 0.25

// best returns the topK items by score, ties by id, without scores far below the best.
func best(items []item, scores []float64, topK int) []item {
	least := 0.0
	for _, s := range scores {
		least = max(least, leastShare*s)
	}
	order := lists.Filter(lists.Indices(len(scores)), func(i int) bool { return scores[i] > 0 && scores[i] >= least })
	slices.SortFunc(order, func(a, b int) int {
		return cmp.Or(cmp.Compare(scores[b], scores[a]), cmp.Compare(items[a].id, items[b].id))
	})
	return lists.Map(order[:min(len(order), topK)], func(i int) item { return items[i] })
}

// factItems returns an item for each fact, with the chunks that state it, in the order of
// the rows; about has the elements of each item.
func factItems(rows []graph.FactRow) (items []item, about [][]graph.ID) {
	at := map[graph.ID]int{}
	for _, row := range rows {
		i, ok := at[row.Fact]
		if !ok {
			i, at[row.Fact] = len(items), len(items)
			items, about = append(items, item{id: row.Fact, text: query.OneLine(row.Text), of: factItem}), append(about, nil)
		}
		if !slices.Contains(items[i].chunks, row.Chunk) {
			items[i].chunks = append(items[i].chunks, row.Chunk)
		}
		if !slices.Contains(about[i], row.Element) {
			about[i] = append(about[i], row.Element)
		}
	}
	return items, about
}

func textsOf(items []item) []string { return lists.Map(items, func(x item) string { return x.text }) }

// idsOf returns the ids of items, for query.Step.
func idsOf(items []item) []string {
	return lists.Map(items, func(x item) string { return string(x.id) })
}

// stated returns triples as items, each with the chunks whose facts are about both of its
// ends.
func stated(ctx context.Context, g query.Graph, triples []graph.Triple) ([]item, error) {
	if len(triples) == 0 {
		return nil, nil
	}
	ends := lists.Flat(triples, func(t graph.Triple) []graph.ID { return []graph.ID{t.Head, t.Tail} })
	rows, err := g.Facts(ctx, graph.FactsQuery{Elements: lists.Sorted(ends), Limit: graph.MaxRows})
	if err != nil {
		return nil, err
	}
	facts, about := factItems(rows)
	var out []item
	for _, t := range triples {
		x := item{id: t.ID, text: query.OneLine(t.Name), of: tripleItem}
		for i, f := range facts {
			if !slices.Contains(about[i], t.Head) || !slices.Contains(about[i], t.Tail) {
				continue
			}
			for _, c := range f.chunks {
				if !slices.Contains(x.chunks, c) {
					x.chunks = append(x.chunks, c)
				}
			}
		}
		out = append(out, x)
	}
	return out, nil
}
