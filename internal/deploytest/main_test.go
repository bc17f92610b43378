// Package deploytest holds to account what is shipped beside the code: the
// style and the saved queries for Neo4j Browser, docker-compose.yml, the
// Dockerfile and the page about them. It is tests alone.
package deploytest

import (
	"os"
	"path/filepath"
	"testing"

	"grove/internal/storetest/neo4jtest"
)

// root is the module's root, seen from this package.
const root = "../.."

func TestMain(m *testing.M) { os.Exit(neo4jtest.Main(m)) }

// readFile gives a file of the repository.
func readFile(tb testing.TB, name string) string {
	tb.Helper()
	raw, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(name)))
	if err != nil {
		tb.Fatal(err)
	}
	return string(raw)
}

// mustExist fails the test where the repository has no such file or folder.
func mustExist(tb testing.TB, name string) {
	tb.Helper()
	if _, err := os.Stat(filepath.Join(root, filepath.FromSlash(name))); err != nil {
		tb.Errorf("%s: %v", name, err)
	}
}
