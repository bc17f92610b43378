package sqlite

import (
	"context"

	"grove/internal/graph"
)

// PageChunks pages through the chunks.
func (r reader) PageChunks(ctx context.Context, q graph.PageQuery) ([]graph.Chunk, error) {
	return ask(ctx, r, "sqlite.PageChunks", scanChunk,
		"SELECT "+chunkColumns+" FROM chunk c WHERE c.id > ? ORDER BY c.id LIMIT ?", string(q.After), graph.Limit(q.Limit))
}

// PageFacts pages through the facts with their evidence.
func (r reader) PageFacts(ctx context.Context, q graph.PageQuery) ([]graph.FactPage, error) {
	return page(ctx, r, q, paging[graph.Fact, graph.FactEvidence, graph.FactPage]{
		op: "sqlite.PageFacts", things: "SELECT id, text, support FROM fact", scan: scanFact,
		evidence: factEvidence, item: "e.fact", scanEvidence: scanFactEvidence,
		of:   func(e graph.FactEvidence) graph.ID { return e.Fact },
		join: func(f graph.Fact, e []graph.FactEvidence) graph.FactPage { return graph.FactPage{Fact: f, Evidence: e} },
	})
}

// PageKeyElements pages through the key elements with their evidence.
func (r reader) PageKeyElements(ctx context.Context, q graph.PageQuery) ([]graph.KeyElementPage, error) {
	r = r.checked(q.Scope)
	s := scoped(q.Scope)
	return page(ctx, r, q, paging[graph.KeyElement, graph.Mention, graph.KeyElementPage]{
		within: s, only: s.mentioned("k.id"), onlyEvidence: s.chunk("e.chunk"),
		op: "sqlite.PageKeyElements", things: "SELECT " + s.keyElements() + " FROM key_element k", scan: scanKeyElement,
		evidence: mentions, item: "e.element", scanEvidence: scanMention,
		of: func(e graph.Mention) graph.ID { return e.Element },
		join: func(k graph.KeyElement, e []graph.Mention) graph.KeyElementPage {
			return graph.KeyElementPage{KeyElement: k, Evidence: e}
		},
	})
}

// PageAttributes pages through the attributes with their evidence.
func (r reader) PageAttributes(ctx context.Context, q graph.PageQuery) ([]graph.AttributePage, error) {
	return page(ctx, r, q, paging[graph.Attribute, graph.AttributeEvidence, graph.AttributePage]{
		op: "sqlite.PageAttributes", things: "SELECT id, entity, key, value, support FROM attribute", scan: scanAttribute,
		evidence: attributeEvidence, item: "e.attribute", scanEvidence: scanAttributeEvidence,
		of: func(e graph.AttributeEvidence) graph.ID { return e.Attribute },
		join: func(a graph.Attribute, e []graph.AttributeEvidence) graph.AttributePage {
			return graph.AttributePage{Attribute: a, Evidence: e}
		},
	})
}

// PageTriples pages through the triples with their evidence.
func (r reader) PageTriples(ctx context.Context, q graph.PageQuery) ([]graph.TriplePage, error) {
	return page(ctx, r, q, paging[graph.Triple, graph.TripleEvidence, graph.TriplePage]{
		op: "sqlite.PageTriples", things: "SELECT " + tripleColumns + " FROM triple t", scan: scanTriple,
		evidence: tripleEvidence, item: "e.triple", scanEvidence: scanTripleEvidence,
		of: func(e graph.TripleEvidence) graph.ID { return e.Triple },
		join: func(t graph.Triple, e []graph.TripleEvidence) graph.TriplePage {
			return graph.TriplePage{Triple: t, Evidence: e}
		},
	})
}

// paging says how the things T of one kind and their evidence E make the rows P of a page.
type paging[T graph.Row, E, P any] struct {
	op string
	// within bounds the things by the condition only, the evidence by onlyEvidence.
	within             *scope
	only, onlyEvidence string
	things             string // the query of the things, up to WHERE
	scan               scanner[T]
	evidence           string // the query of the evidence, up to WHERE
	// item is the column of the evidence that names the thing.
	item         string
	scanEvidence scanner[E]
	of           func(E) graph.ID
	join         func(T, []E) P
}

// page reads a page and its evidence from one state.
func page[T graph.Row, E, P any](ctx context.Context, r reader, q graph.PageQuery, p paging[T, E, P]) (out []P, err error) {
	err = r.view(ctx, p.op, func(s queryer) error {
		text, args := p.within.query(p.things+" WHERE id > ?"+p.only+" ORDER BY id LIMIT ?", string(q.After), graph.Limit(q.Limit))
		things, err := rows(ctx, s, p.scan, text, args...)
		if err != nil {
			return err
		}
		ids := graph.Keys(things)
		var evidence []E
		if !q.Bare && len(ids) > 0 {
			text, args = p.within.query(p.evidence+" WHERE "+p.item+" IN "+list(len(ids))+p.onlyEvidence+
				" ORDER BY "+p.item+", e.chunk, e.place, e.surface", values(ids...)...)
			evidence, err = rows(ctx, s, p.scanEvidence, text, args...)
		}
		if err != nil {
			return err
		}
		for i, t := range things {
			n := 0
			for n < len(evidence) && p.of(evidence[n]) == ids[i] {
				n++
			}
			out = append(out, p.join(t, evidence[:n:n]))
			evidence = evidence[n:]
		}
		return nil
	})
	return out, err
}

var scanAttribute = fields(func(a *graph.Attribute) []any { return []any{&a.ID, &a.Entity, &a.Key, &a.Value, &a.Support} })
