package main_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/neo4j/neo4j-go-driver/v5/neo4j"

	"grove/internal/lists"
	"grove/internal/storetest/neo4jtest"
)

// TestBefore opens workspaces that an earlier binary made (testdata/before/make.sh): its
// graph, jobs, decisions, traces and replies are all there, and work goes on in them.
func TestBefore(t *testing.T) {
	t.Run("embedded", func(t *testing.T) {
		unpack(t, "embedded.tar.gz", "before", func(c copies, name string) { c.continues(t, "--workspace", name) })
	})
	t.Run("neo4j", func(t *testing.T) {
		uri, user, password := neo4jtest.Server(t)
		name := neo4jtest.Workspace()
		restore(t, uri, user, password, name)
		unpack(t, "neo4j.tar.gz", name, func(c copies, name string) {
			c.env = []string{"GROVE_NEO4J_URI=" + uri, "GROVE_NEO4J_USER=" + user, "GROVE_NEO4J_PASSWORD=" + password}
			c.continues(t, "--workspace", name, "--store", "neo4j")
			c.grove(t, 0, "workspaces", "delete", name, "--yes", "--store", "neo4j")
		})
	})
}

// continues holds a workspace of the earlier binary to what it held then.
func (c copies) continues(t *testing.T, flags ...string) {
	t.Helper()
	run := func(code int, args ...string) string {
		t.Helper()
		return c.grove(t, code, append(args, flags...)...).out
	}
	if got := run(0, "export", "-"); got != string(unzip(t, "export.jsonl.gz")) {
		t.Error("the export is not that of the earlier binary")
	}
	if out := run(0, "verify"); strings.Contains(out, "BAD") || strings.Count(out, "ok ") < 10 {
		t.Errorf("verify: %s", out)
	}
	for _, c := range []struct {
		args []string
		want string
		n    int
	}{
		{[]string{"jobs", "list"}, "ingest ", 2},
		{[]string{"traces", "list"}, "t2", 2},
		{[]string{"entities", "decisions"}, "Quill", 2},
		{[]string{"ask", "Where was the leader of the Kestrel Expedition born?", "--agent", "tree"}, "Ashmere", 1},
		{[]string{"ask", "青屿潮汐站的第一任站长是谁？"}, "沈若岚", 1},
		{[]string{"search", "lens of the lighthouse"}, "Brannock Light", 1},
		{[]string{"ingest", "../../internal/app/sample/documents/haldre", "../../internal/app/sample/documents/qingyu"}, "0 new, 10 unchanged", 1},
	} {
		if out := run(0, c.args...); strings.Count(out, c.want) < c.n {
			t.Errorf("%s: want %q %d times\n%s", strings.Join(c.args, " "), c.want, c.n, out)
		}
	}
	// The chunk whose reply could not be read is asked for again.
	run(0, "jobs", "retry")
	if out := run(0, "documents", "stats"); strings.Contains(out, "quarantined") {
		t.Errorf("stats: %s", out)
	}
	// Replies and traces of that time list no ids: a purge drops all of them, and says so.
	var purged struct {
		Purged struct {
			Replies       int `json:"replies"`
			WithoutChunks int `json:"replies_without_chunks"`
			Traces        int `json:"traces"`
			WithoutIDs    int `json:"traces_without_ids"`
		} `json:"purged"`
	}
	if err := json.Unmarshal([]byte(run(0, "documents", "delete", "--source", "dredging.txt", "--purge", "--json")), &purged); err != nil {
		t.Fatal(err)
	}
	if p := purged.Purged; p.WithoutChunks < 7 || p.Replies < p.WithoutChunks || p.WithoutIDs < 2 {
		t.Errorf("purged: %+v", p)
	}
	run(0, "verify")
}

// unpack lays an archived data folder out, its workspace under a name.
func unpack(t *testing.T, archive, name string, use func(copies, string)) {
	t.Helper()
	data := t.TempDir()
	if out, err := exec.Command("tar", "-xzf", filepath.Join("testdata", "before", archive), "-C", data).CombinedOutput(); err != nil {
		t.Fatalf("tar: %v: %s", err, out)
	}
	if name == "before" {
		use(copies{data: data}, name)
		return
	}
	if err := os.Rename(filepath.Join(data, "before"), filepath.Join(data, name)); err != nil {
		t.Fatal(err)
	}
	use(copies{data: data}, name)
}

