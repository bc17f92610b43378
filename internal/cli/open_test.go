package cli_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"grove/ingest"
	"grove/internal/cli"
)

// TestRefusedCommandsLeaveNoWorkspace: what was made for a command that was refused
// is removed again, and nothing else ever is.
func TestRefusedCommandsLeaveNoWorkspace(t *testing.T) {
	dir := files(t, map[string]string{
		"a.txt": "Ahab was born in Nantucket.", "b.txt": "Pip was born in Alabama.", "cut.jsonl": `{"kind":"document","id":"d`, "none.jsonl": "", "schema.json": `{"nodes":["person"],"edges":[]}`,
	})
	t.Setenv("GROVE_LLM_API_KEY", "x")
	for name, args := range map[string][]string{
		"a file that is cut off":      {"import", dir + "/cut.jsonl"},
		"a file without a line":       {"import", dir + "/none.jsonl"},
		"a path that is not there":    {"ingest", dir + "/none"},
		"a schema that is none":       {"ingest", dir + "/a.txt", "--schema", dir + "/schema.json"},
		"an endpoint that is away":    {"ingest", dir + "/a.txt", "--model", "m", "--llm-base-url", "http://127.0.0.1:1/v1", "--llm-retries", "0"},
		"a server that is away":       {"ingest", dir + "/a.txt", "--store", "neo4j", "--neo4j-uri", "bolt://127.0.0.1:1"},
		"a workspace for no document": {"schema", "set", dir + "/schema.json"},
	} {
		data := t.TempDir()
		if code, _ := fails(t, append(args, "--data", data, "--workspace", "new")...); code == 0 {
			t.Errorf("%s: exit %d", name, code)
		}
		if _, err := os.Stat(filepath.Join(data, "new")); !os.IsNotExist(err) {
			t.Errorf("%s: the workspace is there: %v", name, err)
		}
		run(t, &ingest.Report{}, "ingest", dir+"/b.txt", "--data", data, "--workspace", "new")
		fails(t, append(args, "--data", data, "--workspace", "new")...)
		var list struct{ Documents []any }
		run(t, &list, "documents", "list", "--data", data, "--workspace", "new")
		if len(list.Documents) != 1 {
			t.Errorf("%s: refused on a workspace with a document, of which %d are left", name, len(list.Documents))
		}
	}
	data := t.TempDir()
	run(t, &struct{}{}, "workspaces", "create", "new", "--data", data)
	fails(t, "ingest", dir+"/none", "--data", data, "--workspace", "new")
	if _, err := os.Stat(filepath.Join(data, "new", "grove.db")); err != nil {
		t.Errorf("a workspace that was there is gone: %v", err)
	}
}

// TestMissingWorkspaceNamesOthers: a command on a workspace that does not exist says which do, if any.
func TestMissingWorkspaceNamesOthers(t *testing.T) {
	data := t.TempDir()
	check := func(hint string) {
		t.Helper()
		for _, args := range [][]string{{"ask", "Who?"}, {"documents", "list"}, {"traces", "list"}, {"eval", "runs", "list"}} {
			var out, errOut bytes.Buffer
			cli.Main(t.Context(), append(args, "--data", data, "--workspace", "none"), &out, &errOut)
			if got := errOut.String(); !strings.Contains(got, "none: no workspace of this name in the data folder "+data+"\nhint: ") || !strings.Contains(got, hint) {
				t.Errorf("%v: %q, want the hint %q", args, got, hint)
			}
		}
	}
	check("ingest documents first")
	for _, name := range []string{"tour", "novels"} {
		run(t, &struct{}{}, "workspaces", "create", name, "--data", data)
	}
	check("--workspace: novels, tour;")
}
