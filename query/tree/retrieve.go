package tree

import (
	"context"
	"time"

	"golang.org/x/sync/errgroup"

	"grove/internal/fault"
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
	group, working := errgroup.WithContext(ctx)
	for i, q := range queries {
		branch := r.Trace.Branch(map[string]any{"step": step, "query": i + 1})
		group.Go(func() (err error) {
			defer fault.Recover(working, &err, "tree.retrieve", q.text())
			found[i], err = r.search(working, q, branch)
			return err
		})
	}
	if err := group.Wait(); err != nil {
		return err
	}
	kept := fuse(found)
	out := query.Step{Action: "fuse", Args: map[string]any{"step": step, "queries": len(queries), "routes": len(r.routes), "items": textsOf(kept.items), "chunks": len(kept.chunks)},
		Rows: len(kept.items), Ms: query.Since(started)}
	for _, x := range kept.items {
		out.IDs = append(out.IDs, string(x.id))
	}
	r.Trace.Add(out)
	return r.remember(ctx, kept)
}

// search runs the routes for one sub-query side by side.
func (r *run) search(ctx context.Context, q subQuery, branch *query.Trace) ([]list, error) {
	s, err := r.sow(ctx, q, branch)
	if err != nil {
		return nil, err
	}
	lists := make([]list, len(r.routes))
	group, working := errgroup.WithContext(ctx)
	for i, way := range r.routes {
		t := branch.Branch(map[string]any{"route": string(way)})
		group.Go(func() (err error) {
			defer fault.Recover(working, &err, "tree.search", string(way))
			started := time.Now()
			items, err := r.follow(working, way, q, s, t)
			if err != nil {
				return err
			}
			lists[i] = list{plainWeight, items}
			if q.kind.called() == way {
				lists[i].weight = calledWeight
			}
			t.Add(found(q, items, query.Since(started)))
			return nil
		})
	}
	return lists, group.Wait()
}

// follow goes one route.
func (r *run) follow(ctx context.Context, way route, q subQuery, s seeds, t *query.Trace) ([]item, error) {
	g := r.reads(t)
	switch way {
	case byEntity:
		return r.entityRoute(ctx, g, q, s)
	case byTriple:
		return r.tripleRoute(ctx, g, q, s)
	case byCommunity:
		return r.communityRoute(ctx, g, q, t)
	}
	return r.pathRoute(ctx, g, q, s, t)
}

// found is the step that shows what a route gives.
func found(q subQuery, items []item, ms float64) query.Step {
	step := query.Step{Action: "found", Args: map[string]any{"for": q.show(), "items": textsOf(items)}, Rows: len(items), Ms: ms}
	for _, x := range items {
		step.IDs = append(step.IDs, string(x.id))
	}
	return step
}
