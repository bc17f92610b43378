package tree

import (
	"context"
	"os"
	"slices"
	"testing"
	"time"

	"github.com/neo4j/neo4j-go-driver/v5/neo4j"

	"grove/cypher"
	"grove/internal/config"
	"grove/internal/storetest/neo4jtest"
	"grove/query"
)

func TestMain(m *testing.M) { os.Exit(neo4jtest.Main(m)) }

// TestTheTraceCanBePasted runs every read of a trace again, in order and as
// Neo4j Browser takes it, and gets the rows that the trace shows; the trace is
// the same as on the embedded store.
func TestTheTraceCanBePasted(t *testing.T) {
	if testing.Short() {
		t.Skip("one goroutine; the whole run has it")
	}
	uri, user, password := neo4jtest.Server(t)
	workspace := neo4jtest.Workspace()
	store, err := cypher.Open(t.Context(), cypher.Config{URI: config.NewAddress(uri), User: user, Password: password, Workspace: workspace})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
		defer cancel()
		if err := store.Drop(ctx); err != nil {
			t.Error(err)
		}
		store.Close(ctx)
	})
	w := fill(t, store, films()...)
	w.plant(t, groups()...)
	asked := func(w *world) query.Answer {
		g := agent(t, w, &scripted{Reply: sensible})
		g.Workspace = workspace
		a, err := g.Answer(t.Context(), oslo, query.Options{})
		if err != nil || a.Answer != "Oslo" {
			t.Fatalf("%q, %v", a.Answer, err)
		}
		return a
	}
	a := asked(w)
	for try := 0; try < 3 && slices.ContainsFunc(a.Trace, func(s query.Step) bool { return s.Action == "paths_cut" }); try++ {
		a = asked(w) // a new server on a busy machine ran into the time limit of paths
	}
	driver, err := neo4j.NewDriverWithContext(uri, neo4j.BasicAuth(user, password, ""))
	if err != nil {
		t.Fatal(err)
	}
	defer driver.Close(t.Context())
	reads, ran := map[string]bool{}, 0
	for _, s := range a.Trace {
		if s.Cypher == "" {
			continue
		}
		reads[s.Action], ran = true, ran+1
		if rows := len(neo4jtest.Paste(t, driver, query.BrowserCypher(s))); rows != s.Rows {
			t.Errorf("step %d (%s) shows %d rows, Neo4j gives %d:\n%s", s.Step, s.Action, s.Rows, rows, query.BrowserCypher(s))
		}
	}
	for _, read := range []string{"counts", "find", "mentions", "facts", "attributes", "relations", "communities", "members", "paths", "chunks"} {
		if !reads[read] {
			t.Errorf("the trace has no read %q", read)
		}
	}
	embedded := asked(planted(t))
	for i, s := range embedded.Trace {
		if i >= len(a.Trace) || s.Action != a.Trace[i].Action || s.Cypher != a.Trace[i].Cypher || s.Rows != a.Trace[i].Rows {
			t.Fatalf("step %d (%s, %d rows) differs on the embedded store", i+1, s.Action, s.Rows)
		}
	}
	if ran < 20 {
		t.Errorf("only %d reads", ran)
	}
}
