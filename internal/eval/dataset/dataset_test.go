package dataset

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"grove/internal/fault"
)

// Each published shape is read: its form, documents and gold.
func TestShapes(t *testing.T) {
	for _, c := range []struct {
		file, shape                  string
		form                         Form
		questions, groups, documents int
		first                        string // id, gold answers, gold documents or facts of the first question
	}{
		{"hotpot.json", "HotpotQA and 2WikiMultihopQA", PerContext, 1, 1, 2, "h1: North Sea; Ilse Marn, Tarland; Ilse Marn was a painter from Tarland. It borders the North Sea."},
		{"hotpot_columns.jsonl", "HotpotQA and 2WikiMultihopQA", PerContext, 1, 1, 1, "h2: no; Tarland; Tarland lies on the mainland."},
		{"musique.jsonl", "MuSiQue", PerContext, 2, 2, 3, "2hop__1_2: Orla Venn|O. Venn; 0; Orla Venn wrote The Lamp."},
		{"longbench.jsonl", "LongBench and LV-Eval", PerContext, 1, 1, 1, "lb1: 林守成; ; "},
		{"lveval.jsonl", "LongBench and LV-Eval", PerContext, 1, 1, 1, "q00001: Ada Rook keeps the light; ; "},
		{"infinite.jsonl", "InfiniteBench", PerContext, 2, 2, 2, "0: In the clock; ; "},
		{"narrative.jsonl", "NarrativeQA", PerDocument, 1, 1, 1, "q00001: Joan|Joan did; ; "},
		{"narrative_csv", "NarrativeQA", PerDocument, 1, 1, 1, "q00001: Joan|Joan did; ; "},
		{"qasper.json", "Qasper", PerDocument, 3, 1, 1, "s1: 40 reeds|forty; ; We cut 40 reeds."},
		{"quality.jsonl", "QuALITY", PerDocument, 2, 1, 1, "a1_X_1: B; ; "},
		{"qmsum.json", "QMSum", PerDocument, 2, 1, 1, "q00001: They chose blue.; ; "},
		{"squad.json", "SQuAD", PerDocument, 2, 1, 1, "q1: 1911; paragraph 001; "},
		{"mind2web.json", "Mind2Web", PerContext, 2, 2, 2, "m1/u1: 7: TYPE bees; ; "},
		{"bench", "GraphRAG-Bench", PerDocument, 1, 1, 1, "b1: Nils; ; Nils dived at the reef."},
		{"anony", "Youtu-GraphRAG and AnonyRAG", Shared, 1, 1, 1, "q00001: PERSON#3——Ruth; ; "},
		{"shared", "Grove, corpus", Shared, 1, 1, 0, "1: Ruth; a; "},
		{"docs", "Grove, documents", PerDocument, 2, 1, 1, "1: ; ; "},
	} {
		t.Run(c.file, func(t *testing.T) {
			set, err := Read(filepath.Join("testdata", c.file))
			if err != nil {
				t.Fatal(err)
			}
			documents, asked := 0, 0
			for _, g := range set.Groups {
				documents += len(g.Documents)
				asked += len(g.Questions)
			}
			if set.Shape != c.shape || set.Form != c.form || len(set.Questions) != c.questions || len(set.Groups) != c.groups ||
				documents != c.documents || asked != c.questions {
				t.Errorf("%s, %s: %d questions (%d in groups), %d groups, %d documents", set.Shape, set.Form, len(set.Questions), asked,
					len(set.Groups), documents)
			}
			q := set.Questions[0]
			first := q.ID + ": " + strings.Join(q.Answers, "|") + "; " + strings.Join(q.GoldIDs, ", ") + "; " + strings.Join(q.Facts, " ")
			if first != c.first {
				t.Errorf("first question %q", first)
			}
		})
	}
}

func read(t *testing.T, file string) Set {
	t.Helper()
	set, err := Read(filepath.Join("testdata", file))
	if err != nil {
		t.Fatal(err)
	}
	return set
}

