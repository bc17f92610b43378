package cli_test

import (
	"bytes"
	"context"
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"grove/internal/cli"
)

// files writes files into a new folder.
func files(t *testing.T, bodies map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, body := range bodies {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(body), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// fails runs a command that must fail and gives its exit code and error code.
func fails(t *testing.T, args ...string) (int, string) {
	t.Helper()
	var out, errOut bytes.Buffer
	code := cli.Main(context.Background(), append(args, "--json", "--quiet"), &out, &errOut)
	var said struct {
		Error struct{ Code, Hint string }
	}
	if err := json.Unmarshal(out.Bytes(), &said); err != nil || code == 0 {
		t.Fatalf("%v: exit code %d: %s%s", args, code, out.String(), errOut.String())
	}
	return code, said.Error.Code
}

var ships = map[string]string{
	"corpus.jsonl": `{"id":"a","title":"Pequod","text":"The Pequod was a whaling ship of Nantucket. Captain Ahab commanded it."}
{"id":"b","title":"Nantucket","text":"Nantucket is an island. Its people hunt whales."}
{"id":"c","title":"Paris","text":"Paris is the capital of France."}
`,
	"questions.jsonl": `{"id":"1","question":"What is the capital of France?","answers":["Paris"],"gold_ids":["c"],"gold_complete":true}
{"id":"2","question":"Which ship did Ahab command?","answers":["the Pequod"],"gold_ids":["a","gone"],"gold_complete":true}
{"id":"3","question":"Is the Pequod of the island Nantucket?","answers":["Nantucket"],"gold_ids":["a","b"],"gold_complete":true}
`,
}

func TestEvalRetrieval(t *testing.T) {
	set, data, out := files(t, ships), t.TempDir(), filepath.Join(t.TempDir(), "ranks.jsonl")
	var got struct {
		Method             string
		Questions, Skipped int
		Recall, Ms         map[string]float64
	}
	args := []string{"eval", "retrieval", "--dataset", set, "--data", data, "--k", "1,2"}
	run(t, &got, append(args, "--method", "bm25", "--out", out)...)
	if got.Method != "bm25" || got.Questions != 2 || got.Skipped != 1 || got.Recall["1"] != .75 || got.Recall["2"] != 1 {
		t.Errorf("%+v", got)
	}
	if _, ok := got.Ms["p95"]; !ok {
		t.Errorf("no times: %v", got.Ms)
	}
	lines, err := os.ReadFile(out)
	if err != nil || strings.Count(string(lines), "\n") != 2 || !strings.Contains(string(lines), `"ranks":{"a":1,"b":2}`) {
		t.Errorf("ranks: %s, %v", lines, err)
	}
	var found struct{ Hits []any }
	if run(t, &found, "search", "whales", "--data", data); len(found.Hits) == 0 {
		t.Error("the corpus cannot be searched afterwards")
	}
	for want, more := range map[string][]string{
		"2 invalid":    {"--titles", "hidden"},
		"2 invalid k":  {"--k", "0"},
		"2 invalid kk": {"--k", "2,"},
		"2 invalid m":  {"--method", "guess"},
		"2 invalid n":  {"--limit", "-1"},
		"1 unreadable": {"--dataset", data},
	} {
		if code, kind := fails(t, append(args, more...)...); !strings.HasPrefix(want, string(rune('0'+code))+" "+kind) {
			t.Errorf("%v: %d %s", more, code, kind)
		}
	}
	run(t, &got, append(args, "--workspace", "untitled", "--titles", "hidden")...)
	if got.Questions != 2 {
		t.Errorf("without titles: %+v", got)
	}
}

// shownRun is what eval run prints.
type shownRun struct {
	Systems []struct {
		Agent   string
		Without []string
		Items   int
		Failed  int
		Calls   float64
		Scores  map[string]struct{ Mean float64 }
		Most    int `json:"max_call_tokens"`
	}
	Report string
}

func TestEvalRun(t *testing.T) {
	set, data := files(t, ships), t.TempDir()
	var got shownRun
	args := []string{"eval", "run", "--dataset", set, "--name", "ships", "--data", data}
	run(t, &got, append(args, "--agents", "graphreader", "--limit", "1")...)
	if one := got.Systems[0]; one.Items != 1 || one.Scores["em"].Mean != 1 || one.Calls == 0 {
		t.Fatalf("%+v", got)
	}
	run(t, &got, append(args, "--agents", "graphreader,bm25", "--mode", "open,reject")...)
	if len(got.Systems) != 4 || got.Systems[2].Items != 3 || got.Systems[2].Failed != 0 {
		t.Errorf("%+v", got)
	}
	if got.Report != filepath.Join(data, "default", "runs", "ships", "report.html") {
		t.Errorf("report at %s", got.Report)
	}
	if _, err := os.Stat(got.Report); err != nil {
		t.Error(err)
	}
	for name, more := range map[string][]string{
		"mode":  {"--mode", "maybe"},
		"judge": {"--judge-model", "offline"},
		"name":  {"--name", "../x"},
		"agent": {"--agents", "nobody"},
	} {
		if code, kind := fails(t, append(args, more...)...); code != 2 || kind != "invalid" {
			t.Errorf("%s: %d %s", name, code, kind)
		}
	}
}

// Rows without a gold answer are told of on the screen, and what a set needs where none has one.
func TestEvalRunWithoutAnswers(t *testing.T) {
	var out, errOut bytes.Buffer
	set := maps.Clone(ships)
	set["questions.jsonl"] += `{"id":"4","question":"Who is Pip?","answer":"a cabin boy"}` + "\n"
	args := []string{"eval", "run", "--agents", "zeroshot", "--data", t.TempDir(), "--dataset"}
	if code := cli.Main(t.Context(), append(args, files(t, set)), &out, &errOut); code != 0 ||
		!strings.Contains(errOut.String(), `1 question without a gold answer: left out`) {
		t.Errorf("%d: %s", code, errOut.String())
	}
	errOut.Reset()
	set["questions.jsonl"] = `{"id":"4","question":"Who is Pip?","answer":"a cabin boy"}` + "\n"
	if code := cli.Main(t.Context(), append(args, files(t, set)), &out, &errOut); code != 2 || !strings.Contains(errOut.String(), `in the field "answers"`) {
		t.Errorf("%d: %s", code, errOut.String())
	}
	errOut.Reset()
	if code := cli.Main(t.Context(), []string{"eval", "run"}, &out, &errOut); code != 2 || !strings.Contains(errOut.String(), "`grove eval run --help`") {
		t.Errorf("%d: %s", code, errOut.String())
	}
}

// Runs of a workspace are listed and deleted, and compared by their names, which come before paths.
func TestEvalRuns(t *testing.T) {
	set, data := files(t, ships), t.TempDir()
	var ignored shownRun
	for _, name := range []string{"first", "second"} {
		run(t, &ignored, "eval", "run", "--dataset", set, "--name", name, "--data", data, "--agents", "graph,zeroshot")
	}
	t.Chdir(files(t, nil))
	if err := os.Mkdir("first", 0o755); err != nil {
		t.Fatal(err)
	}
	var got struct {
		Runs []struct {
			Name, State string
			Agents      []string
			Items       int
		}
		Changes []any
		Deleted []string
	}
	run(t, &got, "eval", "runs", "list", "--data", data)
	if len(got.Runs) != 2 || got.Runs[0].Name != "second" || got.Runs[1].State != "done" || got.Runs[1].Items != 6 ||
		strings.Join(got.Runs[0].Agents, " ") != "graph zeroshot" {
		t.Errorf("%+v", got)
	}
	run(t, &got, "eval", "compare", "first", filepath.Join(data, "default", "runs", "second"), "--data", data)
	if len(got.Changes) == 0 {
		t.Error("nothing compared")
	}
	run(t, &got, "eval", "runs", "delete", "first", "--data", data)
	run(t, &got, "eval", "runs", "list", "--data", data)
	if len(got.Runs) != 1 || len(got.Deleted) != 1 {
		t.Errorf("%+v", got)
	}
	for want, args := range map[string][]string{
		"1 not_found":   {"runs", "delete", "second", "first", "--data", data},
		"1 not_found ":  {"compare", "second", "first2", "--data", data},
		"2 invalid":     {"runs", "delete", "../second", "--data", data},
		"1 not_found  ": {"runs", "list", "--workspace", "none", "--data", data},
	} {
		if code, kind := fails(t, append([]string{"eval"}, args...)...); !strings.HasPrefix(want, string(rune('0'+code))+" "+kind) {
			t.Errorf("%v: %d %s", args, code, kind)
		}
	}
	if run(t, &got, "eval", "runs", "list", "--data", data); len(got.Runs) != 1 {
		t.Errorf("left of one that is there and one that is not: %+v", got.Runs)
	}
}

// A run is compared with a worse one; people rate a run.
func TestEvalCompareAndRate(t *testing.T) {
	set, data := files(t, ships), t.TempDir()
	var ignored shownRun
	for name, agent := range map[string]string{"good": "graph", "again": "graph", "other": "zeroshot"} {
		run(t, &ignored, "eval", "run", "--dataset", set, "--name", name, "--data", data, "--agents", agent)
	}
	var got struct {
		Changes []struct{ Metric string }
		Dropped []string
		Verdict string
	}
	run(t, &got, "eval", "compare", "good", "again", "--gate", "--data", data)
	if len(got.Changes) == 0 || len(got.Dropped) != 0 || got.Verdict != "passed: no metric of again is below its interval in good" {
		t.Errorf("%+v", got)
	}
	var out, errOut bytes.Buffer
	if code := cli.Main(t.Context(), []string{"eval", "compare", "good", "again", "--gate", "--data", data}, &out, &errOut); code != 0 ||
		!strings.HasSuffix(out.String(), "\ngate: "+got.Verdict+"\n") {
		t.Errorf("gate: %d, %s%s", code, out.String(), errOut.String())
	}
	if code, kind := fails(t, "eval", "compare", "good", "other", "--data", data); code != 2 || kind != "invalid" {
		t.Errorf("no common system: %d %s", code, kind)
	}
	// The same system with every answer spoilt.
	path, err := filepath.Glob(filepath.Join(data, "default", "runs", "again", "graph-*.jsonl"))
	if err != nil || len(path) != 1 {
		t.Fatal(path, err)
	}
	raw, err := os.ReadFile(path[0])
	if err != nil {
		t.Fatal(err)
	}
	spoilt := regexp.MustCompile(`"(em|f1|recall)":[0-9.]+`).ReplaceAll(raw, []byte(`"$1":0`))
	if err := os.WriteFile(path[0], spoilt, 0o600); err != nil {
		t.Fatal(err)
	}
	if code := cli.Main(t.Context(), []string{"eval", "compare", "good", "again", "--gate", "--data", data}, &out, &errOut); code != 1 ||
		!regexp.MustCompile(`^gate: failed; dropped: .* of graph.* by [0-9.]+ to 0\.0000, below its interval of [0-9.]+ to [0-9.]+`).MatchString(errOut.String()) {
		t.Errorf("gate: %d, %s%s", code, out.String(), errOut.String())
	}
	sheet := filepath.Join(t.TempDir(), "sheet.csv")
	if code := cli.Main(t.Context(), []string{"eval", "rate", "export", "good", sheet, "--data", data}, &out, &errOut); code != 0 {
		t.Fatalf("export: %d, %s", code, errOut.String())
	}
	var rated struct{ Raters, Unrated int }
	run(t, &rated, "eval", "rate", "import", "good", sheet, "--data", data)
	if rated.Raters != 1 || rated.Unrated != 3 {
		t.Errorf("%+v", rated)
	}
}

// Each document is a graph of its own, made once.
func TestEvalRunDocuments(t *testing.T) {
	set, data := files(t, map[string]string{
		"docs.jsonl": `{"id":"a","title":"Pequod","lang":"en","text":"The Pequod was a ship. Captain Ahab commanded the Pequod."}
{"id":"b","title":"Rachel","lang":"en","text":"The Rachel was a ship. Captain Gardiner commanded the Rachel."}
`,
		"questions.jsonl": `{"id":"1","doc_id":"a","question":"Who commanded the Pequod?","answers":["Captain Ahab"]}
{"id":"2","doc_id":"b","question":"Who commanded the Rachel?","answers":["Captain Gardiner"]}
{"id":"3","doc_id":"b","question":"Who commanded the Pequod?","answers":["Captain Ahab"]}
`}), t.TempDir()
	var got shownRun
	args := []string{"eval", "run", "--dataset", set, "--data", data, "--agents", "bm25"}
	run(t, &got, append(args, "--mode", "reject", "--name", "one")...)
	if one := got.Systems[0]; one.Items != 3 || one.Failed != 0 || one.Scores["f1"].Mean > .67 {
		t.Errorf("the document of another question was read: %+v", one)
	}
	graphs, err := filepath.Glob(filepath.Join(data, "default", "graphs", "g-*", "build.json"))
	if err != nil || len(graphs) != 2 {
		t.Fatalf("graphs %v, %v", graphs, err)
	}
	before, err := os.Stat(graphs[0])
	if err != nil {
		t.Fatal(err)
	}
	run(t, &got, append(args, "--name", "two")...)
	if after, err := os.Stat(graphs[0]); err != nil || !after.ModTime().Equal(before.ModTime()) {
		t.Errorf("the graph was made again: %v", err)
	}
}

func TestEvalRunWithout(t *testing.T) {
	set, data, out := files(t, ships), t.TempDir(), filepath.Join(t.TempDir(), "out")
	var got shownRun
	args := []string{"eval", "run", "--dataset", set, "--out", out, "--data", data, "--without", "schema,loop"}
	run(t, &got, append(args, "--agents", "tree")...)
	one := got.Systems[0]
	if one.Agent != "tree" || strings.Join(one.Without, " ") != "loop schema" {
		t.Errorf("%+v", one)
	}
	// The third question's Nantucket stands in both, the second's gold is not all there.
	if recall := one.Scores["recall"].Mean; recall <= 0 || recall > 1 || one.Most <= 0 || one.Most > 4096 {
		t.Errorf("%+v", one)
	}
	for name, more := range map[string][]string{
		"another agent": {"--agents", "tree,bm25"},
		"no part":       {"--agents", "tree", "--without", "hope"},
		"every route":   {"--agents", "tree", "--without", "entities,triples,paths,communities"},
	} {
		if code, kind := fails(t, append(args, more...)...); code != 2 || kind != "invalid" {
			t.Errorf("%s: %d %s", name, code, kind)
		}
	}
}

func TestEvalGraph(t *testing.T) {
	set, data := files(t, ships), t.TempDir()
	var ignored shownRun
	run(t, &ignored, "eval", "run", "--dataset", set, "--data", data, "--agents", "zeroshot")
	truth := filepath.Join(t.TempDir(), "truth.jsonl")
	if err := os.WriteFile(truth, []byte(`{"name":"Pequod","community":"sea"}`+"\n"+`{"name":"Paris","community":"land"}`+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	var got struct {
		Communities struct {
			Modularity, Coverage, Conductance float64
			Nodes, Edges                      int
		}
		Conformance float64 `json:"schema_conformance"`
		NMI         *float64
		Matched     int
	}
	run(t, &got, "eval", "graph", "--truth", truth, "--data", data)
	p := got.Communities
	if p.Nodes == 0 || p.Edges == 0 || p.Coverage <= 0 || p.Coverage > 1 || p.Modularity < -.5 || p.Modularity > 1 || got.Conformance != 1 ||
		got.Matched != 2 || got.NMI == nil || *got.NMI != 1 {
		t.Errorf("%+v", got)
	}
}

func TestEvalExtractAndAliases(t *testing.T) {
	dir, data := files(t, map[string]string{
		"items.jsonl": `{"id":"1","lang":"en","text":"Captain Ahab was born in Nantucket.","entities":[{"text":"Nantucket","type":"LOC","start":25,"end":34}],"triples":[["Ahab","place of birth","Nantucket"]]}`,
		"names.jsonl": `{"id":"n","lang":"en","text_file":"n.txt","characters":[{"name":"Ahab","aliases":["Ahab","AHAB"]},{"name":"Ishmael","aliases":["Ishmael"]}]}`,
		"n.txt":       "Ahab commands the Pequod. Ahab hunts the whale.",
	}), t.TempDir()
	var extracted struct {
		Entities struct {
			Exact, Overlap map[string]float64
		}
		Triples map[string]any
	}
	run(t, &extracted, "eval", "extract", "--items", filepath.Join(dir, "items.jsonl"), "--data", data)
	if extracted.Entities.Exact["r"] != 1 || extracted.Entities.Overlap["r"] != 1 || extracted.Triples["gold"] != 1. {
		t.Errorf("%+v", extracted)
	}
	var merged struct {
		Pairwise map[string]float64
		BCubed   map[string]float64 `json:"b_cubed"`
		Names    int
	}
	run(t, &merged, "eval", "aliases", "--items", filepath.Join(dir, "names.jsonl"), "--data", data)
	if merged.Names != 3 || merged.Pairwise["f1"] != 1 || merged.BCubed["f1"] != 1 {
		t.Errorf("%+v", merged)
	}
	if code, kind := fails(t, "eval", "extract", "--items", filepath.Join(dir, "n.txt"), "--data", data); code != 1 || kind != "unreadable" {
		t.Errorf("no items: %d %s", code, kind)
	}
}

// TestReversionLanguage: a book of no known language is refused in plain words, with what helps.
func TestReversionLanguage(t *testing.T) {
	book := filepath.Join(files(t, map[string]string{"book.txt": "1 2 3 4 5 6 7"}), "book.txt")
	for lang, problem := range map[string]string{
		"": book + ": the text was recognised neither as English nor as Chinese", "sv": "sv: sets of anonymity reversion are made",
	} {
		var out, errOut bytes.Buffer
		args := []string{"eval", "reversion", "build", "--book", book, "--out", t.TempDir(), "--lang", lang, "--data", t.TempDir()}
		code := cli.Main(t.Context(), args, &out, &errOut)
		if code != 2 || !strings.Contains(errOut.String(), problem) || !strings.Contains(errOut.String(), "--lang en or --lang zh") {
			t.Errorf("%q: exit %d: %s", lang, code, errOut.String())
		}
	}
}
