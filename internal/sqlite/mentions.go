package sqlite

import (
	"context"
	"database/sql"

	"grove/internal/graph"
)

// Mentions carries out graph.MentionsQuery.
func (r reader) Mentions(ctx context.Context, q graph.MentionsQuery) ([]graph.MentionRow, error) {
	if err := q.Check(); err != nil {
		return nil, err
	}
	s := scoped(q.Scope)
	text, args := s.query("SELECT m.chunk, m.times, "+s.keyElements()+`
FROM (SELECT chunk, element, sum(times) AS times FROM mentions WHERE chunk IN `+list(len(q.Chunks))+s.chunk("mentions.chunk")+`
  GROUP BY chunk, element ORDER BY chunk, element LIMIT ?) m
JOIN key_element k ON k.id = m.element
ORDER BY m.chunk, m.element`, append(values(q.Chunks...), graph.Limit(q.Limit))...)
	return ask(ctx, r, "sqlite.Mentions", func(row *sql.Rows) (m graph.MentionRow, err error) {
		m.KeyElement, err = scanKeyElementAfter(row, &m.Chunk, &m.Count)
		return m, err
	}, text, args...)
}
