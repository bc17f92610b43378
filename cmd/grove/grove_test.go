// The tests here run the real binary as a user would.
package main_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"grove/internal/storetest/neo4jtest"
)

var binary string

func TestMain(m *testing.M) {
	os.Exit(func() int {
		dir, err := os.MkdirTemp("", "grove-binary")
		if err != nil {
			panic(err)
		}
		defer os.RemoveAll(dir)
		binary = filepath.Join(dir, "grove")
		build := exec.Command("go", "build", "-o", binary, ".")
		build.Env = append(os.Environ(), "CGO_ENABLED=0")
		if out, err := build.CombinedOutput(); err != nil {
			panic(string(out))
		}
		return neo4jtest.Main(m)
	}())
}

// result is how one run of the binary ended.
type result struct {
	out, err string
	code     int
}

func run(t *testing.T, args ...string) result { return runWith(t, nil, args...) }

// runWith runs the binary with variables of the environment beside those of the
// test that are not Grove's.
func runWith(t *testing.T, env []string, args ...string) result {
	t.Helper()
	cmd := command(t, env, args...)
	var out, errOut bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errOut
	err := cmd.Run()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	return result{out.String(), errOut.String(), cmd.ProcessState.ExitCode()}
}

// want runs the binary, requires an exit code, and reads the one JSON object it prints.
func want(t *testing.T, code int, into any, args ...string) {
	t.Helper()
	r := run(t, append(args, "--json", "--quiet")...)
	if r.code != code {
		t.Fatalf("grove %s: exit %d, want %d\n%s%s", strings.Join(args, " "), r.code, code, r.out, r.err)
	}
	d := json.NewDecoder(strings.NewReader(r.out))
	if err := d.Decode(into); err != nil {
		t.Fatalf("grove %s: %v in %q", strings.Join(args, " "), err, r.out)
	}
	if d.More() {
		t.Fatalf("grove %s prints more than one object: %s", strings.Join(args, " "), r.out)
	}
}

type failure struct {
	Error struct{ Code, Message, Item, Hint string }
}

type answer struct {
	Question, Answer, Model string
	Abstained               bool
	Citations               []struct {
		Quote      string
		Start, End int
		Verified   bool
	}
	Trace []struct {
		Action, Cypher string
		Rows           int
	}
}

// TestDemo holds the demo to the answers that stand beside its questions.
func TestDemo(t *testing.T) {
	raw, err := os.ReadFile("../../internal/app/sample/questions.json")
	if err != nil {
		t.Fatal(err)
	}
	var expected []struct {
		Question, Expect string
		Refuse           bool
	}
	if err := json.Unmarshal(raw, &expected); err != nil {
		t.Fatal(err)
	}
	var demo struct {
		Counts  map[string]int
		Answers []answer
	}
	data := t.TempDir()
	own := filepath.Join(t.TempDir(), "own.txt")
	write(t, own, "The harbour of Velm was built by Orsa Tind.")
	want(t, 0, &map[string]any{}, "ingest", own, "--data", data)
	want(t, 0, &demo, "demo", "--data", data)
	var stats map[string]int
	if want(t, 0, &stats, "documents", "stats", "--data", data); stats["documents"] != 1 {
		t.Errorf("with the demo the default workspace has %d documents", stats["documents"])
	}
	if demo.Counts["documents"] == 0 || demo.Counts["facts"] == 0 || demo.Counts["triples"] == 0 {
		t.Errorf("counts: %v", demo.Counts)
	}
	if len(demo.Answers) != len(expected) {
		t.Fatalf("%d answers to %d questions", len(demo.Answers), len(expected))
	}
	for i, e := range expected {
		got := demo.Answers[i]
		if got.Question != e.Question || got.Abstained != e.Refuse || !e.Refuse && got.Answer != e.Expect {
			t.Errorf("%s: %q (abstained: %v), want %q (%v)", e.Question, got.Answer, got.Abstained, e.Expect, e.Refuse)
		}
		if !e.Refuse && len(got.Citations) == 0 {
			t.Errorf("%s: no citation", e.Question)
		}
		for _, c := range got.Citations {
			if !c.Verified {
				t.Errorf("%s: citation %q is not verified", e.Question, c.Quote)
			}
		}
	}
	var again struct{ Counts map[string]int }
	t.Setenv("GROVE_WORKSPACE", "default") // the workspace of the user's own documents, and not of the sample
	want(t, 0, &again, "demo", "--data", data)
	if want(t, 0, &stats, "documents", "stats", "--data", data); stats["documents"] != 1 {
		t.Errorf("with a second demo the default workspace has %d documents", stats["documents"])
	}
	if again.Counts["facts"] != demo.Counts["facts"] {
		t.Errorf("a second demo has %d facts, the first %d", again.Counts["facts"], demo.Counts["facts"])
	}
}