func TestDetails(t *testing.T) {
	if set := read(t, "hotpot.json"); set.Duplicates != 1 {
		t.Errorf("%d duplicates", set.Duplicates)
	}
	if set := read(t, "longbench.jsonl"); len(set.Unknown) != 1 || set.Unknown["extra"] != 1 || set.Groups[0].Documents[0].Lang != "zh" {
		t.Errorf("unknown columns %v", set.Unknown)
	}
	if q := read(t, "lveval.jsonl").Questions[0]; q.Keywords != "Ada Rook" {
		t.Errorf("keywords %q", q.Keywords)
	}
	if q := read(t, "quality.jsonl").Questions; q[0].Type != "hard" || !strings.HasSuffix(q[0].Question, "\nD. For glass") || q[1].Answers != nil {
		t.Errorf("%+v", q)
	}
	if q := read(t, "mind2web.json").Questions[1]; q.Web.Operation != "CLICK" || q.Web.Elements[0] != "9" ||
		!strings.Contains(q.Question, "Actions so far: [textbox] Search -> TYPE: bees\n") {
		t.Errorf("%+v", q)
	}
	for _, file := range []string{"musique.jsonl", "qasper.json", "squad.json"} {
		if q := read(t, file).Questions[1]; !q.Unanswerable || q.Answers != nil {
			t.Errorf("%s: %+v", file, q)
		}
	}
	if q := read(t, "docs").Questions[1]; strings.Join(q.Answers, "|") != "3|three" {
		t.Errorf("%+v", q)
	}
	set := read(t, "musique.jsonl")
	if a, b := set.Groups[0].Digest(), set.Groups[1].Digest(); a == b || a != read(t, "musique.jsonl").Groups[0].Digest() {
		t.Errorf("digests %s, %s", a, b)
	}
}

func TestReadRefuses(t *testing.T) {
	const doc, good = `{"id":"a","title":"A","text":"Ahab sails."}`, `{"id":"1","question":"Who?","gold_ids":["a","a"],"gold_complete":true}`
	for _, c := range []struct {
		name    string
		files   map[string]string
		message string
	}{
		{"no corpus", map[string]string{QuestionsFile: good}, "corpus.jsonl"},
		{"no questions file", map[string]string{CorpusFile: doc}, "no such file"},
		{"no question", map[string]string{CorpusFile: doc, QuestionsFile: "\n"}, "no questions"},
		{"bad line", map[string]string{CorpusFile: doc, QuestionsFile: good + "\n{"}, "unexpected end"},
		{"no id", map[string]string{CorpusFile: doc, QuestionsFile: `{"question":"Who?"}`}, "needs an id"},
		{"two questions of one id", map[string]string{CorpusFile: doc, QuestionsFile: good + "\n" + `{"id":"1","question":"Why?"}`}, "used twice"},
		{"doc_id of some", map[string]string{CorpusFile: doc, QuestionsFile: good + "\n" + `{"id":"2","question":"Why?","doc_id":"a"}`}, "some have none"},
		{"unknown document", map[string]string{DocsFile: doc, QuestionsFile: `{"id":"2","question":"Why?","doc_id":"b"}`}, "not among the documents"},
		{"answers of objects", map[string]string{CorpusFile: doc, QuestionsFile: `{"id":"2","question":"Why?","answers":[{"x":1}]}`}, "without a text"},
		{"unknown shape", map[string]string{"x.json": `[{"prompt":"?"}]`}, "no known shape has the columns prompt"},
		{"not JSON", map[string]string{"x.json": `hello`}, "invalid character"},
		{"a column less", map[string]string{"x.jsonl": `{"input":"?","context":"x","answers":[]}` + "\n" + `{"input":"?"}`}, `"context" is missing`},
		{"depth", map[string]string{"x.jsonl": `{"input":"?","context":"x","answers":["a"],"context_length":9,"depth_percent":[50,120]}`}, "depth_percent"},
		{"gold label", map[string]string{"x.json": `[{"article_id":"1","article":"x","questions":[{"question":"?","options":["a"],"gold_label":4}]}]`}, "gold_label 4"},
		{"empty", map[string]string{"x.json": `[]`}, "no questions"},
	} {
		t.Run(c.name, func(t *testing.T) {
			path := t.TempDir()
			for name, body := range c.files {
				if err := os.WriteFile(filepath.Join(path, name), []byte(body), 0o600); err != nil {
					t.Fatal(err)
				}
				if strings.HasPrefix(name, "x.") {
					path = filepath.Join(path, name)
				}
			}
			if _, err := Read(path); !fault.Is(err, fault.Unreadable) || !strings.Contains(err.Error(), c.message) {
				t.Errorf("%v", err)
			}
		})
	}
}

// No file makes a reader panic.
func FuzzRead(f *testing.F) {
	for _, file := range []string{"hotpot.json", "musique.jsonl", "qasper.json", "quality.jsonl", "squad.json", "mind2web.json", "narrative.jsonl"} {
		raw, err := os.ReadFile(filepath.Join("testdata", file))
		if err != nil {
			f.Fatal(err)
		}
		f.Add(raw)
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		path := filepath.Join(t.TempDir(), "x.json")
		if err := os.WriteFile(path, raw, 0o600); err != nil {
			t.Fatal(err)
		}
		if set, err := Read(path); err == nil && len(set.Questions) == 0 {
			t.Error("a set without questions")
		}
	})
}
