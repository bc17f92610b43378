package tree

import (
	"strings"

	"grove/query"
)

// schemaLines returns the types, relations and attributes of the schema that fit into a
// number of tokens, one a line, preferring those most similar to the question. of is the
// number of all. If the part "schema" is disabled there are none.
func (r *run) schemaLines(tokens int) (lines []string, of int) {
	if r.Without(Schema) {
		return nil, 0
	}
	var all []string
	for _, t := range r.schema.Types {
		all = append(all, described("type "+t.Name, t.Description))
	}
	any := func(types []string) string {
		if len(types) == 0 {
			return "any"
		}
		return strings.Join(types, "|")
	}
	for _, x := range r.schema.Relations {
		all = append(all, described("relation "+x.Name+" ("+any(x.Domain)+" to "+any(x.Range)+")", x.Description))
	}
	for _, a := range r.schema.Attributes {
		all = append(all, described("attribute "+a.Name, a.Description))
	}
	chosen := query.BestFit(r.Session, all, tokens, 1, func() []float64 { return r.Kit.Rank(r.Question.Text, all) })
	return query.Map(chosen, func(i int) string { return all[i] }), len(all)
}

func described(name, description string) string {
	if description == "" {
		return query.OneLine(name)
	}
	return query.OneLine(name + ": " + description)
}
