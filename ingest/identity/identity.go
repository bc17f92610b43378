// Package identity resolves which names are one entity, and brings a workspace's key
// elements up to date with that.
//
// Every mention has its name as written, so the names, their types and documents
// follow from the evidence, whatever is merged at the moment. From these profiles and
// people's decisions, package alias derives which names are one; the smallest id of
// its names is the element's. Chunks whose mentions belong to another element than
// that are restated. So the graph is a function of evidence and decisions: it does not
// depend on the order of documents, on decisions that were undone, or on interruptions.
package identity

import (
	"context"

	"grove/internal/graph"
)

// Store is what a Resolver reads and writes of a workspace.
type Store interface {
	PageNames(context.Context, graph.PageQuery) ([]graph.NameUse, graph.ID, error)
	Decisions(context.Context, graph.DecisionsQuery) ([]graph.Decision, error)
	Apply(context.Context, graph.Change) (graph.Applied, error)
}

// Resolver resolves the names of one workspace.
type Resolver struct {
	Store Store
	// Automatic merges names by rules on how they are written; without it only decisions do.
	Automatic bool
	// Journalled returns the evidence of chunks from their journalled extractions, in
	// which each name has its own element. Chunks without a journal (imported ones) are
	// left out.
	Journalled func(ctx context.Context, chunks []graph.ID) (map[graph.ID]graph.Evidence, error)
	// Progress, if set, is called with the number of restated chunks, and of all to restate.
	Progress func(done, of int)
}

// Report is what Settle did.
type Report struct {
	// Names are all different names, Entities those of them that carry a type.
	Names    int `json:"names"`
	Entities int `json:"entities"`
	// Merged are the names that belong to another name's element.
	Merged int `json:"merged"`
	// Restated are the chunks that were rewritten. Left are those that should have been,
	// but neither their evidence nor the journal tells which name they mean.
	Restated int `json:"restated"`
	Left     int `json:"left"`
}
