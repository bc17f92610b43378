package ingest

import (
	"context"
	"slices"
	"strings"

	"grove/internal/graph"
	"grove/internal/load"
)

// MaxElsewhere is how many documents a report names that are elsewhere too.
const MaxElsewhere = 1000

// Elsewhere is a document that a run wrote, and another one of the same file that the
// graph holds under a source of its own: given by another path, the file is read twice.
type Elsewhere struct {
	Source string `json:"source"`
	// Other is the other document's source, OtherID its id.
	Other   string   `json:"other"`
	OtherID graph.ID `json:"other_id"`
}

// noteElsewhere puts into the report which of the documents are in the graph under
// other sources, in the order of these documents and then of ids. Only stored
// documents count, not those of the same run.
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

// ofFile tells whether an origin is a file's.
func ofFile(origin string) bool { return origin != "" && !strings.HasPrefix(origin, load.InputOrigin) }

// addElsewhere appends what is not named yet, up to MaxElsewhere.
func (rep *Report) addElsewhere(list []Elsewhere) {
	for _, e := range list {
		if len(rep.Elsewhere) < MaxElsewhere && !slices.Contains(rep.Elsewhere, e) {
			rep.Elsewhere = append(rep.Elsewhere, e)
		}
	}
}
