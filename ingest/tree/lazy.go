package tree

import (
	"cmp"
	"context"
	"slices"

	"golang.org/x/sync/errgroup"

	"grove/internal/fault"
	"grove/internal/graph"
	"grove/internal/lists"
	"grove/internal/llm"
)

// compared is the most members of a community, by support, whose triples decide what a prompt shows of it.
const compared = 200

// NameOnRead sets title and summary of those communities that are graph.Unnamed by the model, one call each; the cache of
// replies answers a repeated one. A larger community is described by the hub members of those in it, so that its name does not depend
// on which were read before. Nothing is written; small communities, those whose members nothing links, those without a readable reply,
// and those for which the session's bounds leave no call stay as they are.
func NameOnRead(ctx context.Context, r graph.Reader, s *llm.Session, rows []graph.CommunityRow, concurrency int) error {
	calls, ctx := errgroup.WithContext(ctx)
	calls.SetLimit(cmp.Or(max(concurrency, 0), 8))
	for i := range rows {
		c := &rows[i]
		if c.Digest != graph.Unnamed || c.Size < namedFrom {
			continue
		}
		calls.Go(func() (err error) {
			defer fault.Recover(ctx, &err, "tree.NameOnRead", string(c.ID))
			from, err := gather(ctx, r, *c)
			if err != nil || len(from.Members) < namedFrom || from.unlinked {
				return err
			}
			named, err := llm.Ask(ctx, s, Prompt{from})
			switch {
			case err == nil:
				c.Title, c.Summary = named.Title, named.Summary
			case !fault.Is(err, fault.BadReply) && !fault.Is(err, fault.WindowTooSmall) && !fault.Is(err, fault.LimitReached):
				return &ModelError{err}
			}
			return nil
		})
	}
	return calls.Wait()
}

// gather reads what a prompt shows of one community: members or keywords, the triples between these, and the titles of the
// communities in it.
func gather(ctx context.Context, r graph.Reader, c graph.CommunityRow) (shown, error) {
	n := &network{at: map[graph.ID]int{}}
	state := graph.CommunityState{Community: c.Community, Keywords: c.Keywords}
	var err error
	if c.Level == 0 {
		n.entities, err = graph.AllMembers(ctx, r, c.ID)
		n.entities = n.entities[:min(len(n.entities), compared)]
	} else {
		ids := lists.Map(c.Keywords, func(k graph.Keyword) graph.ID { return k.Entity })
		if len(ids) == 0 {
			return shown{}, nil
		}
		n.entities, err = r.Find(ctx, graph.FindQuery{IDs: ids, Limit: len(ids)})
	}
	if err != nil {
		return shown{}, err
	}
	slices.SortFunc(n.entities, func(a, b graph.KeyElement) int { return cmp.Compare(a.ID, b.ID) })
	for i, e := range n.entities {
		n.at[e.ID] = i
		if c.Level == 0 {
			state.Members = append(state.Members, e.ID)
		}
	}
	state.Keywords = slices.DeleteFunc(slices.Clone(c.Keywords), func(k graph.Keyword) bool { _, ok := n.at[k.Entity]; return !ok })
	relations, err := r.Relations(ctx,
		graph.RelationsQuery{Elements: graph.Keys(n.entities), Direction: graph.Outgoing, Fanout: graph.MaxRows})
	if err != nil {
		return shown{}, err
	}
	var inside []graph.Triple
	for _, t := range relations {
		if _, ok := n.at[t.Tail]; ok {
			inside = append(inside, t.Triple)
		}
	}
	slices.SortFunc(inside, bySupport)
	out := n.shown(state, inside)
	below, err := r.Communities(ctx, graph.CommunitiesQuery{Parent: c.ID, Limit: graph.MaxRows})
	if err != nil {
		return shown{}, err
	}
	states, groups := make([]graph.CommunityState, len(below)), make([]int, len(below))
	for i, b := range below {
		states[i].Community, groups[i] = b.Community, i
	}
	out.Groups = described(states, groups)
	if len(inside) == 0 && len(out.Groups) == 0 {
		shares, err := sharing(ctx, r, n)
		out.unlinked = !shares
		return out, err
	}
	return out, nil
}

// sharing reports whether two entities of a network share a fact.
func sharing(ctx context.Context, r graph.Reader, n *network) (bool, error) {
	for _, e := range n.entities {
		near, err := r.Neighbours(ctx, graph.NeighboursQuery{Element: e.ID, Limit: graph.MaxRows})
		if err != nil {
			return false, err
		}
		if slices.ContainsFunc(near, func(x graph.Neighbour) bool { _, ok := n.at[x.ID]; return ok }) {
			return true, nil
		}
	}
	return false, nil
}

// bySupport orders triples by support, the largest first, then by id.
func bySupport(a, b graph.Triple) int {
	return cmp.Or(cmp.Compare(b.Support, a.Support), cmp.Compare(a.ID, b.ID))
}
