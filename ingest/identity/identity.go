// Package identity brings a workspace's key elements up to date with which names
// are of one and the same thing.
//
// Every mention carries its name as written, so which names there are, of which
// types and in which documents, follows from the evidence whatever is merged at
// the moment. From these profiles and what people decided, package alias tells
// which names are one; an element is named by the smallest id among its names.
// Chunks whose mentions stand under another element than that are restated. So
// the graph is a function of evidence and decisions: neither the order of
// documents, nor merges that were undone, nor a kill in between can show.
package identity

import (
	"context"
	"slices"

	"grove/internal/graph"
)

// Store is what identities need of a workspace.
type Store interface {
	PageNames(context.Context, graph.PageQuery) ([]graph.NameUse, graph.ID, error)
	Decisions(context.Context, graph.DecisionsQuery) ([]graph.Decision, error)
	Evidence(context.Context, graph.EvidenceQuery) (graph.Evidence, error)
	Apply(context.Context, graph.Change) (graph.Applied, error)
}

// Resolver settles the identities of one workspace.
type Resolver struct {
	Store Store
	// Automatic joins names by what they look like; without it only people do.
	Automatic bool
	// Again gives what chunks of the graph say of their names' own elements, as
	// their journalled extractions have it. Chunks without a journal (imported ones)
	// are left out.
	Again func(ctx context.Context, chunks []graph.ID) (map[graph.ID]graph.Evidence, error)
	// Progress, if set, is told how many of the chunks to restate are done.
	Progress func(done, of int)
}

// Report is what settling did.
type Report struct {
	// Names are all different names, Entities those of them that carry a type.
	Names    int `json:"names"`
	Entities int `json:"entities"`
	// Merged are the names that stand under another one's element.
	Merged int `json:"merged"`
	// Restated are the chunks that were written again; Left those that should have
	// been, but neither their evidence nor the journal tells which name is meant.
	Restated int `json:"restated"`
	Left     int `json:"left"`
}

// Settle restates every chunk whose mentions stand under another element than
// they belong to, and gives the names. Killed at any moment, it finds what is left
// when it is called again.
func (r Resolver) Settle(ctx context.Context) (*Names, Report, error) {
	names, err := r.Names(ctx)
	if err != nil {
		return nil, Report{}, err
	}
	report, err := r.settle(ctx, names)
	return names, report, err
}

// settle restates what does not stand where the names say.
func (r Resolver) settle(ctx context.Context, names *Names) (Report, error) {
	report := names.report()
	pending := names.pending()
	done := 0
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

// batchChunks is how many chunks are read at a time; what they say is written in
// transactions of about graph.MaxRows rows.
const batchChunks = 500

// restate writes chunks again, and gives how many it could.
func (r Resolver) restate(ctx context.Context, names *Names, chunks []graph.ID) (int, error) {
	said, err := r.Store.Evidence(ctx, graph.EvidenceQuery{Chunks: chunks})
	if err != nil {
		return 0, err
	}
	var list []graph.Restatement
	var unclear []graph.ID
	of := byChunk(said)
	for _, c := range chunks {
		if e, ok := names.rename(c, of[c]); ok {
			list = append(list, graph.Restatement{Document: names.documents[c], Chunks: []graph.ID{c}, Evidence: e})
		} else {
			unclear = append(unclear, c)
		}
	}
	if len(unclear) > 0 && r.Again != nil {
		again, err := r.Again(ctx, unclear)
		if err != nil {
			return 0, err
		}
		for _, c := range unclear {
			own, journalled := again[c]
			if !journalled {
				continue
			}
			if e, ok := names.rename(c, own); ok {
				list = append(list, graph.Restatement{Document: names.documents[c], Chunks: []graph.ID{c}, Evidence: e})
			}
		}
	}
	return len(list), r.write(ctx, list)
}

// write writes restated chunks in groups.
func (r Resolver) write(ctx context.Context, list []graph.Restatement) error {
	rows, from := 0, 0
	for i := range list {
		if rows += list[i].Evidence.Rows(); rows < graph.MaxRows && i < len(list)-1 {
			continue
		}
		if _, err := r.Store.Apply(ctx, graph.Change{Restate: list[from : i+1]}); err != nil {
			return err
		}
		rows, from = 0, i+1
	}
	return nil
}
