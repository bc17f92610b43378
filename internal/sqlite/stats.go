package sqlite

import (
	"context"

	"grove/internal/graph"
)

// PageDegrees pages through the key elements that facts are about.
func (r reader) PageDegrees(ctx context.Context, q graph.PageQuery) ([]graph.Degree, error) {
	return ask(ctx, r, "sqlite.PageDegrees", fields(func(d *graph.Degree) []any {
		return []any{&d.Element, &d.Facts, &d.Neighbours}
	}), `SELECT n.element, n.facts, `+
		`(SELECT count(DISTINCT b.element) FROM about a JOIN about b ON b.fact = a.fact AND b.element <> a.element
  WHERE a.element = n.element)
FROM (SELECT element, count(*) AS facts FROM about WHERE element > ? GROUP BY element ORDER BY element LIMIT ?) n
ORDER BY n.element`, string(q.After), graph.Limit(q.Limit))
}

// PageSamples pages through the documents for the shape of the graph of each.
func (r reader) PageSamples(ctx context.Context, q graph.PageQuery) ([]graph.DocumentSample, error) {
	return ask(ctx, r, "sqlite.PageSamples", fields(func(s *graph.DocumentSample) []any {
		return []any{&s.Document, &s.Facts, &s.Nodes, &s.Links, &s.MostLinks, &s.Ties, &s.MostTies}
	}), `WITH page AS MATERIALIZED (SELECT id FROM document WHERE id > ? ORDER BY id LIMIT ?),
said AS MATERIALIZED (SELECT DISTINCT c.document, h.fact FROM page p JOIN chunk c ON c.document = p.id JOIN has_fact h ON h.chunk = c.id),
link AS MATERIALIZED (SELECT s.document, s.fact, a.element FROM said s JOIN about a ON a.fact = s.fact),
node AS MATERIALIZED (SELECT l.document, l.element, count(DISTINCT l.fact) AS links, count(DISTINCT nullif(b.element, l.element)) AS ties
  FROM link l JOIN about b ON b.fact = l.fact GROUP BY l.document, l.element)
SELECT p.id, (SELECT count(*) FROM said s WHERE s.document = p.id), count(n.element),
  coalesce(sum(n.links), 0), coalesce(max(n.links), 0), coalesce(sum(n.ties), 0), coalesce(max(n.ties), 0)
FROM page p LEFT JOIN node n ON n.document = p.id GROUP BY p.id ORDER BY p.id`, string(q.After), graph.Limit(q.Limit))
}
