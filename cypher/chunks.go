package cypher

import (
	"context"

	"grove/internal/graph"
)

// chunkColumns read a chunk c.
const chunkColumns = "c.id AS id, c.index AS index, c.start AS start, c.`end` AS `end`, c.text AS text,\n" +
	"  c.tokens AS tokens, c.page AS page, c.heading AS heading, c.name AS name"

func chunkOf(r row) graph.Chunk {
	return graph.Chunk{ID: r.id("id"), Document: r.id("document"), Index: r.number("index"), Start: r.number("start"),
		End: r.number("end"), Text: r.text("text"), Tokens: r.number("tokens"), Page: r.text("page"),
		Heading: r.text("heading"), Name: r.text("name")}
}

func renderChunks(w scope, q graph.ChunksQuery) Statement {
	f := filterOf(w, q.Scope)
	params := map[string]any{"limit": graph.Limit(q.Limit)}
	var match string
	if len(q.IDs) > 0 {
		params["keys"] = w.keys(q.IDs)
		match = "UNWIND $keys AS key\nMATCH (d:Document)-[:HAS_CHUNK]->(c:Chunk {key: key})" + f.document("WHERE", "d") + "\n"
	} else {
		params["document"], params["from"] = w.key(q.Document), q.From
		match = "MATCH (d:Document {key: $document})-[:HAS_CHUNK]->(c:Chunk) WHERE c.index >= $from" + f.document("AND", "d") + "\n"
	}
	return f.statement(match+`WITH d, c ORDER BY d.id, c.index, c.id LIMIT $limit
RETURN d.id AS document, `+chunkColumns+`,
  [(p:Chunk)-[:NEXT]->(c) | p.id][0] AS previous, [(c)-[:NEXT]->(n:Chunk) | n.id][0] AS next,
  d.source AS source, d.sourceId AS sourceId, d.title AS title
ORDER BY document, index, id`, params)
}

// Chunks carries out graph.ChunksQuery.
func (s *Store) Chunks(ctx context.Context, q graph.ChunksQuery) ([]graph.ChunkRow, error) {
	return read(ctx, s, "cypher.Chunks", q, func(r row) graph.ChunkRow {
		return graph.ChunkRow{Chunk: chunkOf(r), Previous: r.id("previous"), Next: r.id("next"),
			Source: r.text("source"), SourceID: r.text("sourceId"), Title: r.text("title")}
	})
}

// Chunks records the read, bounded to the scope.
func (t Traced) Chunks(ctx context.Context, q graph.ChunksQuery) ([]graph.ChunkRow, error) {
	q.Scope = t.Scope
	args := map[string]any{"ids": q.IDs}
	if q.Document != "" {
		args = map[string]any{"document": q.Document, "from": q.From}
	}
	return traced(ctx, t, "chunks", q, t.Reader.Chunks, args)
}

// chunkRow returns the properties of a Chunk node written with a change number.
func chunkRow(w scope, c graph.Chunk, number int64) map[string]any {
	m := w.base(c.ID, c.Name)
	m["index"], m["start"], m["end"], m["text"], m["tokens"] = c.Index, c.Start, c.End, c.Text, c.Tokens
	m["page"], m["heading"], m["changed"] = optional(c.Page), optional(c.Heading), number
	return m
}
