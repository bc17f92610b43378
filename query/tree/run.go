package tree

import (
	"context"
	"math"
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
	schema   *schema.Schema
	likeness *likeness
	sizes    sizes
	routes   []route
	// topK is how many items each route gives, and how many the fusion keeps.
	topK   int
	memory *memory
	// captions are those of the communities, by id.
	captions sync.Map
	// empty is true for a graph without chunks.
	empty bool
}

// newRun makes the run of a frame.
func newRun(ctx context.Context, f *query.Frame) (*run, error) {
	bounds, err := f.Schema(ctx)
	return &run{Frame: f, schema: bounds, likeness: newLikeness(f.Kit, f.Embedder), sizes: sizesFor(f.Options.Window),
		routes: routesLeft(f.Options.Without), topK: f.Number(optionTopK), memory: newMemory()}, err
}

// leavesRoutes refuses options that leave no route to search by.
func leavesRoutes(_ query.Question, o query.Options) error {
	if len(routesLeft(o.Without)) == 0 {
		return fault.New(fault.Invalid, "tree.Answer", strings.Join(o.Without, ","), "no route is left to search by",
			"leave out three of the four at most")
	}
	return nil
}

// routesLeft are the routes to search by.
func routesLeft(without []string) []route {
	return slices.DeleteFunc(allRoutes(), func(x route) bool { return slices.Contains(without, x.part()) })
}

// answer goes through the stages.
func answer(ctx context.Context, f *query.Frame) (query.Answer, error) {
	r, err := newRun(ctx, f)
	if err != nil {
		return query.Answer{}, err
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
	if !r.Without(Loop) && !r.empty {
		if err := r.think(ctx); err != nil {
			return query.Answer{}, err
		}
	}
	return r.conclude(ctx)
}

// look counts what there is, and says in the trace what is missing and how it
// is made: without communities their route finds nothing, and the others go on.
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

// spare is how many calls are left beside the one that is kept for the answer.
// Stages follow each other, so that no two take the same one.
func (r *run) spare() int {
	if r.Options.MaxCalls == 0 {
		return math.MaxInt32
	}
	return r.Options.MaxCalls - r.Session.Usage().Calls - 1
}

// sizes share out a window, in tokens [G].
type sizes struct {
	// reply bounds the replies that decompose and reflect, answer the last one.
	reply, answer int
	// memory bounds the earlier steps that a prompt shows, schema the names of
	// the schema in a reflection.
	memory, schema int
}

// sizesFor shares out a window.
func sizesFor(window int) sizes {
	reply := min(max(window/8, 192), 1024)
	return sizes{reply: reply, answer: max(reply, min(window/4, 512)), memory: window / 10, schema: window / 12}
}
