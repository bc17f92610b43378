// Package lookup finds documents and entities by id, source, title or name.
package lookup

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"grove/internal/fault"
	"grove/internal/graph"
	"grove/internal/lists"
	"grove/internal/load"
	"grove/internal/text"
)

// DocumentReader reads documents of a workspace.
type DocumentReader interface {
	Documents(context.Context, graph.DocumentsQuery) ([]graph.Document, error)
}

// Documents returns all documents of a query by id, at most limit (0: no limit).
func Documents(ctx context.Context, r DocumentReader, q graph.DocumentsQuery, limit int) ([]graph.Document, error) {
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

// Document returns the document with an id; fault.NotFound if there is none.
func Document(ctx context.Context, r DocumentReader, op string, id graph.ID) (graph.Document, error) {
	rows, err := r.Documents(ctx, graph.DocumentsQuery{IDs: []graph.ID{id}, Limit: 1})
	if err != nil {
		return graph.Document{}, err
	}
	if len(rows) == 0 {
		return graph.Document{}, fault.New(fault.NotFound, op, string(id), "there is no such document",
			"a document that is being ingested appears once its job is done")
	}
	return rows[0], nil
}

// Scope returns s with the ids of its Documents, which may be ids, sources, titles or captions; a title
// or a caption selects all documents with it. A name without a document is fault.NotFound.
func Scope(ctx context.Context, r DocumentReader, s graph.Scope) (graph.Scope, error) {
	if err := s.Check(); err != nil || len(s.Documents) == 0 {
		return s, err
	}
	q := graph.DocumentsQuery{IDs: s.Documents}
	for _, name := range s.Documents {
		q.Sources = append(q.Sources, load.Name(string(name)))
	}
	found, err := Documents(ctx, r, q, 0)
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
		titled, err := Documents(ctx, r, graph.DocumentsQuery{Titles: titles}, 0)
		if err != nil {
			return s, err
		}
		missing := lists.Filter(titles, func(t string) bool {
			return !slices.ContainsFunc(titled, func(d graph.Document) bool { return d.Title == t })
		})
		others, err := captioned(ctx, r, missing)
		if err != nil {
			return s, err
		}
		titled = append(titled, others...)
		ids = append(ids, graph.Keys(titled)...)
	}
	s.Documents = lists.Sorted(ids)
	return s, s.Check()
}

// captioned returns the documents with captions, which lists and citations show for documents without a title. It reads all documents.
func captioned(ctx context.Context, r DocumentReader, captions []string) (found []graph.Document, err error) {
	if len(captions) == 0 {
		return nil, nil
	}
	all, err := Documents(ctx, r, graph.DocumentsQuery{}, 0)
	if err != nil {
		return nil, err
	}
	for _, caption := range captions {
		with := lists.Filter(all, func(d graph.Document) bool { return graph.Caption(d.Title, d.Source) == caption })
		if len(with) == 0 {
			return nil, fault.New(fault.NotFound, "lookup.Scope", caption, "no such document",
				"give an id, a source or a title; see `grove documents list`")
		}
		found = append(found, with...)
	}
	return found, nil
}

// EntityReader finds key elements of a workspace.
type EntityReader interface {
	Find(context.Context, graph.FindQuery) ([]graph.KeyElement, error)
}

// Entity returns the key element with an id or a unique name. It returns fault.NotFound if
// there is none, and fault.Invalid, with a list of ids, if several have the name.
func Entity(ctx context.Context, r EntityReader, op, ref string) (graph.KeyElement, error) {
	q := graph.FindQuery{Norms: []string{text.Normalise(ref)}, Limit: 20}
	if graph.ValidID(ref, graph.KeyElementKind) {
		q = graph.FindQuery{IDs: []graph.ID{graph.ID(ref)}}
	}
	found, err := r.Find(ctx, q)
	switch {
	case err != nil:
		return graph.KeyElement{}, err
	case len(found) == 0:
		return graph.KeyElement{}, fault.New(fault.NotFound, op, ref, "there is no such entity",
			"`grove entities search` finds ids; a merged entity has the id of the other one")
	case len(found) > 1:
		ids := lists.Map(found, func(e graph.KeyElement) string { return string(e.ID) })
		return graph.KeyElement{}, fault.New(fault.Invalid, op, ref, fmt.Sprintf("%d entities have this name", len(found)),
			"give one of their ids: "+strings.Join(ids, ", "))
	}
	return found[0], nil
}

// Selector selects documents by id, source or source id.
type Selector struct {
	IDs, Sources, SourceIDs []string
	// Names are ids, or sources if no document has the id.
	Names []string
}

// Empty reports whether the selector names nothing.
func (s Selector) Empty() bool { return len(s.IDs)+len(s.Sources)+len(s.SourceIDs)+len(s.Names) == 0 }

// Documents returns the selected documents by id. It returns fault.Invalid for an empty
// selector, and fault.NotFound if one of its names selects no document.
func (s Selector) Documents(ctx context.Context, r DocumentReader, op string) ([]graph.Document, error) {
	if s.Empty() {
		return nil, fault.New(fault.Invalid, op, "", "no document is named", "give ids, --source S or --source-id S")
	}
	if len(s.Names) > 0 {
		found, err := Documents(ctx, r, Selector{IDs: s.Names}.query(), 0)
		if err != nil {
			return nil, err
		}
		s.IDs, s.Sources = slices.Clone(s.IDs), slices.Clone(s.Sources)
		for _, name := range s.Names {
			if slices.ContainsFunc(found, func(d graph.Document) bool { return string(d.ID) == name }) {
				s.IDs = append(s.IDs, name)
			} else {
				s.Sources = append(s.Sources, name)
			}
		}
	}
	s.Sources, s.SourceIDs = stored(s.Sources), stored(s.SourceIDs)
	found, err := Documents(ctx, r, s.query(), 0)
	if err != nil {
		return nil, err
	}
	for _, selected := range []struct {
		names []string
		of    func(graph.Document) string
	}{
		{s.IDs, func(d graph.Document) string { return string(d.ID) }},
		{s.Sources, func(d graph.Document) string { return d.Source }},
		{s.SourceIDs, func(d graph.Document) string { return d.SourceID }},
	} {
		existing := lists.SetOf(found, selected.of)
		if i := slices.IndexFunc(selected.names, func(name string) bool { return !existing[name] }); i >= 0 {
			return nil, fault.New(fault.NotFound, op, selected.names[i], "no such document", "give an id or a source of "+
				"`grove documents list`; to erase what is left of a deleted one, run `grove documents delete --purge`")
		}
	}
	return found, nil
}

// query returns the query of the ids, sources and source ids.
func (s Selector) query() graph.DocumentsQuery {
	ids := lists.Map(s.IDs, func(id string) graph.ID { return graph.ID(id) })
	return graph.DocumentsQuery{IDs: ids, Sources: s.Sources, SourceIDs: s.SourceIDs}
}

// stored returns names as documents have them: long ones are shortened.
func stored(names []string) []string {
	return lists.Map(names, load.Name)
}
