package tree

import (
	"cmp"
	"context"
	"slices"

	"grove/internal/fault"
	"grove/internal/graph"
	"grove/internal/search"
	"grove/internal/text"
	"grove/query"
)

const (
	// seedHits is how many of the best chunks give candidates [G].
	seedHits = 10
	// mostMatched is how many candidates are matched with a sub-query, mostSeeds how
	// many are kept [G].
	mostMatched, mostSeeds = 600, 200
	// hubSupport is the number of chunks from which an element is a hub: it says
	// too little to be searched from, unless it is named [G].
	hubSupport = 300
	// leastSame is how alike two names must be to count as the same, 0 to 1 [G].
	leastSame = 0.6
)

// seeds are the entities that a sub-query starts from, the best first.
type seeds struct {
	elements []graph.KeyElement
	// named is how well each is the one that the sub-query names, 0 to 1; scores
	// count likeness, type and the rank of the chunks that mention it too.
	named, scores []float64
}

// first are the n best.
func (s seeds) first(n int) seeds {
	n = min(n, len(s.elements))
	return seeds{s.elements[:n], s.named[:n], s.scores[:n]}
}

func (s seeds) ids() []graph.ID {
	out := make([]graph.ID, len(s.elements))
	for i, e := range s.elements {
		out[i] = e.ID
	}
	return out
}

// sow finds the entities to start from: those that the sub-query names, and
// those that its best chunks mention.
func (r *run) sow(ctx context.Context, q subQuery, b query.Branch) (seeds, error) {
	norms := query.Grams(q.text())
	for _, n := range q.names() {
		norms = append(norms, text.Normalise(n))
	}
	slices.Sort(norms)
	norms = slices.DeleteFunc(slices.Compact(norms), func(n string) bool { return n == "" })
	elements, err := b.Graph.Find(ctx, graph.FindQuery{Norms: norms[:min(len(norms), graph.MaxIDs)], Limit: graph.DefaultLimit})
	if err != nil {
		return seeds{}, err
	}
	rank := map[graph.ID]int{}
	for _, e := range elements {
		rank[e.ID] = seedHits
	}
	hits, err := r.hits(ctx, q, b.Trace)
	if err != nil || len(hits) == 0 {
		return r.match(ctx, q, elements, rank, err)
	}
	mentions, err := b.Graph.Mentions(ctx, graph.MentionsQuery{Chunks: hits, Limit: graph.MaxRows})
	for _, m := range mentions {
		at := slices.Index(hits, m.Chunk)
		if old, known := rank[m.ID]; !known {
			elements, rank[m.ID] = append(elements, m.KeyElement), at
		} else {
			rank[m.ID] = min(old, at)
		}
	}
	return r.match(ctx, q, elements, rank, err)
}

// hits are the best chunks by words.
func (r *run) hits(ctx context.Context, q subQuery, branch *query.Trace) ([]graph.ID, error) {
	found, err := r.Index.BM25(ctx, search.Query{Text: q.text(), K: seedHits})
	if err != nil {
		return nil, fault.Wrap(err, "tree.hits", "")
	}
	var chunks []graph.ID
	for _, h := range found {
		chunks = append(chunks, h.Chunk)
	}
	branch.Add(query.Step{Action: "search", Args: map[string]any{"text": q.text(), "method": query.BM25, "k": seedHits}, Rows: len(chunks), IDs: query.IDs(chunks)})
	return chunks, nil
}

// match ranks elements by how well they fit the sub-query: named by it, alike,
// of the type asked for, mentioned early. Ties by id.
func (r *run) match(ctx context.Context, q subQuery, elements []graph.KeyElement, rank map[graph.ID]int, err error) (seeds, error) {
	if err != nil {
		return seeds{}, err
	}
	elements = elements[:min(len(elements), mostMatched)]
	names := make([]string, len(elements))
	for i, e := range elements {
		names[i] = query.OneLine(e.Name)
	}
	alike, err := r.likeness.of(ctx, q.text(), names)
	if err != nil {
		return seeds{}, err
	}
	s := seeds{elements, make([]float64, len(elements)), alike}
	for i, e := range elements {
		s.named[i] = r.named(q, e)
		s.scores[i] += s.named[i] + 0.5/float64(1+rank[e.ID])
		if e.Type != "" && !r.Without(Schema) && (e.Type == q.headType || e.Type == q.tailType) {
			s.scores[i] += 0.1
		}
	}
	order := make([]int, 0, len(elements))
	for i, e := range elements {
		if e.Support < hubSupport || s.named[i] >= leastSame {
			order = append(order, i)
		}
	}
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

// named is how well an element is one that the sub-query names; a plain one
// names what the question does.
func (r *run) named(q subQuery, e graph.KeyElement) float64 {
	wanted := q.names()
	if len(wanted) == 0 && q.kind != communityKind {
		wanted = r.Parsed.Wanted()
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
