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
	// Shrink are documents that lose some chunks, with everything that only these
	// support; such a document is Partial from then on.
	Shrink []Shrink
	// Restate are chunks that stay and say something else from now on. A chunk that
	// is not there, or goes by the same change, is passed over.
	Restate []Restatement
	// Retag gives documents that stay other tags. One that is not there, or goes by
	// the same change, is passed over.
	Retag []Retag
	// Returning are chunks that come back in a later change: their journalled
	// extractions stay, and they leave no tombstone.
	Returning []ID
	// Add are documents. One that is there already with the same SHA256, and is
	// not in Remove, is passed over, so that a write may be repeated when its
	// outcome is unknown; of one that is there partially, the chunks that are not
	// there are added. With another SHA256 it is SourceTaken.
	Add []Bundle
}

// Shrink names chunks that go from a document that stays. Chunks that are not
// there are passed over.
type Shrink struct {
	Document ID
	Chunks   []ID
}

// Restatement is what chunks of a document say from now on; what they said goes.
type Restatement struct {
	Document ID
	Chunks   []ID
	Evidence Evidence
}

// Bundle is one document with its chunks and everything they say. A large
// document comes in several bundles, in order, each in a change of its own: all
// but the last have Document.Partial set.
type Bundle struct {
	Document Document
	// After is the chunk before the first of Chunks, "" at the start of the document.
	After    ID
	Chunks   []Chunk
	Evidence Evidence
}

// Applied tells what a change did.
type Applied struct {
	// Number is the workspace's change number after the write.
	Number int64
	// Added and Removed are the documents that came, whole or in part, and went, sorted.
	Added, Removed []ID
}

// FactState is a stored fact with the counts its Text and Support follow from.
type FactState struct {
	Fact
	Texts Tally
}

// settle takes from the counts what is shown.
func (s *FactState) settle() { s.Text = s.Texts.Top() }

// KeyElementState is a stored key element with the counts that its Name,
// Aliases, Type, Description and Support follow from.
type KeyElementState struct {
	KeyElement
	Surfaces, Types, Descriptions Tally
}

// settle takes from the counts what is shown.
func (s *KeyElementState) settle() {
	s.Name, s.Aliases = s.Surfaces.Top(), s.Surfaces.Keys()
	s.Type, s.Description = s.Types.Top(), s.Descriptions.Top()
}

// TripleState is a stored triple with the counts its Name and Support follow from.
type TripleState struct {
	Triple
	Names Tally
}

// settle takes from the counts what is shown.
func (s *TripleState) settle() { s.Name = s.Names.Top() }

// About is an ABOUT edge from a fact to a key element. Support is the number of
// chunks in which the extraction says so.
type About struct {
	Fact, Element ID
	Support       int
}

// Next is a NEXT edge between two chunks of a document.
type Next struct{ From, To ID }

// Stored is what Apply needs to know of a document that is there.
type Stored struct {
	SHA256  string
	Partial bool
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
	Proposals  map[ID]ProposalState
	// Abouts has the support of each touched (fact, element) pair that is stored.
	Abouts map[AboutKey]int
}

// AboutKey names an ABOUT edge.
type AboutKey struct{ Fact, Element ID }

// Touched are the ids, sorted, whose stored state a change needs.
type Touched struct {
	Facts, Elements, Attributes, Triples, Proposals []ID
	Abouts                                          []AboutKey
}

// Delta is a change carried to its last row: what a store has to write, in the
// order of the fields. All lists are sorted by id.
type Delta struct {
	// DropDocuments and DropChunks go with their evidence edges.
	DropDocuments, DropChunks []ID
	// Unsaid are evidence edges that go from chunks that stay.
	Unsaid Unsaid
	// Partial are the documents that stay without some of their chunks.
	Partial []ID
	// Retagged are documents that stay with other tags.
	Retagged []Retag
	// Forget are the dropped chunks that do not come back:
	// their journalled extractions go, and each leaves a tombstone.
	Forget []ID
	// Drop... are items that no chunk supports any more.
	DropAbouts                                                          []AboutKey
	DropFacts, DropAttributes, DropTriples, DropElements, DropProposals []ID
	// The rest is written whole: inserted, or replacing the row of that id.
	Documents []Document
	Chunks    []Chunk
	// Next are the NEXT edges that lead to the chunks.
	Next       []Next
	Elements   []KeyElementState
	Facts      []FactState
	Attributes []Attribute
	Triples    []TripleState
	Proposals  []ProposalState
	Abouts     []About
	// DropNorms and Norms are the other names by which elements can no longer, and
	// from now on, be found.
	DropNorms, Norms []ElementNorm
	// Evidence are new rows of chunks in Chunks, and in the place of those of Unsaid.
	Evidence Evidence
}

