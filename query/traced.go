package query

import (
	"context"
	"math"
	"time"

	"grove/cypher"
	"grove/internal/graph"
)

// Traced gives the graph that an agent reads: every read is bounded to the scope
// (whatever its query says) and recorded in the trace, with the Cypher that bounds
// it. Counts alone are those of the whole workspace.
func Traced(g Graph, t *Trace, workspace string, scope graph.Scope) Graph {
	return &traced{g, t, workspace, scope}
}

type traced struct {
	graph     Graph
	trace     *Trace
	workspace string
	scope     graph.Scope
}

var _ Graph = (*traced)(nil)

// record runs a read and adds its step, also where it fails.
func record[R any](t *traced, action string, query any, args map[string]any, run func() ([]R, error), id func(R) graph.ID) ([]R, error) {
	statement, err := cypher.Render(t.workspace, query)
	if err != nil {
		return nil, err
	}
	started := time.Now()
	rows, err := run()
	step := Step{Action: action, Args: args, Cypher: statement.Text, Params: statement.Params,
		Rows: len(rows), Ms: milliseconds(time.Since(started))}
	for _, r := range rows[:min(len(rows), ShownIDs)] {
		step.IDs = append(step.IDs, string(id(r)))
	}
	if err != nil {
		step.Args["error"] = err.Error()
	}
	t.trace.Add(step)
	return rows, err
}

// milliseconds gives a duration in milliseconds with three decimals.
func milliseconds(d time.Duration) float64 { return math.Round(float64(d.Microseconds())) / 1000 }

func (t *traced) Counts(ctx context.Context) (graph.Counts, error) {
	rows, err := record(t, "counts", cypher.CountsQuery{}, map[string]any{}, func() ([]graph.Counts, error) {
		c, err := t.graph.Counts(ctx)
		if err != nil {
			return nil, err
		}
		return []graph.Counts{c}, nil
	}, func(graph.Counts) graph.ID { return "" })
	if err != nil {
		return graph.Counts{}, err
	}
	return rows[0], nil
}

func (t *traced) Documents(ctx context.Context, q graph.DocumentsQuery) ([]graph.Document, error) {
	q.Scope = t.scope
	return record(t, "documents", q, map[string]any{"scope": q.Scope},
		func() ([]graph.Document, error) { return t.graph.Documents(ctx, q) },
		func(d graph.Document) graph.ID { return d.ID })
}

func (t *traced) Chunks(ctx context.Context, q graph.ChunksQuery) ([]graph.ChunkRow, error) {
	q.Scope = t.scope
	args := map[string]any{"ids": q.IDs}
	if q.Document != "" {
		args = map[string]any{"document": q.Document, "from": q.From}
	}
	return record(t, "chunks", q, args,
		func() ([]graph.ChunkRow, error) { return t.graph.Chunks(ctx, q) },
		func(r graph.ChunkRow) graph.ID { return r.ID })
}

func (t *traced) Facts(ctx context.Context, q graph.FactsQuery) ([]graph.FactRow, error) {
	q.Scope = t.scope
	return record(t, "facts", q, map[string]any{"elements": q.Elements},
		func() ([]graph.FactRow, error) { return t.graph.Facts(ctx, q) },
		func(r graph.FactRow) graph.ID { return r.Fact })
}

func (t *traced) KeyElements(ctx context.Context, q graph.KeyElementsQuery) ([]graph.KeyElementRow, error) {
	q.Scope = t.scope
	return record(t, "key_elements", q, map[string]any{"facts": q.Facts},
		func() ([]graph.KeyElementRow, error) { return t.graph.KeyElements(ctx, q) },
		func(r graph.KeyElementRow) graph.ID { return r.ID })
}

func (t *traced) Find(ctx context.Context, q graph.FindQuery) ([]graph.KeyElement, error) {
	q.Scope = t.scope
	return record(t, "find", q, map[string]any{"names": q.Norms, "ids": q.IDs, "prefix": q.Prefix},
		func() ([]graph.KeyElement, error) { return t.graph.Find(ctx, q) },
		func(r graph.KeyElement) graph.ID { return r.ID })
}

func (t *traced) Mentions(ctx context.Context, q graph.MentionsQuery) ([]graph.MentionRow, error) {
	q.Scope = t.scope
	return record(t, "mentions", q, map[string]any{"chunks": q.Chunks},
		func() ([]graph.MentionRow, error) { return t.graph.Mentions(ctx, q) },
		func(r graph.MentionRow) graph.ID { return r.ID })
}

func (t *traced) Neighbours(ctx context.Context, q graph.NeighboursQuery) ([]graph.Neighbour, error) {
	q.Scope = t.scope
	return record(t, "neighbours", q, map[string]any{"element": q.Element},
		func() ([]graph.Neighbour, error) { return t.graph.Neighbours(ctx, q) },
		func(r graph.Neighbour) graph.ID { return r.ID })
}

func (t *traced) Relations(ctx context.Context, q graph.RelationsQuery) ([]graph.RelationRow, error) {
	q.Scope = t.scope
	return record(t, "relations", q, map[string]any{"elements": q.Elements, "relations": q.Relations},
		func() ([]graph.RelationRow, error) { return t.graph.Relations(ctx, q) },
		func(r graph.RelationRow) graph.ID { return r.ID })
}

func (t *traced) Paths(ctx context.Context, q graph.PathsQuery) ([]graph.Path, error) {
	q.Scope = t.scope
	return record(t, "paths", q, map[string]any{"from": q.From, "to": q.To, "max_hops": q.MaxHops},
		func() ([]graph.Path, error) { return t.graph.Paths(ctx, q) },
		func(p graph.Path) graph.ID {
			if len(p.Triples) == 0 {
				return ""
			}
			return p.Triples[0].ID
		})
}

func (t *traced) PageKeyElements(ctx context.Context, q graph.PageQuery) ([]graph.KeyElementPage, error) {
	q.Scope = t.scope
	return record(t, "all_key_elements", cypher.Page{Label: "KeyElement", PageQuery: q}, map[string]any{"after": q.After},
		func() ([]graph.KeyElementPage, error) { return t.graph.PageKeyElements(ctx, q) },
		func(r graph.KeyElementPage) graph.ID { return r.ID })
}

// Attributes reads the attributes of entities.
func (t *traced) Attributes(ctx context.Context, q graph.AttributesQuery) ([]graph.Attribute, error) {
	q.Scope = t.scope
	return record(t, "attributes", q, map[string]any{"entities": q.Entities},
		func() ([]graph.Attribute, error) { return t.graph.Attributes(ctx, q) },
		func(a graph.Attribute) graph.ID { return a.ID })
}

// Communities reads communities.
func (t *traced) Communities(ctx context.Context, q graph.CommunitiesQuery) ([]graph.CommunityRow, error) {
	args := map[string]any{"top": q.Top, "parent": q.Parent, "members": q.Members}
	return record(t, "communities", q, args,
		func() ([]graph.CommunityRow, error) { return t.graph.Communities(ctx, q) },
		func(c graph.CommunityRow) graph.ID { return c.ID })
}

// Members reads the entities of a community.
func (t *traced) Members(ctx context.Context, q graph.MembersQuery) ([]graph.KeyElement, error) {
	return record(t, "members", q, map[string]any{"community": q.Community},
		func() ([]graph.KeyElement, error) { return t.graph.Members(ctx, q) },
		func(e graph.KeyElement) graph.ID { return e.ID })
}
