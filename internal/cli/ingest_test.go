package cli

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"grove/ingest"
	"grove/internal/config"
)

// TestSkippedFilesAreNamed: what a folder holds beside texts is named with the
// reason, in text and in JSON; a binary file by a text's name fails.
func TestSkippedFilesAreNamed(t *testing.T) {
	root := t.TempDir()
	docs := filepath.Join(root, "docs")
	for name, body := range map[string]string{
		"a.txt": "The harbour of Velm was built by Orsa Tind.", "photo.png": "\x89PNG", ".hidden.txt": "x", ".git/config": "x", "blob.txt": "BM\x00\x00\x01\x02 six",
	} {
		path := filepath.Join(docs, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(body), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	var out, said bytes.Buffer
	if code := Main(t.Context(), []string{"ingest", docs, "--data", filepath.Join(root, "one")}, &out, &said); code != exitPartly {
		t.Errorf("exit %d: %s", code, said.String())
	}
	for _, want := range []string{"skipped: " + filepath.Join(docs, ".git") + ": hidden\n", ".hidden.txt: hidden\n", "photo.png: unknown kind of file: if it is plain text, give its own path\n", "blob.txt: the file is binary"} {
		if !strings.Contains(said.String(), want) {
			t.Errorf("nothing says %q:\n%s", want, said.String())
		}
	}
	out.Reset()
	if code := Main(t.Context(), []string{"ingest", docs, "--data", filepath.Join(root, "two"), "--json"}, &out, &said); code != exitPartly {
		t.Errorf("exit %d: %s", code, said.String())
	}
	var report struct {
		Documents    ingest.DocumentCounts
		SkippedFiles []ingest.SkippedFile `json:"skipped_files"`
	}
	if err := json.Unmarshal(out.Bytes(), &report); err != nil {
		t.Fatal(err)
	}
	want := []ingest.SkippedFile{{Item: filepath.Join(docs, ".git"), Reason: "hidden"}, {Item: filepath.Join(docs, ".hidden.txt"), Reason: "hidden"},
		{Item: filepath.Join(docs, "photo.png"), Reason: "unknown kind of file: if it is plain text, give its own path"}}
	if !slices.Equal(report.SkippedFiles, want) || report.Documents.Skipped != 3 || report.Documents.Failed != 1 || report.Documents.New != 1 {
		t.Errorf("%+v", report)
	}
}

// TestTheSameFileTwice: a file that comes in by another path is named with the document
// that holds it already, and nothing is said of a cause that nobody knows.
func TestTheSameFileTwice(t *testing.T) {
	lib := filepath.Join(t.TempDir(), "lib")
	if err := os.MkdirAll(lib, 0o755); err != nil {
		t.Fatal(err)
	}
	file, data := filepath.Join(lib, "notes.md"), t.TempDir()
	for i, path := range []string{lib, file} {
		if err := os.WriteFile(file, []byte(strings.Repeat("The office is in Utrecht. ", i+1)), 0o644); err != nil {
			t.Fatal(err)
		}
		code, out, errOut := said(t, "ingest", path, "--data", data)
		if named := strings.Contains(errOut, "note: notes.md is also in the graph as lib/notes.md, which was read from the same file\n  hint: "); code != 0 || named != (i == 1) {
			t.Errorf("%s: exit %d\n%s%s", path, code, out, errOut)
		}
	}
	var b strings.Builder
	(&command{err: &b}).showCauses([]string{"nothing was found, and no cause is known"})
	if b.String() != "note: nothing was found, and no cause is known\n" {
		t.Error(b.String())
	}
}

// TestIngestStandardInput: it is a document by its source, and none without.
func TestIngestStandardInput(t *testing.T) {
	data := []string{"--data", t.TempDir(), "--quiet"}
	piped := func(text string, args ...string) (int, string) {
		t.Helper()
		var out, errOut bytes.Buffer
		c := &command{out: &output{Writer: &out}, err: &errOut}
		c.settings = config.Settings(&c.Config)
		root := c.root()
		root.SetArgs(append(args, data...))
		root.SetIn(strings.NewReader(text))
		return c.finish(t.Context(), root.ExecuteContext(t.Context()), false), out.String() + errOut.String()
	}
	for _, c := range []struct {
		text string
		args []string
		code int
		says string
	}{
		{"Orsa Tind built it.", []string{"ingest", "-"}, exitUsage, "name it with --source"},
		{"Orsa Tind built it.", []string{"ingest", "-", "--source", "velm.txt", "--estimate"}, 0, "1 new"},
		{"Orsa Tind built it.", []string{"ingest", "-", "--source", "velm.txt"}, 0, "1 new, 0 unchanged"},
		{"Orsa Tind built it.", []string{"ingest", "-", "--source", "velm.txt"}, 0, "0 new, 1 unchanged"},
		{"Orsa Tind built it all.", []string{"ingest", "-", "--source", "velm.txt"}, 0, "1 replaced"},
		{"", []string{"ingest", "-", "--source", "none.txt"}, exitFailed, "standard input: the file is empty"},
		{"", []string{"jobs", "list"}, 0, "paths: -; "},
	} {
		if code, all := piped(c.text, c.args...); code != c.code || !strings.Contains(all, c.says) {
			t.Errorf("%v: exit %d\n%s", c.args, code, all)
		}
	}
}

// TestManySkippedFiles: a few are listed, the others are counted.
func TestManySkippedFiles(t *testing.T) {
	var r ingest.Report
	for i := range ingest.MaxSkipped + 5 {
		r.Documents.Skipped++
		r.SkippedFiles = ingest.AddSkipped(r.SkippedFiles, ingest.SkippedFile{Item: fmt.Sprintf("f%04d\nx", i), Reason: "hidden"})
	}
	var out strings.Builder
	(&command{err: &out}).showFiles(r)
	lines := strings.Split(strings.TrimSpace(out.String()), "\n")
	if len(r.SkippedFiles) != ingest.MaxSkipped || len(lines) != shownFailures+1 || lines[shownFailures] != "and 985 more skipped; --json names the first 1000" {
		t.Errorf("%d kept, %d lines, %s", len(r.SkippedFiles), len(lines), lines[len(lines)-1])
	}
}

// TestEstimateTellsOfAMissingKey, for which the ingest would fail.
func TestEstimateTellsOfAMissingKey(t *testing.T) {
	t.Setenv("OPENAI_API_KEY", "")
	t.Setenv("GROVE_LLM_API_KEY", "")
	file := filepath.Join(t.TempDir(), "a.txt")
	if err := os.WriteFile(file, []byte("Orsa Tind built the harbour of Velm."), 0o644); err != nil {
		t.Fatal(err)
	}
	for model, tells := range map[string]bool{"gpt-4.1-mini": true, "offline": false} {
		code, out, errOut := said(t, "ingest", file, "--estimate", "--model", model, "--llm-base-url", "", "--data", t.TempDir())
		if code != 0 || strings.Contains(errOut, "set GROVE_LLM_API_KEY before the ingest") != tells {
			t.Errorf("%s: exit %d: %s%s", model, code, out, errOut)
		}
	}
}
