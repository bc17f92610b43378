package cypher

import (
	"context"

	"grove/internal/graph"
)

// PageDegrees pages through the key elements that facts are about.
func (s *Store) PageDegrees(ctx context.Context, q graph.PageQuery) ([]graph.Degree, error) {
	st := pageOf(s.workspace, q, "k", "KeyElement", " AND EXISTS { (k)<-[:ABOUT]-() }",
		"k.id AS id, COUNT { (k)<-[:ABOUT]-() } AS facts,\n"+
			"  COUNT { MATCH (k)<-[:ABOUT]-(:AtomicFact)-[:ABOUT]->(o:KeyElement) RETURN DISTINCT o } AS neighbours")
	return read(ctx, s, "cypher.PageDegrees", st, func(r row) graph.Degree {
		return graph.Degree{Element: r.id("id"), Facts: r.number("facts"), Neighbours: r.number("neighbours")}
	})
}

// samples gives the columns of graph.Sample for each document d.
const samples = `CALL (d) {
  MATCH (d)-[:HAS_CHUNK]->(:Chunk)-[:HAS_FACT]->(f:AtomicFact)
  RETURN collect(DISTINCT f) AS said
}
CALL (said) {
  UNWIND said AS f
  MATCH (f)-[:ABOUT]->(k:KeyElement)
  WITH k, collect(f) AS mine
  WITH size(mine) AS link, COUNT { UNWIND mine AS m MATCH (m)-[:ABOUT]->(o:KeyElement) WHERE o <> k RETURN DISTINCT o } AS tie
  RETURN count(*) AS nodes, sum(link) AS links, max(link) AS mostLinks, sum(tie) AS ties, max(tie) AS mostTies
}
RETURN d.id AS id, size(said) AS facts, nodes, links, mostLinks, ties, mostTies
ORDER BY id`

// PageSamples pages through the documents for the shape of the graph of each.
func (s *Store) PageSamples(ctx context.Context, q graph.PageQuery) ([]graph.DocumentSample, error) {
	st := Statement{"MATCH (d:Document) WHERE d.key > $after AND d.key < $end\nWITH d ORDER BY d.key LIMIT $limit\n" + samples,
		map[string]any{"after": s.workspace.key(q.After), "end": s.workspace.end(), "limit": graph.Limit(q.Limit)}}
	return read(ctx, s, "cypher.PageSamples", st, func(r row) graph.DocumentSample {
		return graph.DocumentSample{Document: r.id("id"), Sample: graph.Sample{Nodes: r.number("nodes"), Facts: r.number("facts"),
			Links: r.number("links"), Ties: r.number("ties"), MostLinks: r.number("mostLinks"), MostTies: r.number("mostTies")}}
	})
}
