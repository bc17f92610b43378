package graph

import (
	"context"
	"fmt"
)

// Verifier is what checking a workspace reads beside the pages of export.
type Verifier interface {
	// Evidence gives what chunks say.
	Evidence(context.Context, EvidenceQuery) (Evidence, error)
	// States gives what is stored of items, with their tallies; what is not there is left out.
	States(context.Context, StatesQuery) (State, error)
	// Integrity looks for what only the store itself can see: edges to what is not
	// there, and damage of its own structure. It gives one Check for each of
	// IntegrityChecks, in their order.
	Integrity(context.Context) ([]Check, error)
}

// EvidenceQuery asks for all evidence of chunks. Order: that of Evidence.Canonical.
type EvidenceQuery struct{ Chunks []ID }

// Check refuses a query beyond the bounds.
func (q EvidenceQuery) Check() error { return checkIDs("graph.Evidence", len(q.Chunks)) }

// StatesQuery asks for items by id. Of each fact named, all ABOUT edges are given.
type StatesQuery struct {
	Facts, Elements, Attributes, Triples, Proposals []ID
}

// Check refuses a query beyond the bounds.
func (q StatesQuery) Check() error {
	return checkIDs("graph.States", len(q.Facts)+len(q.Elements)+len(q.Attributes)+len(q.Triples)+len(q.Proposals))
}

// MaxItems is how many offenders a Check names.
const MaxItems = 20

// Check is one thing that was looked at, and what was found.
type Check struct {
	// Name is stable: scripts may look for it.
	Name string `json:"name"`
	// OK is false where something is wrong.
	OK bool `json:"ok"`
	// Count is the number of findings, or of what is worth knowing where OK is true.
	Count int `json:"count"`
	// Hint says what to do about it, or what the count means; "" where there is nothing.
	Hint string `json:"hint"`
	// Items are the first MaxItems findings, in the order of their ids.
	Items []string `json:"items"`
}

// NewCheck is a check without findings.
func NewCheck(name string) Check { return Check{Name: name, OK: true, Items: []string{}} }

// Find puts a finding on record: the item, and what is wrong with it.
func (c *Check) Find(item ID, problem string, args ...any) {
	c.OK = false
	c.Count++
	if len(c.Items) < MaxItems {
		c.Items = append(c.Items, string(item)+": "+fmt.Sprintf(problem, args...))
	}
}

// Found is a check with this many findings, of which the first are given.
func Found(name string, count int, items []string) Check {
	c := NewCheck(name)
	c.Count, c.OK = count, count == 0 || name == JournalCheck
	c.Items = append(c.Items, items[:min(len(items), MaxItems)]...)
	return c
}

// The names of the checks that a store makes by itself.
const (
	// SourcesCheck finds chunks without document, and evidence without chunk.
	SourcesCheck = "sources"
	// DanglingCheck finds edges to facts, key elements, attributes, triples or proposals that are not there.
	DanglingCheck = "dangling"
	// RelationsCheck finds triples without their typed relation, and typed relations without triple.
	RelationsCheck = "relations"
	// JournalCheck counts journalled extractions of chunks that are not in the
	// graph. That is no damage: such a reply came before an ingest ended, was paid
	// for, and is kept for the next one.
	JournalCheck = "journal"
	// StorageCheck finds damage of the database, and constraints and indexes that are missing.
	StorageCheck = "storage"
)

// IntegrityChecks are the names of the checks that Verifier.Integrity makes, in order.
func IntegrityChecks() []string {
	return []string{SourcesCheck, DanglingCheck, RelationsCheck, JournalCheck, StorageCheck}
}

// Recount computes from all evidence of some items what a store must hold of
// them: the same rules as a change follows, from the start.
func Recount(e Evidence) State {
	w := newWork(State{})
	w.count(&e, +1)
	s := State{Facts: map[ID]FactState{}, Elements: map[ID]KeyElementState{},
		Attributes: map[ID]Attribute{}, Triples: map[ID]TripleState{}, Proposals: map[ID]ProposalState{}, Abouts: w.abouts}
	for id, f := range w.facts {
		f.settle()
		s.Facts[id] = *f
	}
	for id, k := range w.elements {
		k.settle()
		s.Elements[id] = *k
	}
	for id, a := range w.attributes {
		s.Attributes[id] = *a
	}
	for id, t := range w.triples {
		t.settle()
		s.Triples[id] = *t
	}
	for id, p := range w.proposals {
		p.settle()
		s.Proposals[id] = *p
	}
	return s
}
