package cli

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// said runs a command and gives its exit code and both of its outputs.
func said(t *testing.T, args ...string) (int, string, string) {
	t.Helper()
	var out, errOut bytes.Buffer
	code := Main(t.Context(), args, &out, &errOut)
	return code, out.String(), errOut.String()
}

// TestMisuseIsExplained: a refused command line says what is missing, and how it is written.
func TestMisuseIsExplained(t *testing.T) {
	history := filepath.Join(t.TempDir(), "turns.json")
	if err := os.WriteFile(history, []byte(`{"question": "Who?"}`), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		args       []string
		want, hint string
	}{
		{[]string{"ingest"}, "grove ingest takes PATH..., and was given nothing", "grove ingest docs/"},
		{[]string{"entities", "merge", "Ahab"}, `takes ENTITY ENTITY..., and was given ["Ahab"]`, "grove entities merge"},
		{[]string{"entities", "undo"}, "takes DECISION, and was given nothing", "grove entities undo ID;"},
		{[]string{"keys", "add"}, "takes NAME, and was given nothing", "grove keys add"},
		{[]string{"traces", "replay"}, "takes ID, and was given nothing", "grove traces replay ID"},
		{[]string{"documents", "list", "all"}, `takes no arguments, and was given ["all"]`, "grove documents list --limit 20"},
		{[]string{"ask", "Who?", "--timeout", "5"}, "--timeout: \"5\" is not a time", "write 5s for seconds"},
		{[]string{"ask", "Who?", "--max-calls", "-1"}, "--max-calls: -1 is negative", "calls"},
		{[]string{"verify", "--rpm", "-4"}, "--rpm: -4 is negative", "calls per minute"},
		{[]string{"ask", "Who?", "--max-calls", "many"}, "--max-calls: \"many\" is not a whole number", "grove ask --help"},
		{[]string{"ask", "Who?", "--option", "foo"}, "--option: \"foo\" is not NAME=VALUE", "grove agents show"},
		{[]string{"ask", "Who?", "--agnet", "tree"}, "--agnet; did you mean --agent?", "grove ask --help"},
		{[]string{"--worksapce", "x", "verify"}, "--worksapce; did you mean --workspace?", "grove verify --help"},
		{[]string{"asq"}, "asq: unknown command; did you mean ask?", "grove --help"},
		{[]string{"merge", "Ahab", "Captain"}, "merge: unknown command; did you mean `grove entities merge`?", "grove --help"},
		{[]string{"apart"}, "apart: unknown command; did you mean `grove entities distinct`?", "grove --help"},
		{[]string{"entities", "shwo"}, "shwo: unknown command; did you mean show?", "grove entities --help"},
		{[]string{"serch"}, "serch: unknown command; did you mean search?", "grove --help"},
		{[]string{"help", "asq"}, "asq: unknown command; did you mean ask?", "grove --help"},
		{[]string{"help", "entities", "shwo"}, "shwo: unknown command; did you mean show?", "grove entities --help"},
		{[]string{"entities", "nothing-like-it"}, "nothing-like-it: unknown command\n", "grove entities --help"},
		{[]string{"ask", "Who?", "--history", history}, "not a list of turns, each a question and an answer", `[{"question": "...", "answer": "..."}]`},
	} {
		code, _, errOut := said(t, append(c.args, "--data", t.TempDir())...)
		message, hint, _ := strings.Cut(errOut, "hint: ")
		if code != exitUsage || !strings.Contains(message, c.want) || !strings.Contains(hint, c.hint) {
			t.Errorf("%v: exit %d: %s", c.args, code, errOut)
		}
	}
}

