package sqlite

import (
	"context"

	"grove/internal/graph"
)

// Journal keeps extractions, one a chunk; it survives a kill once it returns.
func (s *Store) Journal(ctx context.Context, extractions []graph.Extraction) error {
	return writeAll(ctx, s, "sqlite.Journal", "INSERT OR REPLACE INTO extraction ("+extractionColumns+") VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
		extractions,
		func(e graph.Extraction) ([]any, error) {
			return []any{string(e.Chunk), e.Version, e.Result, string(e.State), e.Packet, e.Attempts, e.Error, e.Raw}, nil
		})
}

const extractionColumns = "chunk, version, result, state, packet, attempts, error, raw"

// extractionFields returns where a row of extractionColumns goes.
func extractionFields(e *graph.Extraction) []any {
	return []any{&e.Chunk, &e.Version, &e.Result, &e.State, &e.Packet, &e.Attempts, &e.Error, &e.Raw}
}

// Extractions carries out graph.ExtractionsQuery.
func (r reader) Extractions(ctx context.Context, q graph.ExtractionsQuery) ([]graph.Extraction, error) {
	r = r.checked(q)
	return ask(ctx, r, "sqlite.Extractions", fields(extractionFields), "SELECT "+extractionColumns+" FROM extraction WHERE chunk IN "+
		list(len(q.Chunks))+" AND ? IN ('', version) ORDER BY chunk", append(values(q.Chunks...), q.Version)...)
}

// Quarantined carries out graph.QuarantinedQuery.
func (r reader) Quarantined(ctx context.Context, q graph.QuarantinedQuery) ([]graph.QuarantinedRow, error) {
	return ask(ctx, r, "sqlite.Quarantined", fields(func(e *graph.QuarantinedRow) []any {
		return append(extractionFields(&e.Extraction), &e.Document, &e.Source, &e.Index)
	}), `SELECT x.chunk, x.version, x.result, x.state, x.packet, x.attempts, x.error, x.raw,
  coalesce(c.document, ''), coalesce(d.source, ''), coalesce(c.position, 0)
FROM extraction x LEFT JOIN chunk c ON c.id = x.chunk LEFT JOIN document d ON d.id = c.document
WHERE x.state = 'quarantined' AND x.chunk > ? ORDER BY x.chunk LIMIT ?`, string(q.After), graph.Limit(q.Limit))
}
