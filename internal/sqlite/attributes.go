package sqlite

import (
	"cmp"
	"context"

	"grove/internal/graph"
)

// Attributes carries out graph.AttributesQuery.
func (r reader) Attributes(ctx context.Context, q graph.AttributesQuery) ([]graph.Attribute, error) {
	r = r.checked(q)
	return listed(ctx, r, listing[graph.Attribute]{
		op: "sqlite.Attributes", items: q.Entities, limit: graph.Limit(q.Limit), scope: q.Scope,
		read: func(ctx context.Context, entities []graph.ID, limit int) ([]graph.Attribute, error) {
			s := scoped(q.Scope)
			const table, column, item = "states_attribute", "attribute", "attribute.id"
			text, args := s.query("SELECT id, entity, key, value, "+s.support("support", table, column, item)+
				" FROM attribute WHERE entity IN "+
				list(len(entities))+s.stated(table, column, item)+" ORDER BY entity, key, value, id"+limited(limit), values(entities...)...)
			return ask(ctx, r, "sqlite.Attributes", scanAttribute, text, args...)
		},
		item: func(a graph.Attribute) graph.ID { return a.Entity },
		compare: func(a, b graph.Attribute) int {
			return cmp.Or(cmp.Compare(a.Entity, b.Entity), cmp.Compare(a.Key, b.Key), cmp.Compare(a.Value, b.Value),
				cmp.Compare(a.ID, b.ID))
		},
		texts: func(a graph.Attribute) int { return len(a.Value) },
	})
}
