package tree

import (
	"context"
	"slices"
	"strings"
	"sync"

	"grove/internal/fault"
	"grove/internal/graph"
	"grove/internal/lists"
	"grove/query"
	"grove/schema"
)

// run is the work on one question.
type run struct {
	*query.Frame
	schema *schema.Schema
	// usage counts the uses of the schema's names, by the ids of their proposals; nil shows all names.
	usage    map[graph.ID]int
	likeness *likeness
	sizes    sizes
	routes   []route
	// topK is the number of items of each route, and of the fusion.
	topK   int
	fusion fusion
	memory *memory
	// captions caches the captions of communities by id.
	captions sync.Map
	// empty is true for a graph without chunks.
	empty bool
}

// newRun returns the run of a frame.
func newRun(ctx context.Context, f *query.Frame) (*run, error) {
	bounds, err := f.Schema(ctx)
	if err != nil {
		return nil, err
	}
	how := published()
	var usage map[graph.ID]int
	if !f.Paper() {
		how = byKind()
		usage, err = f.Usage(ctx)
	}
	return &run{Frame: f, schema: bounds, usage: usage, likeness: newLikeness(f.Kit, f.Embedder), sizes: sizesFor(f.Options.Window),
		routes: routesLeft(f.Options.Without), topK: f.Number(optionTopK), fusion: how,
		memory: &memory{retained: map[graph.ID]string{}}}, err
}

// leavesRoutes rejects options that disable all routes.
func leavesRoutes(_ query.Question, o query.Options) error {
	if len(routesLeft(o.Without)) == 0 {
		return fault.New(fault.Invalid, "tree.Answer", strings.Join(o.Without, ","), "all routes are disabled",
			"disable at most three of the four")
	}
	return nil
}

// routesLeft returns the enabled routes.
func routesLeft(without []string) []route {
	return slices.DeleteFunc(allRoutes(), func(x route) bool { return slices.Contains(without, x.part()) })
}

// answer runs the stages.
func answer(ctx context.Context, f *query.Frame) (query.Answer, error) {
	r, err := newRun(ctx, f)
	if err != nil {
		return query.Answer{}, err
	}
	if err := r.look(ctx); err != nil {
		return query.Answer{}, err
	}
	queries := r.resume(f.Found())
	resumed := len(queries) > 0
	if !resumed {
		if queries, err = r.decompose(ctx); err != nil {
			return query.Answer{}, err
		}
	}
	if err := r.retrieve(ctx, queries, 0); err != nil {
		return query.Answer{}, err
	}
	if !r.Without(Loop) && !r.empty && !resumed {
		if err := r.think(ctx); err != nil {
			return query.Answer{}, err
		}
	}
	return r.conclude(ctx)
}

// resume puts what an earlier agent found into the memory and returns what it lacks as
// sub-queries, none if there was no agent before or it lacks nothing.
func (r *run) resume(found query.Found) []subQuery {
	lacks := found.Lacks()
	if len(lacks) == 0 {
		return nil
	}
	r.memory.chunks = slices.Clone(found.Read)
	for _, id := range found.Cited {
		r.memory.retained[id] = ""
	}
	for _, h := range found.Hops {
		if h.From == query.FromEvidence {
			r.memory.thoughts = append(r.memory.thoughts, h.Needs+": "+h.Found)
		}
	}
	return lists.Map(lacks[:min(len(lacks), maxQueries)], func(need string) subQuery { return subQuery{kind: plainKind, words: need} })
}

// look reads the counts of the graph and records in the trace what is missing and how to
// create it. Without communities their route is disabled.
func (r *run) look(ctx context.Context) error {
	counts, err := r.Graph.Counts(ctx)
	if err != nil {
		return err
	}
	r.empty = counts.Chunks == 0
	switch {
	case r.empty:
		r.Trace.Add(query.Step{Action: "missing", Args: map[string]any{"what": "documents", "hint": "grove ingest PATH"}})
	case !r.Question.Scope.Empty() && slices.Contains(r.routes, byCommunity):
		// Communities summarise all documents.
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

// sizes divides a window, in tokens [G].
type sizes struct {
	// reply bounds the replies that decompose and reflect, answer the last one.
	reply, answer int
	// memory bounds the earlier steps in a prompt, schema the lines of the schema in a
	// reflection.
	memory, schema int
}

// sizesFor divides a window.
func sizesFor(window int) sizes {
	reply := query.ReplyFor(window, 1024)
	return sizes{reply: reply, answer: max(reply, min(window/4, 512)), memory: window / 10, schema: window / 12}
}
