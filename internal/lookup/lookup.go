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

// Scope returns s with the ids of its Documents, which may be ids, sources, titles or file names; a title
// or a file name selects all documents with it. A name without a document is fault.NotFound.
func Scope(ctx context.Context, r DocumentReader, s graph.Scope) (graph.Scope, error) {
	if err := s.Check(); err != nil || len(s.Documents) == 0 {
		return s, err
	}
	found, err := named(ctx, r, "lookup.Scope", lists.Map(s.Documents, func(id graph.ID) string { return string(id) }), true)
	if err != nil {
		return s, err
	}
	s.Documents = lists.Sorted(graph.Keys(slices.Concat(found...)))
	return s, s.Check()
}

// named returns for each name the documents that it selects: the one with this id, else the one with this source, else all with this
// title, else all with this file name, which lists and citations show for documents without a title. A name without a document is
// fault.NotFound, and, unless fileNames is true, so is a file name.
func named(ctx context.Context, r DocumentReader, op string, names []string, fileNames bool) ([][]graph.Document, error) {
	out, missing := make([][]graph.Document, len(names)), lists.Indices(len(names))
	steps := []struct {
		query func(names []string) graph.DocumentsQuery
		has   func(d graph.Document, name string) bool
	}{
		{func(names []string) graph.DocumentsQuery { return Selector{IDs: names}.query() },
			func(d graph.Document, name string) bool { return string(d.ID) == name }},
		{func(names []string) graph.DocumentsQuery { return graph.DocumentsQuery{Sources: stored(names)} },
			func(d graph.Document, name string) bool { return d.Source == load.Name(name) }},
		{func(names []string) graph.DocumentsQuery { return graph.DocumentsQuery{Titles: names} },
			func(d graph.Document, name string) bool { return d.Title == name }},
		{func([]string) graph.DocumentsQuery { return graph.DocumentsQuery{} }, // file names are not stored
			func(d graph.Document, name string) bool { return graph.Caption("", d.Source) == name }},
	}
	for n, by := range steps {
		byFile := n == len(steps)-1
		if len(missing) == 0 {
			break
		}
		found, err := Documents(ctx, r, by.query(lists.Map(missing, func(i int) string { return names[i] })), 0)
		if err != nil {
			return nil, err
		}
		for _, i := range missing {
			out[i] = lists.Filter(found, func(d graph.Document) bool { return by.has(d, names[i]) })
			if byFile && !fileNames && len(out[i]) > 0 {
				sources := lists.Map(out[i][:min(len(out[i]), shownNames)], func(d graph.Document) string { return d.Source })
				return nil, fault.New(fault.NotFound, op, names[i], "a deletion takes no file name", "give the source: "+strings.Join(sources, ", "))
			}
		}
		missing = lists.Filter(missing, func(i int) bool { return len(out[i]) == 0 })
	}
	if len(missing) > 0 {
		return nil, noDocument(op, names[missing[0]])
	}
	return out, nil
}

// shownNames is the most ids or sources that a hint lists.
const shownNames = 20

// noDocument is the error of a name that no document has.
func noDocument(op, name string) error {
	return fault.New(fault.NotFound, op, name, "no such document", "give an id, a source, a title or a file name; see `grove documents list`")
}

// EntityReader finds key elements of a workspace.
type EntityReader interface {
	Find(context.Context, graph.FindQuery) ([]graph.KeyElement, error)
}

// mostNear is the most names of other entities that a hint lists.
const mostNear = 3

// Entity returns the key element with an id or a unique name. It returns fault.NotFound, with
// names that begin like it, if there is none, and fault.Invalid, with a list of ids, if several have the name.
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
		hint, err := likeIt(ctx, r, ref)
		if err != nil {
			return graph.KeyElement{}, err
		}
		return graph.KeyElement{}, fault.New(fault.NotFound, op, ref, "there is no such entity",
			hint+"`grove entities search` finds ids; a merged entity has the id of the other one")
	case len(found) > 1:
		ids := lists.Map(found, func(e graph.KeyElement) string { return string(e.ID) })
		return graph.KeyElement{}, fault.New(fault.Invalid, op, ref, fmt.Sprintf("%d entities have this name", len(found)),
			"give one of their ids: "+strings.Join(ids, ", "))
	}
	return found[0], nil
}

// likeIt returns a hint at entities whose names begin with half of the given one, "" if there are none.
func likeIt(ctx context.Context, r EntityReader, name string) (string, error) {
	norm := []rune(text.Normalise(name))
	if len(norm) == 0 {
		return "", nil
	}
	near, err := r.Find(ctx, graph.FindQuery{Prefix: string(norm[:(len(norm)+1)/2]), Limit: mostNear})
	if err != nil || len(near) == 0 {
		return "", err
	}
	return "names that begin like it: " + strings.Join(lists.Once(lists.Map(near, graph.KeyElement.FullName)), ", ") + "; ", nil
}

// Selector selects documents by id, source, source id or name.
type Selector struct {
	IDs, Sources, SourceIDs []string
	// Names are ids, sources, or titles that only one document has; if FileNames is true, file names too, which a deletion must not take:
	// once notes.txt is gone, its name is the file name of office/notes.txt.
	Names     []string
	FileNames bool
}

// Empty reports whether the selector names nothing.
func (s Selector) Empty() bool { return len(s.IDs)+len(s.Sources)+len(s.SourceIDs)+len(s.Names) == 0 }

// Documents returns the selected documents by id. It returns fault.Invalid for an empty selector and for a name of several documents,
// and fault.NotFound if one of its names selects no document.
func (s Selector) Documents(ctx context.Context, r DocumentReader, op string) ([]graph.Document, error) {
	if s.Empty() {
		return nil, fault.New(fault.Invalid, op, "", "no document is named", "give ids, sources or titles, --source S or --source-id S")
	}
	byName, err := named(ctx, r, op, s.Names, s.FileNames)
	if err != nil {
		return nil, err
	}
	s.IDs = slices.Clone(s.IDs)
	for i, found := range byName {
		ids := lists.Map(found, func(d graph.Document) string { return string(d.ID) })
		if len(ids) > 1 {
			return nil, fault.New(fault.Invalid, op, s.Names[i], fmt.Sprintf("%d documents have this name", len(ids)),
				"give the id of one: "+strings.Join(ids[:min(len(ids), shownNames)], ", "))
		}
		s.IDs = append(s.IDs, ids...)
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
			return nil, noDocument(op, selected.names[i])
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
