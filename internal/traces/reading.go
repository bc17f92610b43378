package traces

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"

	"grove/cypher"
	"grove/internal/fault"
	"grove/internal/graph"
	"grove/query"
	"grove/query/tree"
)

// searchAction is a step that searched the text index, which has no Cypher.
const searchAction = "search"

// reading makes the read of a step again. Readable is false where its statement is
// none that can be made.
type reading func(ctx context.Context) (now query.Step, readable bool, err error)

// reading is the read of a step; nil for one that read nothing.
func (b Bench) reading(s query.Step, scope graph.Scope) reading {
	switch {
	case s.Cypher != "":
		return func(ctx context.Context) (query.Step, bool, error) { return b.read(ctx, s) }
	case s.Action == searchAction:
		return func(ctx context.Context) (query.Step, bool, error) { return b.search(ctx, s, scope) }
	}
	return nil
}

// read makes the read of a statement: through the operation that it renders, so
// that either store can carry it out.
func (b Bench) read(ctx context.Context, s query.Step) (query.Step, bool, error) {
	p, err := paramsOf(s.Params, b.Workspace)
	if err != nil {
		return query.Step{}, false, err
	}
	args, err := paramsOf(s.Args, b.Workspace)
	if err != nil {
		return query.Step{}, false, err
	}
	for _, q := range queriesOf(s.Action, p, args) {
		if !renders(b.Workspace, q, s) {
			continue
		}
		trace := query.WholeTrace()
		if err := run(ctx, tree.Traced(b.Graph, trace, b.Workspace, p.scope()), q); err != nil {
			return query.Step{}, false, err
		}
		return trace.Steps()[0], true, nil
	}
	return query.Step{}, false, nil
}

// search makes a search again.
func (b Bench) search(ctx context.Context, s query.Step, scope graph.Scope) (query.Step, bool, error) {
	args, err := paramsOf(s.Args, b.Workspace)
	if err != nil {
		return query.Step{}, false, err
	}
	text := cmp.Or(args.text("query"), args.text("text")) // in a branch of the agent tree, query is a number
	if text == "" {
		return query.Step{}, false, nil
	}
	hits, err := b.Search(ctx, text, args.text("method"), args.number("k"), scope)
	if err != nil {
		return query.Step{}, false, err
	}
	now := query.Step{Action: searchAction, Rows: len(hits)}
	for _, h := range hits {
		now.IDs = append(now.IDs, string(h.Chunk))
	}
	return now, true, nil
}

// renders tells whether a query's statement is that of a step.
func renders(workspace string, q any, s query.Step) bool {
	st, err := cypher.Render(workspace, q)
	if err != nil || st.Text != s.Cypher {
		return false
	}
	now, err := json.Marshal(st.Params)
	if err != nil {
		return false
	}
	was, err := json.Marshal(s.Params)
	return err == nil && bytes.Equal(now, was)
}

// run carries a query of queriesOf out.
func run(ctx context.Context, g tree.Graph, q any) (err error) {
	switch q := q.(type) {
	case cypher.CountsQuery:
		_, err = g.Counts(ctx)
	case graph.DocumentsQuery:
		_, err = g.Documents(ctx, q)
	case graph.ChunksQuery:
		_, err = g.Chunks(ctx, q)
	case graph.FactsQuery:
		_, err = g.Facts(ctx, q)
	case graph.KeyElementsQuery:
		_, err = g.KeyElements(ctx, q)
	case graph.FindQuery:
		_, err = g.Find(ctx, q)
	case graph.MentionsQuery:
		_, err = g.Mentions(ctx, q)
	case graph.NeighboursQuery:
		_, err = g.Neighbours(ctx, q)
	case graph.RelationsQuery:
		_, err = g.Relations(ctx, q)
	case graph.PathsQuery:
		_, err = g.Paths(ctx, q)
	case graph.AttributesQuery:
		_, err = g.Attributes(ctx, q)
	case graph.CommunitiesQuery:
		_, err = g.Communities(ctx, q)
	case graph.MembersQuery:
		_, err = g.Members(ctx, q)
	case cypher.Page:
		_, err = g.PageKeyElements(ctx, q.PageQuery)
	default:
		err = fault.New(fault.Internal, "traces.run", fmt.Sprintf("%T", q), "not a read of an agent", "")
	}
	return err
}
