package sqlite

import (
	"context"
	"database/sql"

	"grove/internal/graph"
)

// Relations carries out graph.RelationsQuery.
func (r reader) Relations(ctx context.Context, q graph.RelationsQuery) ([]graph.RelationRow, error) {
	const op = "sqlite.Relations"
	if err := q.Check(); err != nil {
		return nil, err
	}
	only := ""
	args := []any{list(q.Elements)}
	if len(q.Relations) > 0 {
		only = " AND t.relation IN (SELECT value FROM json_each(?2))"
		args = append(args, list(q.Relations))
	}
	// A self-loop stands once, on the outgoing side, unless only incoming is asked.
	outgoing := "SELECT e.value AS element, t.* FROM json_each(?1) e CROSS JOIN triple t ON t.head = e.value" + only
	incoming := "SELECT e.value AS element, t.* FROM json_each(?1) e CROSS JOIN triple t ON t.tail = e.value" + only
	sides := outgoing + " UNION ALL " + incoming + " AND t.head <> t.tail"
	switch q.Direction {
	case graph.Outgoing:
		sides = outgoing
	case graph.Incoming:
		sides = incoming
	}
	fanout := q.Fanout
	if fanout <= 0 {
		fanout = graph.DefaultFanout
	}
	return collect(ctx, r.q, op, `SELECT s.element, s.id, s.head, s.relation, s.tail, s.name, s.support, h.name, t.name FROM (
			SELECT *, row_number() OVER (PARTITION BY element ORDER BY support DESC, id) AS rank FROM (`+sides+`)
		) s JOIN key_element h ON h.id = s.head JOIN key_element t ON t.id = s.tail
		WHERE s.rank <= ? ORDER BY s.element, s.support DESC, s.id`, append(args, min(fanout, graph.MaxRows)),
		func(rows *sql.Rows) (row graph.RelationRow, err error) {
			targets := append([]any{&row.Element}, tripleTargets(&row.Triple)...)
			return row, rows.Scan(append(targets, &row.HeadName, &row.TailName)...)
		})
}
