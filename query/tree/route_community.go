package tree

import (
	"context"
	"slices"
	"strings"

	"grove/internal/graph"
	"grove/internal/lists"
	"grove/query"
)

const (
	// beam is the number of communities to follow on each level [G].
	beam = 3
	// shownMembers is the largest number of members read of a community [G].
	shownMembers = 200
	// deepest is the largest number of levels [G].
	deepest = 12
)

// communityRoute filters communities top-down: on each level it descends into those most
// similar to the sub-query, and at the bottom it returns them with the facts of their
// members.
func (r *run) communityRoute(ctx context.Context, g query.Graph, q subQuery, t *query.Trace) ([]item, error) {
	rows, err := g.Communities(ctx, graph.CommunitiesQuery{Top: true, Limit: graph.MaxRows})
	if err != nil {
		return nil, err
	}
	var bottom []graph.CommunityRow
	for level := 0; len(rows) > 0 && level < deepest; level++ {
		kept, _, err := r.nearestCommunities(ctx, q, rows)
		if err != nil {
			return nil, err
		}
		step := query.Step{Action: "filter", Args: map[string]any{"kept": titles(kept)}, Rows: len(kept)}
		rows = nil
		for _, c := range kept {
			step.IDs = append(step.IDs, string(c.ID))
			if c.Level == 0 {
				bottom = append(bottom, c)
				continue
			}
			below, err := g.Communities(ctx, graph.CommunitiesQuery{Parent: c.ID, Limit: graph.MaxRows})
			if err != nil {
				return nil, err
			}
			rows = append(rows, below...)
		}
		t.Add(step)
	}
	bottom, scores, err := r.nearestCommunities(ctx, q, bottom)
	if err != nil {
		return nil, err
	}
	return r.inside(ctx, g, q, bottom, scores)
}

// nearestCommunities returns the beam communities most similar to the sub-query by title,
// summary and keywords, with their similarity; the order of rows decides ties. There is no
// minimum, as a dissimilar community may contain a similar one.
func (r *run) nearestCommunities(ctx context.Context, q subQuery, rows []graph.CommunityRow) ([]graph.CommunityRow, []float64, error) {
	scores, err := r.likeness.of(ctx, q.text(), lists.Map(rows, r.caption))
	if err != nil {
		return nil, nil, err
	}
	n := min(len(rows), beam)
	return query.ByScore(rows, scores)[:n], query.ByScore(scores, scores)[:n], nil
}

// caption returns the text by which a community is compared, cached for all sub-queries.
func (r *run) caption(c graph.CommunityRow) string {
	if cached, ok := r.captions.Load(c.ID); ok {
		return cached.(string)
	}
	var b strings.Builder
	b.WriteString(c.Title + ". " + c.Summary)
	for _, k := range c.Keywords {
		b.WriteString(" " + k.Name)
	}
	caption := query.OneLine(b.String())
	r.captions.Store(c.ID, caption)
	return caption
}

// inside returns the bottom communities similar to the sub-query, and the facts of their
// members by similarity, to which the community's own similarity is added.
func (r *run) inside(
	ctx context.Context, g query.Graph, q subQuery, communities []graph.CommunityRow, scores []float64,
) ([]item, error) {
	of := map[graph.ID]float64{}
	var members []graph.ID
	var out []item
	for i, c := range communities {
		if scores[i] < leastShare*scores[0] || scores[i] == 0 {
			continue
		}
		rows, err := g.Members(ctx, graph.MembersQuery{Community: c.ID, Limit: shownMembers})
		if err != nil {
			return nil, err
		}
		for _, e := range rows {
			if e.Support < hubSupport {
				members = append(members, e.ID)
				of[e.ID] = scores[i]
			}
		}
		if len(rows) < 2 {
			continue // a community of one says no more than its member
		}
		out = append(out, item{id: c.ID, text: described(c), of: communityItem})
	}
	if len(members) == 0 {
		return out, nil
	}
	rows, err := g.Facts(ctx, graph.FactsQuery{Elements: lists.Sorted(members), Limit: graph.MaxRows})
	if err != nil {
		return nil, err
	}
	facts, about := factItems(rows)
	likeness, err := r.likeness.of(ctx, q.text(), textsOf(facts))
	if err != nil {
		return nil, err
	}
	for i := range facts {
		most := 0.0
		for _, e := range about[i] {
			most = max(most, of[e])
		}
		likeness[i] += most
	}
	out = append(out, best(facts, likeness, r.topK)...)
	return out[:min(len(out), r.topK)], nil
}

// described returns a community in one line.
func described(c graph.CommunityRow) string {
	return query.OneLine(strings.TrimSpace(c.Title + ": " + c.Summary))
}

// nameCommunities describes those of the items that are communities by the names that the model makes when they are read. They were
// ranked without these, so that what is found does not depend on what was read before.
func (r *run) nameCommunities(ctx context.Context, items []item) error {
	var ids []graph.ID
	for _, x := range items {
		if x.of == communityItem {
			ids = append(ids, x.id)
		}
	}
	rows, err := r.CommunityNames(ctx, ids)
	for _, c := range rows {
		items[slices.IndexFunc(items, func(x item) bool { return x.id == c.ID })].text = described(c)
	}
	return err
}

func titles(rows []graph.CommunityRow) []string {
	return lists.Map(rows, func(c graph.CommunityRow) string { return query.OneLine(c.Title) })
}
