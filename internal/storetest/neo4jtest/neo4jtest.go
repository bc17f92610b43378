// Package neo4jtest gives tests a real Neo4j server: the one that NEO4J_URI
// names, else one that it starts from Maven's jars (java and mvn), else one in
// Docker. It is imported by tests only.
package neo4jtest

import (
	"crypto/rand"
	"fmt"
	"os"
	"strings"
	"sync"
	"testing"
)

// LogVariable names the environment variable with the path of the conformance
// suite's log, in which a left-out server is noted as well.
const LogVariable = "GROVE_CONFORMANCE_LOG"

// shared is the test process's one server: a start takes seconds, and go test
// gives the tests of a package no other place to share it.
var shared struct {
	sync.Mutex
	address address
	tried   bool
	err     error
	stop    func()
}

// address is where a server is and who may log in; an empty password goes with
// a server that asks for none.
type address struct{ uri, user, password string }

// Server returns the address of a running Neo4j, starting it at the first call of
// the test process. Where there is no way to one it fails the test if CI is
// set; else it says so loudly and skips.
//
// A package that calls it should have
//
//	func TestMain(m *testing.M) { os.Exit(neo4jtest.Main(m)) }
//
// so that the server is stopped at the end; without, it stops by itself a
// second after the process.
func Server(tb testing.TB) (uri, user, password string) {
	tb.Helper()
	shared.Lock()
	defer shared.Unlock()
	if !shared.tried {
		shared.tried = true
		shared.address, shared.stop, shared.err = find()
	}
	if shared.err != nil {
		leaveOut(tb, shared.err)
	}
	return shared.address.uri, shared.address.user, shared.address.password
}

// Main runs the tests and stops the server that they started; it gives the exit code.
func Main(m *testing.M) int {
	code := m.Run()
	shared.Lock()
	defer shared.Unlock()
	if shared.stop != nil {
		shared.stop()
		shared.stop = nil
	}
	return code
}

// Workspace returns a workspace name that no other test has.
func Workspace() string { return "test-" + strings.ToLower(rand.Text()[:20]) }

// find looks for a server in the order that the package comment names.
func find() (address, func(), error) {
	if uri := os.Getenv("NEO4J_URI"); uri != "" {
		return named(uri, os.Getenv("NEO4J_USER"), os.Getenv("NEO4J_PASSWORD")), nil, nil
	}
	if missing := lacking("bash", "java", "mvn"); missing == "" {
		return startFromMaven()
	}
	if err := dockerAnswers(); err != nil {
		return address{}, nil, fmt.Errorf("NEO4J_URI is not set, java and mvn are not both installed, and Docker does not answer: %w", err)
	}
	return startInDocker()
}

// named returns the address that the environment gives; without a password the
// server is one that asks for none, and the user is "neo4j" unless said.
func named(uri, user, password string) address {
	switch {
	case password == "":
		user = ""
	case user == "":
		user = "neo4j"
	}
	return address{uri, user, password}
}

// leaveOut ends the test: by failure in CI, else by a skip that nobody overlooks.
func leaveOut(tb testing.TB, cause error) {
	tb.Helper()
	if os.Getenv("CI") != "" {
		tb.Fatalf("no Neo4j server: %v", cause)
	}
	line := fmt.Sprintf("Neo4j conformance LEFT OUT: %v\n", cause)
	fmt.Fprint(os.Stderr, line)
	if path := os.Getenv(LogVariable); path != "" {
		if err := appendTo(path, line); err != nil {
			tb.Fatalf("%s: %v", LogVariable, err)
		}
	}
	tb.Skip(line)
}

func appendTo(path, line string) error {
	f, err := os.OpenFile(path, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
	if err != nil {
		return err
	}
	if _, err := f.WriteString(line); err != nil {
		f.Close()
		return err
	}
	return f.Close()
}
