package web

import (
	"cmp"
	"context"
	"encoding/json"

	"grove/ingest"
	"grove/internal/browse"
	"grove/internal/curate"
	"grove/internal/graph"
	"grove/schema"
)

// NewSchema is the body of a request that replaces the seed of a workspace's schema.
type NewSchema struct {
	// Schema is in the form of a schema file.
	Schema json.RawMessage `json:"schema"`
	// Sure makes a change even if names in use are lost; without it such a change is only
	// described. Dry describes any change and makes none.
	Sure bool `json:"sure,omitempty"`
	Dry  bool `json:"dry,omitempty"`
}

// SchemaHistory is a list of versions of a schema, the latest first.
type SchemaHistory struct {
	Versions []browse.SchemaStep `json:"versions"`
}

// ProposalList is a list of proposals, the most supported first.
type ProposalList struct {
	Proposals []browse.Proposal `json:"proposals"`
}

// allStates stands for every schema.State in a request.
const allStates = "all"

func proposalStates() []string {
	return []string{string(schema.Open), string(schema.Accepted), string(schema.Automatic), string(schema.Rejected), allStates}
}

func showSchema(ctx context.Context, _ *call, w Workspace) (browse.Schema, error) {
	return w.Browse().Schema(ctx)
}

func putSchema(ctx context.Context, _ *call, w Workspace, body NewSchema) (curate.SchemaChange, error) {
	seed, err := schema.Parse(body.Schema)
	if err != nil {
		return curate.SchemaChange{}, err
	}
	return w.Curate().SetSchema(ctx, seed, curate.SetSchemaOptions{Sure: body.Sure, Dry: body.Dry})
}

func schemaHistory(ctx context.Context, c *call, w Workspace) (SchemaHistory, error) {
	list, err := w.Browse().SchemaHistory(ctx, c.number("limit"))
	return SchemaHistory{list}, err
}

func listProposals(ctx context.Context, c *call, w Workspace) (ProposalList, error) {
	state := cmp.Or(schema.State(c.text("state")), schema.Open)
	if state == allStates {
		state = ""
	}
	list, err := w.Browse().Proposals(ctx, graph.SchemaPart(c.text("part")), state, c.number("limit"))
	return ProposalList{list}, err
}

// judge returns the handler of a verdict on a proposal.
func judge(v curate.Verdict) func(context.Context, *call, Workspace) (ingest.Evolution, error) {
	return func(ctx context.Context, c *call, w Workspace) (ingest.Evolution, error) {
		judged, err := w.Curate().Judge(ctx, v, []string{c.text("id")})
		return judged.Evolution, err
	}
}