func unzip(t *testing.T, name string) []byte {
	t.Helper()
	raw, err := os.ReadFile(filepath.Join("testdata", "before", name))
	if err != nil {
		t.Fatal(err)
	}
	zipped, err := gzip.NewReader(bytes.NewReader(raw))
	if err != nil {
		t.Fatal(err)
	}
	body, err := io.ReadAll(zipped)
	if err != nil {
		t.Fatal(err)
	}
	return body
}

// restore writes the earlier binary's nodes and edges into a server, as a workspace of
// the name.
func restore(t *testing.T, uri, user, password, name string) {
	t.Helper()
	ctx := t.Context()
	driver, err := neo4j.NewDriverWithContext(uri, neo4j.BasicAuth(user, password, ""))
	if err != nil {
		t.Fatal(err)
	}
	defer driver.Close(context.WithoutCancel(ctx))
	session := driver.NewSession(ctx, neo4j.SessionConfig{})
	defer session.Close(context.WithoutCancel(ctx))
	dump := strings.NewReplacer("`workspace`: \"before\"", "`workspace`: \""+name+"\"", "`key`: \"before\"", "`key`: \""+name+"\"", "\"before/", "\""+name+"/", "`_before`", "`"+name+"`").
		Replace(string(unzip(t, "neo4j.cypher.gz")))
	_, err = session.ExecuteWrite(ctx, func(tx neo4j.ManagedTransaction) (any, error) {
		edges := map[string][]any{} // by type: a statement each, as one of an edge would look for its ends among all nodes
		for line := range strings.Lines(dump) {
			kind, edge, err := edgeOf(line)
			if err != nil {
				return nil, err
			}
			if kind != "" {
				edges[kind] = append(edges[kind], edge)
			} else if _, err := tx.Run(ctx, line, nil); err != nil {
				return nil, err
			}
		}
		for _, kind := range slices.Sorted(maps.Keys(edges)) {
			if _, err := tx.Run(ctx, "MATCH (n:`"+name+"`) WITH n ORDER BY n.`_n`\nWITH collect(n) AS nodes UNWIND $edges AS edge\n"+
				"WITH nodes[edge.from] AS a, nodes[edge.to] AS b, edge.properties AS properties\nCREATE (a)-[e:`"+kind+"`]->(b) SET e = properties",
				map[string]any{"edges": edges[kind]}); err != nil {
				return nil, err
			}
		}
		_, err := tx.Run(ctx, "MATCH (n:`"+name+"`) REMOVE n:`"+name+"`, n.`_n`", nil)
		return nil, err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// edgeOf reads a line of the dump that creates an edge, whose properties are texts and whole numbers: its type, and as a
// parameter the numbers of its ends and its properties. The type of another line is "".
func edgeOf(line string) (kind string, edge map[string]any, err error) {
	line, isEdge := strings.CutPrefix(line, "MATCH ")
	if !isEdge {
		return "", nil, nil
	}
	var from, to int
	ends, rest, _ := strings.Cut(line, " CREATE (a)-[:`")
	kind, rest, _ = strings.Cut(rest, "` ")
	written, _, found := strings.Cut(rest, "]->(b)\n")
	if _, err := fmt.Sscanf(regexp.MustCompile("`[^`]*`").ReplaceAllString(ends, ""), "(a: {: %d}), (b: {: %d})", &from, &to); err != nil || !found {
		return "", nil, fmt.Errorf("%q is no edge: %w", line, err)
	}
	properties := map[string]any{}
	if err := json.Unmarshal([]byte(regexp.MustCompile("([{ ])`(\\w+)`: ").ReplaceAllString(written, `$1"$2": `)), &properties); err != nil {
		return "", nil, fmt.Errorf("%s: %w", written, err)
	}
	return kind, map[string]any{"from": from, "to": to, "properties": whole(properties)}, nil
}

// whole returns a value of JSON with its numbers as whole ones.
func whole(v any) any {
	switch v := v.(type) {
	case float64:
		return int64(v)
	case []any:
		return lists.Map(v, whole)
	case map[string]any:
		for key, value := range v {
			v[key] = whole(value)
		}
	}
	return v
}
