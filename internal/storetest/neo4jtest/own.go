package neo4jtest

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// Own is a server of one test's own, which asks for a password, and may be
// stopped and started again.
type Own struct {
	// URI is its address, the same after each start.
	URI string
	// User and Password log in.
	User, Password string

	tb          testing.TB
	script, dir string
}

// NewOwn starts a server from Maven's jars, to be stopped at the test's end.
// Where java or mvn are missing the test is left out as by Server, or, if
// NEO4J_URI names a server, which is not ours to stop, skipped.
func NewOwn(tb testing.TB) *Own {
	tb.Helper()
	if missing := lacking("bash", "java", "mvn"); missing != "" {
		if os.Getenv("NEO4J_URI") != "" {
			tb.Skipf("%s is not installed, and the server of NEO4J_URI must not be stopped", missing)
		}
		leaveOut(tb, fmt.Errorf("%s is not installed", missing))
	}
	script, err := scriptPath()
	if err != nil {
		tb.Fatal(err)
	}
	dir, err := os.MkdirTemp("", "grove-neo4j-")
	if err != nil {
		tb.Fatal(err)
	}
	o := &Own{User: "neo4j", Password: "correct horse", tb: tb, script: script, dir: dir}
	tb.Cleanup(func() {
		o.Stop()
		if err := os.RemoveAll(dir); err != nil {
			tb.Error(err)
		}
	})
	if err := o.setPassword(); err != nil {
		tb.Fatal(err)
	}
	o.Start()
	return o
}

// Start starts the server and waits until it answers.
func (o *Own) Start() {
	o.tb.Helper()
	out, err := o.run("start")
	if err != nil {
		o.tb.Fatal(err)
	}
	for line := range strings.Lines(out) {
		if uri, ok := strings.CutPrefix(strings.TrimSpace(line), "NEO4J_URI="); ok {
			o.URI = uri
		}
	}
	if o.URI == "" {
		o.tb.Fatalf("%s start named no address: %q", o.script, out)
	}
}

// Stop stops the server; what it holds stays. A server that is stopped stays so.
func (o *Own) Stop() {
	o.tb.Helper()
	if _, err := o.run("stop"); err != nil {
		o.tb.Error(err)
	}
}

func (o *Own) run(what string) (string, error) {
	cmd := exec.Command(o.script, what, o.dir)
	cmd.Env = append(os.Environ(), "NEO4J_TEST_AUTH=true", fmt.Sprintf("NEO4J_TEST_OWNER=%d", os.Getpid()))
	out, err := cmd.Output()
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		err = fmt.Errorf("%w: %s", err, exit.Stderr)
	}
	return string(out), err
}

// hashRounds is how often the server hashes a password.
const hashRounds = 1024

// setPassword writes the file from which a new server takes its first user, as
// `neo4j-admin dbms set-initial-password` does.
func (o *Own) setPassword() error {
	folder := filepath.Join(o.dir, "data", "dbms")
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return err
	}
	salt := sha256.Sum256([]byte(o.dir))
	hash := sha256.Sum256(append(salt[:], o.Password...))
	for range hashRounds - 1 {
		hash = sha256.Sum256(hash[:])
	}
	line := fmt.Sprintf("%s:SHA-256,%s,%s,%d:\n", o.User, hex.EncodeToString(hash[:]), hex.EncodeToString(salt[:]), hashRounds)
	return os.WriteFile(filepath.Join(folder, "auth.ini"), []byte(line), 0o600)
}
