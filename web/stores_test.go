package web_test

import (
	"context"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/getkin/kin-openapi/openapi3filter"

	"grove/internal/config"
	"grove/internal/storetest/neo4jtest"
	"grove/internal/workspace"
)

// TestMain stops the Neo4j server that a test may have started, and holds the table
// of routes to what the tests asked.
func TestMain(m *testing.M) {
	openapi3filter.RegisterBodyDecoder("text/event-stream", openapi3filter.PlainBodyDecoder)
	openapi3filter.RegisterBodyDecoder("application/x-ndjson", openapi3filter.PlainBodyDecoder)
	openapi3filter.RegisterBodyDecoder("text/html", openapi3filter.PlainBodyDecoder)
	code := neo4jtest.Main(m)
	if code == 0 {
		code = covered.compare()
	}
	os.Exit(code)
}

// onStores runs a test on either store.
func onStores(t *testing.T, run func(*testing.T, config.Config)) {
	t.Run(config.Embedded, func(t *testing.T) {
		c := config.Default()
		c.Data = t.TempDir()
		run(t, c)
	})
	t.Run(config.Neo4j, func(t *testing.T) {
		c := config.Default()
		c.Data, c.Store, c.Workspace = t.TempDir(), config.Neo4j, neo4jtest.Workspace()
		uri, user, password := neo4jtest.Server(t)
		c.Neo4jURI, c.Neo4jUser, c.Neo4jPassword = config.NewAddress(uri), user, password
		t.Cleanup(func() { clear(t, c) })
		run(t, c)
	})
}

// clear removes what a test left on the server.
func clear(t *testing.T, c config.Config) {
	ctx, stop := context.WithTimeout(context.Background(), time.Minute)
	defer stop()
	all, err := workspace.List(ctx, c)
	if err != nil {
		t.Error(err)
	}
	for _, w := range all {
		if strings.HasPrefix(w.Name, c.Workspace+"-") {
			c.Workspace, w.Name = w.Name, c.Workspace
			if err := workspace.Delete(ctx, c); err != nil {
				t.Error(err)
			}
			c.Workspace = w.Name
		}
	}
}
