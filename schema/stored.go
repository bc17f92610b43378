package schema

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"grove/internal/fault"
	"grove/internal/graph"
	"grove/internal/lists"
)

// Reader is what this package reads of a workspace.
type Reader interface {
	Schema(context.Context) (graph.SchemaVersion, error)
	graph.DecisionReader
	Proposals(context.Context, graph.ProposalsQuery) ([]graph.ProposalRow, error)
	Counts(context.Context) (graph.Counts, error)
}

// Stored returns the schema in force in a workspace and its version; fault.NotFound
// where the workspace has none.
func Stored(ctx context.Context, r interface {
	Schema(context.Context) (graph.SchemaVersion, error)
}) (*Schema, graph.SchemaVersion, error) {
	v, err := r.Schema(ctx)
	if err != nil {
		return nil, v, err
	}
	s, err := ParseVersion(v)
	return s, v, err
}

// ParseVersion parses a stored version of a schema; fault.Corrupt where it does not parse.
func ParseVersion(v graph.SchemaVersion) (*Schema, error) {
	s, err := ParseStored([]byte(v.Body))
	return s, fault.From(fault.Corrupt, "schema.ParseVersion", fmt.Sprintf("schema version %d", v.Version), err, "")
}

// The kinds of decisions about names of the schema; their subjects are a part and a
// normalised name.
const (
	AcceptKind = "accept"
	RejectKind = "reject"
)

// Decision is a person's decision to accept a name into the schema or to reject it.
type Decision struct {
	// ID is the id of the stored decision.
	ID     graph.ID
	Part   graph.SchemaPart
	Name   string
	Accept bool
}

// Proposal returns the id of the proposal of the name.
func (d Decision) Proposal() graph.ID { return graph.ProposalID(d.Part, d.Name) }

// Decisions returns all decisions about names of the schema, in the order in which
// they were made.
func Decisions(ctx context.Context, r Reader) ([]Decision, error) {
	stored, err := graph.AllDecisions(ctx, r, AcceptKind, RejectKind)
	if err != nil {
		return nil, err
	}
	out := make([]Decision, len(stored))
	for i, d := range stored {
		if len(d.Subjects) != 2 || !graph.SchemaPart(d.Subjects[0]).Valid() || d.Subjects[1] == "" {
			return nil, fault.New(fault.Corrupt, "schema.Decisions", string(d.ID),
				"the subjects of a decision are not a part of the schema and a name", "")
		}
		out[i] = Decision{d.ID, graph.SchemaPart(d.Subjects[0]), d.Subjects[1], d.Kind == AcceptKind}
	}
	return out, nil
}

// State is the state of a proposal.
type State string

// The states of proposals.
const (
	Open      State = "open"
	Accepted  State = "accepted"  // by a person
	Automatic State = "automatic" // accepted by evolution
	Rejected  State = "rejected"  // by a person
)

// States returns the states of proposals by their ids. A proposal that is missing is
// open: the schema has no such name, and nobody decided on it.
func States(s *Schema, decisions []Decision) map[graph.ID]State {
	out := map[graph.ID]State{}
	for _, n := range s.Names() {
		switch n.By {
		case ByPerson:
			out[n.ID()] = Accepted
		case ByEvolution:
			out[n.ID()] = Automatic
		}
	}
	for _, d := range decisions {
		if out[d.Proposal()] = Rejected; d.Accept {
			out[d.Proposal()] = Accepted
		}
	}
	return out
}

// CountOpen counts the open proposals.
func CountOpen(ctx context.Context, r Reader, s *Schema, decisions []Decision) (int, error) {
	counts, err := r.Counts(ctx)
	if err != nil {
		return 0, err
	}
	states := States(s, decisions)
	open := counts.Proposals
	for ids := range slices.Chunk(slices.Collect(maps.Keys(states)), graph.MaxIDs) {
		rows, err := r.Proposals(ctx, graph.ProposalsQuery{IDs: ids, Limit: graph.MaxRows})
		if err != nil {
			return 0, err
		}
		open -= len(rows)
	}
	return open, nil
}

// Usage counts the entities, triples and attributes that use each name, by the id of
// the name's proposal.
func Usage(ctx context.Context, r interface {
	Vocabulary(context.Context) ([]graph.Term, error)
}) (map[graph.ID]int, error) {
	terms, err := r.Vocabulary(ctx)
	return lists.Table(terms, func(t graph.Term) (graph.ID, int) { return graph.ProposalID(t.Part, t.Name), t.Count }), err
}

// FindName resolves what a person calls a name of the schema: the id of a proposal,
// "part:name" (which needs no proposal), or a name that one part alone proposes or has
// a decision on. It returns fault.NotFound where there is none, and fault.Invalid where
// there are several.
func FindName(ctx context.Context, r Reader, ref string) (Name, error) {
	const op = "schema.FindName"
	if graph.ValidID(ref, graph.ProposalKind) {
		rows, err := r.Proposals(ctx, graph.ProposalsQuery{IDs: []graph.ID{graph.ID(ref)}, Limit: 1})
		if err != nil {
			return Name{}, err
		}
		if len(rows) == 1 {
			return Name{Part: rows[0].Part, Name: rows[0].Name}, nil
		}
	}
	if part, name, ok := strings.Cut(ref, ":"); ok && graph.SchemaPart(part).Valid() {
		n := Name{Part: graph.SchemaPart(part), Name: NormalName(graph.SchemaPart(part), name)}
		if n.Part == graph.PartAttribute && n.Name != "" {
			return n, nil
		}
		return n, fault.Wrap(graph.CheckName(part, n.Name), op, ref)
	}
	found, err := decidable(ctx, r, ref)
	switch {
	case err != nil:
		return Name{}, err
	case len(found) == 0:
		return Name{}, NotProposed(ref)
	case len(found) > 1:
		return Name{}, fault.New(fault.Invalid, op, ref, "several parts of the schema have this name",
			"say type:NAME, relation:NAME or attribute:NAME")
	}
	return found[0], nil
}

// NotProposed returns the error for a name that is no proposal.
func NotProposed(ref string) error {
	return fault.New(fault.NotFound, "schema.FindName", ref, "nothing proposes this name",
		"`grove schema proposals` has the list; type:NAME, relation:NAME or attribute:NAME names anything")
}

// decidable returns the names, one a part, that something proposes or that have a decision.
func decidable(ctx context.Context, r Reader, name string) ([]Name, error) {
	parts := []graph.SchemaPart{graph.PartType, graph.PartRelation, graph.PartAttribute}
	names := lists.Map(parts, func(part graph.SchemaPart) Name { return Name{Part: part, Name: NormalName(part, name)} })
	rows, err := r.Proposals(ctx, graph.ProposalsQuery{IDs: lists.Map(names, Name.ID), Limit: len(names)})
	if err != nil {
		return nil, err
	}
	decisions, err := Decisions(ctx, r)
	if err != nil {
		return nil, err
	}
	exists := lists.SetOf(rows, func(p graph.ProposalRow) graph.ID { return p.ID })
	for _, d := range decisions {
		exists[d.Proposal()] = true
	}
	return lists.Filter(names, func(n Name) bool { return exists[n.ID()] }), nil
}
