package sqlite

import (
	"cmp"
	"context"
	"slices"

	"grove/internal/graph"
	"grove/internal/lists"
)

// hubRelations is the number of relations from which an element is a hub, whose relations
// are not all cached.
const hubRelations = 1000

// Paths carries out graph.PathsQuery hop by hop: each hop reads the relations of all open
// ends that close a path, then those that extend the open paths.
func (r reader) Paths(ctx context.Context, q graph.PathsQuery) ([]graph.Path, error) {
	q, err := q.Bounded()
	if err != nil || q.From == q.To {
		return nil, r.observe.Refuse(ctx, "sqlite.Paths", err)
	}
	var found []graph.Path
	err = r.view(ctx, "sqlite.Paths", func(s queryer) error {
		open := []graph.Path{{Elements: []graph.ID{q.From}}}
		for hop := 1; hop <= q.MaxHops && len(open) > 0 && len(found) < q.Limit; hop++ {
			closed, err := closePaths(ctx, s, r.memo(), open, q)
			if err != nil {
				return err
			}
			found = append(found, first(closed, q.Limit-len(found))...)
			if hop == q.MaxHops {
				break
			}
			if open, err = extendPaths(ctx, s, r.memo(), open, q); err != nil {
				return err
			}
		}
		return namePaths(ctx, s, r.memo(), found)
	})
	return found, err
}

// closePaths returns the open paths that one more relation completes.
func closePaths(ctx context.Context, s queryer, m *memo, open []graph.Path, q graph.PathsQuery) ([]graph.Path, error) {
	relations, err := closing(ctx, s, m, openEnds(open), q)
	return extend(open, relations, func(p graph.Path, next graph.ID) bool { return true }), err
}

// closing returns the relations between the open ends and the end of the path: in no order.
func closing(ctx context.Context, s queryer, m *memo, ends []graph.ID, q graph.PathsQuery) ([]graph.RelationRow, error) {
	if m == nil || !q.Scope.Empty() {
		return closingOf(ctx, s, ends, q)
	}
	// What is remembered are all relations of the end, unless it is a hub.
	all := bestRelations(nil, nil, graph.Both, hubRelations, "", "")
	known, err := relationsOf(ctx, s, m, []graph.ID{q.To}, all, scanRelation, nil)
	if err != nil {
		return nil, err
	}
	if len(known) == hubRelations {
		return closingOf(ctx, s, ends, q)
	}
	wanted := lists.Set(ends)
	var out []graph.RelationRow
	for _, r := range known {
		if r.Element = r.Other(); wanted[r.Element] {
			out = append(out, r)
		}
	}
	return out, nil
}

// closingOf asks for them. CROSS JOIN keeps the planner from walking all relations
// of the end, which may be a hub.
func closingOf(ctx context.Context, s queryer, ends []graph.ID, q graph.PathsQuery) ([]graph.RelationRow, error) {
	within := scoped(q.Scope)
	text, args := within.query(`WITH ends (element) AS (`+table(len(ends))+`)
SELECT a.element, `+within.triples()+` FROM ends a CROSS JOIN triple t ON t.head = a.element AND t.tail = ?`+within.triple("t.id")+`
UNION ALL
SELECT a.element, `+within.triples()+` FROM ends a CROSS JOIN triple t ON t.head = ? AND t.tail = a.element`+within.triple("t.id"),
		slices.Concat(values(ends...), values(q.To, q.To))...)
	return rows(ctx, s, fields(func(r *graph.RelationRow) []any { return append([]any{&r.Element}, tripleTargets(&r.Triple)...) }),
		text, args...)
}

// extendPaths returns the best open paths with one more hop.
func extendPaths(ctx context.Context, s queryer, m *memo, open []graph.Path, q graph.PathsQuery) ([]graph.Path, error) {
	within := scopeFrom(2, q.Scope)
	best := bestRelations(within, nil, graph.Both, q.Fanout, "", "")
	relations, err := relationsOf(ctx, s, m, openEnds(open), best, scanRelation, within.after(nil))
	if err != nil {
		return nil, err
	}
	longer := extend(open, relations, func(p graph.Path, next graph.ID) bool {
		return next != q.To && !slices.Contains(p.Elements, next)
	})
	return first(longer, q.Beam), nil
}

// openEnds returns the last elements of the paths, each once.
func openEnds(open []graph.Path) []graph.ID {
	return lists.Sorted(lists.Map(open, func(p graph.Path) graph.ID { return p.Elements[len(p.Elements)-1] }))
}

// extend returns the paths with one more relation where they may take it.
func extend(open []graph.Path, relations []graph.RelationRow, may func(p graph.Path, next graph.ID) bool) []graph.Path {
	from := lists.Group(relations, func(r graph.RelationRow) graph.ID { return r.Element })
	var out []graph.Path
	for _, p := range open {
		for _, r := range from[p.Elements[len(p.Elements)-1]] {
			if next := r.Other(); may(p, next) {
				out = append(out, graph.Path{
					Elements: append(slices.Clone(p.Elements), next),
					Triples:  append(slices.Clone(p.Triples), r.Triple),
					Weight:   p.Weight + r.Support,
				})
			}
		}
	}
	return out
}

// first sorts paths of one length by weight (descending) and triple ids, and keeps n.
func first(paths []graph.Path, n int) []graph.Path {
	slices.SortFunc(paths, func(a, b graph.Path) int {
		return cmp.Or(cmp.Compare(b.Weight, a.Weight), slices.CompareFunc(a.Triples, b.Triples, func(s, t graph.Triple) int {
			return cmp.Compare(s.ID, t.ID)
		}))
	})
	return paths[:min(n, len(paths))]
}

// namePaths fills in the captions of the paths' elements.
func namePaths(ctx context.Context, s queryer, m *memo, paths []graph.Path) error {
	type named struct {
		id   graph.ID
		name string
	}
	const what = "names"
	var known []named
	missing := lists.Sorted(lists.Flat(paths, func(p graph.Path) []graph.ID { return p.Elements }))
	if m != nil {
		known, missing = recall[named](m, what, missing)
	}
	for batch := range slices.Chunk(missing, batchSize) {
		read, err := rows(ctx, s, fields(func(n *named) []any { return []any{&n.id, &n.name} }),
			"SELECT id, name FROM key_element WHERE id IN "+list(len(batch)), values(batch...)...)
		if err != nil {
			return err
		}
		if known = append(known, read...); m == nil {
			continue
		}
		for i, n := range read {
			keep(m, what, n.id, read[i:i+1:i+1], nil)
		}
	}
	names := lists.Table(known, func(n named) (graph.ID, string) { return n.id, n.name })
	for i, p := range paths {
		paths[i].Names = lists.Map(p.Elements, func(id graph.ID) string { return names[id] })
	}
	return nil
}
