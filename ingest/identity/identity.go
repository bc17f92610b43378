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
	"slices"

	"grove/internal/graph"
	"grove/internal/lists"
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

// Settle restates every chunk with a mention of another element than its name belongs
// to, and returns the names. Interrupted at any moment, it finishes when called again.
func (r Resolver) Settle(ctx context.Context) (*Names, Report, error) {
	names, err := r.Names(ctx)
	if err != nil {
		return nil, Report{}, err
	}
	report, err := r.settle(ctx, names, names.pending())
	return names, report, err
}

// settle restates the pending chunks, which differ from the names.
func (r Resolver) settle(ctx context.Context, names *Names, pending []graph.ID) (Report, error) {
	report, done := names.report(), 0
	for batch := range slices.Chunk(pending, batchChunks) {
		n, err := r.restate(ctx, names, batch)
		report.Restated += n
		if err != nil {
			return report, err
		}
		if done += len(batch); r.Progress != nil {
			r.Progress(done, len(pending))
		}
	}
	report.Left = len(pending) - report.Restated
	return report, nil
}

// batchChunks is the number of chunks whose evidence is read and restated at a time: a chunk may have a
// thousand rows, of which few change.
const batchChunks = 50

// restate rewrites chunks, and returns how many it could.
func (r Resolver) restate(ctx context.Context, names *Names, chunks []graph.ID) (int, error) {
	unclear := map[graph.ID]bool{}
	rewrite := func(chunk graph.ID, stored graph.Evidence) (graph.Evidence, bool) {
		e, ok := names.rename(chunk, stored)
		unclear[chunk] = !ok
		return e, ok
	}
	list := make([]graph.Restatement, len(chunks))
	for i, c := range chunks {
		list[i] = graph.Restatement{Document: names.documents[c], Chunks: []graph.ID{c}, Rewrite: rewrite}
	}
	if _, err := r.Store.Apply(ctx, graph.Change{Restate: list}); err != nil {
		return 0, err
	}
	left := lists.Filter(chunks, func(c graph.ID) bool { return unclear[c] })
	done := len(chunks) - len(left)
	if len(left) == 0 || r.Journalled == nil {
		return done, nil
	}
	journalled, err := r.Journalled(ctx, left)
	if err != nil {
		return done, err
	}
	list = nil
	for _, c := range left {
		own, ok := journalled[c]
		if !ok {
			continue
		}
		if e, ok := names.rename(c, own); ok {
			list = append(list, graph.Restatement{Document: names.documents[c], Chunks: []graph.ID{c}, Evidence: e})
		}
	}
	if len(list) == 0 {
		return done, nil
	}
	_, err = r.Store.Apply(ctx, graph.Change{Restate: list})
	return done + len(list), err
}
