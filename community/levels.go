package community

import (
	"context"

	"grove/internal/lists"
)

// coarser is by how much the window grows from one level to the next: the number
// of communities falls about with the square root of it.
const coarser = 16

// build makes the result of a partition: the communities of level 0 and the
// larger ones over them.
func build(ctx context.Context, c *canon, a *affinity, part []int32, o options) (Result, error) {
	part, count := number(part)
	r := Result{Method: o.method, Of: make([]int, len(part)), Modularity: modularity(c.network, part)}
	for v, p := range part {
		r.Of[v] = int(p)
	}
	for _, m := range members(part, count) {
		r.Communities = append(r.Communities, Community{Parent: -1, Members: widen(m)})
	}
	if err := r.enlarge(ctx, c.network, part, o); err != nil {
		return Result{}, err
	}
	return r, addKeywords(ctx, a, r.Communities, keywords)
}

// enlarge adds the larger levels: the communities that are not united yet are
// divided as entities were, in ever larger windows, until few are left, or
// maxLevels levels are there, or the window is as large as can be.
func (r *Result) enlarge(ctx context.Context, base *network, part []int32, o options) error {
	// top[i] is the community that node i of g stands for. Nodes are in the order
	// of their first entity, which number keeps.
	top := lists.Indices(len(r.Communities))
	g := base.contract(part, len(top))
	scale := max(1, base.scaleTo(window))
	for level := 1; level < maxLevels && len(top) > o.few && scale < maxScale; {
		scale = min(maxScale, scale*coarser)
		g.scale = scale
		union, err := leiden(ctx, g, o.resolution)
		if err != nil {
			return err
		}
		union, count := number(union)
		groups := members(union, count)
		if unions(groups) < 2 {
			continue // one community of almost everything says nothing
		}
		part = compose(part, union)
		top = r.unite(top, groups, members(part, count), level)
		g = g.contract(union, count)
		level++
	}
	return nil
}

// unions counts the groups of at least two nodes.
func unions(groups [][]int32) int {
	return lists.Count(groups, func(nodes []int32) bool { return len(nodes) > 1 })
}

// unite adds a community of the level for each group of at least two nodes, with
// the entities that it holds. It gives the community of each group.
func (r *Result) unite(top []int, groups, entities [][]int32, level int) []int {
	united := make([]int, len(groups))
	for i, nodes := range groups {
		if len(nodes) == 1 {
			united[i] = top[nodes[0]]
			continue
		}
		united[i] = len(r.Communities)
		for _, n := range nodes {
			r.Communities[top[n]].Parent = united[i]
		}
		r.Communities = append(r.Communities, Community{Level: level, Parent: -1, Members: widen(entities[i])})
	}
	return united
}
