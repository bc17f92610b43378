package sqlite

import (
	"context"

	"grove/internal/graph"
)

// Vocabulary counts the names of the schema that the graph uses.
func (r reader) Vocabulary(ctx context.Context) ([]graph.Term, error) {
	return ask(ctx, r, "sqlite.Vocabulary", fields(func(t *graph.Term) []any { return []any{&t.Part, &t.Name, &t.Count} }),
		`SELECT 'type' AS part, type AS name, count(*) AS n FROM key_element WHERE type <> '' GROUP BY type
UNION ALL SELECT 'relation', relation, count(*) FROM triple GROUP BY relation
UNION ALL SELECT 'attribute', key, count(*) FROM attribute GROUP BY key
ORDER BY part, name`)
}
