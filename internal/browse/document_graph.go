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
	s, err := q.read(ctx, r)
	if err != nil {
		return Subgraph{}, err
	}
	w := newWalk(r, NeighbourhoodQuery{})
	found, err := findElements(ctx, r, slices.Sorted(maps.Keys(s.elements)), graph.Scope{})
	if err != nil {
		return Subgraph{}, err
	}
	found = slices.DeleteFunc(found, func(e graph.KeyElement) bool { return e.Type == "" })
	slices.SortFunc(found, func(x, y graph.KeyElement) int { return cmp.Or(y.Support-x.Support, cmp.Compare(x.ID, y.ID)) })
	w.omitted = s.cut || len(found) > q.Limit
	for i, e := range found {
		if w.found[e.ID] = true; i < q.Limit {
			w.depth[e.ID] = 0
		}
	}
	w.edges = s.edges(w.depth)
	out, err := w.subgraph(ctx)
	if err != nil {
		return Subgraph{}, err
	}
	out.Rendering, err = b.render(cypher.Drawing{Elements: slices.Sorted(maps.Keys(w.depth))})
	return out, err
}

// statements are what the evidence of a document or of a span states.
type statements struct {
	elements map[graph.ID]bool
	// relations are the edges of triples, with their number of places.
	relations map[Edge]int
	// facts are the elements of each fact.
	facts [][]graph.ID
	// cut is set if the document has more chunks than were read.
	cut bool
}

// read reads the evidence of the span, some chunks at a time, of which only the statements are kept.
func (q DocumentGraphQuery) read(ctx context.Context, r graph.Reader) (*statements, error) {
	s := &statements{elements: map[graph.ID]bool{}, relations: map[Edge]int{}}
	read := 0
	for rows, err := range graph.ChunkPages(ctx, r.Chunks, q.Document, passageChunks) {
		if err != nil {
			return nil, err
		}
		var chunks []graph.ID
		for _, c := range rows {
			if q.End == 0 || c.Start < q.End && c.End > q.Start {
				chunks = append(chunks, c.ID)
			}
		}
		if len(chunks) > 0 {
			evidence, err := r.Evidence(ctx, graph.EvidenceQuery{Chunks: chunks})
			if err != nil {
				return nil, err
			}
			s.add(q.within(evidence))
			read += len(chunks)
		}
		if s.cut = read >= mostStating; s.cut || q.End > 0 && rows[len(rows)-1].End >= q.End {
			break
		}
	}
	return s, nil
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

// add adds what evidence states.
func (s *statements) add(e graph.Evidence) {
	name := func(ids ...graph.ID) {
		for _, id := range ids {
			s.elements[id] = true
		}
	}
	for _, f := range e.Facts {
		name(f.About...)
		s.facts = append(s.facts, f.About)
	}
	for _, m := range e.Mentions {
		name(m.Element)
	}
	for _, a := range e.Attributes {
		name(a.Entity)
	}
	for _, t := range e.Triples {
		name(t.Head, t.Tail)
		s.relations[Edge{ID: t.Triple, Head: t.Head, Relation: t.Relation, Tail: t.Tail}]++
	}
}

// edges returns the edges that are stated: all relations, and the shared facts of selected elements.
func (s *statements) edges(selected map[graph.ID]int) []Edge {
	support := maps.Clone(s.relations)
	for _, elements := range s.facts {
		about := slices.DeleteFunc(slices.Clone(elements), func(id graph.ID) bool { _, ok := selected[id]; return !ok })
		for head, tail := range graph.TiedPairs(about) {
			support[Edge{Head: head, Relation: sharesFacts, Tail: tail}]++
		}
	}
	out := make([]Edge, 0, len(support))
	for edge, n := range support {
		edge.Support = n
		out = append(out, edge)
	}
	return out
}
