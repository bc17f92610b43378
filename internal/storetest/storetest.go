// Package storetest is the conformance suite of the graph stores: the same
// cases, with the same literal answers, for each of them. It is imported by
// tests only.
//
// Cases of one operation stand in the file named like the operation in package
// graph. The small graph that most of them read is drawn in fixture.go.
package storetest

import (
	"context"
	"fmt"
	"os"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"grove/internal/fault"
	"grove/internal/graph"
)

// LogVariable names the environment variable with the path of a file to which
// each run of the suite appends one line, "N cases on NAME". go test hides the
// output of tests that pass; the file tells which stores were really tested.
const LogVariable = "GROVE_CONFORMANCE_LOG"

// writeCase is a case that needs a workspace of its own.
type writeCase struct {
	name string
	run  func(t *testing.T, store graph.Store)
}

// readCase is one query on the small graph. Its answer is given line by line,
// with readable labels in the place of ids (see labels).
type readCase struct {
	name string
	ask  reading
	want []string
}

// reading asks a reader, and returns the answer line by line.
type reading = func(ctx context.Context, r graph.Reader) ([]string, error)

// reads returns the reading that carries out a query by a method of the reader, and writes each row by line.
func reads[Q, R any](do func(graph.Reader, context.Context, Q) ([]R, error), q Q, line func(R) string) reading {
	return func(ctx context.Context, r graph.Reader) ([]string, error) {
		rows, err := do(r, ctx, q)
		return lines(rows, err, line)
	}
}

// Run runs the whole suite against one store; under the race detector only the reads and the
// cases of several goroutines, as all ran without it. open returns a fresh, empty workspace at
// each call and closes it by t.Cleanup. name is the store's name in the log.
func Run(t *testing.T, name string, open func(t *testing.T) graph.Store) {
	t.Helper()
	n := 0
	n += runReads(t, open)
	cases := writeCases()
	if underRace {
		cases = slices.Concat(concurrencyCases(), cancelCases())
	}
	for _, c := range cases {
		n++
		t.Run(c.name, func(t *testing.T) { c.run(t, open(t)) })
	}
	report(t, name, n)
}

// runReads asks every read case of one store that holds the small graph, of the
// store itself and of a snapshot, and gives the number of cases.
func runReads(t *testing.T, open func(t *testing.T) graph.Store) int {
	t.Helper()
	cases := readCases()
	t.Run("read", func(t *testing.T) {
		store := open(t)
		mustApply(t, store, graph.Change{Add: Small()})
		snapshot, release, err := store.Snapshot(t.Context())
		if err != nil {
			t.Fatalf("Snapshot: %v", err)
		}
		defer release()
		for _, c := range cases {
			t.Run(c.name, func(t *testing.T) {
				for from, r := range map[string]graph.Reader{"store": store, "snapshot": snapshot} {
					got, err := c.ask(t.Context(), r)
					if err != nil {
						t.Fatalf("%s: %v", from, err)
					}
					sameLines(t, from, got, c.want)
				}
			})
		}
	})
	return len(cases)
}

// report writes the line of the log.
func report(t *testing.T, name string, n int) {
	t.Helper()
	fmt.Fprintf(os.Stdout, "conformance: %d cases on %s\n", n, name)
	path := os.Getenv(LogVariable)
	if path == "" {
		return
	}
	f, err := os.OpenFile(path, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
	if err != nil {
		t.Fatalf("%s: %v", LogVariable, err)
	}
	if _, err = fmt.Fprintf(f, "%d cases on %s\n", n, name); err != nil {
		t.Errorf("%s: %v", LogVariable, err)
	}
	if err = f.Close(); err != nil {
		t.Errorf("%s: %v", LogVariable, err)
	}
}

func mustApply(t *testing.T, store graph.Store, change graph.Change) graph.Applied {
	t.Helper()
	applied, err := store.Apply(t.Context(), change)
	if err != nil {
		t.Fatalf("Apply: %v", err)
	}
	return applied
}

func mustDump(t *testing.T, r graph.Reader) string {
	t.Helper()
	text, err := Dump(t.Context(), r)
	if err != nil {
		t.Fatalf("Dump: %v", err)
	}
	return text
}

// must returns the value of a read that may not fail.
func must[T any](t *testing.T) func(T, error) T {
	return func(value T, err error) T {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return value
	}
}

func sameLines(t *testing.T, what string, got, want []string) {
	t.Helper()
	if !slices.Equal(got, want) {
		t.Errorf("%s: (-want +got)\n%s", what, cmp.Diff(want, got))
	}
}

func same[T any](t *testing.T, what string, got, want T) {
	t.Helper()
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("%s: (-want +got)\n%s", what, d)
	}
}

func wantKind(t *testing.T, what string, err error, kind fault.Kind) {
	t.Helper()
	if !fault.Is(err, kind) {
		t.Errorf("%s: error %v of kind %q, want kind %q", what, err, fault.KindOf(err), kind)
	}
}
