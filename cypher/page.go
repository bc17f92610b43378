package cypher

import (
	"context"

	"grove/internal/fault"
	"grove/internal/graph"
)

// Page asks Render for the statement of one of the Page operations.
type Page struct {
	// Label is Chunk, AtomicFact, KeyElement, Attribute, Triple, Community or Proposal.
	Label string
	graph.PageQuery
}

func renderPage(w scope, p Page) (Statement, error) {
	if err := p.Scope.Check(); err != nil {
		return Statement{}, err
	}
	var f *filter // key elements alone know a scope
	if p.Label == "KeyElement" {
		f = filterOf(w, p.Scope)
	}
	evidence := func(edge, n, projection string) string {
		if p.Bare {
			return "[] AS evidence"
		}
		return evidence(edge, n, f.chunk("WHERE", "c"), projection)
	}
	columns, ok := map[string]string{
		"Chunk": "[(d:Document)-[:HAS_CHUNK]->(c) | d.id][0] AS document, " + chunkColumns,
		"AtomicFact": "f.id AS id, f.text AS text, f.support AS support,\n  " +
			evidence("HAS_FACT", "f", ".text, .about, "+spanProjection),
		"KeyElement": f.elements() + ",\n  " + evidence("MENTIONS", "k", ".type, .description, .same, .apart, "+spanProjection),
		"Attribute": "a.id AS id, a.entity AS entity, a.attribute AS attribute, a.value AS value, a.support AS support,\n  " +
			evidence("STATES", "a", spanProjection),
		"Triple":    tripleColumns + ",\n  " + evidence("STATES", "t", ".head, .tail, "+spanProjection),
		"Community": communityColumns + ",\n  " + keywordColumns + ",\n  " + memberColumns,
		"Proposal":  proposalColumns + ",\n  " + evidence("PROPOSES", "p", ".subject, .object, .signature, "+spanProjection),
	}[p.Label]
	if !ok {
		return Statement{}, fault.New(fault.Internal, "cypher.Page", p.Label, "not a label with pages", "")
	}
	n := map[string]string{"Chunk": "c", "AtomicFact": "f", "KeyElement": "k", "Attribute": "a", "Triple": "t", "Community": "c",
		"Proposal": "p"}[p.Label]
	st := pageOf(w, p.PageQuery, n, p.Label, f.stated("AND", "MENTIONS", "k"), columns)
	return f.statement(st.Text, st.Params), nil
}

// evidence collects the evidence edges of a type that lead to the node n, from
// chunks that meet a condition.
func evidence(edge, n, condition, projection string) string {
	return "COLLECT {\n    MATCH (c:Chunk)-[e:" + edge + "]->(" + n + ")" + condition + "\n" +
		"    RETURN e {chunk: c.id, " + projection + "} ORDER BY c.id, e.`in`, e.surface\n  } AS evidence"
}

// PageChunks pages through all chunks.
func (s *Store) PageChunks(ctx context.Context, q graph.PageQuery) ([]graph.Chunk, error) {
	return read(ctx, s, "cypher.PageChunks", Page{"Chunk", q}, chunkOf)
}

// PageFacts pages through all facts with their evidence.
func (s *Store) PageFacts(ctx context.Context, q graph.PageQuery) ([]graph.FactPage, error) {
	return read(ctx, s, "cypher.PageFacts", Page{"AtomicFact", q}, func(r row) graph.FactPage {
		fact := graph.Fact{ID: r.id("id"), Text: r.text("text"), Support: r.number("support")}
		return graph.FactPage{Fact: fact, Evidence: each(r.rows("evidence"), func(e row) graph.FactEvidence {
			return graph.FactEvidence{Chunk: e.id("chunk"), Fact: fact.ID, Text: e.text("text"), Span: e.span(), About: e.ids("about")}
		})}
	})
}

// PageKeyElements pages through all key elements with their evidence.
func (s *Store) PageKeyElements(ctx context.Context, q graph.PageQuery) ([]graph.KeyElementPage, error) {
	return read(ctx, s, "cypher.PageKeyElements", Page{"KeyElement", q}, func(r row) graph.KeyElementPage {
		element := elementOf(r)
		return graph.KeyElementPage{KeyElement: element, Evidence: each(r.rows("evidence"), func(e row) graph.Mention {
			return graph.Mention{Chunk: e.id("chunk"), Element: element.ID, Norm: element.Norm, Span: e.span(),
				Type: e.text("type"), Description: e.text("description"), Same: e.text("same"), Apart: e.text("apart")}
		})}
	})
}

// PageKeyElements records the read, bounded to the scope.
func (t Traced) PageKeyElements(ctx context.Context, q graph.PageQuery) ([]graph.KeyElementPage, error) {
	q.Scope = t.Scope
	read := func(ctx context.Context, p Page) ([]graph.KeyElementPage, error) {
		return t.Reader.PageKeyElements(ctx, p.PageQuery)
	}
	return traced(ctx, t, "all_key_elements", Page{"KeyElement", q}, read, map[string]any{"after": q.After})
}

// PageAttributes pages through all attributes with their evidence.
func (s *Store) PageAttributes(ctx context.Context, q graph.PageQuery) ([]graph.AttributePage, error) {
	return read(ctx, s, "cypher.PageAttributes", Page{"Attribute", q}, func(r row) graph.AttributePage {
		a := attributeOf(r)
		return graph.AttributePage{Attribute: a, Evidence: each(r.rows("evidence"), func(e row) graph.AttributeEvidence {
			return graph.AttributeEvidence{Chunk: e.id("chunk"), Attribute: a.ID, Entity: a.Entity, Key: a.Key, Value: a.Value,
				Span: e.span()}
		})}
	})
}

// PageTriples pages through all triples with their evidence.
func (s *Store) PageTriples(ctx context.Context, q graph.PageQuery) ([]graph.TriplePage, error) {
	return read(ctx, s, "cypher.PageTriples", Page{"Triple", q}, func(r row) graph.TriplePage {
		t := tripleOf(r)
		return graph.TriplePage{Triple: t, Evidence: each(r.rows("evidence"), func(e row) graph.TripleEvidence {
			return graph.TripleEvidence{Chunk: e.id("chunk"), Triple: t.ID, Head: t.Head, Relation: t.Relation, Tail: t.Tail,
				HeadText: e.text("head"), TailText: e.text("tail"), Span: e.span()}
		})}
	})
}
