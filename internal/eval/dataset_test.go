package eval

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"grove/ingest"
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

func TestReadDataset(t *testing.T) {
	const corpus, good = `{"id":"a","title":"A","text":"Ahab sails."}`, `{"id":"1","question":"Who?","gold_ids":["a","a"],"gold_complete":true}`
	for _, c := range []struct {
		name, corpus, questions, item, message string
	}{
		{"good", corpus, good + "\n\n", "", ""},
		{"no corpus", "", good, "", "corpus.jsonl"},
		{"no questions file", corpus, "", "questions.jsonl", "no such file"},
		{"no question", corpus, "\n", "", "no questions"},
		{"bad line", corpus, good + "\n{", "questions.jsonl, line 2", "unexpected end"},
		{"no id", corpus, `{"question":"Who?"}`, "questions.jsonl, line 1", "needs an id"},
		{"twice", corpus, good + "\n" + good, "questions.jsonl, line 2", "used twice"},
	} {
		t.Run(c.name, func(t *testing.T) {
			files := map[string]string{}
			if c.corpus != "" {
				files[CorpusFile] = c.corpus
			}
			if c.questions != "" {
				files[QuestionsFile] = c.questions
			}
			set, err := ReadDataset(folder(t, files))
			if c.message == "" {
				if err != nil || len(set.Questions) != 1 || len(set.Questions[0].GoldIDs) != 1 {
					t.Fatalf("%+v, %v", set, err)
				}
				return
			}
			if !fault.Is(err, fault.Unreadable) || !strings.Contains(err.Error(), c.message) || !strings.HasSuffix(fault.Item(err), c.item) {
				t.Errorf("error %v, item %q", err, fault.Item(err))
			}
		})
	}
}

func TestDocsStandForCorpus(t *testing.T) {
	set, err := ReadDataset(folder(t, map[string]string{DocsFile: `{"id":"a","text":"x"}`, QuestionsFile: `{"id":"1","question":"Who?"}`}))
	if err != nil || filepath.Base(set.Corpus) != DocsFile {
		t.Errorf("%+v, %v", set, err)
	}
}

// stored is a workspace's document.
func stored(id, title, text string) graph.Document {
	return graph.Document{Source: "s#" + id, SourceID: id, Title: title, SHA256: ingest.Digest(load.Record{Title: title, Text: text})}
}

func TestCorpusMissing(t *testing.T) {
	dir := folder(t, map[string]string{CorpusFile: `{"id":"a","title":"A","text":"Ahab sails."}` + "\n" + `{"id":"b","title":"B","text":"Bulkington."}`})
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
			corpus, err := ReadCorpus(context.Background(), filepath.Join(dir, CorpusFile), c.titles)
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
		dir := folder(t, map[string]string{CorpusFile: body})
		if _, err := ReadCorpus(context.Background(), filepath.Join(dir, CorpusFile), true); err == nil {
			t.Errorf("%s: taken", name)
		}
	}
}
