package browse

import (
	"cmp"
	"context"
	"maps"
	"slices"

	"grove/cypher"
	"grove/internal/graph"
	"grove/internal/lookup"
)

// mostStating is the maximum number of chunks of a DocumentGraph.
const mostStating = 1000

// DocumentGraphQuery is a query for the entities and relations of a document, or of a
// span of its text.
type DocumentGraphQuery struct {
	Document graph.ID
	// Start and End are the span in runes; an End of 0 selects the whole document.
	Start, End int
	// Limit is the maximum number of entities.
	Limit int
}

// DocumentGraph returns the entities that a document or a span of its text states, and
// the edges between them that are stated there: relations, and shared facts. The support of
// an edge counts the places there. At most 1000 chunks are read.
func (b *Browser) DocumentGraph(ctx context.Context, q DocumentGraphQuery) (Subgraph, error) {
	r, release, err := b.store.Snapshot(ctx)
	if err != nil {
		return Subgraph{}, err
	}
	defer release()
	if _, err := lookup.Document(ctx, r, "browse.DocumentGraph", q.Document); err != nil {
		return Subgraph{}, err
	}
	evidence, cut, err := q.evidence(ctx, r)
	if err != nil {
		return Subgraph{}, err
	}
	w := newWalk(r, NeighbourhoodQuery{})
	ids := namedBy(evidence)
	found, err := findElements(ctx, r, ids, graph.Scope{})
	if err != nil {
		return Subgraph{}, err
	}
	found = slices.DeleteFunc(found, func(e graph.KeyElement) bool { return e.Type == "" })
	slices.SortFunc(found, func(x, y graph.KeyElement) int { return cmp.Or(y.Support-x.Support, cmp.Compare(x.ID, y.ID)) })
	w.omitted = cut || len(found) > q.Limit
	for i, e := range found {
		if w.found[e.ID] = true; i < q.Limit {
			w.depth[e.ID] = 0
		}
	}
	w.edges = statedEdges(evidence, w.depth)
	out, err := w.subgraph(ctx)
	if err != nil {
		return Subgraph{}, err
	}
	out.Rendering, err = b.render(cypher.Drawing{Elements: slices.Sorted(maps.Keys(w.depth))})
	return out, err
}

// evidence returns the evidence in the span, and whether the document has more chunks than
// were read.
func (q DocumentGraphQuery) evidence(ctx context.Context, r graph.Reader) (all graph.Evidence, cut bool, err error) {
	var chunks []graph.ID
	for from := 0; ; {
		rows, err := r.Chunks(ctx, graph.ChunksQuery{Document: q.Document, From: from, Limit: passageChunks})
		if err != nil {
			return all, false, err
		}
		for _, c := range rows {
			from = c.Index + 1
			if q.End == 0 || c.Start < q.End && c.End > q.Start {
				chunks = append(chunks, c.ID)
			}
		}
		if cut = len(chunks) >= mostStating; cut || len(rows) < passageChunks || q.End > 0 && rows[len(rows)-1].End >= q.End {
			break
		}
	}
	for some := range slices.Chunk(chunks, passageChunks) {
		rows, err := r.Evidence(ctx, graph.EvidenceQuery{Chunks: some})
		if err != nil {
			return all, false, err
		}
		all.Append(rows)
	}
	return q.within(all), cut, nil
}

// within returns the rows whose spans overlap that of the query.
func (q DocumentGraphQuery) within(e graph.Evidence) graph.Evidence {
	if q.End == 0 {
		return e
	}
	outside := func(s graph.Span) bool { return s.In != graph.InText || s.Start >= q.End || s.End <= q.Start }
	e.Facts = slices.DeleteFunc(e.Facts, func(f graph.FactEvidence) bool { return outside(f.Span) })
	e.Mentions = slices.DeleteFunc(e.Mentions, func(m graph.Mention) bool { return outside(m.Span) })
	e.Attributes = slices.DeleteFunc(e.Attributes, func(a graph.AttributeEvidence) bool { return outside(a.Span) })
	e.Triples = slices.DeleteFunc(e.Triples, func(t graph.TripleEvidence) bool { return outside(t.Span) })
	return e
}

// namedBy returns the elements of evidence, sorted.
func namedBy(e graph.Evidence) []graph.ID {
	var ids []graph.ID
	for _, f := range e.Facts {
		ids = append(ids, f.About...)
	}
	for _, m := range e.Mentions {
		ids = append(ids, m.Element)
	}
	for _, a := range e.Attributes {
		ids = append(ids, a.Entity)
	}
	for _, t := range e.Triples {
		ids = append(ids, t.Head, t.Tail)
	}
	slices.Sort(ids)
	return slices.Compact(ids)
}

// statedEdges returns the edges that evidence states between selected elements, each once.
func statedEdges(e graph.Evidence, selected map[graph.ID]int) []Edge {
	support := map[Edge]int{}
	for _, t := range e.Triples {
		support[Edge{ID: t.Triple, Head: t.Head, Relation: t.Relation, Tail: t.Tail}]++
	}
	for _, f := range e.Facts {
		about := slices.DeleteFunc(slices.Clone(f.About), func(id graph.ID) bool { _, ok := selected[id]; return !ok })
		if len(about) > mostTied {
			continue
		}
		for i, head := range about {
			for _, tail := range about[i+1:] {
				support[Edge{Head: head, Relation: sharesFacts, Tail: tail}]++
			}
		}
	}
	out := make([]Edge, 0, len(support))
	for edge, n := range support {
		edge.Support = n
		out = append(out, edge)
	}
	return out
}
