package app

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"grove/internal/config"
	"grove/internal/fault"
	"grove/internal/graph"
	"grove/internal/jobs"
	"grove/internal/search"
	"grove/internal/verify"
	"grove/internal/workspace"
)

func settings(t *testing.T, workspace string) config.Config {
	t.Helper()
	c := config.Default()
	c.Data, c.Workspace = t.TempDir(), workspace
	return c
}

// use opens a workspace, runs use, and closes it again.
func use(t *testing.T, c config.Config, use func(a *App)) {
	t.Helper()
	a, err := Open(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := a.Close(); err != nil {
			t.Error(err)
		}
	}()
	use(a)
}

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

func exportOf(t *testing.T, a *App) string {
	t.Helper()
	var out bytes.Buffer
	if _, err := a.ExportJSONL(t.Context(), &out); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

func sound(t *testing.T, a *App) {
	t.Helper()
	v, err := a.Verify(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range v.Checks {
		if c.Count > 0 {
			t.Errorf("%s: %q", c.Name, c.Items)
		}
	}
}

// TestImportedDocuments carries documents to another workspace and ingests them
// there: the same text is unchanged, another text takes the imported one's
// place, from wherever it comes, and is then bound to its origin.
func TestImportedDocuments(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "notes")
	for _, dir := range []string{folder, filepath.Join(folder, "..", "elsewhere", "notes")} {
		if err := os.MkdirAll(dir, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	a, b := filepath.Join(folder, "a.txt"), filepath.Join(folder, "b.txt")
	write(t, a, "Ahab commands the Pequod. Ishmael sails on the Pequod.\n")
	write(t, b, "Starbuck obeys Captain Ahab. 亚哈指挥裴廓德号。\n")
	file := ""
	use(t, settings(t, "from"), func(from *App) {
		if _, err := from.Jobs().Ingest(t.Context(), jobs.IngestOptions{Paths: []string{folder}}); err != nil {
			t.Fatal(err)
		}
		file = exportOf(t, from)
		sound(t, from)
	})
	use(t, settings(t, "to"), func(to *App) {
		result, err := to.Jobs().Import(t.Context(), strings.NewReader(file), nil)
		if err != nil || result.Documents != 2 {
			t.Fatalf("%+v, %v", result, err)
		}
		if exportOf(t, to) != file {
			t.Error("exported again, the file differs")
		}
		sound(t, to)
		hits, err := to.Index.BM25(t.Context(), search.Query{Text: "Ishmael"})
		if err != nil || len(hits) != 1 {
			t.Errorf("search after the import: %v, %v", hits, err)
		}
		ingest := func(path string, unchanged, replaced, failed int) {
			t.Helper()
			r, err := to.Jobs().Ingest(t.Context(), jobs.IngestOptions{Paths: []string{path}})
			if err != nil {
				t.Fatal(err)
			}
			if d := r.Documents; d.Unchanged != unchanged || d.Replaced != replaced || d.Failed != failed || d.New != 0 {
				t.Errorf("%+v, want %d unchanged, %d replaced, %d failed", d, unchanged, replaced, failed)
			}
		}
		ingest(folder, 2, 0, 0)
		if exportOf(t, to) != file {
			t.Error("an ingest of the same text changed the graph")
		}
		write(t, a, "Ahab commands the Pequod no more.\n")
		ingest(folder, 1, 1, 0)
		sound(t, to)
		other := filepath.Join(folder, "..", "elsewhere", "notes")
		write(t, filepath.Join(other, "a.txt"), "Ahab is elsewhere.\n")
		ingest(other, 0, 0, 1)
	})
}

// TestVerifyComparesTheIndex takes a chunk from the store behind the index's back.
func TestVerifyComparesTheIndex(t *testing.T) {
	folder := t.TempDir()
	write(t, filepath.Join(folder, "a.txt"), "Ahab commands the Pequod.")
	write(t, filepath.Join(folder, "b.txt"), "Ishmael sails.")
	use(t, settings(t, "w"), func(a *App) {
		if _, err := a.Jobs().Ingest(t.Context(), jobs.IngestOptions{Paths: []string{folder}}); err != nil {
			t.Fatal(err)
		}
		sound(t, a)
		all, err := a.Browse().Documents(t.Context(), graph.DocumentsQuery{})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := a.Store.Apply(t.Context(), graph.Change{Remove: []graph.ID{all[0].ID}}); err != nil {
			t.Fatal(err)
		}
		v, err := a.Verify(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range v.Checks {
			// The number is behind, and one chunk too many is in.
			if want := map[bool]int{true: 2}[c.Name == verify.Index]; c.Count != want || c.OK != (want == 0) {
				t.Errorf("%s: %q, want %d findings", c.Name, c.Items, want)
			}
		}
		if v.OK {
			t.Error("the workspace is called sound")
		}
		if err := a.Index.Sync(t.Context()); err != nil {
			t.Fatal(err)
		}
		sound(t, a)
	})
}

func TestWorkspaces(t *testing.T) {
	c := settings(t, "novels")
	names := func() (list []string) {
		t.Helper()
		there, err := workspace.List(t.Context(), c)
		if err != nil {
			t.Fatal(err)
		}
		for _, w := range there {
			list = append(list, w.Name)
		}
		return list
	}
	if got := names(); got != nil {
		t.Errorf("at first: %q", got)
	}
	if err := workspace.Delete(t.Context(), c); !fault.Is(err, fault.NotFound) {
		t.Errorf("deleting what is not there: %v", err)
	}
	if got, err := os.ReadDir(c.Data); err != nil || len(got) != 0 {
		t.Errorf("deleting what is not there leaves %v, %v", got, err)
	}
	if err := workspace.Create(t.Context(), c); err != nil {
		t.Fatal(err)
	}
	if err := workspace.Create(t.Context(), c); !fault.Is(err, fault.Invalid) {
		t.Errorf("creating it twice: %v", err)
	}
	if err := os.MkdirAll(filepath.Join(c.Data, "not-a-workspace"), 0o755); err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	write(t, filepath.Join(folder, "a.txt"), "Ahab commands the Pequod.")
	use(t, c, func(a *App) {
		if _, err := a.Jobs().Ingest(t.Context(), jobs.IngestOptions{Paths: []string{folder}}); err != nil {
			t.Fatal(err)
		}
		list, err := workspace.List(t.Context(), c)
		if err != nil || len(list) != 1 {
			t.Fatalf("%+v, %v", list, err)
		}
		if w := list[0]; w.Name != "novels" || w.Store != config.Embedded || w.Documents != 1 || w.Chunks != 1 || w.Bytes < 1000 || w.HeldBy == "" || w.Problem != "" {
			t.Errorf("%+v", w)
		}
		if err := workspace.Delete(t.Context(), c); !fault.Is(err, fault.Held) {
			t.Errorf("deleting a held one: %v", err)
		}
	})
	if list, err := workspace.List(t.Context(), c); err != nil || len(list) != 1 || list[0].HeldBy != "" {
		t.Errorf("after closing: %+v, %v", list, err)
	}
	if err := workspace.Delete(t.Context(), c); err != nil {
		t.Fatal(err)
	}
	if got := names(); got != nil {
		t.Errorf("at last: %q", got)
	}
	if _, err := os.Stat(c.Folder()); !os.IsNotExist(err) {
		t.Errorf("the folder: %v", err)
	}
}

// TestWorkspacesListsWhatItCannotRead keeps a damaged database from hiding the others.
func TestWorkspacesListsWhatItCannotRead(t *testing.T) {
	c := settings(t, "good")
	if err := workspace.Create(t.Context(), c); err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll(filepath.Join(c.Data, "bad"), 0o755); err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(c.Data, "bad", "grove.db"), strings.Repeat("not a database ", 100))
	list, err := workspace.List(t.Context(), c)
	if err != nil || len(list) != 2 || list[0].Problem == "" || list[1].Problem != "" {
		t.Errorf("%+v, %v", list, err)
	}
}

// TestNotesARebuiltIndex deletes and damages the index of a workspace.
func TestNotesARebuiltIndex(t *testing.T) {
	c := settings(t, "w")
	folder := t.TempDir()
	write(t, filepath.Join(folder, "a.txt"), "Ahab commands the Pequod.")
	use(t, c, func(a *App) {
		if _, err := a.Jobs().Ingest(t.Context(), jobs.IngestOptions{Paths: []string{folder}}); err != nil {
			t.Fatal(err)
		}
	})
	for name, harm := range map[string]func(index string) error{
		"deleted": os.RemoveAll,
		"damaged": func(index string) error { return os.WriteFile(filepath.Join(index, "root.bolt"), []byte("x"), 0o600) },
	} {
		if err := harm(filepath.Join(c.Folder(), "index")); err != nil {
			t.Fatal(err)
		}
		use(t, c, func(a *App) {
			if len(a.Notes()) != 1 {
				t.Errorf("%s: notes %q", name, a.Notes())
			}
			sound(t, a)
		})
		use(t, c, func(a *App) {
			if len(a.Notes()) != 0 {
				t.Errorf("%s, opened again: notes %q", name, a.Notes())
			}
		})
	}
}
