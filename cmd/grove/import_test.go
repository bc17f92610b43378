package main_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"grove/internal/storetest/neo4jtest"
)

// copies runs the binary over one data folder, with quiet and an exit code to hold to.
type copies struct {
	data string
	env  []string
}

func (c copies) grove(t *testing.T, code int, args ...string) result {
	t.Helper()
	r := runWith(t, c.env, append(args, "--data", c.data, "--quiet")...)
	if r.code != code {
		t.Fatalf("grove %s: exit %d, want %d\n%s%s", strings.Join(args, " "), r.code, code, r.out, r.err)
	}
	return r
}

// exported ingests the sample and gives its export, and the file that holds it.
func (c copies) exported(t *testing.T) (file string, body []byte) {
	t.Helper()
	c.grove(t, 0, "ingest", "../../internal/app/sample/documents")
	file = filepath.Join(t.TempDir(), "graph.jsonl")
	c.grove(t, 0, "export", file)
	body, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return file, body
}

// TestImport carries a graph to another workspace of either store, holds the
// copy to the same bytes and to verify, and deletes it again.
func TestImport(t *testing.T) {
	c := copies{data: t.TempDir()}
	file, want := c.exported(t)
	t.Run("embedded", func(t *testing.T) { c.carry(t, file, want, "copy", "--store", "embedded") })
	t.Run("neo4j", func(t *testing.T) {
		uri, user, password := neo4jtest.Server(t)
		c.env = []string{"GROVE_NEO4J_URI=" + uri, "GROVE_NEO4J_USER=" + user, "GROVE_NEO4J_PASSWORD=" + password}
		c.carry(t, file, want, neo4jtest.Workspace(), "--store", "neo4j")
	})
}

func (c copies) carry(t *testing.T, file string, want []byte, name string, flags ...string) {
	run := func(code int, args ...string) string {
		t.Helper()
		return c.grove(t, code, append(args, flags...)...).out
	}
	in := []string{"--workspace", name}
	run(0, append(in, "import", file)...)
	if again := run(0, append(in, "export", "-")...); again != string(want) {
		t.Error("exported again, the graph differs")
	}
	if out := run(0, append(in, "verify")...); strings.Contains(out, "BAD") || strings.Count(out, "ok ") < 10 {
		t.Errorf("verify: %s", out)
	}
	if out := run(0, "workspaces", "list"); !strings.Contains(out, name+" ") {
		t.Errorf("not listed: %s", out)
	}
	run(2, "workspaces", "delete", name)
	run(0, "workspaces", "delete", name, "--yes")
	run(1, "workspaces", "delete", name, "--yes")
	if out := run(0, "workspaces", "list"); strings.Contains(out, name+" ") {
		t.Errorf("still listed: %s", out)
	}
	run(1, append(in, "verify")...)
}

// TestImportOfOtherFiles reads a pipe, a damaged file and one that is not there.
func TestImportOfOtherFiles(t *testing.T) {
	c := copies{data: t.TempDir()}
	file, body := c.exported(t)
	var message bytes.Buffer
	pipe := command(t, nil, "import", "-", "--workspace", "piped", "--quiet", "--data", c.data)
	pipe.Stdin, pipe.Stderr = bytes.NewReader(body), &message
	if err := pipe.Run(); err != nil {
		t.Fatalf("import -: %v\n%s", err, &message)
	}
	if out := c.grove(t, 0, "export", "-", "--workspace", "piped").out; out != string(body) {
		t.Error("exported again, the graph differs")
	}
	c.grove(t, 2, "import", file) // the workspace holds documents that were ingested
	if err := os.WriteFile(file, bytes.Replace(body, []byte(`"support":1`), []byte(`"support":2`), 1), 0o600); err != nil {
		t.Fatal(err)
	}
	if r := c.grove(t, 1, "import", file, "--workspace", "harmed"); !strings.Contains(r.err, "line ") {
		t.Errorf("a damaged file: %s", r.err)
	}
	c.grove(t, 1, "import", file+".none", "--workspace", "none")
	if _, err := os.Stat(filepath.Join(c.data, "none")); !os.IsNotExist(err) {
		t.Errorf("a file that is not there leaves a workspace: %v", err)
	}
}
