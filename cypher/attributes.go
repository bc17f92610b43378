package cypher

import (
	"cmp"
	"context"
	"slices"

	"grove/internal/graph"
)

func renderAttributes(w scope, q graph.AttributesQuery) Statement {
	f := filterOf(w, q.Scope)
	return f.statement(`UNWIND $entities AS key
MATCH (:KeyElement {key: key})-[:HAS_ATTRIBUTE]->(a:Attribute)`+f.stated("WHERE", "STATES", "a")+`
WITH DISTINCT a ORDER BY a.entity, a.attribute, a.value, a.id LIMIT $limit
RETURN a.id AS id, a.entity AS entity, a.attribute AS attribute, a.value AS value, `+f.support("STATES", "a")+` AS support
ORDER BY entity, attribute, value, id`, map[string]any{"entities": w.keys(q.Entities), "limit": graph.Limit(q.Limit)})
}

// Attributes carries out graph.AttributesQuery.
func (s *Store) Attributes(ctx context.Context, q graph.AttributesQuery) ([]graph.Attribute, error) {
	found, err := read(ctx, s, "cypher.Attributes", q, attributeOf)
	// The server orders strings by UTF-16 units, which differs beyond U+FFFF.
	slices.SortFunc(found, func(a, b graph.Attribute) int {
		return cmp.Or(cmp.Compare(a.Entity, b.Entity), cmp.Compare(a.Key, b.Key), cmp.Compare(a.Value, b.Value), cmp.Compare(a.ID, b.ID))
	})
	return found, err
}

// Attributes records the read, bounded to the scope.
func (t Traced) Attributes(ctx context.Context, q graph.AttributesQuery) ([]graph.Attribute, error) {
	q.Scope = t.Scope
	return traced(ctx, t, "attributes", q, t.Reader.Attributes, map[string]any{"entities": q.Entities})
}

// attributeOf decodes an attribute. The attribute's own key is kept in the
// property "attribute", since "key" names the node.
func attributeOf(r row) graph.Attribute {
	return graph.Attribute{ID: r.id("id"), Entity: r.id("entity"), Key: r.text("attribute"), Value: r.text("value"),
		Support: r.number("support")}
}

// attributeRow returns the properties of an Attribute node.
func attributeRow(w scope, a graph.Attribute) map[string]any {
	m := w.base(a.ID, a.Name())
	m["entity"], m["attribute"], m["value"], m["support"] = string(a.Entity), a.Key, a.Value, a.Support
	return m
}
