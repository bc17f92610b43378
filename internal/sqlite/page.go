package sqlite

import (
	"context"
	"database/sql"

	"grove/internal/graph"
)

// PageChunks pages through all chunks.
func (r reader) PageChunks(ctx context.Context, q graph.PageQuery) ([]graph.Chunk, error) {
	return collect(ctx, r.q, "sqlite.PageChunks", "SELECT "+chunkColumns+" FROM chunk c WHERE c.id > ? ORDER BY c.id LIMIT ?", pageArgs(q),
		func(rows *sql.Rows) (c graph.Chunk, err error) { return c, rows.Scan(chunkTargets(&c)...) })
}

// PageFacts pages through all facts with their evidence.
func (r reader) PageFacts(ctx context.Context, q graph.PageQuery) ([]graph.FactPage, error) {
	facts, err := collect(ctx, r.q, "sqlite.PageFacts", "SELECT id, text, support FROM fact WHERE id > ? ORDER BY id LIMIT ?", pageArgs(q),
		func(rows *sql.Rows) (f graph.FactPage, err error) { return f, rows.Scan(&f.ID, &f.Text, &f.Support) })
	if err != nil {
		return nil, err
	}
	return facts, attach(ctx, r.q, facts, factEvidence, func(f *graph.FactPage) (graph.ID, *[]graph.FactEvidence) { return f.ID, &f.Evidence },
		func(e graph.FactEvidence) graph.ID { return e.Fact })
}

// PageKeyElements pages through all key elements with their evidence.
func (r reader) PageKeyElements(ctx context.Context, q graph.PageQuery) ([]graph.KeyElementPage, error) {
	elements, err := collect(ctx, r.q, "sqlite.PageKeyElements", "SELECT "+keyElementColumns+" FROM key_element k WHERE k.id > ? ORDER BY k.id LIMIT ?", pageArgs(q),
		func(rows *sql.Rows) (k graph.KeyElementPage, err error) { return k, scanWithKeyElement(rows, &k.KeyElement) })
	if err != nil {
		return nil, err
	}
	return elements, attach(ctx, r.q, elements, mentionEvidence, func(k *graph.KeyElementPage) (graph.ID, *[]graph.Mention) { return k.ID, &k.Evidence },
		func(e graph.Mention) graph.ID { return e.Element })
}

// PageAttributes pages through all attributes with their evidence.
func (r reader) PageAttributes(ctx context.Context, q graph.PageQuery) ([]graph.AttributePage, error) {
	attributes, err := collect(ctx, r.q, "sqlite.PageAttributes", "SELECT id, entity, key, value, support FROM attribute WHERE id > ? ORDER BY id LIMIT ?", pageArgs(q),
		func(rows *sql.Rows) (a graph.AttributePage, err error) {
			a.Attribute, err = scanAttribute(rows)
			return a, err
		})
	if err != nil {
		return nil, err
	}
	return attributes, attach(ctx, r.q, attributes, attributeEvidence, func(a *graph.AttributePage) (graph.ID, *[]graph.AttributeEvidence) { return a.ID, &a.Evidence },
		func(e graph.AttributeEvidence) graph.ID { return e.Attribute })
}

// PageTriples pages through all triples with their evidence.
func (r reader) PageTriples(ctx context.Context, q graph.PageQuery) ([]graph.TriplePage, error) {
	triples, err := collect(ctx, r.q, "sqlite.PageTriples", "SELECT id, head, relation, tail, name, support FROM triple WHERE id > ? ORDER BY id LIMIT ?", pageArgs(q),
		func(rows *sql.Rows) (t graph.TriplePage, err error) { return t, rows.Scan(tripleTargets(&t.Triple)...) })
	if err != nil {
		return nil, err
	}
	return triples, attach(ctx, r.q, triples, tripleEvidence, func(t *graph.TriplePage) (graph.ID, *[]graph.TripleEvidence) { return t.ID, &t.Evidence },
		func(e graph.TripleEvidence) graph.ID { return e.Triple })
}

func pageArgs(q graph.PageQuery) []any { return []any{q.After, graph.Limit(q.Limit)} }

// attach reads the evidence of a page's items, which stands in the items' order,
// and hands each item its own.
func attach[P, E any](ctx context.Context, q querier, page []P,
	read func(context.Context, querier, string, []any) ([]E, error), target func(*P) (graph.ID, *[]E), item func(E) graph.ID) error {
	if len(page) == 0 {
		return nil
	}
	first, _ := target(&page[0])
	last, _ := target(&page[len(page)-1])
	evidence, err := read(ctx, q, " WHERE item >= ? AND item <= ?", []any{first, last})
	if err != nil {
		return err
	}
	next := 0
	for i := range page {
		id, list := target(&page[i])
		for ; next < len(evidence) && item(evidence[next]) == id; next++ {
			*list = append(*list, evidence[next])
		}
	}
	return nil
}
