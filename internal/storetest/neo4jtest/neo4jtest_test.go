package neo4jtest

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// recorder is a test that notes how it was ended.
type recorder struct {
	testing.TB
	failed, skipped string
}

func (r *recorder) Helper() {}

func (r *recorder) Fatalf(format string, args ...any) { r.failed += fmt.Sprintf(format, args...) }

func (r *recorder) Skip(args ...any) { r.skipped += fmt.Sprint(args...) }

func TestALeftOutServerIsNotOverlooked(t *testing.T) {
	log := filepath.Join(t.TempDir(), "log")
	t.Setenv(LogVariable, log)
	t.Setenv("CI", "")
	r := &recorder{TB: t}
	leaveOut(r, errors.New("no java"))
	line, err := os.ReadFile(log)
	if want := "Neo4j conformance LEFT OUT: no java\n"; err != nil || string(line) != want || r.skipped != want || r.failed != "" {
		t.Errorf("log %q (%v), skipped %q, failed %q", line, err, r.skipped, r.failed)
	}

	t.Setenv("CI", "true")
	r = &recorder{TB: t}
	leaveOut(r, errors.New("no java"))
	if !strings.Contains(r.failed, "no java") {
		t.Errorf("with CI set: failed %q, skipped %q", r.failed, r.skipped)
	}
}

func TestTheNamedServerIsTaken(t *testing.T) {
	t.Setenv("NEO4J_URI", "bolt://example:1")
	for _, c := range []struct {
		user, password string
		want           address
	}{
		{"neo4j", "", address{uri: "bolt://example:1"}},
		{"", "secret", address{"bolt://example:1", "neo4j", "secret"}},
		{"ahab", "secret", address{"bolt://example:1", "ahab", "secret"}},
	} {
		t.Setenv("NEO4J_USER", c.user)
		t.Setenv("NEO4J_PASSWORD", c.password)
		got, stop, err := find()
		if err != nil || got != c.want || stop != nil {
			t.Errorf("%v: %v, %v", c, got, err)
		}
	}
}

func TestTheScriptIsThere(t *testing.T) {
	path, err := scriptPath()
	if err != nil {
		t.Fatal(err)
	}
	info, err := os.Stat(path)
	if err != nil || info.Mode()&0o111 == 0 {
		t.Errorf("%s cannot be run: %v", path, err)
	}
}

func TestWorkspacesDiffer(t *testing.T) {
	if a, b := Workspace(), Workspace(); a == b || len(a) > 63 {
		t.Errorf("%q and %q", a, b)
	}
}
