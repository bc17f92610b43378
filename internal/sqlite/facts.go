package sqlite

import (
	"context"
	"database/sql"

	"grove/internal/graph"
)

// Facts carries out graph.FactsQuery.
func (r reader) Facts(ctx context.Context, q graph.FactsQuery) ([]graph.FactRow, error) {
	if err := q.Check(); err != nil {
		return nil, err
	}
	s := scoped(q.Scope)
	text, args := s.query(`SELECT f.id, f.text, a.element, c.id, c.document, c.position, e.begins, e.ends, e.place
FROM about a JOIN fact f ON f.id = a.fact JOIN has_fact e ON e.fact = a.fact JOIN chunk c ON c.id = e.chunk
WHERE a.element IN `+list(len(q.Elements))+` AND NOT EXISTS (
  SELECT 1 FROM has_fact o WHERE o.chunk = e.chunk AND o.fact = e.fact
    AND (o.begins, o.ends, o.place, o.surface) < (e.begins, e.ends, e.place, e.surface))`+s.document("c.document")+s.about("a.fact", "a.element")+`
ORDER BY c.document, c.position, e.begins, f.id, a.element LIMIT ?`, append(values(q.Elements...), graph.Limit(q.Limit))...)
	return ask(ctx, r, "sqlite.Facts", scanFactRow, text, args...)
}

func scanFactRow(row *sql.Rows) (f graph.FactRow, err error) {
	err = row.Scan(&f.Fact, &f.Text, &f.Element, &f.Chunk, &f.Document, &f.Index, &f.Start, &f.End, &f.In)
	return f, err
}

func scanFact(row *sql.Rows) (f graph.Fact, err error) {
	err = row.Scan(&f.ID, &f.Text, &f.Support)
	return f, err
}
