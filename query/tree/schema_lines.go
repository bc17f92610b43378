package tree

import (
	"fmt"
	"slices"
	"strings"

	"grove/internal/graph"
	"grove/internal/lists"
	"grove/query"
)

// tie is the weight of uses, which decides only between names that are equally similar.
const tie = 1e-6

// schemaLines returns the names of the schema that fit into a number of tokens, one a line,
// preferring those most similar to the question and of these the most used: those that the graph
// uses, with their counts, or all where the counts are not known. of is the number of all of them. If the part "schema"
// is disabled there are none.
func (r *run) schemaLines(tokens int) (lines []string, of int) {
	if r.Without(Schema) {
		return nil, 0
	}
	var all []string
	var uses []int
	add := func(part graph.SchemaPart, name, ends string) {
		switch n := r.usage[graph.ProposalID(part, name)]; {
		case r.usage == nil:
			all = append(all, query.OneLine(fmt.Sprintf("%s %s%s", part, name, ends)))
		case n > 0:
			all = append(all, query.OneLine(fmt.Sprintf("%s %s%s: %d", part, name, ends, n)))
		default:
			return
		}
		uses = append(uses, r.usage[graph.ProposalID(part, name)])
	}
	for _, t := range r.schema.Types {
		add(graph.PartType, t.Name, "")
	}
	any := func(types []string) string {
		if len(types) == 0 {
			return "any"
		}
		return strings.Join(types, "|")
	}
	for _, x := range r.schema.Relations {
		add(graph.PartRelation, x.Name, " ("+any(x.Domain)+" to "+any(x.Range)+")")
	}
	for _, a := range r.schema.Attributes {
		add(graph.PartAttribute, a.Name, "")
	}
	if len(all) == 0 {
		return nil, 0
	}
	chosen := query.BestFit(r.Session, all, tokens, 1, func() []float64 {
		scores, most := r.Kit.Rank(r.Question.Text, all), slices.Max(uses)
		for i, n := range uses {
			scores[i] += tie * float64(n) / float64(max(most, 1))
		}
		return scores
	})
	return lists.Map(chosen, func(i int) string { return all[i] }), len(all)
}
