package purge

import (
	"context"
	"slices"

	"grove/internal/graph"
)

// matcher decides by ids which stored replies, traces and runs hold texts of purged documents.
type matcher struct {
	store graph.Store
	// purged are the ids of the documents, their chunks, and the items with evidence in these.
	purged map[graph.ID]bool
	// present caches whether items with evidence, and chunks, are in the graph.
	present map[graph.ID]bool
	// unnamed counts the matches without ids.
	unnamed int
}

func newMatcher(store graph.Store) *matcher {
	return &matcher{store: store, purged: map[graph.ID]bool{}, present: map[graph.ID]bool{}}
}

// add adds the ids of a document's chunks and of the items with evidence in these.
func (p *matcher) add(ctx context.Context, d graph.Document) error {
	for rows, err := range graph.ChunkPages(ctx, p.store.Chunks, d.ID, graph.MaxIDs) {
		if err != nil {
			return err
		}
		ids := graph.Keys(rows)
		for _, id := range ids {
			p.purged[id] = true
		}
		if err := p.addEvidence(ctx, ids); err != nil {
			return err
		}
	}
	return nil
}

// addEvidence adds the facts, attributes, triples and key elements of chunks, and all triples of
// those key elements: their rows may show names from the chunks.
func (p *matcher) addEvidence(ctx context.Context, chunks []graph.ID) error {
	e, err := p.store.Evidence(ctx, graph.EvidenceQuery{Chunks: chunks})
	if err != nil {
		return err
	}
	for _, r := range e.Facts {
		p.purged[r.Fact] = true
	}
	for _, r := range e.Attributes {
		p.purged[r.Attribute] = true
	}
	for _, r := range e.Triples {
		p.purged[r.Triple] = true
	}
	for _, r := range e.Mentions {
		if p.purged[r.Element] {
			continue
		}
		p.purged[r.Element] = true
		relations, err := p.store.Relations(ctx, graph.RelationsQuery{Elements: []graph.ID{r.Element}, Fanout: graph.MaxRows})
		if err != nil {
			return err
		}
		for _, t := range relations {
			p.purged[t.ID] = true
		}
	}
	return nil
}

// match returns a function that reports whether a reply or trace with these ids must be removed:
// one of them is purged, or is a chunk, fact, key element, attribute or triple that is no longer
// in the graph, or there are none. An id "" counts as none.
func (p *matcher) match(ctx context.Context) func(ids []string) (bool, error) {
	return func(ids []string) (bool, error) {
		ids = slices.DeleteFunc(slices.Clone(ids), func(id string) bool { return id == "" })
		if len(ids) == 0 {
			p.unnamed++
			return true, nil
		}
		for _, id := range ids {
			if p.purged[graph.ID(id)] {
				return true, nil
			}
		}
		for _, id := range ids {
			if present, err := p.inGraph(ctx, graph.ID(id)); err != nil || !present {
				return err == nil, err
			}
		}
		return false, nil
	}
}

// inGraph reports whether a chunk, fact, key element, attribute or triple is in the graph; true
// for other ids.
func (p *matcher) inGraph(ctx context.Context, id graph.ID) (bool, error) {
	if present, cached := p.present[id]; cached {
		return present, nil
	}
	var q graph.StatesQuery
	ids := []graph.ID{id}
	switch {
	case graph.ValidID(string(id), graph.ChunkKind):
		rows, err := p.store.Chunks(ctx, graph.ChunksQuery{IDs: ids, Limit: 1})
		if err == nil {
			p.present[id] = len(rows) > 0
		}
		return len(rows) > 0, err
	case graph.ValidID(string(id), graph.KeyElementKind):
		q.Elements = ids
	case graph.ValidID(string(id), graph.FactKind):
		q.Facts = ids
	case graph.ValidID(string(id), graph.AttributeKind):
		q.Attributes = ids
	case graph.ValidID(string(id), graph.TripleKind):
		q.Triples = ids
	default:
		return true, nil
	}
	state, err := p.store.States(ctx, q)
	if err != nil {
		return false, err
	}
	p.present[id] = len(state.Elements)+len(state.Facts)+len(state.Attributes)+len(state.Triples) > 0
	return p.present[id], nil
}
