package archtest

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

const root = "../.."

// TestImports holds the whole module to the table in ARCHITECTURE.md.
func TestImports(t *testing.T) {
	f, err := os.Open(filepath.Join(root, "ARCHITECTURE.md"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	levels, err := ParseLevels(f)
	if err != nil {
		t.Fatal(err)
	}
	packages, err := ReadPackages(root)
	if err != nil {
		t.Fatal(err)
	}
	for _, finding := range Check(packages, levels) {
		t.Error(finding)
	}
}

func TestCheck(t *testing.T) {
	levels := map[string]int{
		"internal/text": 0, "internal/graph": 1, "internal/llm": 1, "internal/llm/offline": 1,
		"cypher": 2, "internal/sqlite": 2, "ingest": 3, "ingest/chunk": 3, "query": 3, "query/*": 3, "query/agents": 4,
		"internal/storetest": TestOnly,
	}
	for name, c := range map[string]struct {
		from    string
		imports []string
		want    []string
	}{
		"downward, standard library, free vendor": {"cypher",
			[]string{"context", "grove/internal/graph", "grove/internal/text", "golang.org/x/sync/errgroup"}, nil},
		"upward": {"internal/graph", []string{"grove/internal/sqlite"},
			[]string{"internal/graph (L1) imports internal/sqlite (L2): imports go downward only"}},
		"sideways": {"cypher", []string{"grove/internal/sqlite"},
			[]string{"cypher imports internal/sqlite of the same level L2: move what they share down, or list the pair in Sideways"}},
		"sideways, listed":             {"internal/llm", []string{"grove/internal/llm/offline"}, nil},
		"pipeline to step":             {"ingest", []string{"grove/ingest/chunk"}, nil},
		"agent to its parent":          {"query/graphreader", []string{"grove/query"}, nil},
		"step to pipeline is not it":   {"ingest/chunk", []string{"grove/ingest"}, []string{"ingest/chunk imports ingest of the same level L3: move what they share down, or list the pair in Sideways"}},
		"parent to agent is not it":    {"query", []string{"grove/query/graphreader"}, []string{"query imports query/graphreader of the same level L3: move what they share down, or list the pair in Sideways"}},
		"the other one's room":         {"ingest", []string{"grove/query"}, []string{"ingest imports query of the same level L3: move what they share down, or list the pair in Sideways"}},
		"a package of a pattern":       {"query/auto", []string{"grove/query/agents"}, []string{"query/auto (L3) imports query/agents (L4): imports go downward only"}},
		"test package outside tests":   {"ingest", []string{"grove/internal/storetest"}, []string{"ingest imports internal/storetest, which is for tests only"}},
		"test package imports any":     {"internal/storetest", []string{"github.com/neo4j/neo4j-go-driver/v5/neo4j", "grove/ingest"}, nil},
		"vendor in its own package":    {"cypher", []string{"github.com/neo4j/neo4j-go-driver/v5/neo4j"}, nil},
		"vendor in another package":    {"ingest", []string{"github.com/neo4j/neo4j-go-driver/v5/neo4j/config"}, []string{"ingest imports github.com/neo4j/neo4j-go-driver/v5/neo4j/config: only cypher may"}},
		"several findings, in order":   {"internal/text", []string{"modernc.org/sqlite", "grove/cypher"}, []string{"internal/text (L0) imports cypher (L2): imports go downward only", "internal/text imports modernc.org/sqlite: only internal/sqlite may"}},
		"package that is not placed":   {"internal/new", nil, []string{"internal/new: in no row of ARCHITECTURE.md's table of levels; add it to one"}},
		"import of an unplaced is its": {"ingest", []string{"grove/internal/new"}, nil},
	} {
		t.Run(name, func(t *testing.T) {
			got := Check(packagesWith(levels, Package{c.from, c.imports}), levels)
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Errorf("findings (-want +got):\n%s", diff)
			}
		})
	}
}

// packagesWith gives a package without imports for every place of levels, but p for its own.
func packagesWith(levels map[string]int, p Package) []Package {
	packages := []Package{p}
	for name := range levels {
		name = strings.Replace(name, "*", "any", 1)
		if name != p.Path {
			packages = append(packages, Package{Path: name})
		}
	}
	return packages
}

func TestCheckMissingPackage(t *testing.T) {
	got := Check(nil, map[string]int{"gone": 1})
	want := []string{"gone: ARCHITECTURE.md places it, but there is no such package; remove it from the table"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("findings (-want +got):\n%s", diff)
	}
}

func TestParseLevels(t *testing.T) {
	const text = "# House\n| Level | Packages | What |\n|---|---|---|\n" +
		"| L0 | `internal/fault`, `internal/text` | words, | more |\n" +
		"|L2|schema, cypher|\n| L2 | internal/sqlite | again |\n  | tests | internal/storetest | |\nL3 | no row |\n"
	got, err := ParseLevels(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]int{"internal/fault": 0, "internal/text": 0, "schema": 2, "cypher": 2, "internal/sqlite": 2, "internal/storetest": TestOnly}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("levels (-want +got):\n%s", diff)
	}
}

func TestParseLevelsRefuses(t *testing.T) {
	for name, text := range map[string]string{
		"no table":    "# House\n\nNothing here.\n",
		"twice":       "| L0 | a, b |\n| L1 | b |\n",
		"empty table": "| L0 | |\n",
	} {
		t.Run(name, func(t *testing.T) {
			if got, err := ParseLevels(strings.NewReader(text)); err == nil {
				t.Errorf("no error, but %v", got)
			}
		})
	}
}

// TestReadPackages reads a little module: imports of tests don't count, and
// what the go tool skips is skipped.
func TestReadPackages(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"go.mod":                "module grove\n",
		"a/a.go":                "package a\n\nimport (\n\t_ \"os\"\n\n\t_ \"grove/b\"\n)\n",
		"a/a_test.go":           "package a\n\nimport _ \"grove/c\"\n",
		"a/testdata/x.go":       "package x\n",
		"b/b.go":                "package b\n",
		"only/only_test.go":     "package only\n",
		"tools/go.mod":          "module tools\n",
		"tools/tools.go":        "package tools\n",
		".hidden/hidden.go":     "package hidden\n",
		"_unused/unused.go":     "package unused\n",
		"folder/without/go.txt": "",
	} {
		file := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	got, err := ReadPackages(dir)
	if err != nil {
		t.Fatal(err)
	}
	want := []Package{{"a", []string{"grove/b", "os"}}, {"b", nil}}
	if diff := cmp.Diff(want, got, cmp.Comparer(func(a, b []string) bool {
		return strings.Join(a, ",") == strings.Join(b, ",")
	})); diff != "" {
		t.Errorf("packages (-want +got):\n%s", diff)
	}
}
