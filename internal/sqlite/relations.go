package sqlite

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"grove/internal/graph"
	"grove/internal/lists"
)

const tripleColumns = "t.id, t.head, t.relation, t.tail, t.name, t.support"

// Relations carries out graph.RelationsQuery.
func (r reader) Relations(ctx context.Context, q graph.RelationsQuery) ([]graph.RelationRow, error) {
	r = r.checked(q)
	within := scopeFrom(2+len(q.Relations), q.Scope)
	best := bestRelations(within, q.Relations, q.Direction, q.PerElement(), ", h.name, l.name",
		"JOIN key_element h ON h.id = t.head JOIN key_element l ON l.id = t.tail")
	var out []graph.RelationRow
	err := r.view(ctx, "sqlite.Relations", func(s queryer) (err error) {
		out, err = relationsOf(ctx, s, r.memo(), q.Elements, best, scanRelationRow, within.after(values(q.Relations...)))
		return err
	})
	return out, err
}

// bestRelations returns the query of the first relations of one element, its first
// argument, by support (descending) and id. It walks the indexes in that order,
// so that a hub costs no more than its fan-out. Further arguments are the
// relations and those of the scope; columns and joins are added to those of the
// triple t. Within a scope supports are counted, and all relations of the element
// are gone through.
func bestRelations(within *scope, relations []string, direction graph.Direction, fanout int, columns, joins string) string {
	only := ""
	if len(relations) > 0 {
		only = " AND relation IN " + numbered(2, len(relations))
	}
	support := within.support("support", "states_triple", "triple", "triple.id")
	if within != nil {
		support += " AS support"
	}
	end := func(condition string) string {
		return fmt.Sprintf("SELECT * FROM (SELECT id, head, relation, tail, name, %s FROM triple WHERE %s%s%s "+
			"ORDER BY support DESC, id LIMIT %d)", support, condition, only, within.triple("triple.id"), fanout)
	}
	var ends string
	switch direction {
	case graph.Outgoing:
		ends = end("head = ?1")
	case graph.Incoming:
		ends = end("tail = ?1")
	default:
		// A self-loop is one relation.
		ends = end("head = ?1") + "\n  UNION ALL " + end("tail = ?1 AND head <> tail")
	}
	text, _ := within.query(fmt.Sprintf("SELECT %s%s FROM (\n  %s) t\n%s\nORDER BY t.support DESC, t.id LIMIT %d", tripleColumns, columns,
		ends, joins, fanout))
	return text
}

// relationsOf runs such a query for each of the elements, in their order, each
// once. m (nil: none) remembers what it gave without further arguments.
func relationsOf(ctx context.Context, s queryer, m *memo, elements []graph.ID, best string, scan scanner[graph.RelationRow],
	args []any) (out []graph.RelationRow, err error) {
	missing := lists.Sorted(elements)
	if len(args) > 0 {
		m = nil
	}
	if m != nil {
		if out, missing = recall[graph.RelationRow](m, best, missing); len(missing) == 0 {
			return out, nil
		}
	}
	query, err := s.PrepareContext(ctx, best)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, query.Close()) }()
	for _, element := range missing {
		cursor, err := query.QueryContext(ctx, append([]any{string(element)}, args...)...)
		if err != nil {
			return nil, err
		}
		found, err := readAll(cursor, scan)
		if err != nil {
			return nil, err
		}
		for i := range found {
			found[i].Element = element
		}
		if m != nil {
			keep(m, best, element, found, nil)
		}
		out = append(out, found...)
	}
	// Those of one element stay in their order.
	slices.SortStableFunc(out, func(a, b graph.RelationRow) int { return cmp.Compare(a.Element, b.Element) })
	return out, nil
}

func tripleTargets(t *graph.Triple) []any {
	return []any{&t.ID, &t.Head, &t.Relation, &t.Tail, &t.Name, &t.Support}
}

var scanTriple = fields(tripleTargets)

// scanRelation reads a relation without its element and the names of its ends.
var scanRelation = fields(func(r *graph.RelationRow) []any { return tripleTargets(&r.Triple) })

var scanRelationRow = fields(func(r *graph.RelationRow) []any { return append(tripleTargets(&r.Triple), &r.HeadName, &r.TailName) })
