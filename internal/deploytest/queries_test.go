package deploytest

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/neo4j/neo4j-go-driver/v5/neo4j"
)

const queriesFile = "deploy/neo4j/queries.cypher"

// savedQuery is one query of queries.cypher.
type savedQuery struct {
	// Section is the heading that it stands below.
	Section string
	// Title is its comment, Text all of it with the comment, without the semicolon.
	Title, Text string
}

// opening is how a query that looks at one workspace begins.
const opening = "WITH $workspace AS workspace"

// choosing is how the one that sets this parameter begins. It is a command of the Browser and of cypher-shell.
const choosing = ":param workspace => '"

var (
	heading = regexp.MustCompile(`^// == (.+) ==$`)
	title   = regexp.MustCompile(`^// ([A-Z].+[^.;:])$`)
	// aboutServer are the queries that look at all workspaces.
	aboutServer = regexp.MustCompile(`^(MATCH \(w:Workspace\)|SHOW INDEXES) `)
	writing     = regexp.MustCompile(`\b(CREATE|MERGE|SET|DELETE|REMOVE|DROP)\b`)
)

// showsGraph tells whether the title promises a picture.
func (q savedQuery) showsGraph() bool { return strings.HasSuffix(q.Title, "(graph)") }

// parseQueries reads the form that the file's first lines describe.
func parseQueries(tb testing.TB, text string) []savedQuery {
	tb.Helper()
	var out []savedQuery
	section, open := "", []string(nil)
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, "\n")
		h, m := heading.FindStringSubmatch(line), title.FindStringSubmatch(line)
		switch {
		case len(open) > 0 && strings.HasSuffix(line, ";"):
			open = append(open, strings.TrimSuffix(line, ";"))
			out = append(out, savedQuery{section, strings.TrimPrefix(open[0], "// "), strings.Join(open, "\n")})
			open = nil
		case len(open) > 0:
			open = append(open, line)
		case h != nil:
			section = h[1]
		case section == "" || line == "": // what stands before the first heading explains the file
		case m != nil:
			open = []string{line}
		default:
			tb.Fatalf("%s: %q belongs to no query", queriesFile, line)
		}
	}
	if len(open) > 0 {
		tb.Fatalf("%s: %q has no end", queriesFile, open[0])
	}
	return out
}

func savedQueries(tb testing.TB) []savedQuery {
	tb.Helper()
	return parseQueries(tb, readFile(tb, queriesFile))
}

func findQuery(tb testing.TB, title string) savedQuery {
	tb.Helper()
	all := savedQueries(tb)
	i := slices.IndexFunc(all, func(q savedQuery) bool { return q.Title == title })
	if i < 0 {
		tb.Fatalf("no saved query has the title %q", title)
	}
	return all[i]
}

func TestSavedQueriesAreWellFormed(t *testing.T) {
	all := savedQueries(t)
	if len(all) < 14 {
		t.Errorf("%d saved queries", len(all))
	}
	seen := map[string]bool{}
	for _, q := range all {
		body := strings.TrimPrefix(q.Text, "// "+q.Title+"\n")
		switch {
		case seen[q.Title]:
			t.Errorf("%s: the title stands twice", q.Title)
		case strings.Contains(body, "//") || strings.Contains(body, ";") || strings.Contains(strings.TrimPrefix(body, opening), "$"):
			t.Errorf("%s: holds a comment, a second statement or another parameter", q.Title)
		case strings.HasPrefix(body, choosing) != (q.Title == all[0].Title):
			t.Errorf("%s: the first query, and no other, chooses the workspace", q.Title)
		case !strings.HasPrefix(body, opening) && !strings.HasPrefix(body, choosing) && !aboutServer.MatchString(body):
			t.Errorf("%s: does not take the workspace in the first line", q.Title)
		case writing.MatchString(body):
			t.Errorf("%s: writes", q.Title)
		}
		seen[q.Title] = true
	}
}

// savedQueries requires rows of every query on any workspace, and a picture where one is promised.
func (s *sample) savedQueries(t *testing.T) {
	for _, q := range savedQueries(t)[1:] {
		t.Run(q.Title, func(t *testing.T) {
			result := s.run(t, q.Text)
			if len(result.Records) == 0 {
				t.Error("no rows")
			}
			if graph := slices.ContainsFunc(result.Records, hasNode); graph != q.showsGraph() {
				t.Errorf("gives nodes: %v, promises them: %v", graph, q.showsGraph())
			}
			for _, n := range result.Summary.Notifications() {
				t.Errorf("the Browser would warn: %s: %s", n.Code(), n.Description())
			}
		})
	}
}

// hasNode tells whether a row holds something that the Browser draws.
func hasNode(r *neo4j.Record) bool {
	return slices.ContainsFunc(r.Values, func(v any) bool {
		switch v.(type) {
		case neo4j.Node, neo4j.Path:
			return true
		}
		return false
	})
}

// indexes requires that no query walks all nodes or relations of a kind.
func (s *sample) indexes(t *testing.T) {
	for _, q := range savedQueries(t)[1:] {
		if strings.Contains(q.Text, "SHOW INDEXES") {
			continue // no plan
		}
		result := s.run(t, "CYPHER replan=force EXPLAIN "+q.Text) // not a plan of an emptier graph
		if walk := findScan(result.Summary.Plan()); walk != "" {
			t.Errorf("%s: %s", q.Title, walk)
		}
	}
}

// findScan gives the first operator of a plan that reads all of something.
func findScan(p neo4j.Plan) string {
	if strings.Contains(p.Operator(), "Scan") {
		return p.Operator()
	}
	for _, c := range p.Children() {
		if found := findScan(c); found != "" {
			return found
		}
	}
	return ""
}
