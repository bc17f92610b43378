// Package archtest holds the rules on who may import whom. The table of levels
// in ARCHITECTURE.md is the rule itself: the test reads it, and reads the
// imports of every package from the source, and compares.
//
// Imports go downward only. Between packages of one level they are allowed
// where [Sideways] lists them. A vendor that [Vendors] names is imported by its
// package; the others see Grove's own types. Packages in the row "tests" serve
// tests alone: they may import anything and nothing may import them. The imports
// of _test.go files are free.
package archtest

import (
	"fmt"
	"path"
	"slices"
	"strings"
)

// Module is the module's path; packages are named without it, such as "internal/graph".
const Module = "grove"

// TestOnly is the level of packages that only tests import.
const TestOnly = -1

// Package is a folder of Go files, with what its files import outside of tests.
type Package struct {
	// Path is relative to the module's root: "internal/graph".
	Path string
	// Imports are full import paths, sorted.
	Imports []string
}

// Edge is an allowed import between packages of one level. Both ends may be
// patterns of [path.Match].
type Edge struct{ From, To string }

// Vendor is a module, by the beginning of its packages' import paths, and the
// packages that may import it: one, unless it speaks to two kinds of service.
type Vendor struct {
	Prefix string
	Only   []string
}

// Sideways lists the imports that are allowed inside a level.
func Sideways() []Edge {
	return []Edge{
		{"internal/*", "internal/fault"},         // L0: every package fails in its words
		{"internal/learn", "internal/lists"},     // fitting runs on all processors
		{"internal/llm", "internal/llm/offline"}, // a prompt's Offline takes the kit
		{"internal/llm/*", "internal/llm"},       // a model of any kind answers its requests
		{"ingest", "ingest/*"},                   // the pipeline runs its steps
		{"ingest/resolve", "ingest/extract"},     // resolve turns an extraction into evidence
		{"ingest/*", "ingest/resolve/alias"},     // resolve settles which names are one
		{"ingest/refresh", "ingest"},             // layers are derived by the pipeline
		{"ingest/refresh", "ingest/*"},           // and by its later steps
		{"ingest/*", "ingest/refresh"},           // a layer in a folder of its own
		{"query/*", "query"},                     // an agent gives query's answers
		{"internal/eval/*", "internal/eval/run"}, // sets that Grove makes are asked like others
		{"web", "web/*"},                         // the service asks its keyring
	}
}

// Vendors lists who wraps which vendor.
func Vendors() []Vendor {
	return []Vendor{
		{"github.com/neo4j/neo4j-go-driver/", []string{"cypher"}},
		{"modernc.org/sqlite", []string{"internal/sqlite"}},
		{"github.com/blevesearch/bleve/", []string{"internal/search"}},
		{"github.com/spf13/cobra", []string{"internal/cli"}},
		{"github.com/tiktoken-go/tokenizer", []string{"internal/text"}},
		{"github.com/sashabaranov/go-openai", []string{"internal/llm/openai", "internal/embed"}},
		{"github.com/kaptinlin/jsonrepair", []string{"internal/llm/repair"}},
		{"github.com/gin-gonic/gin", []string{"web"}},
		{"github.com/goccy/go-yaml", []string{"internal/config"}},
		{"go.opentelemetry.io/otel", []string{"internal/telemetry"}},
		{"github.com/prometheus/", []string{"internal/telemetry"}},
	}
}

// Check compares packages with the levels and gives what is wrong, sorted; each
// finding says how to mend it. None means that the house is in order.
func Check(packages []Package, levels map[string]int) []string {
	var findings []string
	exists := map[string]bool{}
	for _, p := range packages {
		exists[p.Path] = true
		level, placed := levelOf(p.Path, levels)
		if !placed {
			findings = append(findings, fmt.Sprintf("%s: in no row of ARCHITECTURE.md's table of levels; add it to one", p.Path))
			continue
		}
		if level == TestOnly {
			continue
		}
		for _, imported := range p.Imports {
			if finding := checkImport(p.Path, imported, levels); finding != "" {
				findings = append(findings, finding)
			}
		}
	}
	for name := range levels {
		if !exists[name] && !slices.ContainsFunc(packages, func(p Package) bool { return match(name, p.Path) }) {
			findings = append(findings, fmt.Sprintf("%s: ARCHITECTURE.md places it, but there is no such package; remove it from the table", name))
		}
	}
	slices.Sort(findings)
	return findings
}

// levelOf is the level of a package: that of its own entry, else of a pattern that it
// matches, such as "query/*".
func levelOf(name string, levels map[string]int) (level int, placed bool) {
	if level, placed = levels[name]; placed {
		return level, true
	}
	for pattern, level := range levels {
		if match(pattern, name) {
			return level, true
		}
	}
	return 0, false
}

// checkImport gives what is wrong with one import, or "".
func checkImport(from, imported string, levels map[string]int) string {
	to, own := strings.CutPrefix(imported, Module+"/")
	if !own {
		return checkVendor(from, imported)
	}
	toLevel, placed := levelOf(to, levels)
	fromLevel, _ := levelOf(from, levels)
	switch {
	case !placed:
		return "" // reported where the package itself is looked at
	case toLevel == TestOnly:
		return fmt.Sprintf("%s imports %s, which is for tests only", from, to)
	case toLevel > fromLevel:
		return fmt.Sprintf("%s (L%d) imports %s (L%d): imports go downward only", from, fromLevel, to, toLevel)
	case toLevel == fromLevel && !sideways(from, to):
		return fmt.Sprintf("%s imports %s of the same level L%d: move what they share down, or list the pair in Sideways", from, to, toLevel)
	}
	return ""
}

func checkVendor(from, imported string) string {
	for _, v := range Vendors() {
		if strings.HasPrefix(imported, v.Prefix) && !slices.Contains(v.Only, from) {
			return fmt.Sprintf("%s imports %s: only %s may", from, imported, strings.Join(v.Only, ", "))
		}
	}
	return ""
}

func sideways(from, to string) bool {
	return slices.ContainsFunc(Sideways(), func(e Edge) bool { return match(e.From, from) && match(e.To, to) })
}

func match(pattern, name string) bool {
	ok, err := path.Match(pattern, name)
	return ok && err == nil
}