// TestTour goes through the commands on files of its own.
func TestTour(t *testing.T) {
	dir := t.TempDir()
	data, docs := filepath.Join(dir, "data"), filepath.Join(dir, "docs")
	write(t, filepath.Join(docs, "harbour.md"), "# The harbour\n\nThe harbour of Velm was built by Orsa Tind in 1871. Orsa Tind was born in Drennick.\n")
	write(t, filepath.Join(docs, "zh.txt"), "林海生于1923年，毕业于江城大学。他后来创办了江城图书馆。")
	write(t, filepath.Join(docs, "records.jsonl"), `{"id": "r1", "title": "Velm", "text": "Velm is a town on the coast of Norrland."}`+"\nnot json\n")

	var report struct {
		Documents map[string]int
		Errors    []struct{ Item, Code, Hint string }
	}
	want(t, 3, &report, "ingest", docs, "--data", data)
	if report.Documents["new"] != 3 || report.Documents["failed"] != 1 || !strings.Contains(report.Errors[0].Item, "records.jsonl") {
		t.Errorf("ingest: %+v", report)
	}
	var found struct {
		Hits []struct {
			Document struct{ Title string }
			Text     string
		}
	}
	want(t, 0, &found, "search", "who built the harbour", "--data", data, "--k", "1")
	if len(found.Hits) != 1 || found.Hits[0].Document.Title != "The harbour" {
		t.Errorf("search: %+v", found)
	}
	var said answer
	want(t, 0, &said, "ask", "Who built the harbour of Velm?", "--data", data)
	if said.Answer != "Orsa Tind" || said.Model != "offline" || len(said.Citations) == 0 || len(said.Trace) == 0 {
		t.Errorf("ask: %q (abstained: %v), %d citations, %d steps", said.Answer, said.Abstained, len(said.Citations), len(said.Trace))
	}
	want(t, 0, &said, "ask", "林海毕业于哪所大学？", "--data", data)
	if said.Answer != "江城大学" {
		t.Errorf("ask in Chinese: %q", said.Answer)
	}

	// A title is the file name where there is none, and only where people see it.
	if r := run(t, "documents", "list", "--data", data); !strings.Contains(strings.Join(strings.Fields(r.out), " "), "docs/zh.txt zh.txt") {
		t.Errorf("documents list: %s", r.out)
	}
	if r := run(t, "search", "图书馆", "--data", data); !strings.Contains(r.out, "1. zh.txt") {
		t.Errorf("search: %s", r.out)
	}
	if r := run(t, "search", "txt zh", "--data", data); strings.Contains(r.out, "1. ") {
		t.Errorf("a file name was indexed: %s", r.out)
	}
	before := export(t, data, dir, "before")
	if strings.Contains(before, `"title":"zh.txt"`) {
		t.Error("a file name was exported as a title")
	}
	var deleted struct{ Deleted []struct{ Source string } }
	want(t, 0, &deleted, "documents", "delete", "--source", "docs/zh.txt", "--data", data)
	if len(deleted.Deleted) != 1 {
		t.Errorf("delete: %+v", deleted)
	}
	want(t, 3, &report, "ingest", docs, "--data", data)
	if after := export(t, data, dir, "after"); after != before {
		t.Error("delete and ingest again changed the canonical export")
	}
	var stats map[string]int
	want(t, 0, &stats, "documents", "stats", "--data", data)
	if stats["documents"] != 3 || stats["chunks"] != 3 {
		t.Errorf("stats: %v", stats)
	}
}

