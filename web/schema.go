package web

import (
	"cmp"
	"context"
	"encoding/json"
	"net/http"

	"grove/ingest"
	"grove/internal/browse"
	"grove/internal/graph"
	"grove/schema"
)

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

// SchemaHistory are versions of a schema, the latest first.
type SchemaHistory struct {
	Versions []browse.SchemaStep `json:"versions"`
}

// ProposalList are proposals, the most supported first.
type ProposalList struct {
	Proposals []browse.Proposal `json:"proposals"`
}

// allStates stands for every schema.State in a request.
const allStates = "all"

func proposalStates() []string {
	return []string{string(schema.Open), string(schema.Accepted), string(schema.Automatic), string(schema.Rejected), allStates}
}

// The verdicts on a proposal.
const (
	verdictAccept = "accept"
	verdictReject = "reject"
	verdictUndo   = "undo"
)

func showSchema(ctx context.Context, c *call, w Workspace) error {
	s, err := w.Browse().Schema(ctx)
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
	list, err := w.Browse().SchemaHistory(ctx, c.number("limit"))
	if err != nil {
		return err
	}
	return c.reply(http.StatusOK, SchemaHistory{list})
}

func listProposals(ctx context.Context, c *call, w Workspace) error {
	state := cmp.Or(schema.State(c.text("state")), schema.Open)
	if state == allStates {
		state = ""
	}
	list, err := w.Browse().Proposals(ctx, graph.SchemaPart(c.text("part")), state, c.number("limit"))
	if err != nil {
		return err
	}
	return c.reply(http.StatusOK, ProposalList{list})
}

func showProposal(ctx context.Context, c *call, w Workspace) error {
	p, err := w.Browse().Proposal(ctx, c.text("id"))
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
