package cypher

import (
	"context"

	"grove/internal/graph"
)

func renderFacts(w scope, q graph.FactsQuery) Statement {
	f := filterOf(w, q.Scope)
	return f.statement(`UNWIND $elements AS key
MATCH (k:KeyElement {key: key})<-[:ABOUT]-(f:AtomicFact)<-[h:HAS_FACT]-(c:Chunk)<-[:HAS_CHUNK]-(d:Document)`+
		f.document("WHERE", "d")+f.about("AND", "f", "k")+`
WITH k, f, c, d, h ORDER BY h.start, h.`+"`end`, h.`in`"+`, h.surface
WITH k, f, c, d, head(collect(h)) AS h
RETURN f.id AS fact, f.text AS text, k.id AS element, c.id AS chunk, d.id AS document, c.index AS index,
  h.start AS start, h.`+"`end` AS `end`, h.`in` AS `in`"+`
ORDER BY document, index, start, fact, element LIMIT $limit`,
		map[string]any{"elements": w.keys(q.Elements), "limit": graph.Limit(q.Limit)})
}

// Facts carries out graph.FactsQuery.
func (s *Store) Facts(ctx context.Context, q graph.FactsQuery) ([]graph.FactRow, error) {
	return read(ctx, s, "cypher.Facts", q, func(r row) graph.FactRow {
		return graph.FactRow{Fact: r.id("fact"), Text: r.text("text"), Element: r.id("element"), Chunk: r.id("chunk"),
			Document: r.id("document"), Index: r.number("index"), Start: r.number("start"), End: r.number("end"),
			In: graph.Place(r.text("in"))}
	})
}

// Facts records the read, bounded to the scope.
func (t Traced) Facts(ctx context.Context, q graph.FactsQuery) ([]graph.FactRow, error) {
	q.Scope = t.Scope
	return traced(ctx, t, "facts", q, t.Reader.Facts, map[string]any{"elements": q.Elements})
}

// factRow returns the properties of an AtomicFact node.
func factRow(w scope, f graph.FactState) map[string]any {
	m := w.base(f.ID, f.Text)
	m["text"], m["support"] = f.Text, f.Support
	putTally(m, f.Texts, "texts", "textCounts")
	return m
}
