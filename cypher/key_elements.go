package cypher

import (
	"context"

	"grove/internal/graph"
)

// elementColumns read a key element k.
const elementColumns = `k.id AS id, k.norm AS norm, k.name AS name, k.aliases AS aliases, k.type AS type,
  k.description AS description, k.support AS support`

func elementOf(r row) graph.KeyElement {
	return graph.KeyElement{ID: r.id("id"), Norm: r.text("norm"), Name: r.text("name"), Aliases: r.texts("aliases"),
		Type: r.text("type"), Description: r.text("description"), Support: r.number("support")}
}

func renderKeyElements(w scope, q graph.KeyElementsQuery) Statement {
	in := filterOf(w, q.Scope)
	return in.statement(`UNWIND $facts AS key
MATCH (f:AtomicFact {key: key})-[:ABOUT]->(k:KeyElement)`+in.about("WHERE", "f", "k")+`
WITH f, k ORDER BY f.id, k.id LIMIT $limit
RETURN f.id AS fact, `+in.elements()+`
ORDER BY fact, id`, map[string]any{"facts": w.keys(q.Facts), "limit": graph.Limit(q.Limit)})
}

// KeyElements carries out graph.KeyElementsQuery.
func (s *Store) KeyElements(ctx context.Context, q graph.KeyElementsQuery) ([]graph.KeyElementRow, error) {
	return read(ctx, s, "cypher.KeyElements", q, func(r row) graph.KeyElementRow {
		return graph.KeyElementRow{Fact: r.id("fact"), KeyElement: elementOf(r)}
	})
}

// KeyElements records the read, bounded to the scope.
func (t Traced) KeyElements(ctx context.Context, q graph.KeyElementsQuery) ([]graph.KeyElementRow, error) {
	q.Scope = t.Scope
	return traced(ctx, t, "key_elements", q, t.Reader.KeyElements, map[string]any{"facts": q.Facts})
}

// elementRow returns the properties of a KeyElement node.
func elementRow(w scope, e graph.KeyElementState) map[string]any {
	m := w.base(e.ID, e.Name)
	m["norm"], m["support"] = e.Norm, e.Support
	m["type"], m["description"] = optional(e.Type), optional(e.Description)
	putTally(m, e.Surfaces, "aliases", "aliasCounts")
	m["merged"], m["norms"] = nil, nil
	if norms := e.OtherNorms(); len(norms) > 0 {
		m["merged"], m["norms"] = true, norms
	}
	putTally(m, e.Types, "types", "typeCounts")
	putTally(m, e.Descriptions, "descriptions", "descriptionCounts")
	return m
}
