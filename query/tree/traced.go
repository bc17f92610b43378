package tree

import (
	"context"
	"time"

	"grove/cypher"
	"grove/internal/graph"
	"grove/query"
)

// Traced records the reads of a graph in a trace, each with its Cypher:
// query.Traced, and the reads of the tree's other levels beside it.
func Traced(g Graph, t *query.Trace, workspace string, scope graph.Scope) Graph {
	return &traced{query.Traced(g, t, workspace, scope), g, t, workspace, scope}
}

type traced struct {
	query.Graph
	store     Graph
	trace     *query.Trace
	workspace string
	scope     graph.Scope
}

// Attributes reads the attributes of entities.
func (t *traced) Attributes(ctx context.Context, q graph.AttributesQuery) ([]graph.Attribute, error) {
	q.Scope = t.scope
	return record(t, "attributes", q, map[string]any{"entities": q.Entities},
		func() ([]graph.Attribute, error) { return t.store.Attributes(ctx, q) },
		func(a graph.Attribute) graph.ID { return a.ID })
}

// Communities reads communities.
func (t *traced) Communities(ctx context.Context, q graph.CommunitiesQuery) ([]graph.CommunityRow, error) {
	args := map[string]any{"top": q.Top, "parent": q.Parent, "members": q.Members}
	return record(t, "communities", q, args,
		func() ([]graph.CommunityRow, error) { return t.store.Communities(ctx, q) },
		func(c graph.CommunityRow) graph.ID { return c.ID })
}

// Members reads the entities of a community.
func (t *traced) Members(ctx context.Context, q graph.MembersQuery) ([]graph.KeyElement, error) {
	return record(t, "members", q, map[string]any{"community": q.Community},
		func() ([]graph.KeyElement, error) { return t.store.Members(ctx, q) },
		func(e graph.KeyElement) graph.ID { return e.ID })
}

// record runs a read and adds its step, also where it fails.
func record[R any](t *traced, action string, q any, args map[string]any, read func() ([]R, error), id func(R) graph.ID) ([]R, error) {
	statement, err := cypher.Render(t.workspace, q)
	if err != nil {
		return nil, err
	}
	started := time.Now()
	rows, err := read()
	step := query.Step{Action: action, Args: args, Cypher: statement.Text, Params: statement.Params, Rows: len(rows), Ms: query.Since(started)}
	for _, r := range rows {
		step.IDs = append(step.IDs, string(id(r)))
	}
	if err != nil {
		step.Args["error"] = err.Error()
	}
	t.trace.Add(step)
	return rows, err
}
