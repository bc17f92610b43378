package sqlite

import (
	"context"
	"database/sql"
	"fmt"
	"strings"

	"grove/internal/graph"
)

const tripleColumns = "t.id, t.head, t.relation, t.tail, t.name, t.support"

// Relations carries out graph.RelationsQuery.
func (r reader) Relations(ctx context.Context, q graph.RelationsQuery) ([]graph.RelationRow, error) {
	if err := q.Check(); err != nil {
		return nil, err
	}
	if len(q.Elements) == 0 {
		return nil, nil
	}
	fanout := q.Fanout
	if fanout <= 0 {
		fanout = graph.DefaultFanout
	}
	best, args := bestRelations(q.Elements, q.Relations, q.Direction, min(fanout, graph.MaxRows))
	return ask(ctx, r, "sqlite.Relations", scanRelationRow, best+", h.name, l.name"+bestFrom+
		" JOIN key_element h ON h.id = t.head JOIN key_element l ON l.id = t.tail"+bestOrder, args...)
}

// The clauses between which a query about best relations may put columns and joins.
const (
	bestFrom  = "\nFROM best b JOIN triple t ON t.id = b.triple"
	bestOrder = "\nORDER BY b.element, t.support DESC, t.id"
)

// bestRelations begins a query about the first fanout relations of each of the
// elements, by support (descending) and id. It walks the indexes in that order,
// so that a hub costs no more than its fan-out.
func bestRelations(elements []graph.ID, relations []string, direction graph.Direction, fanout int) (string, []any) {
	args := values(elements...)
	only := ""
	if len(relations) > 0 {
		only = " AND relation IN " + list(len(relations))
	}
	var ends []string
	end := func(condition string) {
		ends = append(ends, fmt.Sprintf("SELECT * FROM (SELECT id, support FROM triple WHERE %s%s ORDER BY support DESC, id LIMIT %d)", condition, only, fanout))
		args = append(args, values(relations...)...)
	}
	switch direction {
	case graph.Outgoing:
		end("head = a.element")
	case graph.Incoming:
		end("tail = a.element")
	default:
		end("head = a.element")
		end("tail = a.element AND head <> tail") // a self-loop is one relation
	}
	return fmt.Sprintf(`WITH asked (element) AS (SELECT DISTINCT * FROM (%s)),
best AS (SELECT a.element, t.id AS triple FROM asked a CROSS JOIN triple t ON t.id IN (
  SELECT id FROM (%s)
  ORDER BY support DESC, id LIMIT %d))
SELECT b.element, `+tripleColumns, table(len(elements)), strings.Join(ends, "\n    UNION ALL "), fanout), args
}

func tripleTargets(t *graph.Triple) []any {
	return []any{&t.ID, &t.Head, &t.Relation, &t.Tail, &t.Name, &t.Support}
}

func scanTriple(row *sql.Rows) (t graph.Triple, err error) {
	err = row.Scan(tripleTargets(&t)...)
	return t, err
}

// scanRelation reads a relation without the names of its ends.
func scanRelation(row *sql.Rows) (r graph.RelationRow, err error) {
	err = row.Scan(append([]any{&r.Element}, tripleTargets(&r.Triple)...)...)
	return r, err
}

func scanRelationRow(row *sql.Rows) (r graph.RelationRow, err error) {
	err = row.Scan(append(append([]any{&r.Element}, tripleTargets(&r.Triple)...), &r.HeadName, &r.TailName)...)
	return r, err
}
