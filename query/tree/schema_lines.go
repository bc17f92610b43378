package tree

import (
	"strings"

	"grove/query"
)

// schemaLines are the types, relations with domain and range, and attributes of
// the schema, one a line, and how many of all: those nearest to the question
// where not all fit into so many tokens. Without the schema there are none.
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
	if query.Fit(r.Session, all, tokens) == len(all) {
		return all, len(all)
	}
	chosen := make([]bool, len(all))
	for _, i := range query.Ranked(r.Kit.Rank(r.Question.Text, all)) {
		if n := r.Session.Count(all[i]) + 1; n <= tokens {
			tokens -= n
			chosen[i] = true
		}
	}
	for i, line := range all {
		if chosen[i] {
			lines = append(lines, line)
		}
	}
	return lines, len(all)
}

func described(name, description string) string {
	if description == "" {
		return query.OneLine(name)
	}
	return query.OneLine(name + ": " + description)
}
