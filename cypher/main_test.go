package cypher

import (
	"context"
	"os"
	"testing"
	"time"

	"grove/internal/config"
	"grove/internal/storetest/neo4jtest"
)

func TestMain(m *testing.M) { os.Exit(neo4jtest.Main(m)) }

// open returns a store on a fresh workspace, which is dropped at the end.
func open(tb testing.TB) *Store {
	tb.Helper()
	s, err := Open(tb.Context(), serverConfig(tb, neo4jtest.Workspace()))
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
		defer cancel()
		if err := s.Drop(ctx); err != nil {
			tb.Errorf("Drop: %v", err)
		}
		if err := s.Close(ctx); err != nil {
			tb.Errorf("Close: %v", err)
		}
	})
	return s
}

func serverConfig(tb testing.TB, workspace string) Config {
	tb.Helper()
	uri, user, password := neo4jtest.Server(tb)
	return Config{URI: config.NewAddress(uri), User: user, Password: password, Workspace: workspace}
}
