package web

import (
	"context"
	"encoding/json"
	"net/http"

	"grove/ingest"
	"grove/internal/graph"
	"grove/schema"
)

// Schema is what bounds a workspace's graph.
type Schema struct {
	Name    string `json:"name"`
	Version int    `json:"version"`
	// Settled is false while some of the graph still follows an earlier version.
	Settled   bool             `json:"settled"`
	Evolution schema.Evolution `json:"evolution"`
	// Names are those of the schema, by part and name, with their use in the graph.
	Names []UsedName `json:"names"`
	// Proposals is how many names outside it are proposed.
	Proposals int            `json:"proposals"`
	Schema    *schema.Schema `json:"schema"`
}

// UsedName is a name of the schema and how many entities, triples or attributes use it.
type UsedName struct {
	schema.Name
	Count int `json:"count"`
}

// NewSchema is another seed for a workspace.
type NewSchema struct {
	// Schema is a schema as its files have it.
	Schema json.RawMessage `json:"schema"`
	// Sure carries the change out even where documents lose something by it; without
	// it such a change is only described. Dry describes any.
	Sure bool `json:"sure,omitempty"`
	Dry  bool `json:"dry,omitempty"`
}

// SchemaChange is what another seed does, or would do.
type SchemaChange struct {
	schema.Change
	// Lost are the uses in the graph of the names that go: they become proposals.
	Lost []graph.Term `json:"lost"`
	// Mode is how the mode of evolution changes, null where it stays.
	Mode *schema.ModeChange `json:"mode"`
	// Done is false where nothing was changed.
	Done      bool              `json:"done"`
	Evolution *ingest.Evolution `json:"evolution"`
}

// SchemaStep is a version of the schema, and what it changed.
type SchemaStep struct {
	Version   int              `json:"version"`
	Settled   bool             `json:"settled"`
	Name      string           `json:"name"`
	Evolution schema.Evolution `json:"evolution"`
	schema.Change
}

// SchemaHistory are versions of a schema, the latest first.
type SchemaHistory struct {
	Versions []SchemaStep `json:"versions"`
}

// Proposal is a name outside the schema that documents use.
type Proposal struct {
	graph.ProposalRow
	// State is open, accepted (by a person), automatic or rejected.
	State string `json:"state"`
	// Evidence are the first places that use it, of a single proposal.
	Evidence []graph.ProposalEvidence `json:"evidence"`
}

// ProposalList are proposals, the most supported first.
type ProposalList struct {
	Proposals []Proposal `json:"proposals"`
}

// The states of proposals, and every.
const (
	stateOpen = "open"
	stateAll  = "all"
)

func proposalStates() []string {
	return []string{stateOpen, "accepted", "automatic", "rejected", stateAll}
}

// The verdicts on a proposal.
const (
	verdictAccept = "accept"
	verdictReject = "reject"
	verdictUndo   = "undo"
)

func showSchema(ctx context.Context, c *call, w Workspace) error {
	s, err := w.Schema(ctx)
	if err != nil {
		return err
	}
	return c.reply(http.StatusOK, s)
}

func putSchema(ctx context.Context, c *call, w Workspace) error {
	var asked NewSchema
	if err := c.decode(ctx, &asked, c.server.Limits.Body); err != nil {
		return err
	}
	change, err := w.SetSchema(ctx, asked)
	if err != nil {
		return err
	}
	return c.reply(http.StatusOK, change)
}

func schemaHistory(ctx context.Context, c *call, w Workspace) error {
	list, err := w.SchemaHistory(ctx, c.number("limit"))
	if err != nil {
		return err
	}
	return c.reply(http.StatusOK, SchemaHistory{list})
}

func listProposals(ctx context.Context, c *call, w Workspace) error {
	state := c.text("state")
	if state == "" {
		state = stateOpen
	}
	if state == stateAll {
		state = ""
	}
	list, err := w.Proposals(ctx, graph.SchemaPart(c.text("part")), state, c.number("limit"))
	if err != nil {
		return err
	}
	return c.reply(http.StatusOK, ProposalList{list})
}

func showProposal(ctx context.Context, c *call, w Workspace) error {
	p, err := w.Proposal(ctx, c.text("id"))
	if err != nil {
		return err
	}
	return c.reply(http.StatusOK, p)
}

// judge gives the handler of a verdict on a proposal.
func judge(verdict string) func(context.Context, *call, Workspace) error {
	return func(ctx context.Context, c *call, w Workspace) error {
		e, err := w.Judge(ctx, verdict, c.text("id"))
		if err != nil {
			return err
		}
		return c.reply(http.StatusOK, e)
	}
}
