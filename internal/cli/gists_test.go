package cli

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestGists: gists are estimated, made and shown; a question whose agent needs them says what they cost first; without them
// the export is as it was.
func TestGists(t *testing.T) {
	root := t.TempDir()
	var b strings.Builder
	for i := range 150 {
		fmt.Fprintf(&b, "Orsa Tind built harbour number %d of Velm, and the harbour had a wall of grey stone.\n\n", i)
	}
	path := filepath.Join(root, "velm.txt")
	if err := os.WriteFile(path, []byte(b.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	run := func(want int, args ...string) (out, notes string) {
		t.Helper()
		var stdout, stderr bytes.Buffer
		if code := Main(t.Context(), append(args, "--data", filepath.Join(root, "data")), &stdout, &stderr); code != want {
			t.Errorf("%s: exit %d, want %d: %s", strings.Join(args, " "), code, want, stderr.String())
		}
		return stdout.String(), stderr.String()
	}
	contains := func(what, got, want string) {
		t.Helper()
		if !strings.Contains(got, want) {
			t.Errorf("%s has no %q:\n%s", what, want, got)
		}
	}
	out, _ := run(exitDone, "ingest", path, "--gists", "--estimate")
	contains("the estimate", out, "gists: 5 to 10 pages")
	if out, _ = run(exitDone, "ingest", path); strings.Contains(out, "gists") {
		t.Errorf("an ingest without gists: %s", out)
	}
	before, _ := run(exitDone, "export", "-")
	question := []string{"ask", "Who built the harbour?", "--agent", "gistmem", "--document", "velm.txt"}
	_, notes := run(exitDone, question...)
	contains("the first question", notes, "those of 1 document are made first, by")
	if _, notes = run(exitDone, question...); strings.Contains(notes, "made first") {
		t.Errorf("the second question: %s", notes)
	}
	if with, _ := run(exitDone, "export", "-"); strings.Count(with, `{"kind":"episode"`) < 4 {
		t.Errorf("the export has no episodes:\n%s", with)
	}
	out, _ = run(exitDone, "ingest", path, "--gists=1000/600")
	contains("another preset", out, "of 1 document, ")
	_, notes = run(exitUsage, "ingest", path, "--gists=280/600")
	contains("no preset", notes, "600/280")
	run(exitDone, "ingest", path, "--gists=off")
	if after, _ := run(exitDone, "export", "-"); after != before {
		t.Error("the export without gists differs from the one before them")
	}
	out, _ = run(exitDone, "verify")
	contains("verify", out, "episodes")
}
