package lookup

import (
	"context"
	"slices"

	"grove/internal/fault"
	"grove/internal/graph"
	"grove/internal/lists"
	"grove/internal/load"
)

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
			return nil, fault.New(fault.NotFound, op, selected.names[i], "no such document", "give an id or a source of `grove documents list`; to erase what is left of a deleted one, run `grove documents delete --purge`")
		}
	}
	return found, nil
}

// query returns the query of the ids, sources and source ids.
func (s Selector) query() graph.DocumentsQuery {
	q := graph.DocumentsQuery{Sources: s.Sources, SourceIDs: s.SourceIDs}
	for _, id := range s.IDs {
		q.IDs = append(q.IDs, graph.ID(id))
	}
	return q
}

// stored returns names as documents have them: long ones are shortened.
func stored(names []string) []string {
	return lists.Map(names, load.Name)
}
