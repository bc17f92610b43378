package tree

import (
	"context"
	"slices"
	"strings"
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

// part returns the name of the part that Options.Without disables.
func (x route) part() string {
	return map[route]string{byEntity: Entities, byTriple: Triples, byCommunity: Communities, byPath: Paths}[x]
}

// preferred returns the route that fits a kind of sub-query best, "" for none.
func (k kind) preferred() route {
	return map[kind]route{nodeKind: byEntity, tripleKind: byTriple, communityKind: byCommunity}[k]
}

// retrieve searches for all sub-queries by all routes concurrently and puts the fused
// results into the memory. step is 0 for the first search, else the step of reasoning that
// requested it.
func (r *run) retrieve(ctx context.Context, queries []subQuery, step int) error {
	r.memory.asked = append(r.memory.asked, queries...)
	if r.empty || len(queries) == 0 {
		return nil
	}
	started := time.Now()
	found := make([][]list, len(queries))
	share := query.Share{StopAtFailure: true, Args: func(i int) map[string]any { return map[string]any{"step": step, "query": i + 1} }}
	err := query.Worst(query.Fan(ctx, r.Frame, share, queries, func(ctx context.Context, b query.Branch, q subQuery) (err error) {
		found[b.Index], err = r.search(ctx, q, b)
		return err
	}))
	if err != nil {
		return err
	}
	for i, lists := range found {
		r.memory.outcomes = append(r.memory.outcomes, queries[i].outcome(lists))
	}
	f := r.fusion.fuse(found, r.topK)
	if err := r.nameCommunities(ctx, f.items); err != nil {
		return err
	}
	r.Trace.Add(query.Step{Action: "fuse", Args: map[string]any{"step": step, "queries": len(queries), "routes": len(r.routes),
		"items": textsOf(f.items), "chunks": len(f.chunks)}, Rows: len(f.items), IDs: idsOf(f.items), Ms: query.Since(started)})
	return r.remember(ctx, f)
}

// outcome returns what the search for a sub-query found in words: its best statements, "" where only the evidence tells.
func (q subQuery) outcome(lists []list) string {
	var best []string
	found := false
	for _, l := range lists {
		found = found || len(l.items)+len(l.chunks) > 0
		for _, x := range l.items {
			if x.exact && len(best) < 3 && !slices.Contains(best, x.text) {
				best = append(best, x.text)
			}
		}
	}
	switch {
	case len(best) > 0:
		return "the graph has " + strings.Join(best, "; ")
	case !found:
		return "nothing found"
	case q.kind == nodeKind || q.kind == tripleKind:
		return "not in the graph in this form; the evidence may state it"
	}
	return ""
}

// search runs the routes for one sub-query concurrently.
func (r *run) search(ctx context.Context, q subQuery, b query.Branch) ([]list, error) {
	s, err := r.seeds(ctx, q, b)
	if err != nil {
		return nil, err
	}
	lists := make([]list, len(r.routes), len(r.routes)+1)
	if !r.Paper() { // what no route leads to is still read where the words stand
		lists = append(lists, list{weight: plainWeight, chunks: s.hits})
	}
	args := func(i int) map[string]any { return map[string]any{"route": string(r.routes[i])} }
	share := query.Share{In: b.Trace, StopAtFailure: true, Args: args}
	return lists, query.Worst(query.Fan(ctx, r.Frame, share, r.routes, func(ctx context.Context, b query.Branch, way route) error {
		started := time.Now()
		items, err := r.follow(ctx, way, q, s, b)
		if err != nil {
			return err
		}
		lists[b.Index] = list{weight: plainWeight, items: items}
		if q.kind.preferred() == way {
			lists[b.Index].weight = calledWeight
		}
		b.Trace.Add(query.Step{Action: "found", Args: map[string]any{"for": q.show(), "items": textsOf(items)},
			Rows: len(items), IDs: idsOf(items), Ms: query.Since(started)})
		return nil
	}))
}

// follow searches by one route.
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
