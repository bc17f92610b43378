package cli

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestQuiet: with --quiet only what went wrong is on standard error; without it there is more.
func TestQuiet(t *testing.T) {
	folder, data := t.TempDir(), t.TempDir()
	for name, body := range map[string]string{"a.txt": "Orsa Tind built the harbour of Velm.", "photo.png": "x", ".hidden": "x"} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(body), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct {
		args      []string
		code      int
		note, bad string // part of what is said without --quiet; the beginning of what is said with it
	}{
		{[]string{"ingest", folder}, 0, "skipped: ", ""},
		{[]string{"ask", "Who built the harbour of Velm?"}, 0, "graph, ", ""},
		{[]string{"entities", "decisions"}, 0, "nothing found", ""},
		{[]string{"communities", "rebuild"}, 0, "", ""},
		{[]string{"ingest", filepath.Join(folder, "nothere"), filepath.Join(folder, "a.txt")}, exitPartly, "", "failed: "},
		{[]string{"ask", "Who?", "--agent", "none"}, exitUsage, "", "grove: "},
	} {
		code, _, errOut := said(t, append(c.args, "--data", data)...)
		if code != c.code || !strings.Contains(errOut, c.note) {
			t.Errorf("%v: exit %d: %s", c.args, code, errOut)
		}
		code, _, errOut = said(t, append(c.args, "--data", data, "--quiet")...)
		if code != c.code || c.bad == "" && errOut != "" || !strings.HasPrefix(errOut, c.bad) {
			t.Errorf("%v --quiet: exit %d: %q", c.args, code, errOut)
		}
	}
}

// TestIngestOfMissingPaths: paths of which none exists are refused before anything is opened or
// counted; of several, one that is missing fails alone.
func TestIngestOfMissingPaths(t *testing.T) {
	folder, data := t.TempDir(), filepath.Join(t.TempDir(), "data")
	there := filepath.Join(folder, "a.txt")
	if err := os.WriteFile(there, []byte("Orsa Tind built the harbour of Velm."), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, more := range [][]string{nil, {"--estimate"}, {"--json"}} {
		code, out, errOut := said(t, append([]string{"ingest", filepath.Join(folder, "nothere"), "--data", data}, more...)...)
		if code != exitFailed || !strings.Contains(out+errOut, "nothere: no such file or folder") || strings.Contains(out, "documents") {
			t.Errorf("%v: exit %d: %s%s", more, code, out, errOut)
		}
	}
	if code, _, errOut := said(t, "ingest", there, "--gists", "3000/500", "--data", data); code != exitUsage || !strings.Contains(errOut, "--gists=3000/500") {
		t.Errorf("a preset as a path: exit %d, %s", code, errOut)
	}
	if _, err := os.Stat(data); !os.IsNotExist(err) {
		t.Errorf("the data folder was made: %v", err)
	}
	if code, out, _ := said(t, "ingest", there, filepath.Join(folder, "nothere"), "--data", data); code != exitPartly || !strings.Contains(out, "1 new") {
		t.Errorf("exit %d: %s", code, out)
	}
}
