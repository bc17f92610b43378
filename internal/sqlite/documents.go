package sqlite

import (
	"context"
	"database/sql"
	"time"

	"grove/internal/graph"
)

// Documents carries out graph.DocumentsQuery.
func (r reader) Documents(ctx context.Context, q graph.DocumentsQuery) ([]graph.Document, error) {
	const op = "sqlite.Documents"
	if err := q.Check(); err != nil {
		return nil, err
	}
	where, args := "", []any{q.After}
	if len(q.IDs)+len(q.Sources)+len(q.SourceIDs)+len(q.Origins) > 0 {
		// A UNION of look-ups: each finds its index.
		where = ` AND id IN (SELECT value FROM json_each(?)
			UNION SELECT document.id FROM json_each(?) CROSS JOIN document ON source = value
			UNION SELECT document.id FROM json_each(?) CROSS JOIN document ON source_id = value
			UNION SELECT document.id FROM json_each(?) CROSS JOIN document ON origin = value)`
		args = append(args, list(q.IDs), list(q.Sources), list(q.SourceIDs), list(q.Origins))
	}
	return collect(ctx, r.q, op, `SELECT id, source, source_id, title, language, sha256, tokens, runes, tags, origin, ingested_at
		FROM document WHERE id > ?`+where+" ORDER BY id LIMIT ?", append(args, graph.Limit(q.Limit)), scanDocument)
}

func scanDocument(rows *sql.Rows) (d graph.Document, err error) {
	var tags string
	var at int64
	err = rows.Scan(&d.ID, &d.Source, &d.SourceID, &d.Title, &d.Language, &d.SHA256, &d.Tokens, &d.Runes, &tags, &d.Origin, &at)
	if err != nil {
		return d, err
	}
	d.IngestedAt = time.Unix(at, 0).UTC()
	return d, decode(tags, &d.Tags)
}
