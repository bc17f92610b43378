package app

import (
	"context"
	"slices"

	"grove/internal/fault"
	"grove/internal/graph"
	"grove/internal/load"
)

// documentReader is what names of documents are looked up in.
type documentReader interface {
	Documents(context.Context, graph.DocumentsQuery) ([]graph.Document, error)
}

// scopeOf is a scope with the ids of its documents, which people may also name by
// source or by title: all that have the title count. A name without a document is
// NotFound, and names it.
func scopeOf(ctx context.Context, r documentReader, s graph.Scope) (graph.Scope, error) {
	if err := s.Check(); err != nil || len(s.Documents) == 0 {
		return s, err
	}
	q := graph.DocumentsQuery{IDs: s.Documents}
	for _, name := range s.Documents {
		q.Sources = append(q.Sources, load.Name(string(name)))
	}
	found, err := allDocuments(ctx, r, q, 0)
	if err != nil {
		return s, err
	}
	var ids []graph.ID
	var titles []string
	for _, name := range s.Documents {
		at := slices.IndexFunc(found, func(d graph.Document) bool { return d.ID == name || d.Source == load.Name(string(name)) })
		if at < 0 {
			titles = append(titles, string(name))
			continue
		}
		ids = append(ids, found[at].ID)
	}
	if len(titles) > 0 {
		titled, err := allDocuments(ctx, r, graph.DocumentsQuery{Titles: titles}, 0)
		if err != nil {
			return s, err
		}
		for _, title := range titles {
			if !slices.ContainsFunc(titled, func(d graph.Document) bool { return d.Title == title }) {
				return s, fault.New(fault.NotFound, "app.scope", title, "no such document", "give an id, a source or a title; see `grove documents list`")
			}
		}
		for _, d := range titled {
			ids = append(ids, d.ID)
		}
	}
	slices.Sort(ids)
	s.Documents = slices.Compact(ids)
	return s, s.Check()
}

// allDocuments reads page after page, at most limit documents (0: all).
func allDocuments(ctx context.Context, r documentReader, q graph.DocumentsQuery, limit int) ([]graph.Document, error) {
	out := []graph.Document{}
	for {
		q.Limit = graph.MaxRows
		if limit > 0 {
			q.Limit = min(q.Limit, limit-len(out))
		}
		rows, err := r.Documents(ctx, q)
		if err != nil {
			return nil, err
		}
		out = append(out, rows...)
		if len(rows) < q.Limit || len(out) == limit {
			return out, nil
		}
		q.After = rows[len(rows)-1].ID
	}
}
