package jobs

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"grove/ingest"
	"grove/internal/graph"
)

func sources(t *testing.T, a *Jobs) (list []string) {
	t.Helper()
	documents, err := a.ws.Store.Documents(t.Context(), graph.DocumentsQuery{Limit: graph.MaxRows})
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range documents {
		list = append(list, d.Source)
	}
	slices.Sort(list)
	return list
}

// TestRenamedAndMissingFiles renames, copies, deletes and moves files of a folder between ingests.
func TestRenamedAndMissingFiles(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "docs")
	file := func(name string) string { return filepath.Join(folder, name) }
	if err := os.MkdirAll(file("in"), 0o755); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"a", "b", "c"} {
		write(t, file(name+".txt"), "Harbour Lights is a 1950 drama film directed by Anna Keller. Part "+name+".")
	}
	write(t, file("records.jsonl"), `{"id":"1","text":"Anna Keller was born in Velm."}`)
	other := filepath.Join(t.TempDir(), "other.txt")
	write(t, other, "Orsa Tind was born in Drennick.")
	use(t, settings(t, "w"), func(a *Jobs) {
		read := func(o IngestOptions) ingest.Report {
			t.Helper()
			report, err := a.Ingest(t.Context(), o)
			if err != nil {
				t.Fatal(err)
			}
			return report
		}
		first := read(IngestOptions{Paths: []string{folder, other}, Tags: []string{"year=1950"}})
		if first.Documents.New != 5 || first.Usage.Calls == 0 {
			t.Fatalf("%+v", first)
		}
		before, err := a.ws.Store.Counts(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		for from, to := range map[string]string{"a.txt": "in/first.txt", "records.jsonl": "people.jsonl"} {
			if err := os.Rename(file(from), file(to)); err != nil {
				t.Fatal(err)
			}
		}
		if err := os.Remove(other); err != nil {
			t.Fatal(err)
		}
		renamed := read(IngestOptions{Paths: []string{folder}})
		if d := renamed.Documents; d.Renamed != 2 || d.New != 0 || d.Unchanged != 2 || renamed.Usage.Calls != 0 || len(renamed.Renamed) != 2 {
			t.Errorf("renamed: %+v", renamed)
		}
		want := []string{"docs/b.txt", "docs/c.txt", "docs/in/first.txt", "docs/people.jsonl#1", "other.txt"}
		if got := sources(t, a); !slices.Equal(got, want) {
			t.Errorf("%q", got)
		}
		after, err := a.ws.Store.Counts(t.Context())
		if err != nil || after.Facts != before.Facts || after.Triples != before.Triples || after.Chunks != before.Chunks {
			t.Errorf("a rename changed %+v to %+v, %v", before, after, err)
		}
		tagged, err := a.ws.Store.Documents(t.Context(), graph.DocumentsQuery{Sources: []string{"docs/in/first.txt"}})
		if err != nil || len(tagged) != 1 || !slices.Equal(tagged[0].Tags, []string{"year=1950"}) {
			t.Errorf("%+v, %v", tagged, err)
		}
		if err := os.Remove(file("b.txt")); err != nil {
			t.Fatal(err)
		}
		write(t, file("copy.txt"), "Harbour Lights is a 1950 drama film directed by Anna Keller. Part c.")
		if d := read(IngestOptions{Paths: []string{folder}}).Documents; d.New != 1 || d.Renamed != 0 || d.Deleted != 0 {
			t.Errorf("a copy, and a file that is gone: %+v", d)
		}
		o := IngestOptions{Paths: []string{folder}, DeleteMissing: true}
		estimate, err := EstimateIngest(t.Context(), a.ws.Config, o)
		if err != nil || estimate.Documents.Deleted != 1 {
			t.Errorf("%+v, %v", estimate, err)
		}
		if d := read(o).Documents; d.Deleted != 1 || d.Unchanged != 4 {
			t.Errorf("--delete-missing: %+v", d)
		}
		want = []string{"docs/c.txt", "docs/copy.txt", "docs/in/first.txt", "docs/people.jsonl#1", "other.txt"}
		if got := sources(t, a); !slices.Equal(got, want) {
			t.Errorf("%q", got)
		}
		if err := os.Rename(folder, folder+".away"); err != nil {
			t.Fatal(err)
		}
		if err := os.Mkdir(folder, 0o755); err != nil {
			t.Fatal(err)
		}
		if d := read(o).Documents; d.Deleted != 0 || d.Failed != 1 {
			t.Errorf("a folder that is empty: %+v", d)
		}
	})
}

