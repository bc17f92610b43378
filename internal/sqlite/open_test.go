package sqlite_test

import (
	"bytes"
	"database/sql"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"grove/internal/fault"
	"grove/internal/graph"
	"grove/internal/sqlite"
	"grove/internal/storetest"
)

func wantKind(t *testing.T, err error, kind fault.Kind) {
	t.Helper()
	if !fault.Is(err, kind) {
		t.Fatalf("error %v of kind %q, want kind %q", err, fault.KindOf(err), kind)
	}
	if fault.Hint(err) == "" && kind != fault.Canceled && kind != fault.Invalid {
		t.Errorf("error %v has no hint", err)
	}
}

func dump(t *testing.T, r graph.Reader) string {
	t.Helper()
	text, err := storetest.Dump(t.Context(), r)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

func apply(tb testing.TB, store *sqlite.Store, change graph.Change) {
	tb.Helper()
	if _, err := store.Apply(tb.Context(), change); err != nil {
		tb.Fatal(err)
	}
}

// behind changes a closed store's database behind its back.
func behind(t *testing.T, dir, statement string) {
	t.Helper()
	db, err := sql.Open("sqlite", filepath.Join(dir, sqlite.File))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if _, err = db.Exec(statement); err != nil {
		t.Fatal(err)
	}
}

func TestOpenAgainFindsTheGraph(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "a folder with % ? # and 鲸", "default")
	store := open(t, dir)
	apply(t, store, graph.Change{Add: storetest.Small()})
	want := dump(t, store)
	if err := store.Close(t.Context()); err != nil {
		t.Fatal(err)
	}
	store = open(t, dir)
	defer store.Close(t.Context())
	if got := dump(t, store); got != want {
		t.Errorf("after opening again:\n%s\nwant\n%s", got, want)
	}
	if _, err := os.Stat(filepath.Join(dir, sqlite.File)); err != nil {
		t.Error(err)
	}
}

func TestOpenRefuses(t *testing.T) {
	for _, c := range []struct {
		name    string
		prepare func(t *testing.T, dir string)
		kind    fault.Kind
	}{
		{"a newer layout", func(t *testing.T, dir string) {
			if err := open(t, dir).Close(t.Context()); err != nil {
				t.Fatal(err)
			}
			behind(t, dir, "PRAGMA user_version = 1000")
		}, fault.Corrupt},
		{"a file that is no database", func(t *testing.T, dir string) {
			if err := os.WriteFile(filepath.Join(dir, sqlite.File), []byte(strings.Repeat("no database ", 100)), 0o644); err != nil {
				t.Fatal(err)
			}
		}, fault.Corrupt},
		{"an empty file", func(t *testing.T, dir string) {
			if err := os.WriteFile(filepath.Join(dir, sqlite.File), nil, 0o644); err != nil {
				t.Fatal(err)
			}
		}, fault.Corrupt},
		{"a database without tables", func(t *testing.T, dir string) { behind(t, dir, "VACUUM") }, fault.Corrupt},
		{"a folder in the place of the database", func(t *testing.T, dir string) {
			if err := os.Mkdir(filepath.Join(dir, sqlite.File), 0o755); err != nil {
				t.Fatal(err)
			}
		}, fault.Unavailable},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := t.TempDir()
			c.prepare(t, dir)
			_, err := sqlite.Open(t.Context(), dir, nil)
			wantKind(t, err, c.kind)
			_, err = sqlite.OpenReadOnly(t.Context(), dir)
			wantKind(t, err, c.kind)
		})
	}
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	_, err := sqlite.Open(t.Context(), filepath.Join(file, "default"), nil)
	wantKind(t, err, fault.Unavailable)
	for _, open := range []func() error{
		func() error { _, err := sqlite.Lock(file); return err },
		func() error { _, err := sqlite.OpenReadOnly(t.Context(), file); return err },
	} {
		if err := open(); !fault.Is(err, fault.Unavailable) || !strings.Contains(fault.Hint(err), "move it away") {
			t.Errorf("a file in the place of the folder: %v", err)
		}
	}
}

