package graph

import (
	"context"
	"slices"

	"grove/internal/fault"
)

// Change is one write to the graph: documents that go, then documents that
// come, in one transaction.
type Change struct {
	// Remove are documents to remove with everything that only they support.
	// One that is not there is passed over.
	Remove []ID
	// Add are whole documents. One that is there already with the same SHA256,
	// and is not in Remove, is passed over, so that a write may be repeated
	// when its outcome is unknown; with another SHA256 it is SourceTaken.
	Add []Bundle
}

// Bundle is one document with all its chunks and everything they say.
type Bundle struct {
	Document Document
	Chunks   []Chunk
	Evidence Evidence
}

// Applied tells what a change did.
type Applied struct {
	// Number is the workspace's change number after the write.
	Number int64
	// Added and Removed are the documents that came and went, sorted.
	Added, Removed []ID
}

// FactState is a stored fact with the counts its Text and Support follow from.
type FactState struct {
	Fact
	Texts Tally
}

// KeyElementState is a stored key element with the counts that its Name,
// Aliases, Type, Description and Support follow from.
type KeyElementState struct {
	KeyElement
	Surfaces, Types, Descriptions Tally
}

// TripleState is a stored triple with the counts its Name and Support follow from.
type TripleState struct {
	Triple
	Names Tally
}

// About is an ABOUT edge from a fact to a key element. Support is the number of
// chunks in which the extraction says so.
type About struct {
	Fact, Element ID
	Support       int
}

// Removed is what a store holds of the documents that go.
type Removed struct {
	Documents []ID
	Chunks    []ID
	Evidence  Evidence
}

// State is the stored state of the items that a change touches.
type State struct {
	Facts      map[ID]FactState
	Elements   map[ID]KeyElementState
	Attributes map[ID]Attribute
	Triples    map[ID]TripleState
	// Abouts has the support of each touched (fact, element) pair that is stored.
	Abouts map[AboutKey]int
}

// AboutKey names an ABOUT edge.
type AboutKey struct{ Fact, Element ID }

// Touched are the ids, sorted, whose stored state a change needs.
type Touched struct {
	Facts, Elements, Attributes, Triples []ID
	Abouts                               []AboutKey
}

// Delta is a change carried to its last row: what a store has to write, in the
// order of the fields. All lists are sorted by id.
type Delta struct {
	// DropDocuments and DropChunks go with their evidence edges.
	DropDocuments, DropChunks []ID
	// Forget are the dropped chunks that do not come back in the same change:
	// their journalled extractions go, and each leaves a tombstone.
	Forget []ID
	// Drop... are items that no chunk supports any more.
	DropAbouts                                           []AboutKey
	DropFacts, DropAttributes, DropTriples, DropElements []ID
	// The rest is written whole: inserted, or replacing the row of that id.
	Documents  []Document
	Chunks     []Chunk
	Elements   []KeyElementState
	Facts      []FactState
	Attributes []Attribute
	Triples    []TripleState
	Abouts     []About
	// Evidence are new rows of chunks in Chunks.
	Evidence Evidence
}

// ApplyTx is one write transaction of a store, as Apply needs it.
type ApplyTx interface {
	// Bump raises the workspace's change number, which locks the workspace, and gives the new one.
	Bump(ctx context.Context) (int64, error)
	// Digests gives the SHA256 of those of the documents that are there.
	Digests(ctx context.Context, documents []ID) (map[ID]string, error)
	// Removed reads chunks and evidence of the documents.
	Removed(ctx context.Context, documents []ID) (Removed, error)
	// State reads what is stored of the touched items; what is not there is left out.
	State(ctx context.Context, touched Touched) (State, error)
	// Write writes the delta, whose rows carry the change number.
	Write(ctx context.Context, number int64, delta Delta) error
}

// Apply carries a change out inside one transaction of either store.
func Apply(ctx context.Context, tx ApplyTx, change Change) (Applied, error) {
	const op = "graph.Apply"
	number, err := tx.Bump(ctx)
	if err != nil {
		return Applied{}, err
	}
	ids := slices.Clone(change.Remove)
	for _, b := range change.Add {
		ids = append(ids, b.Document.ID)
	}
	slices.Sort(ids)
	there, err := tx.Digests(ctx, slices.Compact(ids))
	if err != nil {
		return Applied{}, err
	}
	gone := map[ID]bool{}
	for _, id := range change.Remove {
		if _, ok := there[id]; ok {
			gone[id] = true
		}
	}
	var add []Bundle
	for _, b := range change.Add {
		digest, ok := there[b.Document.ID]
		switch {
		case !ok || gone[b.Document.ID]:
			add = append(add, b)
		case digest != b.Document.SHA256:
			return Applied{}, fault.New(fault.SourceTaken, op, b.Document.Source,
				"the source names a document with another text", "replace it, or give this one another source")
		}
	}
	applied := Applied{Number: number, Removed: sortedKeys(gone)}
	removed := Removed{}
	if len(gone) > 0 {
		if removed, err = tx.Removed(ctx, applied.Removed); err != nil {
			return Applied{}, err
		}
	}
	removed.Documents = applied.Removed
	touched := touchedBy(add, removed)
	state, err := tx.State(ctx, touched)
	if err != nil {
		return Applied{}, err
	}
	delta, err := plan(add, removed, touched, state)
	if err != nil {
		return Applied{}, err
	}
	for _, d := range delta.Documents {
		applied.Added = append(applied.Added, d.ID)
	}
	return applied, tx.Write(ctx, number, delta)
}
