package graph

import (
	"context"
	"fmt"
)

// Verifier are the reads of `grove verify` besides the pages of export.
type Verifier interface {
	// Evidence returns the evidence of chunks.
	Evidence(context.Context, EvidenceQuery) (Evidence, error)
	// States returns the stored states of items, with their tallies; others are left out.
	States(context.Context, StatesQuery) (State, error)
	// Integrity makes the checks that only the store itself can make: for dangling edges,
	// and for damage of its own structure. It returns a Check for each of
	// SourcesCheck to StorageCheck, in this order.
	Integrity(context.Context) ([]Check, error)
}

// EvidenceQuery asks for all evidence of chunks. Order: that of Evidence.Canonical.
type EvidenceQuery struct{ Chunks []ID }

// Check returns an Invalid error for a query beyond the bounds.
func (q EvidenceQuery) Check() error { return checkIDs("graph.Evidence", len(q.Chunks)) }

// StatesQuery asks for items by id, and for all ABOUT edges of the facts.
type StatesQuery struct {
	Facts, Elements, Attributes, Triples, Proposals []ID
}

// Check returns an Invalid error for a query beyond the bounds.
func (q StatesQuery) Check() error {
	return checkIDs("graph.States", len(q.Facts)+len(q.Elements)+len(q.Attributes)+len(q.Triples)+len(q.Proposals))
}

// MaxItems is the most findings that a Check names.
const MaxItems = 20

// Check is the result of one check.
type Check struct {
	// Name is stable, so that scripts may look for it.
	Name string `json:"name"`
	// OK is false if something is wrong.
	OK bool `json:"ok"`
	// Count is the number of findings. Some checks have findings that are no problem (see OK).
	Count int `json:"count"`
	// Hint is the remedy, or the meaning of the count, or "".
	Hint string `json:"hint"`
	// Items are the first MaxItems findings, in the order of their ids.
	Items []string `json:"items"`
}

// NewCheck returns a check without findings.
func NewCheck(name string) Check { return Check{Name: name, OK: true, Items: []string{}} }

// Find adds a finding: an item, and what is wrong with it.
func (c *Check) Find(item ID, problem string, args ...any) {
	c.OK = false
	c.Count++
	if len(c.Items) < MaxItems {
		c.Items = append(c.Items, string(item)+": "+fmt.Sprintf(problem, args...))
	}
}

// Found returns a check with this many findings, of which items are the first.
func Found(name string, count int, items []string) Check {
	c := NewCheck(name)
	c.Count, c.OK = count, count == 0 || name == JournalCheck
	c.Items = append(c.Items, items[:min(len(items), MaxItems)]...)
	return c
}

// The names of the checks of Verifier.Integrity, in their order.
const (
	// SourcesCheck finds chunks without a document, and evidence without a chunk.
	SourcesCheck = "sources"
	// DanglingCheck finds edges to facts, key elements, attributes, triples or proposals that do not exist.
	DanglingCheck = "dangling"
	// RelationsCheck finds triples without their typed relation, and typed relations without a triple.
	RelationsCheck = "relations"
	// JournalCheck counts journalled extractions of chunks that are not in the graph. They
	// are no damage: an interrupted ingest leaves them for the next one.
	JournalCheck = "journal"
	// StorageCheck finds damage of the database, and constraints and indexes that are missing.
	StorageCheck = "storage"
)

// Recount computes the states of items from all of their evidence, by the rules of Apply.
func Recount(e Evidence) State {
	w := newAggregates(State{})
	w.count(&e, +1)
	return State{Facts: derived(w.facts, (*FactState).derive), Elements: derived(w.elements, (*KeyElementState).derive),
		Attributes: derived(w.attributes, func(*Attribute) {}), Triples: derived(w.triples, (*TripleState).derive),
		Proposals: derived(w.proposals, (*ProposalState).derive), Abouts: w.abouts}
}

// derived returns the states, each with what follows from its tallies.
func derived[T any](states map[ID]*T, derive func(*T)) map[ID]T {
	out := make(map[ID]T, len(states))
	for id, s := range states {
		derive(s)
		out[id] = *s
	}
	return out
}
