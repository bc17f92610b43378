package verify

import (
	"context"

	"grove/internal/graph"
	"grove/internal/text"
)

// checkCommunities compares the tree of communities with the entities of the graph. The ids
// of both are held in memory.
func checkCommunities(ctx context.Context, r graph.Reader, number int64) ([]graph.Check, error) {
	check := graph.NewCheck(Communities)
	made, err := r.TreeNumber(ctx)
	if err != nil {
		return nil, err
	}
	entities := map[graph.ID]bool{}
	for e, err := range graph.Rows(ctx, r.PageEntities, graph.PageQuery{Limit: itemPage}) {
		if err != nil {
			return nil, err
		}
		entities[e.ID] = true
	}
	var tree []graph.CommunityState
	for c, err := range graph.Rows(ctx, r.PageCommunities, graph.PageQuery{Limit: itemPage}) {
		if err != nil {
			return nil, err
		}
		for _, w := range c.Keywords {
			if !entities[w.Entity] && made == number {
				check.Find(c.ID, "keyword %s is no entity", w.Entity)
			}
		}
		c.Keywords = nil
		tree = append(tree, c)
	}
	switch {
	case made == 0 && len(tree) == 0:
		// No communities were ever made.
	case made != number:
		check.Find("communities", "they were made at change %d, the graph is at %d", made, number)
	case len(tree) == 0 && len(entities) > 0:
		check.Find("communities", "%s in none", text.Count(len(entities), "entity"))
	default:
		if problem := graph.CheckTree(tree, func(id graph.ID) bool { return entities[id] }, len(entities)); problem != "" {
			check.Find("communities", "%s", problem)
		}
	}
	return []graph.Check{check}, nil
}
