package cypher

import (
	"maps"
	"strings"
	"time"

	"grove/internal/graph"
	"grove/internal/lists"
)

// filter is a graph.Scope as a part of statements; nil is the whole workspace. Its conditions
// apply to each piece of evidence that a statement visits, from the chunk to its document.
type filter struct {
	// holds are the conditions on a document, without its name.
	holds  []string
	params map[string]any
}

func filterOf(w scope, s graph.Scope) *filter {
	if s.Empty() {
		return nil
	}
	f := &filter{params: map[string]any{}}
	if len(s.Documents) > 0 {
		f.holds = append(f.holds, ".key IN $scopeDocuments")
		f.params["scopeDocuments"] = w.keys(s.Documents)
	}
	if len(s.Tags) > 0 {
		f.params["scopeTags"] = lists.Sorted(s.Tags)
	}
	if !s.Since.IsZero() {
		// A string, so that it is the same after a trace was stored as JSON.
		f.holds = append(f.holds, ".ingestedAt >= datetime($scopeSince)")
		f.params["scopeSince"] = s.From().Format(time.RFC3339)
	}
	return f
}

// statement returns a statement with the parameters of the filter added to its own.
func (f *filter) statement(text string, params map[string]any) Statement {
	if f != nil {
		maps.Copy(params, f.params)
	}
	return Statement{text, params}
}

// document returns the condition that the document of this name lies in the scope,
// after WHERE or AND; "" without a scope.
func (f *filter) document(word, d string) string {
	if f == nil {
		return ""
	}
	all := lists.Map(f.holds, func(h string) string { return d + h })
	if f.params["scopeTags"] != nil {
		all = append(all, "all(tag IN $scopeTags WHERE tag IN "+d+".tags)")
	}
	return " " + word + " " + strings.Join(all, " AND ")
}

// chunk returns the same condition on a chunk.
func (f *filter) chunk(word, c string) string {
	if f == nil {
		return ""
	}
	return " " + word + " EXISTS { MATCH (within:Document)-[:HAS_CHUNK]->(" + c + ")" + f.document("WHERE", "within") + " }"
}

// evidence returns the pattern of the chunks in the scope that have an edge of this
// type to the node n.
func (f *filter) evidence(edge, n string) string {
	return "MATCH (within:Document)-[:HAS_CHUNK]->(by:Chunk)-[:" + edge + "]->(" + n + ")" + f.document("WHERE", "within")
}

// stated returns the condition that a chunk in the scope has an edge of this type to n.
func (f *filter) stated(word, edge, n string) string {
	if f == nil {
		return ""
	}
	return " " + word + " EXISTS { " + f.evidence(edge, n) + " }"
}

// about returns the condition that a chunk in the scope says that the fact is about the
// key element: the edge between the two may come from another chunk.
func (f *filter) about(word, fact, element string) string {
	if f == nil {
		return ""
	}
	return " " + word + " EXISTS { MATCH (within:Document)-[:HAS_CHUNK]->(:Chunk)-[said:HAS_FACT]->(" + fact + ")" +
		f.document("WHERE", "within") + " AND " + element + ".id IN said.about }"
}

// support returns the number of the chunks in the scope with an edge of this type to
// n; without a scope it is the support that is kept.
func (f *filter) support(edge, n string) string {
	if f == nil {
		return n + ".support"
	}
	return "COUNT { " + f.evidence(edge, n) + " RETURN DISTINCT by }"
}

// elements are elementColumns, the support counted in the scope.
func (f *filter) elements() string {
	return strings.Replace(elementColumns, "k.support", f.support("MENTIONS", "k"), 1)
}
