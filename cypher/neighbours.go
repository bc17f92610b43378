package cypher

import (
	"context"

	"grove/internal/graph"
)

func renderNeighbours(w scope, q graph.NeighboursQuery) (Statement, error) {
	return Statement{`MATCH (e:KeyElement {key: $element})<-[:ABOUT]-(f:AtomicFact)-[:ABOUT]->(k:KeyElement)
WITH k, count(f) AS shared ORDER BY shared DESC, k.id LIMIT $limit
RETURN shared, ` + elementColumns + `
ORDER BY shared DESC, id`, map[string]any{"element": w.key(q.Element), "limit": graph.Limit(q.Limit)}}, nil
}

// Neighbours carries out graph.NeighboursQuery.
func (s *Store) Neighbours(ctx context.Context, q graph.NeighboursQuery) ([]graph.Neighbour, error) {
	st, err := renderNeighbours(s.workspace, q)
	if err != nil {
		return nil, err
	}
	return read(ctx, s, "cypher.Neighbours", st, func(r row) graph.Neighbour {
		return graph.Neighbour{KeyElement: elementOf(r), Shared: r.number("shared")}
	})
}