// ApplyTx is one write transaction of a store, as Apply needs it.
type ApplyTx interface {
	// Bump raises the workspace's change number, which locks the workspace, and gives the new one.
	Bump(ctx context.Context) (int64, error)
	// Stored tells which of the documents are there.
	Stored(ctx context.Context, documents []ID) (map[ID]Stored, error)
	// Present tells which of the chunks are there.
	Present(ctx context.Context, chunks []ID) (map[ID]bool, error)
	// Removed reads the chunks of the documents, those of the chunks that are
	// there, and the evidence of both.
	Removed(ctx context.Context, documents, chunks []ID) (Removed, error)
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
	for _, s := range change.Shrink {
		ids = append(ids, s.Document)
	}
	for _, r := range change.Retag {
		ids = append(ids, r.Document)
	}
	for _, b := range change.Add {
		ids = append(ids, b.Document.ID)
	}
	slices.Sort(ids)
	there, err := tx.Stored(ctx, slices.Compact(ids))
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
		stored, ok := there[b.Document.ID]
		switch {
		case !ok || gone[b.Document.ID]:
			add = append(add, b)
		case stored.SHA256 == b.Document.SHA256 && stored.Partial:
			if b, err = missing(ctx, tx, b); err != nil {
				return Applied{}, err
			}
			add = append(add, b)
		case stored.SHA256 != b.Document.SHA256:
			return Applied{}, fault.New(fault.SourceTaken, op, b.Document.Source,
				"the source names a document with another text", "replace it, or give this one another source")
		}
	}
	applied := Applied{Number: number, Removed: sortedKeys(gone)}
	partial, chunks := shrunk(change.Shrink, there, gone)
	removed := Removed{}
	if len(gone)+len(chunks) > 0 {
		if removed, err = tx.Removed(ctx, applied.Removed, chunks); err != nil {
			return Applied{}, err
		}
	}
	removed.Documents = applied.Removed
	said, err := restated(ctx, tx, change.Restate, removed.Chunks)
	if err != nil {
		return Applied{}, err
	}
	touched := touchedBy(add, removed, said)
	state, err := tx.State(ctx, touched)
	if err != nil {
		return Applied{}, err
	}
	delta, err := plan(add, removed, said, touched, state)
	if err != nil {
		return Applied{}, err
	}
	delta.Partial, delta.Retagged = partial, retagged(change.Retag, there, gone)
	delta.Forget = slices.DeleteFunc(delta.Forget, func(id ID) bool { return slices.Contains(change.Returning, id) })
	for _, d := range delta.Documents {
		applied.Added = append(applied.Added, d.ID)
	}
	return applied, tx.Write(ctx, number, delta)
}

// shrunk are the documents that lose chunks, of those that are there and stay,
// and these chunks; both sorted, each once.
func shrunk(list []Shrink, there map[ID]Stored, gone map[ID]bool) (documents, chunks []ID) {
	for _, s := range list {
		if _, ok := there[s.Document]; ok && !gone[s.Document] {
			documents, chunks = append(documents, s.Document), append(chunks, s.Chunks...)
		}
	}
	slices.Sort(documents)
	slices.Sort(chunks)
	return slices.Compact(documents), slices.Compact(chunks)
}

// missing is the bundle without the chunks that are there, and what they say.
func missing(ctx context.Context, tx ApplyTx, b Bundle) (Bundle, error) {
	ids := make([]ID, len(b.Chunks))
	for i, c := range b.Chunks {
		ids[i] = c.ID
	}
	slices.Sort(ids)
	there, err := tx.Present(ctx, ids)
	if err != nil || len(there) == 0 {
		return b, err
	}
	out := Bundle{Document: b.Document, After: b.After}
	for i, c := range b.Chunks {
		switch {
		case !there[c.ID]:
			out.Chunks = append(out.Chunks, c)
		case len(out.Chunks) == 0:
			out.After = b.Chunks[i].ID
		}
	}
	out.Evidence = b.Evidence.Where(func(chunk ID) bool { return !there[chunk] })
	return out, nil
}
