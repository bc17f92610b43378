package cypher

import (
	"context"

	"grove/internal/graph"
)

func renderNeighbours(w scope, q graph.NeighboursQuery) Statement {
	in := filterOf(w, q.Scope)
	return in.statement(`MATCH (e:KeyElement {key: $element})<-[:ABOUT]-(f:AtomicFact)-[:ABOUT]->(k:KeyElement)`+
		in.about("WHERE", "f", "e")+in.about("AND", "f", "k")+`
WITH k, count(f) AS shared ORDER BY shared DESC, k.id LIMIT $limit
RETURN shared, `+in.elements()+`
ORDER BY shared DESC, id`, map[string]any{"element": w.key(q.Element), "limit": graph.Limit(q.Limit)})
}

// Neighbours carries out graph.NeighboursQuery.
func (s *Store) Neighbours(ctx context.Context, q graph.NeighboursQuery) ([]graph.Neighbour, error) {
	return read(ctx, s, "cypher.Neighbours", q, func(r row) graph.Neighbour {
		return graph.Neighbour{KeyElement: elementOf(r), Shared: r.number("shared")}
	})
}

// Neighbours records the read, bounded to the scope.
func (t Traced) Neighbours(ctx context.Context, q graph.NeighboursQuery) ([]graph.Neighbour, error) {
	q.Scope = t.Scope
	return traced(ctx, t, "neighbours", q, t.Reader.Neighbours, map[string]any{"element": q.Element})
}
