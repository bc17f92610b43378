package app

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/neo4j/neo4j-go-driver/v5/neo4j"

	"grove/internal/config"
	"grove/internal/graph"
	"grove/internal/storetest/neo4jtest"
	"grove/query"
	"grove/query/agents"
)

// TestTracesCanBePasted: every read of every agent's trace, run again on Neo4j as Neo4j Browser takes it, gives the rows that the
// trace shows, and their ids.
func TestTracesCanBePasted(t *testing.T) {
	if testing.Short() {
		t.Skip("one goroutine; the whole run has it")
	}
	c := settings(t, neo4jtest.Workspace())
	c.Store = config.Neo4j
	uri, user, password := neo4jtest.Server(t)
	c.Neo4jURI, c.Neo4jUser, c.Neo4jPassword = config.NewAddress(uri), user, password
	t.Cleanup(func() { drop(t, c) })
	driver, err := neo4j.NewDriverWithContext(uri, neo4j.BasicAuth(user, password, ""))
	if err != nil {
		t.Fatal(err)
	}
	defer driver.Close(t.Context())
	use(t, c, func(a *App) {
		for name, text := range map[string]string{"a.txt": publicText, "b.txt": "The Pequod sailed from Nantucket. Captain Ahab commanded the Pequod."} {
			if err := ingestText(t, a, name, text); err != nil {
				t.Fatal(err)
			}
		}
		for _, agent := range agents.Names() {
			reads, ids := 0, 0
			for _, scope := range []graph.Scope{{}, {Documents: []graph.ID{"a.txt"}}} {
				answer, err := a.Ask(t.Context(), AskOptions{Question: query.Question{Text: "Where was Captain Ahab born?", Scope: scope}, Agent: agent})
				if err != nil {
					t.Fatal(agent, err)
				}
				for _, s := range answer.Trace {
					if s.Cypher == "" {
						continue
					}
					if s.Action == "paths" && slices.ContainsFunc(answer.Trace, func(x query.Step) bool { return x.Action == "paths_cut" }) {
						continue // on a loaded machine the read was cut short, as the trace says
					}
					reads++
					rows := neo4jtest.Paste(t, driver, query.BrowserCypher(s))
					if len(rows) != s.Rows {
						t.Errorf("%s, step %d (%s) shows %d rows, Neo4j gives %d:\n%s", agent, s.Step, s.Action, s.Rows, len(rows), query.BrowserCypher(s))
					}
					var said strings.Builder
					for _, row := range rows {
						fmt.Fprintln(&said, row.AsMap())
					}
					ids += len(s.IDs)
					for _, id := range s.IDs {
						if !strings.Contains(said.String(), id) {
							t.Errorf("%s, step %d (%s): no row has %s", agent, s.Step, s.Action, id)
						}
					}
				}
			}
			if (reads == 0 || ids == 0) && agent != "zeroshot" {
				t.Errorf("%s: %d reads of %d ids", agent, reads, ids)
			}
		}
	})
}
