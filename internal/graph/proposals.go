package graph

import (
	"cmp"
	"math"
	"strings"
)

// SchemaPart is the part of a schema that a name belongs to.
type SchemaPart string

// The parts of a schema.
const (
	PartType      SchemaPart = "type"
	PartRelation  SchemaPart = "relation"
	PartAttribute SchemaPart = "attribute"
)

// Valid reports whether p is one of the parts.
func (p SchemaPart) Valid() bool { return p == PartType || p == PartRelation || p == PartAttribute }

// Unsound is the signature of an occurrence that counts against a proposal, as its ends
// have no type, or its entity no evidence.
const Unsound = "-"

// Proposal is a name that chunks use and the seed of the schema does not have. It is
// stored as long as a chunk supports it, whatever was decided about it.
type Proposal struct {
	ID   ID         `json:"id"`
	Part SchemaPart `json:"part"`
	// Name is normalised as names of its part are.
	Name string `json:"name"`
	// Support is the number of chunks that use it.
	Support int `json:"support"`
	// Signature is the most frequent signature: "Head>Tail", the types that a relation
	// joins; the entity type of an attribute; the name itself of a type. It is Unsound if
	// all occurrences are.
	Signature string `json:"signature"`
	// Confidence is the share, 0 to 1, of the occurrences that have Signature, rounded to
	// 6 decimals.
	Confidence float64 `json:"confidence"`
}

// ProposalState is a stored proposal with the tally from which its Signature and
// Confidence are derived.
type ProposalState struct {
	Proposal
	// Signatures counts occurrences by signature.
	Signatures Tally
}

// derive sets the fields that follow from the tally.
func (s *ProposalState) derive() {
	total, most := 0, 0
	s.Signature = Unsound
	for _, k := range s.Signatures.Keys() {
		total += s.Signatures[k]
		if k != Unsound && s.Signatures[k] > most {
			s.Signature, most = k, s.Signatures[k]
		}
	}
	s.Confidence = 0
	if total > 0 {
		s.Confidence = math.Round(1e6*float64(most)/float64(total)) / 1e6
	}
}

// ProposalEvidence is a PROPOSES edge: a chunk uses a proposed name.
type ProposalEvidence struct {
	Chunk    ID         `json:"chunk"`
	Proposal ID         `json:"-"`
	Part     SchemaPart `json:"-"`
	Name     string     `json:"-"`
	// Subject and Object are an example: head and tail of a relation, entity and
	// value of an attribute, the entity (and "") of a type.
	Subject string `json:"subject"`
	Object  string `json:"object"`
	// Signature is that of this occurrence (see Proposal), never "".
	Signature string `json:"signature"`
	Span
}

// before orders two occurrences at one place, of which Canonical retains the first.
func (e ProposalEvidence) before(o ProposalEvidence) bool {
	return cmp.Or(strings.Compare(e.Subject, o.Subject), strings.Compare(e.Object, o.Object),
		strings.Compare(e.Signature, o.Signature)) <= 0
}

// ProposalID returns the id of the proposal of a normalised name.
func ProposalID(part SchemaPart, name string) ID { return newID(ProposalKind, string(part), name) }

// ProposalsQuery asks for proposals; of several conditions all must hold. Order:
// support (descending), id.
type ProposalsQuery struct {
	IDs []ID
	// Part selects proposals of one part; "" is all.
	Part SchemaPart
	// Least leaves out proposals with fewer supporting chunks.
	Least int
	// Limit is the most rows; 0 is DefaultLimit.
	Limit int
}

// Check returns an Invalid error for a query beyond the bounds.
func (q ProposalsQuery) Check() error { return checkIDs("graph.Proposals", len(q.IDs)) }

// ProposalRow is a proposal with the number of documents whose chunks use it.
type ProposalRow struct {
	Proposal
	Documents int `json:"documents"`
}

// ProposalPage is a proposal with all its evidence; see PageQuery.
type ProposalPage struct {
	Proposal
	Evidence []ProposalEvidence
}

// ProposingQuery asks for the chunks that use one of the proposals. Order: chunk
// id, each once.
type ProposingQuery struct {
	Proposals []ID
	After     ID
	// Limit is the most rows; 0 is DefaultLimit.
	Limit int
}

// ProposingRow is a chunk that uses a proposal, and its document.
type ProposingRow struct{ Chunk, Document ID }

// Check returns an Invalid error for a query beyond the bounds.
func (q ProposingQuery) Check() error { return checkIDs("graph.Proposing", len(q.Proposals)) }
