package tree

import (
	"context"
	"time"

	"grove/query"
)

// route is a way to search the graph.
type route string

// The four routes.
const (
	byEntity    route = "entity"
	byTriple    route = "triple"
	byCommunity route = "community"
	byPath      route = "path"
)

func allRoutes() []route { return []route{byEntity, byTriple, byCommunity, byPath} }

// part is the name by which Options.Without leaves a route out.
func (x route) part() string {
	return map[route]string{byEntity: Entities, byTriple: Triples, byCommunity: Communities, byPath: Paths}[x]
}

// called is the route that a kind of sub-query calls for, "" for none.
func (k kind) called() route {
	switch k {
	case nodeKind:
		return byEntity
	case tripleKind:
		return byTriple
	case communityKind:
		return byCommunity
	}
	return ""
}

// retrieve searches for sub-queries, all at once and each by all routes at once,
// and puts what fusion keeps of it into the memory. step is 0 for the first
// search, else the step of reasoning that asked for it.
func (r *run) retrieve(ctx context.Context, queries []subQuery, step int) error {
	r.memory.asked = append(r.memory.asked, queries...)
	if r.empty || len(queries) == 0 {
		return nil
	}
	started := time.Now()
	found := make([][]list, len(queries))
	share := query.Share{Args: func(i int) map[string]any { return map[string]any{"step": step, "query": i + 1} }}
	err := query.Worst(query.Fan(ctx, r.Frame, share, queries, func(ctx context.Context, b query.Branch, q subQuery) (err error) {
		found[b.Index], err = r.search(ctx, q, b)
		return err
	}))
	if err != nil {
		return err
	}
	kept := fuse(found, r.topK)
	out := query.Step{Action: "fuse", Args: map[string]any{"step": step, "queries": len(queries), "routes": len(r.routes), "items": textsOf(kept.items), "chunks": len(kept.chunks)},
		Rows: len(kept.items), Ms: query.Since(started)}
	for _, x := range kept.items {
		out.IDs = append(out.IDs, string(x.id))
	}
	r.Trace.Add(out)
	return r.remember(ctx, kept)
}

// search runs the routes for one sub-query side by side.
func (r *run) search(ctx context.Context, q subQuery, b query.Branch) ([]list, error) {
	s, err := r.sow(ctx, q, b)
	if err != nil {
		return nil, err
	}
	lists := make([]list, len(r.routes))
	share := query.Share{In: b.Trace, Args: func(i int) map[string]any { return map[string]any{"route": string(r.routes[i])} }}
	return lists, query.Worst(query.Fan(ctx, r.Frame, share, r.routes, func(ctx context.Context, b query.Branch, way route) error {
		started := time.Now()
		items, err := r.follow(ctx, way, q, s, b)
		if err != nil {
			return err
		}
		lists[b.Index] = list{plainWeight, items}
		if q.kind.called() == way {
			lists[b.Index].weight = calledWeight
		}
		b.Trace.Add(found(q, items, query.Since(started)))
		return nil
	}))
}

// follow goes one route.
func (r *run) follow(ctx context.Context, way route, q subQuery, s seeds, b query.Branch) ([]item, error) {
	switch way {
	case byEntity:
		return r.entityRoute(ctx, b.Graph, q, s)
	case byTriple:
		return r.tripleRoute(ctx, b.Graph, q, s)
	case byCommunity:
		return r.communityRoute(ctx, b.Graph, q, b.Trace)
	}
	return r.pathRoute(ctx, b.Graph, q, s, b.Trace)
}

// found is the step that shows what a route gives.
func found(q subQuery, items []item, ms float64) query.Step {
	step := query.Step{Action: "found", Args: map[string]any{"for": q.show(), "items": textsOf(items)}, Rows: len(items), Ms: ms}
	for _, x := range items {
		step.IDs = append(step.IDs, string(x.id))
	}
	return step
}
