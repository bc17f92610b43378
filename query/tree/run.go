package tree

import (
	"context"
	"slices"
	"strings"
	"sync"

	"grove/internal/fault"
	"grove/query"
	"grove/schema"
)

// run is the work on one question.
type run struct {
	*query.Frame
	// store is the graph as it is; each branch of the work traces its own reads.
	store     Graph
	workspace string
	index     Index
	schema    *schema.Schema
	likeness  *likeness
	sizes     sizes
	routes    []route
	options   Options
	memory    *memory
	// captions are those of the communities, by id.
	captions sync.Map
	// empty is true for a graph without chunks.
	empty bool
}

// newRun checks the question and the options and fills in the defaults.
func (a *Agent) newRun(ctx context.Context, q query.Question, o Options) (*run, error) {
	for _, part := range o.Without {
		if !slices.Contains(Parts(), part) {
			return nil, fault.New(fault.Invalid, "tree.Answer", part, "not a part that can be left out", "use "+strings.Join(Parts(), ", "))
		}
	}
	routes := o.left()
	if len(routes) == 0 {
		return nil, fault.New(fault.Invalid, "tree.Answer", strings.Join(o.Without, ","), "no route is left to search by", "leave out three of the four at most")
	}
	if o.Window == 0 {
		o.Window = DefaultWindow
	}
	frame, err := query.Begin(ctx, a.LLM, q, query.Setting{Agent: Name, Window: o.Window, Least: LeastWindow, MaxCalls: o.MaxCalls, Limits: o.Limits})
	if err != nil {
		return nil, err
	}
	r := &run{
		Frame: frame, store: a.Graph, workspace: a.Workspace, index: query.Within(a.Index, a.Graph, q.Scope), schema: a.Schema,
		likeness: newLikeness(a.LLM.Kit, a.Embedder), sizes: sizesFor(o.Window), routes: routes, options: o, memory: newMemory(),
	}
	if r.schema == nil {
		r.schema = schema.General()
	}
	return r, nil
}

// left are the routes to search by.
func (o Options) left() []route {
	routes := o.routes
	if routes == nil {
		routes = allRoutes()
	}
	return slices.DeleteFunc(slices.Clone(routes), func(x route) bool { return slices.Contains(o.Without, x.part()) })
}

// without tells whether a part is left out.
func (r *run) without(part string) bool { return slices.Contains(r.options.Without, part) }

// answer goes through the stages.
func (r *run) answer(ctx context.Context) (query.Answer, error) {
	if missing, err := query.OutOfScope(ctx, r.reads(r.Trace), r.Question); err != nil || missing != "" {
		return r.Abstain(missing), err
	}
	if err := r.look(ctx); err != nil {
		return query.Answer{}, err
	}
	queries, err := r.decompose(ctx)
	if err != nil {
		return query.Answer{}, err
	}
	if err := r.retrieve(ctx, queries, 0); err != nil {
		return query.Answer{}, err
	}
	if !r.without(Loop) && !r.empty {
		if err := r.think(ctx); err != nil {
			return query.Answer{}, err
		}
	}
	return r.conclude(ctx)
}

// look counts what there is, and says in the trace what is missing and how it
// is made: without communities their route finds nothing, and the others go on.
func (r *run) look(ctx context.Context) error {
	counts, err := r.reads(r.Trace).Counts(ctx)
	if err != nil {
		return err
	}
	r.empty = counts.Chunks == 0
	switch {
	case r.empty:
		r.Trace.Add(query.Step{Action: "missing", Args: map[string]any{"what": "documents", "hint": "grove ingest PATH"}})
	case !r.Question.Scope.Empty() && slices.Contains(r.routes, byCommunity):
		// What they say was written over all documents.
		r.Trace.Add(query.Step{Action: "missing", Args: map[string]any{"what": "communities of the filtered documents",
			"effect": "communities sum up the whole workspace: the other routes search alone"}})
		r.routes = slices.DeleteFunc(slices.Clone(r.routes), func(x route) bool { return x == byCommunity })
	case counts.Communities == 0 && slices.Contains(r.routes, byCommunity):
		r.Trace.Add(query.Step{Action: "missing", Args: map[string]any{"what": "communities",
			"hint": "grove communities rebuild", "effect": "the other routes search alone"}})
		r.routes = slices.DeleteFunc(slices.Clone(r.routes), func(x route) bool { return x == byCommunity })
	}
	return nil
}

// reads is the graph with its reads recorded in a branch of the trace.
func (r *run) reads(t *query.Trace) Graph {
	return Traced(r.store, t, r.workspace, r.Question.Scope)
}
