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
	return ask(ctx, r, "sqlite.Attributes", scanAttribute, "SELECT id, entity, key, value, support FROM attribute WHERE entity IN "+
		list(len(q.Entities))+" ORDER BY entity, key, value, id LIMIT ?", append(values(q.Entities...), graph.Limit(q.Limit))...)
}
