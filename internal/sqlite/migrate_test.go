package sqlite_test

import (
	"database/sql"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"grove/internal/fault"
	"grove/internal/graph"
	"grove/internal/sqlite"
)

// database runs statements on the database of a folder, past the store.
func database(t *testing.T, dir string, do func(db *sql.DB) error) {
	t.Helper()
	db, err := sql.Open("sqlite", filepath.Join(dir, sqlite.File))
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(do(db), db.Close()); err != nil {
		t.Fatal(err)
	}
}

func execute(statements ...string) func(*sql.DB) error {
	return func(db *sql.DB) error {
		for _, s := range statements {
			if _, err := db.Exec(s); err != nil {
				return err
			}
		}
		return nil
	}
}

// TestMigrationKeepsTheGraph opens a database of the first layout, with a
// document in it.
func TestMigrationKeepsTheGraph(t *testing.T) {
	dir := t.TempDir()
	first, err := os.ReadFile("migrations/0001_graph.sql")
	if err != nil {
		t.Fatal(err)
	}
	database(t, dir, execute(string(first), "PRAGMA user_version = 1",
		"INSERT INTO document VALUES ('d1', 's', '', '', 'en', '', 0, 0, '[]', '', 0, 0)", "INSERT INTO extraction VALUES ('c1', 'v', '{}')"))
	store := open(t, dir)
	documents, err := store.Documents(t.Context(), graph.DocumentsQuery{})
	if err != nil || len(documents) != 1 || documents[0].Source != "s" {
		t.Errorf("documents %+v, %v", documents, err)
	}
	journal, err := store.Extractions(t.Context(), graph.ExtractionsQuery{Chunks: []graph.ID{"c1"}, Version: "v"})
	if err != nil || len(journal) != 1 || journal[0].Result != "{}" {
		t.Errorf("journal %+v, %v", journal, err)
	}
	if err := store.Close(t.Context()); err != nil {
		t.Fatal(err)
	}
	open2 := open(t, dir)
	if err := open2.Close(t.Context()); err != nil {
		t.Fatal(err)
	}
}

// TestMigrationIsWholeOrNot has a step fail in its midst: nothing of it stays.
func TestMigrationIsWholeOrNot(t *testing.T) {
	dir := t.TempDir()
	database(t, dir, execute("CREATE TABLE triple (x)")) // which the first step makes after others
	store, err := sqlite.Open(t.Context(), dir, nil)
	if err == nil {
		t.Fatal(errors.Join(errors.New("opened"), store.Close(t.Context())))
	}
	database(t, dir, func(db *sql.DB) error {
		version, tables := -1, -1
		err := errors.Join(db.QueryRow("PRAGMA user_version").Scan(&version),
			db.QueryRow("SELECT count(*) FROM sqlite_schema WHERE type = 'table'").Scan(&tables))
		if version != 0 || tables != 1 {
			t.Errorf("layout %d with %d tables", version, tables)
		}
		return err
	})
}

// TestReaderUpdates: a reader updates a database of an older layout, unless a process holds the workspace.
func TestReaderUpdates(t *testing.T) {
	dir := t.TempDir()
	first, err := os.ReadFile("migrations/0001_graph.sql")
	if err != nil {
		t.Fatal(err)
	}
	database(t, dir, execute(string(first), "PRAGMA user_version = 1"))
	release, err := sqlite.Lock(dir)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := sqlite.OpenReadOnly(t.Context(), dir); !fault.Is(err, fault.Unavailable) {
		t.Errorf("while it is held: %v", err)
	}
	if err := release(); err != nil {
		t.Fatal(err)
	}
	store, err := sqlite.OpenReadOnly(t.Context(), dir)
	if err != nil {
		t.Fatal(err)
	}
	if counts, err := store.Counts(t.Context()); err != nil || counts != (graph.Counts{}) {
		t.Errorf("%+v, %v", counts, err)
	}
	if err := store.Close(t.Context()); err != nil {
		t.Error(err)
	}
	if _, err := sqlite.Lock(dir); err != nil {
		t.Errorf("still held: %v", err)
	}
}
