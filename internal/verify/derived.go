package verify

import (
	"context"

	"grove/internal/fault"
	"grove/internal/graph"
	"grove/internal/text"
)

// checkSchema reports documents without a schema, and a stored schema that cannot be read.
func checkSchema(ctx context.Context, r graph.Reader, read func(string) error) ([]graph.Check, error) {
	check := graph.NewCheck(Schema)
	stored, err := r.Schema(ctx)
	switch {
	case fault.Is(err, fault.NotFound):
		some, err := r.Documents(ctx, graph.DocumentsQuery{Limit: 1})
		if err != nil {
			return nil, err
		}
		if len(some) > 0 {
			check.Find("schema", "there are documents, but no schema")
		}
	case err != nil:
		return nil, err
	case read != nil:
		if err := read(stored.Body); err != nil {
			check.Find("schema", "version %d cannot be read: %v", stored.Version, err)
		}
	}
	return []graph.Check{check}, nil
}

// checkIndex compares the chunks of the index with those of the store, both in
// the order of their ids.
func checkIndex(ctx context.Context, r graph.Reader, index TextIndex, number int64) ([]graph.Check, error) {
	if index == nil {
		return nil, nil
	}
	check := graph.NewCheck(Index)
	entries, reached, err := index.Entries(ctx)
	if err != nil {
		return nil, err
	}
	if reached != number {
		check.Find("index", "it has reached change %d, the store is at %d", reached, number)
	}
	next := 0
	for c, err := range graph.Rows(ctx, r.PageChunks, graph.PageQuery{Limit: itemPage}) {
		if err != nil {
			return nil, err
		}
		for ; next < len(entries) && entries[next] < c.ID; next++ {
			check.Find(entries[next], "in the index, but not in the store")
		}
		if next < len(entries) && entries[next] == c.ID {
			next++
		} else {
			check.Find(c.ID, "in the store, but not in the index")
		}
	}
	for _, id := range entries[next:] {
		check.Find(id, "in the index, but not in the store")
	}
	return []graph.Check{check}, nil
}

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
