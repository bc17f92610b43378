package app

import (
	"context"
	"slices"

	"grove/ingest/identity"
	"grove/internal/graph"
)

// What is read of the facts about an element: shownFacts rows, the first in the order
// of documents. Of several elements at a time factsEach rows each are read at first.
const (
	shownFacts = 12
	factsEach  = 32
)

// sides gathers what the graph says of the names of pairs.
func (a *App) sides(ctx context.Context, pairs []identity.Duplicate) (identity.Sides, error) {
	out := identity.Sides{}
	var elements []graph.ID
	for _, d := range pairs {
		for _, c := range []identity.Candidate{d.A, d.B} {
			out[c.Own] = identity.Side{Name: c.Name, Type: c.Type}
			elements = append(elements, c.Element)
		}
	}
	slices.Sort(elements)
	elements = slices.Compact(elements)
	known, err := a.elements(ctx, elements)
	if err != nil {
		return nil, err
	}
	facts := map[graph.ID][]string{}
	for some := range slices.Chunk(elements, identity.NamesAtOnce) {
		if err := a.facts(ctx, some, facts); err != nil {
			return nil, err
		}
	}
	for _, d := range pairs {
		for _, c := range []identity.Candidate{d.A, d.B} {
			side, e := out[c.Own], known[c.Element]
			side.Description, side.Facts = e.Description, facts[c.Element]
			side.Aliases = slices.DeleteFunc(slices.Clone(e.Aliases), func(s string) bool { return s == c.Name })
			out[c.Own] = side
		}
	}
	return out, nil
}

// elements are those of some ids that there are.
func (a *App) elements(ctx context.Context, ids []graph.ID) (map[graph.ID]graph.KeyElement, error) {
	out := make(map[graph.ID]graph.KeyElement, len(ids))
	for some := range slices.Chunk(ids, identity.NamesAtOnce) {
		found, err := a.store.Find(ctx, graph.FindQuery{IDs: some, Limit: len(some)})
		if err != nil {
			return nil, err
		}
		for _, e := range found {
			out[e.ID] = e
		}
	}
	return out, nil
}

// facts reads the first facts about each of some elements, at least one: all at once,
// and where that is more than it may be, each half by itself.
func (a *App) facts(ctx context.Context, elements []graph.ID, into map[graph.ID][]string) error {
	limit := min(factsEach*len(elements), graph.MaxRows)
	if len(elements) == 1 {
		limit = shownFacts
	}
	rows, err := a.store.Facts(ctx, graph.FactsQuery{Elements: elements, Limit: limit})
	if err != nil {
		return err
	}
	if half := len(elements) / 2; half > 0 && len(rows) == limit {
		if err := a.facts(ctx, elements[:half], into); err != nil {
			return err
		}
		return a.facts(ctx, elements[half:], into)
	}
	read := map[graph.ID]int{}
	for _, f := range rows {
		if read[f.Element]++; read[f.Element] <= shownFacts && !slices.Contains(into[f.Element], f.Text) {
			into[f.Element] = append(into[f.Element], f.Text)
		}
	}
	return nil
}
