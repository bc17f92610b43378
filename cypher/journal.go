package cypher

import (
	"cmp"
	"context"
	"slices"

	"grove/internal/graph"
	"grove/internal/lists"
)

// renderJournal keeps extractions. The sort is stable: of two for one chunk the
// later is written last, and stays.
func renderJournal(w scope, extractions []graph.Extraction) []Statement {
	sorted := slices.SortedStableFunc(slices.Values(extractions), func(a, b graph.Extraction) int { return cmp.Compare(a.Chunk, b.Chunk) })
	return mergeNodes("Extraction", lists.Map(sorted, func(x graph.Extraction) map[string]any {
		m := w.base(x.Chunk, "Extraction of "+string(x.Chunk))
		m["version"], m["result"] = x.Version, x.Result
		m["state"], m["packet"] = optional(string(x.State)), optional(x.Packet)
		m["attempts"], m["error"], m["raw"] = x.Attempts, optional(x.Error), optional(x.Raw)
		return m
	}))
}

// Journal keeps extractions, one a chunk.
func (s *Store) Journal(ctx context.Context, extractions []graph.Extraction) error {
	return s.change(ctx, "cypher.Journal", renderJournal(s.workspace, extractions))
}

func renderExtractions(w scope, q graph.ExtractionsQuery) Statement {
	return Statement{`UNWIND $chunks AS key
MATCH (x:Extraction {key: key}) WHERE $version IN ['', x.version]
RETURN ` + extractionColumns + `
ORDER BY chunk`, map[string]any{"chunks": w.keys(q.Chunks), "version": q.Version}}
}

// Extractions carries out graph.ExtractionsQuery.
func (s *Store) Extractions(ctx context.Context, q graph.ExtractionsQuery) ([]graph.Extraction, error) {
	return read(ctx, s, "cypher.Extractions", q, extractionOf)
}

const extractionColumns = `x.id AS chunk, x.version AS version, x.result AS result, x.state AS state,
  x.packet AS packet, x.attempts AS attempts, x.error AS error, x.raw AS raw`

func extractionOf(r row) graph.Extraction {
	return graph.Extraction{Chunk: r.id("chunk"), Version: r.text("version"), Result: r.text("result"),
		State: graph.ExtractionState(r.text("state")), Packet: r.text("packet"), Attempts: r.number("attempts"),
		Error: r.text("error"), Raw: r.text("raw")}
}

func renderQuarantined(w scope, q graph.QuarantinedQuery) Statement {
	return Statement{`MATCH (x:Extraction) WHERE x.workspace = $workspace AND x.state = 'quarantined' AND x.id > $after
WITH x ORDER BY x.id LIMIT $limit
OPTIONAL MATCH (c:Chunk {key: x.key})<-[:HAS_CHUNK]-(d:Document)
RETURN ` + extractionColumns + `, d.id AS document, d.source AS source, c.index AS index
ORDER BY chunk`, map[string]any{"workspace": string(w), "after": string(q.After), "limit": graph.Limit(q.Limit)}}
}

// Quarantined carries out graph.QuarantinedQuery.
func (s *Store) Quarantined(ctx context.Context, q graph.QuarantinedQuery) ([]graph.QuarantinedRow, error) {
	return read(ctx, s, "cypher.Quarantined", q, func(r row) graph.QuarantinedRow {
		return graph.QuarantinedRow{Extraction: extractionOf(r), Document: r.id("document"), Source: r.text("source"),
			Index: r.number("index")}
	})
}
