package cypher

import (
	"context"

	"grove/internal/graph"
)

func renderMentions(w scope, q graph.MentionsQuery) Statement {
	f := filterOf(w, q.Scope)
	return f.statement(`UNWIND $chunks AS key
MATCH (c:Chunk {key: key})-[m:MENTIONS]->(k:KeyElement)`+f.chunk("WHERE", "c")+`
WITH c, k, sum(m.count) AS count ORDER BY c.id, k.id LIMIT $limit
RETURN c.id AS chunk, count, `+f.elements()+`
ORDER BY chunk, id`, map[string]any{"chunks": w.keys(q.Chunks), "limit": graph.Limit(q.Limit)})
}

// Mentions carries out graph.MentionsQuery.
func (s *Store) Mentions(ctx context.Context, q graph.MentionsQuery) ([]graph.MentionRow, error) {
	return read(ctx, s, "cypher.Mentions", q, func(r row) graph.MentionRow {
		return graph.MentionRow{Chunk: r.id("chunk"), Count: r.number("count"), KeyElement: elementOf(r)}
	})
}

// Mentions records the read, bounded to the scope.
func (t Traced) Mentions(ctx context.Context, q graph.MentionsQuery) ([]graph.MentionRow, error) {
	q.Scope = t.Scope
	return traced(ctx, t, "mentions", q, t.Reader.Mentions, map[string]any{"chunks": q.Chunks})
}
