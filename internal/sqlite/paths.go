package sqlite

import (
	"cmp"
	"context"
	"database/sql"
	"slices"

	"grove/internal/graph"
)

// Paths carries out graph.PathsQuery, a level at a time: one query gives the
// relations of all open ends, one the relations that reach the target. All
// levels read one state.
func (s *Store) Paths(ctx context.Context, q graph.PathsQuery) ([]graph.Path, error) {
	snapshot, release, err := s.Snapshot(ctx)
	if err != nil {
		return nil, err
	}
	defer release()
	return snapshot.Paths(ctx, q)
}

// Paths carries out graph.PathsQuery on this reader's state.
func (r reader) Paths(ctx context.Context, q graph.PathsQuery) ([]graph.Path, error) {
	q, err := q.Bounded()
	if err != nil || q.From == q.To {
		return nil, err
	}
	ends, err := r.Find(ctx, graph.FindQuery{IDs: []graph.ID{q.From, q.To}})
	if err != nil || len(ends) < 2 {
		return nil, err
	}
	var found []graph.Path
	open := []graph.Path{{Elements: []graph.ID{q.From}}}
	for hop := 1; hop <= q.MaxHops && len(open) > 0 && len(found) < q.Limit; hop++ {
		closing, err := r.edges(ctx, closingEdges, open, q.To)
		if err != nil {
			return nil, err
		}
		found = append(found, extend(open, closing, func(graph.ID) bool { return true }, q.Limit-len(found))...)
		if hop == q.MaxHops {
			break
		}
		next, err := r.edges(ctx, openEdges, open, q.Fanout)
		if err != nil {
			return nil, err
		}
		open = extend(open, next, func(far graph.ID) bool { return far != q.To }, q.Beam)
	}
	return found, r.name(ctx, found)
}

// extend lengthens each path by each edge of its end that leads to a new
// element, and keeps the best.
func extend(paths []graph.Path, edges map[graph.ID][]edge, allowed func(graph.ID) bool, keep int) []graph.Path {
	var out []graph.Path
	for _, p := range paths {
		for _, e := range edges[p.Elements[len(p.Elements)-1]] {
			if !allowed(e.far) || slices.Contains(p.Elements, e.far) {
				continue
			}
			out = append(out, graph.Path{
				Elements: append(slices.Clone(p.Elements), e.far),
				Triples:  append(slices.Clone(p.Triples), e.triple), Weight: p.Weight + e.triple.Support})
		}
	}
	slices.SortFunc(out, func(a, b graph.Path) int {
		return cmp.Or(-cmp.Compare(a.Weight, b.Weight), slices.CompareFunc(a.Triples, b.Triples,
			func(a, b graph.Triple) int { return cmp.Compare(a.ID, b.ID) }))
	})
	return out[:min(keep, len(out))]
}

// edge is a typed relation seen from one end.
type edge struct {
	triple graph.Triple
	far    graph.ID
}

// openEdges gives the first relations of each end by support, id, far end;
// both sides of a triple are looked up by their own index.
const openEdges = `SELECT near, far, id, head, relation, tail, name, support FROM (
		SELECT *, row_number() OVER (PARTITION BY near ORDER BY support DESC, id, far) AS rank FROM (
			SELECT e.value AS near, t.tail AS far, t.* FROM json_each(?1) e CROSS JOIN triple t ON t.head = e.value
			UNION ALL SELECT e.value, t.head, t.* FROM json_each(?1) e CROSS JOIN triple t ON t.tail = e.value AND t.head <> t.tail)
	) WHERE rank <= ?2 ORDER BY near, rank`

// closingEdges gives all relations between each end and the target.
const closingEdges = `SELECT t.tail AS near, t.head AS far, t.id, t.head, t.relation, t.tail, t.name, t.support
		FROM triple t WHERE t.head = ?2 AND t.tail <> ?2 AND t.tail IN (SELECT value FROM json_each(?1))
	UNION ALL SELECT t.head, t.tail, t.id, t.head, t.relation, t.tail, t.name, t.support
		FROM triple t WHERE t.tail = ?2 AND t.head <> ?2 AND t.head IN (SELECT value FROM json_each(?1))
	ORDER BY 3`

func (r reader) edges(ctx context.Context, query string, paths []graph.Path, bound any) (map[graph.ID][]edge, error) {
	var ends []graph.ID
	for _, p := range paths {
		ends = append(ends, p.Elements[len(p.Elements)-1])
	}
	slices.Sort(ends)
	out := map[graph.ID][]edge{}
	_, err := collect(ctx, r.q, "sqlite.Paths", query, []any{list(slices.Compact(ends)), bound}, func(rows *sql.Rows) (struct{}, error) {
		var near graph.ID
		var e edge
		err := rows.Scan(append([]any{&near, &e.far}, tripleTargets(&e.triple)...)...)
		out[near] = append(out[near], e)
		return struct{}{}, err
	})
	return out, err
}

// name fills in the captions of the paths' elements.
func (r reader) name(ctx context.Context, paths []graph.Path) error {
	var ids []graph.ID
	for _, p := range paths {
		ids = append(ids, p.Elements...)
	}
	slices.Sort(ids)
	names := map[graph.ID]string{}
	for part := range slices.Chunk(slices.Compact(ids), graph.MaxIDs) {
		elements, err := r.Find(ctx, graph.FindQuery{IDs: part, Limit: graph.MaxRows})
		if err != nil {
			return err
		}
		for _, e := range elements {
			names[e.ID] = e.Name
		}
	}
	for i := range paths {
		for _, id := range paths[i].Elements {
			paths[i].Names = append(paths[i].Names, names[id])
		}
	}
	return nil
}
