package graph

import (
	"context"
	"slices"

	"grove/internal/fault"
	"grove/internal/lists"
)

// Change is one write to the graph, in one transaction: documents are removed, then
// others are added.
type Change struct {
	// Remove lists documents to remove, with everything that only they support.
	// Unknown documents are ignored.
	Remove []ID
	// Shrink lists documents that lose some chunks, with everything that only these
	// support; such a document is Partial afterwards.
	Shrink []Shrink
	// Restate replaces the evidence of stored chunks. Chunks that are unknown, or removed
	// by the same change, are ignored.
	Restate []Restatement
	// Retag replaces the tags of stored documents. Documents that are unknown, or removed
	// by the same change, are ignored.
	Retag []Retag
	// Returning lists removed chunks that a later change adds again: their journalled
	// extractions are retained, and they leave no tombstone.
	Returning []ID
	// Add lists documents. A stored document with the same SHA256 that is not in Remove is
	// ignored, so that a write may be repeated when its outcome is unknown; a partial one
	// gets its missing chunks. A stored document with another SHA256 is SourceTaken.
	Add []Bundle
}

// Shrink names chunks to remove from a document that stays. Unknown chunks are ignored.
type Shrink struct {
	Document ID
	Chunks   []ID
}

// Restatement is new evidence of some chunks of a document, in place of their stored one.
type Restatement struct {
	Document ID
	Chunks   []ID
	Evidence Evidence
	// Rewrite, if set, gives the new evidence in the place of Evidence: that of a chunk from its stored one, so that it is read but
	// once; false leaves the chunk as it is. It may be called again for the same chunk, where a transaction is repeated.
	Rewrite func(chunk ID, stored Evidence) (Evidence, bool)
}

// Bundle is a document with its chunks and their evidence. A large document is split
// into several bundles, applied in order by a change each: all but the last have
// Document.Partial set.
type Bundle struct {
	Document Document
	// After is the chunk before the first of Chunks, "" at the start of the document.
	After    ID
	Chunks   []Chunk
	Evidence Evidence
}

// Applied is the outcome of a change.
type Applied struct {
	// Number is the workspace's change number after the write.
	Number int64
	// Added and Removed are the documents that were added, whole or in part, and removed, sorted.
	Added, Removed []ID
}

// FactState is a stored fact with the tally from which its Text is derived.
type FactState struct {
	Fact
	Texts Tally
}

// derive sets the fields that follow from the tallies.
func (s *FactState) derive() { s.Text = s.Texts.Top() }

// KeyElementState is a stored key element with the tallies from which its Name, Aliases,
// Type and Description are derived.
type KeyElementState struct {
	KeyElement
	Surfaces, Types, Descriptions Tally
}

// derive sets the fields that follow from the tallies.
func (s *KeyElementState) derive() {
	s.Name, s.Aliases = s.Surfaces.Top(), s.Surfaces.Keys()
	s.Type, s.Description = s.Types.Top(), s.Descriptions.Top()
}

// TripleState is a stored triple with the tally from which its Name is derived.
type TripleState struct {
	Triple
	Names Tally
}

// derive sets the fields that follow from the tallies.
func (s *TripleState) derive() { s.Name = s.Names.Top() }

// About is an ABOUT edge from a fact to a key element. Support is the number of
// chunks whose extraction has the edge.
type About struct {
	Fact, Element ID
	Support       int
}

// Next is a NEXT edge between two chunks of a document.
type Next struct{ From, To ID }

// Stored is the state of a stored document that Apply needs.
type Stored struct {
	SHA256  string
	Partial bool
}

// Removed are documents and chunks to remove, with the stored evidence of the chunks.
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