// TestDocumentsByCommandLine: tags of an unchanged document follow, a document is
// named by its source, lists without rows say so, and messages name what is meant.
func TestDocumentsByCommandLine(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "docs")
	if err := os.MkdirAll(folder, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(folder, "letters.txt"), []byte("Orsa Tind built the harbour of Velm."), 0o644); err != nil {
		t.Fatal(err)
	}
	records := filepath.Join(t.TempDir(), "people.jsonl")
	people := `{"id":"r1","text":"Orsa Tind lives in Velm."}` + "\n" + `{"id":"r2","text":"Una Sund lives in Ost."}`
	if err := os.WriteFile(records, []byte(people), 0o644); err != nil {
		t.Fatal(err)
	}
	data := t.TempDir()
	for _, c := range []struct {
		args     []string
		code     int
		out, err string
	}{
		{[]string{"ingest", folder, "--tag", "owner=me"}, 0, "1 new, 0 unchanged, ", ""},
		{[]string{"jobs", "list"}, 0, "tags: owner=me\n", ""},
		{[]string{"ingest", folder, "--tag", "owner=you", "--max-file", "3MiB"}, 0, "0 new, 1 unchanged (1 with new tags), ", ""},
		{[]string{"jobs", "list", "--limit", "1"}, 0, "max file: 3MiB; ", ""},
		{[]string{"documents", "show", "docs/letters.txt"}, 0, "\ntags: owner=you\n", ""},
		{[]string{"documents", "list", "--tag", "owner=you"}, 0, "docs/letters.txt", ""},
		{[]string{"documents", "list", "--tag", "owner=me"}, 0, "", "nothing found"},
		{[]string{"entities", "decisions"}, 0, "", "nothing found"},
		{[]string{"schema", "proposals"}, 0, "", "nothing found"},
		{[]string{"search", "harbour", "of", "Velm"}, 0, "letters", ""}, // the words are one query
		{[]string{"ask", "Who", "built", "the", "harbour?"}, 0, "", ""},
		{[]string{"search", "harbour", "--method", "nope"}, exitUsage, "", "grove: nope: not a search method"},
		{[]string{"documents", "delete", "docs/none.txt"}, exitFailed, "", "docs/none.txt: no such document"},
		{[]string{"documents", "delete", "docs/letters.txt"}, 0, "deleted ", "letters.txt is still there: an ingest of it reads 1 deleted document again"},
		{[]string{"ingest", records}, 0, "2 new, ", ""},
		{[]string{"documents", "delete", "people.jsonl#r1"}, 0, "deleted ", "people.jsonl is still there: an ingest of it reads 1 deleted document again"},
		{[]string{"ingest", records}, 0, "1 new, 1 unchanged", ""},
	} {
		code, out, errOut := said(t, append(c.args, "--data", data)...)
		if code != c.code || !strings.Contains(out, c.out) || !strings.Contains(errOut, c.err) {
			t.Errorf("%v: exit %d\n%s%s", c.args, code, out, errOut)
		}
	}
}

// TestALimitIsSaidOnce where an abstention names it already.
func TestALimitIsSaidOnce(t *testing.T) {
	folder := t.TempDir()
	if err := os.WriteFile(filepath.Join(folder, "a.txt"), []byte("Orsa Tind built the harbour of Velm."), 0o644); err != nil {
		t.Fatal(err)
	}
	data := t.TempDir()
	if code, _, errOut := said(t, "ingest", folder, "--data", data, "--quiet"); code != 0 {
		t.Fatal(errOut)
	}
	_, out, _ := said(t, "ask", "Who built the harbour of Velm?", "--max-calls", "1", "--agent", "graphreader", "--data", data, "--quiet")
	if strings.Count(out, "ended early") != 1 {
		t.Error(out)
	}
}

// TestGroupsWithoutACommand: a command that only groups others lists them, without the flags of all commands.
func TestGroupsWithoutACommand(t *testing.T) {
	for _, group := range []string{"bench", "eval", "documents", "agents"} {
		var out, errOut bytes.Buffer
		code := Main(t.Context(), []string{group}, &out, &errOut)
		if shown := out.String(); code != 0 || !strings.Contains(shown, "\nCommands:\n") || strings.Contains(shown, "--neo4j-uri") {
			t.Errorf("%s: exit %d\n%s%s", group, code, out.String(), errOut.String())
		}
	}
}
