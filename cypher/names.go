package cypher

import (
	"context"

	"grove/internal/graph"
)

// PageNames pages through the mentions of all chunks.
func (s *Store) PageNames(ctx context.Context, q graph.PageQuery) ([]graph.NameUse, graph.ID, error) {
	st := pageOf(s.workspace, q, "c", "Chunk", "", `c.id AS id, [(d:Document)-[:HAS_CHUNK]->(c) | d.id][0] AS document,
  COLLECT {
    MATCH (c)-[m:MENTIONS]->(k:KeyElement)
    RETURN {element: k.id, surface: m.surface, type: m.type, count: m.count, same: m.same, apart: m.apart} ORDER BY k.id, m.`+
		"`in`"+`, m.surface
  } AS uses`)
	pages, err := read(ctx, s, "cypher.PageNames", st, func(r row) []graph.NameUse {
		out := []graph.NameUse{{Chunk: r.id("id")}} // without an element: it names the chunk alone
		for _, u := range r.rows("uses") {
			out = append(out, graph.NameUse{Chunk: r.id("id"), Document: r.id("document"), Element: u.id("element"),
				Surface: u.text("surface"), Type: u.text("type"), Count: u.number("count"), Same: u.text("same"), Apart: u.text("apart")})
		}
		return out
	})
	var uses []graph.NameUse
	var next graph.ID
	for _, page := range pages {
		uses = append(uses, page[1:]...)
	}
	if len(pages) == graph.Limit(q.Limit) {
		next = pages[len(pages)-1][0].Chunk
	}
	return uses, next, err
}
