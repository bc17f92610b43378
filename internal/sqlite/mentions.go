package sqlite

import (
	"cmp"
	"context"
	"database/sql"

	"grove/internal/graph"
)

// Mentions carries out graph.MentionsQuery.
func (r reader) Mentions(ctx context.Context, q graph.MentionsQuery) ([]graph.MentionRow, error) {
	r = r.checked(q)
	return listed(ctx, r, listing[graph.MentionRow]{
		op: "sqlite.Mentions", items: q.Chunks, limit: graph.Limit(q.Limit), scope: q.Scope,
		read: func(ctx context.Context, chunks []graph.ID, limit int) ([]graph.MentionRow, error) {
			s := scoped(q.Scope)
			text, args := s.query("SELECT m.chunk, m.times, "+s.keyElements()+`
FROM (SELECT chunk, element, sum(times) AS times FROM mentions WHERE chunk IN `+list(len(chunks))+s.chunk("mentions.chunk")+`
  GROUP BY chunk, element ORDER BY chunk, element`+limited(limit)+`) m
JOIN key_element k ON k.id = m.element
ORDER BY m.chunk, m.element`, values(chunks...)...)
			return ask(ctx, r, "sqlite.Mentions", func(row *sql.Rows) (m graph.MentionRow, err error) {
				m.KeyElement, err = scanKeyElementAfter(row, &m.Chunk, &m.Count)
				return m, err
			}, text, args...)
		},
		item: func(m graph.MentionRow) graph.ID { return m.Chunk },
		compare: func(a, b graph.MentionRow) int {
			return cmp.Or(cmp.Compare(a.Chunk, b.Chunk), cmp.Compare(a.ID, b.ID))
		},
	})
}