// TestMissingFolders deletes a file beside a folder that is empty and a link that leads nowhere, as
// where their disks are away: the documents of these two stay.
func TestMissingFolders(t *testing.T) {
	away := filepath.Join(t.TempDir(), "share")
	folder := filepath.Join(t.TempDir(), "papers")
	for _, name := range []string{filepath.Join(folder, "nas"), away} {
		if err := os.MkdirAll(name, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	files := []string{filepath.Join(folder, "a.txt"), filepath.Join(folder, "nas", "b.txt"), filepath.Join(away, "c.txt")}
	for _, name := range append(files, filepath.Join(folder, "d.txt")) {
		write(t, name, "Harbour Lights is a film directed by Anna Keller. Part "+filepath.Base(name)+".")
	}
	write(t, filepath.Join(folder, "nas", "r.jsonl"), `{"id":"a/b#c","text":"Anna Keller was born in Velm."}`)
	write(t, filepath.Join(folder, "s.jsonl"), `{"id":"a/b#c","text":"Orsa Tind was born in Velm."}`)
	files = append(files, filepath.Join(folder, "nas", "r.jsonl"), filepath.Join(folder, "s.jsonl"))
	if err := os.Symlink(away, filepath.Join(folder, "linked")); err != nil {
		t.Fatal(err)
	}
	use(t, settings(t, "w"), func(a *Jobs) {
		o := IngestOptions{Paths: []string{folder}, FollowLinks: true, DeleteMissing: true}
		if r, err := a.Ingest(t.Context(), o); err != nil || r.Documents.New != 6 {
			t.Fatalf("%+v, %v", r, err)
		}
		for _, name := range append(files, away) {
			if err := os.Remove(name); err != nil {
				t.Fatal(err)
			}
		}
		estimate, err := EstimateIngest(t.Context(), a.ws.Config, o)
		if err != nil || estimate.Documents.Deleted != 2 || estimate.Documents.Skipped != 3 {
			t.Errorf("%+v, %v", estimate.Documents, err)
		}
		r, err := a.Ingest(t.Context(), o)
		if err != nil || r.Documents.Deleted != 2 || r.Documents.Skipped != 3 {
			t.Errorf("%+v, %v", r, err)
		}
		var kept []string
		for _, f := range r.SkippedFiles {
			if strings.Contains(f.Reason, "kept") {
				kept = append(kept, f.Item)
			}
		}
		if want := []string{filepath.Join(folder, "linked"), filepath.Join(folder, "nas")}; !slices.Equal(kept, want) {
			t.Errorf("reported %q", kept)
		}
		want := []string{"papers/d.txt", "papers/linked/c.txt", "papers/nas/b.txt", "papers/nas/r.jsonl#a/b#c"}
		if got := sources(t, a); !slices.Equal(got, want) {
			t.Errorf("%q", got)
		}
	})
}

// TestRenamedInOneCollection: a document of another collection is not taken for a renamed one.
func TestRenamedInOneCollection(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "docs")
	if err := os.Mkdir(folder, 0o755); err != nil {
		t.Fatal(err)
	}
	first, second := filepath.Join(folder, "first.txt"), filepath.Join(folder, "second.txt")
	write(t, first, "Orsa Tind was born in Drennick.")
	use(t, settings(t, "w"), func(a *Jobs) {
		for _, c := range []struct {
			collection string
			want       []string
			renamed    int
		}{
			{"a", []string{"a/docs/first.txt"}, 0},
			{"", []string{"a/docs/first.txt", "docs/second.txt"}, 0},
			{"b", []string{"a/docs/first.txt", "b/docs/second.txt", "docs/second.txt"}, 0},
			{"a/", []string{"a/docs/second.txt", "b/docs/second.txt", "docs/second.txt"}, 1},
		} {
			r, err := a.Ingest(t.Context(), IngestOptions{Paths: []string{folder}, Collection: c.collection})
			if err != nil || r.Documents.Renamed != c.renamed {
				t.Errorf("%q: %+v, %v", c.collection, r, err)
			}
			if got := sources(t, a); !slices.Equal(got, c.want) {
				t.Errorf("%q: %q", c.collection, got)
			}
			if c.collection != "a" {
				continue
			}
			if err := os.Rename(first, second); err != nil {
				t.Fatal(err)
			}
		}
	})
}

// TestMissingFilesOfACollection: an ingest with DeleteMissing deletes documents of its own collection
// alone, and names them.
func TestMissingFilesOfACollection(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "docs")
	if err := os.Mkdir(folder, 0o755); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"a.txt", "b.txt"} {
		write(t, filepath.Join(folder, name), "Harbour Lights is a film directed by Anna Keller. Part "+name+".")
	}
	use(t, settings(t, "w"), func(a *Jobs) {
		for _, collection := range []string{"", "old", "new"} {
			if _, err := a.Ingest(t.Context(), IngestOptions{Paths: []string{folder}, Collection: collection}); err != nil {
				t.Fatal(err)
			}
		}
		if err := os.Remove(filepath.Join(folder, "b.txt")); err != nil {
			t.Fatal(err)
		}
		for _, collection := range []string{"new", ""} {
			r, err := a.Ingest(t.Context(), IngestOptions{Paths: []string{folder}, Collection: collection, DeleteMissing: true})
			want := strings.TrimPrefix(collection+"/docs/b.txt", "/")
			if err != nil || r.Documents.Deleted != 1 || !slices.Equal(r.Deleted, []string{want}) {
				t.Errorf("of %q: %+v deleted %q, %v; want %q", collection, r.Documents, r.Deleted, err, want)
			}
		}
		if got := sources(t, a); !slices.Equal(got, []string{"docs/a.txt", "new/docs/a.txt", "old/docs/a.txt", "old/docs/b.txt"}) {
			t.Errorf("%q", got)
		}
	})
}
