package deploytest

import (
	"archive/zip"
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

const archiveFile = "deploy/neo4j/queries.zip"

var update = flag.Bool("update", false, "write "+archiveFile+" anew")

// TestTheArchiveHoldsTheQueries compares queries.zip, in the form in which the
// Browser takes many favorites at once, with queries.cypher.
func TestTheArchiveHoldsTheQueries(t *testing.T) {
	want := packQueries(t, savedQueries(t))
	path := filepath.Join(root, filepath.FromSlash(archiveFile))
	if *update {
		if err := os.WriteFile(path, want, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	got := unpack(t, []byte(readFile(t, archiveFile)))
	if wanted := unpack(t, want); got != wanted {
		t.Errorf("%s is not of %s: go test ./internal/deploytest -run Archive -update", archiveFile, queriesFile)
	}
}

// packQueries makes the archive: a folder a section, a file a query.
func packQueries(t *testing.T, queries []savedQuery) []byte {
	t.Helper()
	var out bytes.Buffer
	w := zip.NewWriter(&out)
	for _, q := range queries {
		f, err := w.Create("Grove " + q.Section + "/" + fileName(q.Title) + ".cypher")
		if err != nil {
			t.Fatal(err)
		}
		if _, err := f.Write([]byte(q.Text + "\n")); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// fileName writes a title in lower case with hyphens.
func fileName(title string) string {
	return strings.Trim(regexp.MustCompile(`[^a-z0-9]+`).ReplaceAllString(strings.ToLower(title), "-"), "-")
}

// unpack gives names and contents, in their order. Two archives of the same
// content may differ in their bytes, by the compressor that made them.
func unpack(t *testing.T, raw []byte) string {
	t.Helper()
	r, err := zip.NewReader(bytes.NewReader(raw), int64(len(raw)))
	if err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	for _, f := range r.File {
		in, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		var content bytes.Buffer
		if _, err := content.ReadFrom(in); err != nil {
			t.Fatal(err)
		}
		in.Close()
		out.WriteString(f.Name + "\n" + content.String() + "\n")
	}
	return out.String()
}
