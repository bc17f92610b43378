package eval

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"grove/internal/eval/dataset"
	"grove/internal/fault"
	"grove/internal/graph"
	"grove/internal/load"
)

// folder writes files into a new folder.
func folder(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, body := range files {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(body), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// stored is a workspace's document.
func stored(id, title, text string) graph.Document {
	return graph.Document{Source: "s#" + id, SourceID: id, Title: title, SHA256: graph.Digest(title, text)}
}

func TestCorpusMissing(t *testing.T) {
	dir := folder(t, map[string]string{dataset.CorpusFile: `{"id":"a","title":"A","text":"Ahab sails."}` + "\n" + `{"id":"b","title":"B","text":"Bulkington."}`})
	half := stored("a", "A", "Ahab sails.")
	half.Partial = true
	for _, c := range []struct {
		name   string
		titles bool
		have   []graph.Document
		want   string // the ids missing, or "refused"
	}{
		{"empty", true, nil, "ab"},
		{"one there", true, []graph.Document{stored("a", "A", "Ahab sails.")}, "b"},
		{"half a document", true, []graph.Document{half}, "ab"},
		{"all there", true, []graph.Document{stored("b", "B", "Bulkington."), stored("a", "A", "Ahab sails.")}, ""},
		{"another document", true, []graph.Document{stored("c", "C", "x")}, "refused"},
		{"another text", true, []graph.Document{stored("a", "A", "Ahab sinks.")}, "refused"},
		{"no titles", false, []graph.Document{stored("a", "", "Ahab sails.")}, "b"},
		{"titles where none should be", false, []graph.Document{stored("a", "A", "Ahab sails.")}, "refused"},
	} {
		t.Run(c.name, func(t *testing.T) {
			corpus, err := ReadCorpus(context.Background(), filepath.Join(dir, dataset.CorpusFile), c.titles)
			if err != nil {
				t.Fatal(err)
			}
			source, n, err := corpus.Missing(c.have)
			if c.want == "refused" {
				if !fault.Is(err, fault.Invalid) || fault.Hint(err) == "" {
					t.Errorf("not refused: %v", err)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			got := ""
			err = source(context.Background(), func(r load.Record, err error) error {
				got += r.SourceID
				if (r.Title != "") != c.titles {
					t.Errorf("title %q", r.Title)
				}
				return err
			})
			if err != nil || got != c.want || n != len(c.want) {
				t.Errorf("missing %q (%d), want %q; %v", got, n, c.want, err)
			}
		})
	}
}

func TestCorpusIsRefused(t *testing.T) {
	for name, body := range map[string]string{
		"twice": `{"id":"a","text":"x"}` + "\n" + `{"id":"a","text":"y"}`, "no id": `{"title":"a","text":"x"}`,
		"no text": `{"id":"a"}`, "empty": "\n", "not JSON": "hello",
	} {
		dir := folder(t, map[string]string{dataset.CorpusFile: body})
		if _, err := ReadCorpus(context.Background(), filepath.Join(dir, dataset.CorpusFile), true); err == nil {
			t.Errorf("%s: taken", name)
		}
	}
}