// TestCreateIsAtomic opens a folder in which a former creation of the database was killed.
func TestCreateIsAtomic(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, sqlite.File+".new"), []byte("unfinished"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := open(t, dir).Close(t.Context()); err != nil {
		t.Error(err)
	}
	left, err := os.ReadDir(dir)
	if err != nil || len(left) != 1 {
		t.Errorf("%v, %v", left, err)
	}
}

func TestOpenReadOnly(t *testing.T) {
	dir := t.TempDir()
	_, err := sqlite.OpenReadOnly(t.Context(), dir)
	wantKind(t, err, fault.NotFound)

	writer := open(t, dir)
	apply(t, writer, graph.Change{Add: storetest.Small()})
	want := dump(t, writer)
	other, err := sqlite.OpenReadOnly(t.Context(), dir)
	if err != nil {
		t.Fatal(err)
	}
	if got := dump(t, other); got != want {
		t.Errorf("beside the writer:\n%s\nwant\n%s", got, want)
	}
	apply(t, writer, graph.Change{Remove: []graph.ID{storetest.Small()[0].Document.ID}})
	if got := dump(t, other); got != dump(t, writer) {
		t.Errorf("after a write the reader sees\n%s", got)
	}
	_, err = other.Apply(t.Context(), graph.Change{})
	wantKind(t, err, fault.Invalid)
	wantKind(t, other.Journal(t.Context(), nil), fault.Invalid)
	_, err = other.PutSchema(t.Context(), "{}")
	wantKind(t, err, fault.Invalid)
	if err = other.Close(t.Context()); err != nil {
		t.Error(err)
	}
	want = dump(t, writer)
	if err = writer.Close(t.Context()); err != nil {
		t.Error(err)
	}
	// Without a writer the log is gone; a reader opens all the same.
	other, err = sqlite.OpenReadOnly(t.Context(), dir)
	if err != nil {
		t.Fatal(err)
	}
	defer other.Close(t.Context())
	if got := dump(t, other); got != want {
		t.Errorf("without the writer:\n%s\nwant\n%s", got, want)
	}
}

// TestReleaseCache: the graph is the same after the writer has given up its pages, and can be written.
func TestReleaseCache(t *testing.T) {
	dir := t.TempDir()
	store, fresh := open(t, dir), open(t, t.TempDir())
	defer store.Close(t.Context())
	defer fresh.Close(t.Context())
	for i, b := range storetest.Small() {
		apply(t, store, graph.Change{Add: []graph.Bundle{b}})
		apply(t, fresh, graph.Change{Add: []graph.Bundle{b}})
		if err := store.ReleaseCache(t.Context()); err != nil {
			t.Fatal(err)
		}
		if got, want := dump(t, store), dump(t, fresh); got != want {
			t.Errorf("after document %d:\n%s\nwant\n%s", i, got, want)
		}
	}
	reader, err := sqlite.OpenReadOnly(t.Context(), dir)
	if err != nil {
		t.Fatal(err)
	}
	defer reader.Close(t.Context())
	if err := reader.ReleaseCache(t.Context()); err != nil {
		t.Errorf("of a store for reading: %v", err)
	}
}

func TestAnOlderLayoutIsNotReadWithoutMigration(t *testing.T) {
	dir := t.TempDir()
	behind(t, dir, "PRAGMA user_version = 1; CREATE TABLE anything (x)")
	_, err := sqlite.OpenReadOnly(t.Context(), dir)
	wantKind(t, err, fault.Unavailable)
}

func TestABrokenDatabaseIsCorruptNotNotFound(t *testing.T) {
	dir := t.TempDir()
	store := open(t, dir)
	apply(t, store, graph.Change{Add: smallDocuments(100)})
	if err := store.Close(t.Context()); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(dir, sqlite.File)
	sound, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	spoil := func(from int) {
		t.Helper()
		data := bytes.Clone(sound)
		for i := from; i < len(data); i++ {
			data[i] = 0xAA
		}
		if err := os.WriteFile(path, data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	const pageBytes = 4096
	spoil(pageBytes)
	_, err = sqlite.Open(t.Context(), dir, nil)
	wantKind(t, err, fault.Corrupt)

	spoil(len(sound) / 2) // enough is left to open it
	store = open(t, dir)
	defer store.Close(t.Context())
	_, err = storetest.Dump(t.Context(), store)
	wantKind(t, err, fault.Corrupt)
}