// TestFailures: each row names its cause and ends with the exit code that scripts rely on.
func TestFailures(t *testing.T) {
	data := t.TempDir()
	write(t, filepath.Join(data, "a.txt"), "Ahab sails.")
	var report map[string]any
	want(t, 0, &report, "ingest", filepath.Join(data, "a.txt"), "--data", data)
	for _, c := range []struct {
		name       string
		args       []string
		exit       int
		code, item string
	}{
		{"unknown command", []string{"nonsense"}, 2, "invalid", "nonsense"},
		{"unknown flag", []string{"search", "x", "--nonsense"}, 2, "invalid", ""},
		{"no argument", []string{"ask"}, 2, "invalid", ""},
		{"bad workspace name", []string{"search", "x", "--workspace", "../up"}, 2, "invalid", "../up"},
		{"unknown store", []string{"search", "x", "--store", "oracle"}, 2, "invalid", "oracle"},
		{"unknown agent", []string{"ask", "x", "--agent", "bond"}, 2, "invalid", "bond"},
		{"unknown mode", []string{"ask", "x", "--mode", "shy"}, 2, "invalid", "shy"},
		{"empty query", []string{"search", ""}, 2, "invalid", ""},
		{"blank query", []string{"search", " \t"}, 2, "invalid", ""},
		{"no chunks asked for", []string{"search", "x", "--k", "0"}, 2, "invalid", "--k 0"},
		{"fewer than none", []string{"search", "x", "--k", "-1"}, 2, "invalid", "--k"},
		{"too many chunks", []string{"search", "x", "--k", "5001"}, 2, "invalid", "--k 5001"},
		{"unknown method", []string{"search", "x", "--method", "magic"}, 2, "invalid", "magic"},
		{"window too small", []string{"ask", "Who is Ahab?", "--window", "100"}, 2, "window_too_small", ""},
		{"empty question", []string{"ask", " "}, 2, "invalid", ""},
		{"missing path", []string{"ingest", "/no/such/file"}, 1, "", ""},
		{"no workspace", []string{"documents", "stats", "--workspace", "none"}, 1, "not_found", ""},
		{"an empty name", []string{"documents", "delete", "--source-id", ""}, 2, "invalid", ""},
		{"search in no workspace", []string{"search", "x", "--workspace", "mistyped"}, 1, "not_found", ""},
		{"no document", []string{"documents", "show", "d1"}, 1, "not_found", "d1"},
		{"import of no file", []string{"import", "/no/such/file"}, 1, "unreadable", "/no/such/file"},
		{"export into no folder", []string{"export", "/no/such/file"}, 1, "unreadable", "/no/such/file"},
		{"schema of no file", []string{"schema", "set", "/no/such/file"}, 1, "unreadable", "/no/such/file"},
		{"history of no file", []string{"ask", "x", "--history", "/no/such/file"}, 1, "unreadable", "/no/such/file"},
		{"unknown format", []string{"export", "x", "--format", "xml"}, 2, "invalid", "xml"},
		{"Neo4j down", []string{"documents", "stats", "--store", "neo4j", "--neo4j-uri", "bolt://127.0.0.1:1"}, 4, "unavailable", ""},
		{"Neo4j without address", []string{"documents", "stats", "--store", "neo4j"}, 2, "invalid", "--neo4j-uri"},
	} {
		t.Run(c.name, func(t *testing.T) {
			var f failure
			args := append(c.args, "--data", data)
			want(t, c.exit, &f, args...)
			if c.code != "" && f.Error.Code != c.code || c.item != "" && !strings.Contains(f.Error.Item, c.item) {
				t.Errorf("error: %+v", f.Error)
			}
			human := run(t, args...)
			if human.code != c.exit || human.err == "" || strings.Contains(human.err, "goroutine ") {
				t.Errorf("without --json: exit %d, %q", human.code, human.err)
			}
		})
	}
}

func write(t *testing.T, name, body string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(body), 0o644); err != nil {
		t.Fatal(err)
	}
}

func export(t *testing.T, data, dir, name string) string {
	t.Helper()
	file := filepath.Join(dir, name+".jsonl")
	var done map[string]any
	want(t, 0, &done, "export", file, "--data", data)
	raw, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return string(raw)
}
