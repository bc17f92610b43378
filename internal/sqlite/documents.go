package sqlite

import (
	"context"
	"strings"

	"grove/internal/graph"
)

const documentColumns = "id, source, source_id, title, language, sha256, tokens, runes, tags, origin, ingested_at, partial, gists, paged"

// Documents carries out graph.DocumentsQuery.
func (r reader) Documents(ctx context.Context, q graph.DocumentsQuery) ([]graph.Document, error) {
	r = r.checked(q)
	q = q.Narrowed()
	s := scoped(q.Scope)
	args := []any{string(q.After)}
	var wanted []string
	want := func(column string, these []any) {
		if len(these) > 0 {
			wanted = append(wanted, column+" IN "+list(len(these)))
			args = append(args, these...)
		}
	}
	want("id", values(q.IDs...))
	want("source", values(q.Sources...))
	want("source_id", values(q.SourceIDs...))
	want("origin", values(q.Origins...))
	want("title", values(q.Titles...))
	condition := ""
	if len(wanted) > 0 {
		condition = " AND (" + strings.Join(wanted, " OR ") + ")"
	}
	if q.Like != "" {
		condition += " AND (source >= ? AND source < ? OR instr(title, ?) > 0)"
		args = append(args, q.Like, after(q.Like), q.Like)
	}
	if q.GistsDue {
		condition += " AND gists <> paged AND partial = 0"
	}
	text, args := s.query("SELECT "+documentColumns+" FROM document WHERE id > ?"+condition+s.document("document.id")+
		" ORDER BY id LIMIT ?", append(args, graph.Limit(q.Limit))...)
	return ask(ctx, r, "sqlite.Documents", scanDocument, text, args...)
}

var scanDocument = fields(func(d *graph.Document) []any {
	return []any{&d.ID, &d.Source, &d.SourceID, &d.Title, &d.Language, &d.SHA256, &d.Tokens, &d.Runes, jsonColumn{&d.Tags},
		&d.Origin, timeColumn{&d.IngestedAt, seconds}, &d.Partial, &d.Gists, &d.Paged}
})