// Delta is the list of all rows that a change deletes and writes, in the order of its
// fields. All lists are sorted by id.
type Delta struct {
	// DropDocuments and DropChunks are deleted with their evidence edges.
	DropDocuments, DropChunks []ID
	// ForgetDocuments are the dropped documents that are not added again: their journalled
	// replies about pages are deleted.
	ForgetDocuments []ID
	// Withdrawn are evidence edges to delete from chunks that stay.
	Withdrawn Withdrawn
	// Partial are the documents that lose some of their chunks, and with them their episodes.
	Partial []ID
	// Retagged are documents that get other tags.
	Retagged []Retag
	// Forget are the dropped chunks that are not added again: their journalled
	// extractions are deleted, and each leaves a tombstone.
	Forget []ID
	// The other Drop lists are items that no chunk supports any more.
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
	// DropNorms and Norms are the other normalised names by which elements can no longer
	// be found, and by which they can be found anew.
	DropNorms, Norms []ElementNorm
	// Evidence are the new rows: of Chunks, and in place of Withdrawn.
	Evidence Evidence
}

// ApplyTx is the write transaction of a store in which Apply runs.
type ApplyTx interface {
	// Bump raises the workspace's change number, which locks the workspace, and gives the new one.
	Bump(ctx context.Context) (int64, error)
	// Stored returns the state of those documents that are stored.
	Stored(ctx context.Context, documents []ID) (map[ID]Stored, error)
	// Present returns those chunks that are stored.
	Present(ctx context.Context, chunks []ID) (map[ID]bool, error)
	// Removed returns the chunks of the documents, those of the chunks that are stored,
	// and the evidence of both.
	Removed(ctx context.Context, documents, chunks []ID) (Removed, error)
	// State returns the stored state of the touched items; items that are not stored are left out.
	State(ctx context.Context, touched Touched) (State, error)
	// Write writes the delta, whose rows carry the change number.
	Write(ctx context.Context, number int64, delta Delta) error
}

// Apply carries out a change in a transaction of either store.
func Apply(ctx context.Context, tx ApplyTx, change Change) (Applied, error) {
	const op = "graph.Apply"
	number, err := tx.Bump(ctx)
	if err != nil {
		return Applied{}, err
	}
	ids := slices.Concat(change.Remove, lists.Map(change.Shrink, func(s Shrink) ID { return s.Document }),
		lists.Map(change.Retag, func(r Retag) ID { return r.Document }), lists.Map(change.Add, func(b Bundle) ID { return b.Document.ID }))
	there, err := tx.Stored(ctx, lists.Sorted(ids))
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
				"the source belongs to a document with another text", "replace that document, or use another source")
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
	restatement, err := restated(ctx, tx, change.Restate, removed.Chunks)
	if err != nil {
		return Applied{}, err
	}
	touched := touchedBy(add, removed, restatement)
	state, err := tx.State(ctx, touched)
	if err != nil {
		return Applied{}, err
	}
	delta, err := plan(add, removed, restatement, touched, state)
	if err != nil {
		return Applied{}, err
	}
	delta.Partial, delta.Retagged = partial, retagged(change.Retag, there, gone)
	delta.Forget = slices.DeleteFunc(delta.Forget, func(id ID) bool { return slices.Contains(change.Returning, id) })
	applied.Added = append(applied.Added, Keys(delta.Documents)...)
	return applied, tx.Write(ctx, number, delta)
}

// shrunk returns the stored documents that lose chunks and stay, and these chunks; both
// sorted and without duplicates.
func shrunk(list []Shrink, there map[ID]Stored, gone map[ID]bool) (documents, chunks []ID) {
	for _, s := range list {
		if _, ok := there[s.Document]; ok && !gone[s.Document] {
			documents, chunks = append(documents, s.Document), append(chunks, s.Chunks...)
		}
	}
	return lists.Sorted(documents), lists.Sorted(chunks)
}

// missing returns the bundle without the chunks that are stored, and their evidence.
func missing(ctx context.Context, tx ApplyTx, b Bundle) (Bundle, error) {
	ids := Keys(b.Chunks)
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
