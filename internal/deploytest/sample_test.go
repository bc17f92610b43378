package deploytest

import (
	"context"
	"path/filepath"
	"testing"
	"time"

	"github.com/neo4j/neo4j-go-driver/v5/neo4j"

	"grove/cypher"
	"grove/internal/app"
	"grove/internal/config"
	"grove/internal/jobs"
	"grove/internal/storetest/neo4jtest"
)

// sample is the bundled sample in a workspace of its own on a real server.
type sample struct {
	app       *app.App
	driver    neo4j.DriverWithContext
	workspace string
}

// TestOnTheSample runs what needs the sample, which is ingested once. The
// deletion comes last: what it takes is gone.
func TestOnTheSample(t *testing.T) {
	s := ingestSample(t)
	t.Run("saved queries", s.savedQueries)
	t.Run("indexes", s.indexes)
	t.Run("no orphans", s.noOrphans)
	t.Run("labels", s.labels)
	t.Run("settings", s.settings)
	t.Run("deletion", s.deletion)
}

// ingestSample reads the sample as `grove demo` does, without its questions.
func ingestSample(t *testing.T) *sample {
	t.Helper()
	uri, user, password := neo4jtest.Server(t)
	s := &sample{workspace: neo4jtest.Workspace()}
	t.Cleanup(func() {
		dropWorkspace(t, cypher.Config{URI: config.NewAddress(uri), User: user, Password: password, Workspace: s.workspace})
	})
	var err error
	c := config.Default()
	c.Data, c.Workspace, c.Store = t.TempDir(), s.workspace, config.Neo4j
	c.Neo4jURI, c.Neo4jUser, c.Neo4jPassword = config.NewAddress(uri), user, password
	s.app, err = app.Open(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.app.Close(); err != nil {
			t.Error(err)
		}
	})
	folders, err := filepath.Glob(filepath.Join(root, "internal", "app", "sample", "documents", "*"))
	if err != nil {
		t.Fatal(err)
	}
	report, err := s.app.Jobs().Ingest(t.Context(), jobs.IngestOptions{Paths: folders, Collection: "sample"})
	if err != nil || len(report.Errors) > 0 {
		t.Fatalf("ingest the sample: %v %v", err, report.Errors)
	}
	auth := neo4j.NoAuth()
	if user != "" {
		auth = neo4j.BasicAuth(user, password, "")
	}
	if s.driver, err = neo4j.NewDriverWithContext(uri, auth); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.driver.Close(context.Background()) })
	return s
}

func dropWorkspace(t *testing.T, c cypher.Config) {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	store, err := cypher.Open(ctx, c)
	if err != nil {
		t.Errorf("open to drop: %v", err)
		return
	}
	if err := store.Drop(ctx); err != nil {
		t.Errorf("drop: %v", err)
	}
	if err := store.Close(ctx); err != nil {
		t.Errorf("close: %v", err)
	}
}

// run runs one statement on the server.
func (s *sample) run(t *testing.T, text string) *neo4j.EagerResult {
	t.Helper()
	result, err := neo4j.ExecuteQuery(t.Context(), s.driver, text, map[string]any{"workspace": s.workspace}, neo4j.EagerResultTransformer)
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	return result
}

// saved runs a saved query on the sample's workspace.
func (s *sample) saved(t *testing.T, title string) *neo4j.EagerResult {
	t.Helper()
	return s.run(t, findQuery(t, title).Text)
}
