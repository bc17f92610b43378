package tree

import (
	"context"
	"slices"
	"strings"

	"grove/internal/graph"
	"grove/query"
)

const (
	// beam is how many communities are kept on each level [G].
	beam = 3
	// shownMembers is the most members of a community that are looked at [G].
	shownMembers = 200
	// deepest bounds the levels that are gone down [G].
	deepest = 12
)

// communityRoute filters communities from the top down: on each level it keeps
// those nearest to the sub-query, goes down into them, and at the bottom gives
// them and the facts of their members.
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

// nearestCommunities are the beam communities nearest to the sub-query, by
// title, summary and keywords, with their likeness; the order they come in
// decides ties. One that is unlike may still hold one that is like.
func (r *run) nearestCommunities(ctx context.Context, q subQuery, rows []graph.CommunityRow) (kept []graph.CommunityRow, scores []float64, err error) {
	texts := make([]string, len(rows))
	for i, c := range rows {
		texts[i] = r.caption(c)
	}
	likeness, err := r.likeness.of(ctx, q.text(), texts)
	if err != nil {
		return nil, nil, err
	}
	for _, i := range query.Ranked(likeness)[:min(len(rows), beam)] {
		kept, scores = append(kept, rows[i]), append(scores, likeness[i])
	}
	return kept, scores, nil
}

// caption is what a community is compared by. Every sub-query goes through the same
// ones, so that each is put together once.
func (r *run) caption(c graph.CommunityRow) string {
	if known, ok := r.captions.Load(c.ID); ok {
		return known.(string)
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

// inside gives the communities of the bottom that are like the sub-query, and
// the facts of their members by likeness, where a community speaks for what is
// said of its members.
func (r *run) inside(ctx context.Context, g query.Graph, q subQuery, communities []graph.CommunityRow, scores []float64) ([]item, error) {
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
		out = append(out, item{id: c.ID, text: query.OneLine(strings.TrimSpace(c.Title + ": " + c.Summary)), of: communityItem})
	}
	if len(members) == 0 {
		return out, nil
	}
	slices.Sort(members)
	rows, err := g.Facts(ctx, graph.FactsQuery{Elements: slices.Compact(members), Limit: graph.MaxRows})
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

func titles(rows []graph.CommunityRow) []string {
	out := make([]string, len(rows))
	for i, c := range rows {
		out[i] = query.OneLine(c.Title)
	}
	return out
}
