package sqlite

import (
	"context"

	"grove/internal/graph"
)

// Attributes carries out graph.AttributesQuery.
func (r reader) Attributes(ctx context.Context, q graph.AttributesQuery) ([]graph.Attribute, error) {
	if err := q.Check(); err != nil {
		return nil, err
	}
	s := scoped(q.Scope)
	const table, column, item = "states_attribute", "attribute", "attribute.id"
	text, args := s.query("SELECT id, entity, key, value, "+s.support("support", table, column, item)+" FROM attribute WHERE entity IN "+
		list(len(q.Entities))+s.stated(table, column, item)+" ORDER BY entity, key, value, id LIMIT ?", append(values(q.Entities...), graph.Limit(q.Limit))...)
	return ask(ctx, r, "sqlite.Attributes", scanAttribute, text, args...)
}
