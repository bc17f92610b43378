package ingest

import (
	"context"
	"slices"
	"strings"

	"grove/internal/graph"
	"grove/internal/load"
)

// MaxElsewhere is the most documents in Report.Elsewhere.
const MaxElsewhere = 1000

// Elsewhere is a document that a run wrote, and another one that the graph has of the
// same file under another source: a file given by another path is read twice.
type Elsewhere struct {
	Source string `json:"source"`
	// Other is the other document's source, OtherID its id.
	Other   string   `json:"other"`
	OtherID graph.ID `json:"other_id"`
}

// noteElsewhere reports which of the documents are in the graph under other sources, in
// the order of these documents and then of ids. Documents of the same run do not count.
func (r *run) noteElsewhere(ctx context.Context, documents []*document) error {
	origins := make([]string, 0, len(documents))
	for _, d := range documents {
		if ofFile(d.Origin) {
			origins = append(origins, d.Origin)
		}
	}
	if len(origins) == 0 {
		return nil
	}
	found, err := r.Store.Documents(ctx, graph.DocumentsQuery{Origins: origins, Limit: graph.MaxRows})
	if err != nil {
		return err
	}
	var list []Elsewhere
	for _, d := range documents {
		for _, other := range found {
			if ofFile(d.Origin) && other.Origin == d.Origin && other.ID != d.ID {
				list = append(list, Elsewhere{d.Source, other.Source, other.ID})
			}
		}
	}
	r.count(func(rep *Report) { rep.addElsewhere(list) })
	return nil
}

// ofFile reports whether an origin is a file.
func ofFile(origin string) bool { return origin != "" && !strings.HasPrefix(origin, load.InputOrigin) }

// addElsewhere appends what is not listed yet, up to MaxElsewhere.
func (rep *Report) addElsewhere(list []Elsewhere) {
	for _, e := range list {
		if len(rep.Elsewhere) < MaxElsewhere && !slices.Contains(rep.Elsewhere, e) {
			rep.Elsewhere = append(rep.Elsewhere, e)
		}
	}
}
