package sqlite_test

import (
	"context"
	"database/sql"
	"slices"
	"testing"

	"grove/internal/graph"
	"grove/internal/sqlite"
	"grove/internal/storetest"
)

// indexNames returns the names of all indexes in a store's folder, sorted.
func indexNames(t *testing.T, dir string) (names []string) {
	t.Helper()
	database(t, dir, func(db *sql.DB) error {
		rows, err := db.Query("SELECT name FROM sqlite_schema WHERE type = 'index' ORDER BY name")
		if err != nil {
			return err
		}
		defer rows.Close()
		for rows.Next() {
			var name string
			if err := rows.Scan(&name); err != nil {
				return err
			}
			names = append(names, name)
		}
		return rows.Err()
	})
	return names
}

// TestDeferredIndexes: what is written and read while indexes are dropped is the same, and they are made again
// by RestoreIndexes, by the next Open and by a reader's.
func TestDeferredIndexes(t *testing.T) {
	want := func() string {
		same := storetest.Open(t)
		apply(t, same, graph.Change{Add: storetest.Small()})
		return dump(t, same)
	}()
	restored := map[string]func(t *testing.T, dir string, store *sqlite.Store){
		"by the store": func(t *testing.T, _ string, store *sqlite.Store) {
			if err := store.RestoreIndexes(t.Context()); err != nil {
				t.Fatal(err)
			}
		},
		"by opening again": func(t *testing.T, dir string, store *sqlite.Store) {
			closed(t, store)
			closed(t, open(t, dir))
		},
		"after it was interrupted": func(t *testing.T, dir string, store *sqlite.Store) {
			closed(t, store)
			behind(t, dir, "CREATE INDEX about_element ON about (element); DELETE FROM deferred_index WHERE name = 'about_element'")
			closed(t, open(t, dir))
		},
		"by a reader": func(t *testing.T, dir string, store *sqlite.Store) {
			closed(t, store)
			reader, err := sqlite.OpenReadOnly(t.Context(), dir)
			if err != nil {
				t.Fatal(err)
			}
			closed(t, reader)
		},
	}
	for name, restore := range restored {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			store := open(t, dir)
			all := indexNames(t, dir)
			if err := store.DeferIndexes(t.Context()); err != nil {
				t.Fatal(err)
			}
			if left := indexNames(t, dir); len(left) >= len(all) || slices.Contains(left, "about_element") {
				t.Errorf("left are %q", left)
			}
			apply(t, store, graph.Change{Add: storetest.Small()})
			if err := store.DeferIndexes(t.Context()); err != nil {
				t.Errorf("a second time: %v", err)
			}
			if got := dump(t, store); got != want {
				t.Errorf("without the indexes:\n%s\nwant\n%s", got, want)
			}
			restore(t, dir, store)
			if got := indexNames(t, dir); !slices.Equal(got, all) {
				t.Errorf("restored are\n%q\nwant\n%q", got, all)
			}
			again := open(t, dir)
			defer closed(t, again)
			if got := dump(t, again); got != want {
				t.Errorf("after they were restored:\n%s\nwant\n%s", got, want)
			}
		})
	}
}

// TestNoIndexIsDroppedFromALargeGraph: to make its indexes again would take longer than to write a document.
func TestNoIndexIsDroppedFromALargeGraph(t *testing.T) {
	dir := t.TempDir()
	store := open(t, dir)
	defer closed(t, store)
	behind(t, dir, `WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 30000)
INSERT INTO about SELECT 'f' || i, 'k', 1 FROM n`)
	all := indexNames(t, dir)
	if err := store.DeferIndexes(t.Context()); err != nil {
		t.Fatal(err)
	}
	if got := indexNames(t, dir); !slices.Equal(got, all) {
		t.Errorf("left are\n%q\nof\n%q", got, all)
	}
}

// closed closes a store.
func closed(t *testing.T, store interface{ Close(context.Context) error }) {
	t.Helper()
	if err := store.Close(t.Context()); err != nil {
		t.Error(err)
	}
}
