package tree

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"time"

	"grove/internal/fault"
	"grove/internal/graph"
	"grove/internal/lists"
	"grove/query"
)

const (
	// maxPairs bounds the pairs of entities of a sub-query, maxPaths the paths of a pair [G].
	maxPairs, maxPaths = 4, 20
	// pathTime bounds the search for the paths of a sub-query [G]; Neo4j takes seconds to
	// plan the first such read.
	pathTime = 10 * time.Second
	// pathFanout and pathBeam bound the expansion of hubs [G].
	pathFanout, pathBeam = 20, 200
)

// pathRoute searches for paths between the seeds, those that the sub-query names first, and
// returns the triples of the paths most similar to the sub-query.
func (r *run) pathRoute(ctx context.Context, g query.Graph, q subQuery, s seeds, t *query.Trace) ([]item, error) {
	paths, err := r.paths(ctx, g, pairs(s), t)
	if err != nil {
		return nil, err
	}
	scores, err := r.likeness.of(ctx, q.text(), lists.Map(paths, chain))
	if err != nil {
		return nil, err
	}
	for i, p := range paths {
		scores[i] += 0.5 / float64(len(p.Triples))
	}
	return stated(ctx, g, onPaths(paths, scores, r.topK))
}

// pairs returns up to maxPairs pairs of seeds, named entities first; after the best seed,
// only named ones begin a pair.
func pairs(s seeds) [][2]graph.ID {
	order := lists.Indices(len(s.elements))
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(s.named[b], s.named[a]) })
	var out [][2]graph.ID
	for i := range order {
		for _, j := range order[i+1:] {
			if len(out) == maxPairs || i > 0 && s.named[order[i]] == 0 {
				return out
			}
			out = append(out, [2]graph.ID{s.elements[order[i]].ID, s.elements[j].ID})
		}
	}
	return out
}

// paths returns the paths between pairs of entities, in the order of the pairs. It stops
// after pathTime and records that in the trace.
func (r *run) paths(ctx context.Context, g query.Graph, between [][2]graph.ID, t *query.Trace) ([]graph.Path, error) {
	limited, cancel := context.WithTimeout(ctx, pathTime)
	defer cancel()
	var out []graph.Path
	for i, p := range between {
		found, err := g.Paths(limited, graph.PathsQuery{From: p[0], To: p[1], MaxHops: r.Number(optionHops),
			Fanout: pathFanout, Beam: pathBeam, Limit: maxPaths})
		if err != nil && ctx.Err() == nil && limited.Err() != nil {
			t.Add(query.Step{Action: "paths_cut",
				Args: map[string]any{"pairs": i, "of": len(between), "limit_ms": pathTime.Milliseconds()}})
			break
		}
		if err != nil {
			return nil, fault.Wrap(err, "tree.paths", "")
		}
		out = append(out, found...)
	}
	return out, nil
}

// onPaths returns the distinct triples of the best paths, up to topK.
func onPaths(paths []graph.Path, scores []float64, topK int) []graph.Triple {
	var out []graph.Triple
	for _, i := range query.Ranked(scores) {
		for _, x := range paths[i].Triples {
			if len(out) < topK && !slices.ContainsFunc(out, func(o graph.Triple) bool { return o.ID == x.ID }) {
				out = append(out, x)
			}
		}
	}
	return out
}

// chain returns a path in words.
func chain(p graph.Path) string {
	var parts []string
	for i, name := range p.Names {
		parts = append(parts, name)
		if i < len(p.Triples) {
			parts = append(parts, spoken(p.Triples[i].Relation))
		}
	}
	return query.OneLine(strings.Join(parts, " "))
}
