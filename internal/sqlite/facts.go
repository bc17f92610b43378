package sqlite

import (
	"cmp"
	"context"

	"grove/internal/graph"
)

// Facts carries out graph.FactsQuery.
func (r reader) Facts(ctx context.Context, q graph.FactsQuery) ([]graph.FactRow, error) {
	r = r.checked(q)
	return listed(ctx, r, listing[graph.FactRow]{
		op: "sqlite.Facts", items: q.Elements, limit: graph.Limit(q.Limit), scope: q.Scope,
		read: func(ctx context.Context, elements []graph.ID, limit int) ([]graph.FactRow, error) {
			s := scoped(q.Scope)
			text, args := s.query(`SELECT f.id, f.text, a.element, c.id, c.document, c.position, e.begins, e.ends, e.place
FROM about a JOIN fact f ON f.id = a.fact JOIN has_fact e ON e.fact = a.fact JOIN chunk c ON c.id = e.chunk
WHERE a.element IN `+list(len(elements))+` AND NOT EXISTS (
  SELECT 1 FROM has_fact o WHERE o.chunk = e.chunk AND o.fact = e.fact
    AND (o.begins, o.ends, o.place, o.surface) < (e.begins, e.ends, e.place, e.surface))`+
				s.document("c.document")+s.about("a.fact", "a.element")+`
ORDER BY c.document, c.position, e.begins, f.id, a.element`+limited(limit), values(elements...)...)
			return ask(ctx, r, "sqlite.Facts", scanFactRow, text, args...)
		},
		item: func(f graph.FactRow) graph.ID { return f.Element },
		compare: func(a, b graph.FactRow) int {
			return cmp.Or(cmp.Compare(a.Document, b.Document), cmp.Compare(a.Index, b.Index), cmp.Compare(a.Start, b.Start),
				cmp.Compare(a.Fact, b.Fact), cmp.Compare(a.Element, b.Element))
		},
		texts: func(f graph.FactRow) int { return len(f.Text) },
	})
}

var scanFactRow = fields(func(f *graph.FactRow) []any {
	return []any{&f.Fact, &f.Text, &f.Element, &f.Chunk, &f.Document, &f.Index, &f.Start, &f.End, &f.In}
})

var scanFact = fields(func(f *graph.Fact) []any { return []any{&f.ID, &f.Text, &f.Support} })
