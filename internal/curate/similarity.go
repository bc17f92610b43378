package curate

import (
	"context"
	"slices"

	"grove/ingest/identity"
	"grove/internal/graph"
)

// A summary has the first maxFacts facts about an entity in the order of documents. A query
// about several entities reads factsPerEntity rows for each.
const (
	maxFacts       = 12
	factsPerEntity = 32
)

// summaries returns the summaries of the names of pairs, from the graph.
func (c *Curator) summaries(ctx context.Context, pairs []identity.Duplicate) (identity.Summaries, error) {
	var candidates []identity.Candidate
	var ids []graph.ID
	for _, d := range pairs {
		candidates = append(candidates, d.A, d.B)
		ids = append(ids, d.A.Element, d.B.Element)
	}
	slices.Sort(ids)
	elements, facts := map[graph.ID]graph.KeyElement{}, map[graph.ID][]string{}
	for some := range slices.Chunk(slices.Compact(ids), identity.NamesAtOnce) {
		found, err := c.Workspace.Store.Find(ctx, graph.FindQuery{IDs: some, Limit: len(some)})
		if err != nil {
			return nil, err
		}
		for _, e := range found {
			elements[e.ID] = e
		}
		if err := c.facts(ctx, some, facts); err != nil {
			return nil, err
		}
	}
	out := identity.Summaries{}
	for _, k := range candidates {
		e := elements[k.Element]
		aliases := slices.DeleteFunc(slices.Clone(e.Aliases), func(s string) bool { return s == k.Name })
		out[k.Own] = identity.Summary{Name: k.Name, Type: k.Type, Description: e.Description, Aliases: aliases, Facts: facts[k.Element]}
	}
	return out, nil
}

// facts adds the first facts about each of some entities to into. If a query reaches its
// limit, it reads the two halves of the entities separately.
func (c *Curator) facts(ctx context.Context, entities []graph.ID, into map[graph.ID][]string) error {
	limit := min(factsPerEntity*len(entities), graph.MaxRows)
	if len(entities) == 1 {
		limit = maxFacts
	}
	rows, err := c.Workspace.Store.Facts(ctx, graph.FactsQuery{Elements: entities, Limit: limit})
	if err != nil {
		return err
	}
	if half := len(entities) / 2; half > 0 && len(rows) == limit {
		if err := c.facts(ctx, entities[:half], into); err != nil {
			return err
		}
		return c.facts(ctx, entities[half:], into)
	}
	read := map[graph.ID]int{}
	for _, f := range rows {
		if read[f.Element]++; read[f.Element] <= maxFacts && !slices.Contains(into[f.Element], f.Text) {
			into[f.Element] = append(into[f.Element], f.Text)
		}
	}
	return nil
}
