package tree

import (
	"cmp"
	"context"
	"slices"

	"grove/internal/fault"
	"grove/internal/graph"
	"grove/internal/lists"
	"grove/internal/search"
	"grove/internal/text"
	"grove/query"
)

const (
	// seedHits is the number of best chunks that yield candidates [G].
	seedHits = 10
	// mostMatched bounds the candidates compared with a sub-query, mostSeeds the seeds [G].
	mostMatched, mostSeeds = 600, 200
	// hubSupport is the smallest number of chunks of a hub, which is a seed only if the
	// sub-query names it [G].
	hubSupport = 300
	// leastSame is the smallest similarity of two names of the same entity, 0 to 1 [G].
	leastSame = 0.6
)

// seeds are the entities from which a sub-query is searched, best first.
type seeds struct {
	elements []graph.KeyElement
	// named is the similarity of each to a name in the sub-query, 0 to 1; scores add
	// the similarity to its text, the type and the rank of the mentioning chunks.
	named, scores []float64
	// hits are the best chunks by words.
	hits []graph.ID
}

// first returns the n best seeds.
func (s seeds) first(n int) seeds {
	n = min(n, len(s.elements))
	return seeds{s.elements[:n], s.named[:n], s.scores[:n], s.hits}
}

func (s seeds) ids() []graph.ID {
	return lists.Map(s.elements, func(e graph.KeyElement) graph.ID { return e.ID })
}

// seeds returns the entities from which to search: those that the sub-query names, and
// those that its best chunks mention.
func (r *run) seeds(ctx context.Context, q subQuery, b query.Branch) (seeds, error) {
	norms := append(query.Grams(q.text()), lists.Map(q.names(), text.Normalise)...)
	norms = slices.DeleteFunc(lists.Sorted(norms), func(n string) bool { return n == "" })
	elements, err := b.Graph.Find(ctx, graph.FindQuery{Norms: norms[:min(len(norms), graph.MaxIDs)], Limit: graph.DefaultLimit})
	if err != nil {
		return seeds{}, err
	}
	rank := lists.Table(elements, func(e graph.KeyElement) (graph.ID, int) { return e.ID, seedHits })
	hits, err := r.hits(ctx, q, b.Trace)
	var mentions []graph.MentionRow
	if err == nil && len(hits) > 0 {
		mentions, err = b.Graph.Mentions(ctx, graph.MentionsQuery{Chunks: hits, Limit: graph.MaxRows})
	}
	if err != nil {
		return seeds{}, err
	}
	for _, m := range mentions {
		at := slices.Index(hits, m.Chunk)
		if old, ok := rank[m.ID]; !ok {
			elements, rank[m.ID] = append(elements, m.KeyElement), at
		} else {
			rank[m.ID] = min(old, at)
		}
	}
	s, err := r.match(ctx, q, elements, rank)
	s.hits = hits
	return s, err
}

// hits returns the best chunks by words.
func (r *run) hits(ctx context.Context, q subQuery, branch *query.Trace) ([]graph.ID, error) {
	found, err := r.Index.BM25(ctx, search.Query{Text: q.text(), K: seedHits})
	if err != nil {
		return nil, fault.Wrap(err, "tree.hits", "")
	}
	chunks := lists.Map(found, func(h search.Hit) graph.ID { return h.Chunk })
	branch.Add(query.Step{Action: "search", Args: map[string]any{"text": q.text(), "method": query.BM25, "k": seedHits},
		Rows: len(chunks), IDs: query.IDs(chunks)})
	return chunks, nil
}

// match ranks elements by their fit to the sub-query: its names, its text, its types and
// the rank of the first mentioning chunk. Ties by id.
func (r *run) match(ctx context.Context, q subQuery, elements []graph.KeyElement, rank map[graph.ID]int) (seeds, error) {
	elements = elements[:min(len(elements), mostMatched)]
	names := lists.Map(elements, func(e graph.KeyElement) string { return query.OneLine(e.Name) })
	alike, err := r.likeness.of(ctx, q.text(), names)
	if err != nil {
		return seeds{}, err
	}
	s := seeds{elements: elements, named: make([]float64, len(elements)), scores: alike}
	for i, e := range elements {
		s.named[i] = r.named(q, e)
		s.scores[i] += s.named[i] + 0.5/float64(1+rank[e.ID])
		if e.Type != "" && !r.Without(Schema) && (e.Type == q.headType || e.Type == q.tailType) {
			s.scores[i] += 0.1
		}
	}
	order := lists.Filter(lists.Indices(len(elements)),
		func(i int) bool { return elements[i].Support < hubSupport || s.named[i] >= leastSame })
	slices.SortFunc(order, func(a, b int) int {
		return cmp.Or(cmp.Compare(s.scores[b], s.scores[a]), cmp.Compare(elements[a].ID, elements[b].ID))
	})
	out := seeds{}
	for _, i := range order[:min(len(order), mostSeeds)] {
		out.elements = append(out.elements, elements[i])
		out.named, out.scores = append(out.named, s.named[i]), append(out.scores, s.scores[i])
	}
	return out, nil
}

// named returns the similarity of an element to the names in the sub-query, or in the
// question if the sub-query has none; 0 below leastSame.
func (r *run) named(q subQuery, e graph.KeyElement) float64 {
	wanted := q.names()
	if len(wanted) == 0 && q.kind != communityKind {
		wanted = r.Parsed.Names
	}
	most := 0.0
	for _, w := range wanted {
		most = max(most, r.Kit.SameName(e.Name, w))
		for _, alias := range e.Aliases[:min(len(e.Aliases), 5)] {
			if alias != e.Name && most < 1 {
				most = max(most, r.Kit.SameName(alias, w))
			}
		}
	}
	if most < leastSame {
		return 0
	}
	return most
}
