package verify

import (
	"cmp"
	"context"
	"maps"
	"slices"

	"grove/internal/graph"
	"grove/internal/text"
)

// itemPage is the number of items read at once, each with all its evidence.
const itemPage = 500

// aggregation recomputes items from their evidence.
type aggregation struct {
	ctx                 context.Context
	reader              graph.Reader
	aggregates, orphans graph.Check
}

// checkItems compares each stored item with the aggregate of its evidence.
func checkItems(ctx context.Context, r graph.Reader) ([]graph.Check, error) {
	c := &aggregation{ctx: ctx, reader: r, aggregates: graph.NewCheck(Aggregates), orphans: graph.NewCheck(Orphans)}
	for _, kind := range []func() error{
		pages(ctx, r.PageFacts, c.facts), pages(ctx, r.PageKeyElements, c.elements), pages(ctx, r.PageAttributes, c.attributes),
		pages(ctx, r.PageTriples, c.triples), pages(ctx, r.PageProposals, c.proposals),
	} {
		if err := kind(); err != nil {
			return nil, err
		}
	}
	return []graph.Check{c.aggregates, c.orphans}, nil
}

// pages returns a function that calls each with every page of a kind and the ids on it.
func pages[R graph.Row](
	ctx context.Context, read func(context.Context, graph.PageQuery) ([]R, error), each func([]R, []graph.ID) error,
) func() error {
	return func() error {
		for rows, err := range graph.Pages(ctx, read, graph.PageQuery{Limit: itemPage}) {
			if err == nil {
				err = each(rows, graph.Keys(rows))
			}
			if err != nil {
				return err
			}
		}
		return nil
	}
}

// check reports an item that has no evidence, or does not agree with it.
func (c *aggregation) check(id graph.ID, evidence int, agrees bool) {
	switch {
	case evidence == 0:
		c.orphans.Find(id, "no chunk supports it")
	case !agrees:
		c.aggregates.Find(id, "the stored values do not follow from the evidence")
	}
}

func (c *aggregation) facts(rows []graph.FactPage, ids []graph.ID) error {
	stored, err := c.reader.States(c.ctx, graph.StatesQuery{Facts: ids})
	if err != nil {
		return err
	}
	var all graph.Evidence
	orphan := map[graph.ID]bool{}
	for _, f := range rows {
		all.Facts = append(all.Facts, f.Evidence...)
		orphan[f.ID] = len(f.Evidence) == 0
	}
	want := graph.Recount(all)
	for _, f := range rows {
		s, w := stored.Facts[f.ID], want.Facts[f.ID]
		c.check(f.ID, len(f.Evidence), f.Fact == w.Fact && maps.Equal(s.Texts, w.Texts))
	}
	pairs := maps.Clone(want.Abouts)
	maps.Copy(pairs, stored.Abouts)
	for _, k := range slices.SortedFunc(maps.Keys(pairs), func(a, b graph.AboutKey) int {
		return cmp.Or(cmp.Compare(a.Fact, b.Fact), cmp.Compare(a.Element, b.Element))
	}) {
		if !orphan[k.Fact] && stored.Abouts[k] != want.Abouts[k] {
			c.aggregates.Find(k.Fact, "%s linking it to %s, the stored count is %d", text.Count(want.Abouts[k], "chunk"), k.Element,
				stored.Abouts[k])
		}
	}
	return nil
}

func (c *aggregation) elements(rows []graph.KeyElementPage, ids []graph.ID) error {
	stored, err := c.reader.States(c.ctx, graph.StatesQuery{Elements: ids})
	if err != nil {
		return err
	}
	for _, k := range rows {
		w := graph.Recount(graph.Evidence{Mentions: k.Evidence}).Elements[k.ID]
		s := stored.Elements[k.ID]
		c.check(k.ID, len(k.Evidence), k.Name == w.Name && slices.Equal(k.Aliases, w.Aliases) && k.Type == w.Type &&
			k.Description == w.Description && k.Support == w.Support &&
			maps.Equal(s.Surfaces, w.Surfaces) && maps.Equal(s.Types, w.Types) && maps.Equal(s.Descriptions, w.Descriptions))
	}
	return nil
}

func (c *aggregation) attributes(rows []graph.AttributePage, _ []graph.ID) error {
	for _, a := range rows {
		w := graph.Recount(graph.Evidence{Attributes: a.Evidence}).Attributes[a.ID]
		c.check(a.ID, len(a.Evidence), a.Attribute == w)
	}
	return nil
}

func (c *aggregation) triples(rows []graph.TriplePage, ids []graph.ID) error {
	stored, err := c.reader.States(c.ctx, graph.StatesQuery{Triples: ids})
	if err != nil {
		return err
	}
	for _, t := range rows {
		w := graph.Recount(graph.Evidence{Triples: t.Evidence}).Triples[t.ID]
		c.check(t.ID, len(t.Evidence), t.Triple == w.Triple && maps.Equal(stored.Triples[t.ID].Names, w.Names))
	}
	return nil
}

func (c *aggregation) proposals(rows []graph.ProposalPage, ids []graph.ID) error {
	stored, err := c.reader.States(c.ctx, graph.StatesQuery{Proposals: ids})
	if err != nil {
		return err
	}
	for _, p := range rows {
		w := graph.Recount(graph.Evidence{Proposals: p.Evidence}).Proposals[p.ID]
		c.check(p.ID, len(p.Evidence), p.Proposal == w.Proposal && maps.Equal(stored.Proposals[p.ID].Signatures, w.Signatures))
	}
	return nil
}
