package deploytest

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"slices"
	"strconv"
	"testing"

	"grove/schema"
)

// writtenLabels are the labels that package cypher writes: its own, "Entity"
// and the types of the shipped schema. A schema of one's own brings further
// types, which look as Entity does.
func writtenLabels(tb testing.TB) []string {
	tb.Helper()
	labels := append(listInCode(tb, "structuralLabels"), "Entity")
	for _, t := range schema.General().Types {
		labels = append(labels, t.Name)
	}
	return labels
}

// writtenTypes are the relation types that package cypher itself defines.
func writtenTypes(tb testing.TB) []string {
	tb.Helper()
	return listInCode(tb, "structuralTypes")
}

// listInCode reads a list of strings from the source of package cypher, which
// keeps it to itself.
func listInCode(tb testing.TB, variable string) []string {
	tb.Helper()
	files, err := filepath.Glob(filepath.Join(root, "cypher", "*.go"))
	if err != nil {
		tb.Fatal(err)
	}
	var out []string
	for _, name := range files {
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.SkipObjectResolution)
		if err != nil {
			tb.Fatal(err)
		}
		ast.Inspect(file, func(n ast.Node) bool {
			if v, ok := n.(*ast.ValueSpec); ok && len(v.Values) == 1 && v.Names[0].Name == variable {
				out = append(out, stringsIn(tb, v.Values[0])...)
			}
			return true
		})
	}
	if len(out) == 0 {
		tb.Fatalf("package cypher has no list %s", variable)
	}
	return out
}

// stringsIn gives the string literals below a node, in their order.
func stringsIn(tb testing.TB, n ast.Node) []string {
	tb.Helper()
	var out []string
	ast.Inspect(n, func(n ast.Node) bool {
		if lit, ok := n.(*ast.BasicLit); ok && lit.Kind == token.STRING {
			s, err := strconv.Unquote(lit.Value)
			if err != nil {
				tb.Fatal(err)
			}
			out = append(out, s)
		}
		return true
	})
	return out
}

// labels compares the lists from the code with what stands in the sample's graph.
func (s *sample) labels(t *testing.T) {
	stored := func(text string) []string {
		var out []string
		for _, r := range s.run(t, text).Records {
			out = append(out, r.Values[0].(string))
		}
		return out
	}
	known := writtenLabels(t)
	for _, l := range stored("MATCH (n) WHERE n.workspace = $workspace UNWIND labels(n) AS label RETURN DISTINCT label ORDER BY label") {
		if !slices.Contains(known, l) {
			t.Errorf("the graph has the label %s", l)
		}
	}
	types := writtenTypes(t)
	for _, typ := range stored("MATCH (n)-[r]->() WHERE n.workspace = $workspace AND NOT (n:KeyElement AND endNode(r):KeyElement) RETURN DISTINCT type(r) AS type ORDER BY type") {
		if !slices.Contains(types, typ) {
			t.Errorf("the graph has the relation type %s", typ)
		}
	}
}

// TestTheCountNamesEveryLabel holds the saved count to the code's labels.
func TestTheCountNamesEveryLabel(t *testing.T) {
	text := findQuery(t, "Nodes by label").Text
	for _, l := range listInCode(t, "structuralLabels") {
		if !slices.Contains(quotedIn(text), l) {
			t.Errorf("the count leaves %s out", l)
		}
	}
}
