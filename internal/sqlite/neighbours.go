package sqlite

import (
	"context"
	"database/sql"
	"fmt"

	"grove/internal/graph"
)

// Neighbours carries out graph.NeighboursQuery.
func (r reader) Neighbours(ctx context.Context, q graph.NeighboursQuery) ([]graph.Neighbour, error) {
	r = r.checked(q)
	if !q.Scope.Empty() {
		return r.neighbours(ctx, q)
	}
	return cachedWhole(ctx, r, "sqlite.Neighbours", fmt.Sprint(q.Element, " ", q.Limit),
		func(ctx context.Context) ([]graph.Neighbour, error) { return r.neighbours(ctx, q) })
}

func (r reader) neighbours(ctx context.Context, q graph.NeighboursQuery) ([]graph.Neighbour, error) {
	s := scoped(q.Scope)
	text, args := s.query("SELECT n.shared, "+s.keyElements()+`
FROM (SELECT b.element, count(*) AS shared FROM about a JOIN about b ON b.fact = a.fact AND b.element <> a.element
  WHERE a.element = ?`+s.about("a.fact", "a.element")+s.about("b.fact", "b.element")+
		` GROUP BY b.element ORDER BY shared DESC, b.element`+limited(graph.Limit(q.Limit))+`) n
JOIN key_element k ON k.id = n.element
ORDER BY n.shared DESC, n.element`, string(q.Element))
	return ask(ctx, r, "sqlite.Neighbours", func(row *sql.Rows) (n graph.Neighbour, err error) {
		n.KeyElement, err = scanKeyElementAfter(row, &n.Shared)
		return n, err
	}, text, args...)
}
