package cypher

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"grove/internal/config"
	"grove/internal/fault"
	"grove/internal/graph"
	"grove/internal/storetest"
	"grove/internal/storetest/neo4jtest"
)

func apply(tb testing.TB, s *Store, change graph.Change) graph.Applied {
	tb.Helper()
	applied, err := s.Apply(tb.Context(), change)
	if err != nil {
		tb.Fatal(err)
	}
	return applied
}

func dump(tb testing.TB, s *Store) string {
	tb.Helper()
	text, err := storetest.Dump(tb.Context(), s)
	if err != nil {
		tb.Fatal(err)
	}
	return text
}

// ask returns the one column "line" of a statement.
func ask(tb testing.TB, s *Store, text string) []string {
	tb.Helper()
	lines, err := read(tb.Context(), s, "test", Statement{text, map[string]any{"workspace": string(s.workspace)}}, func(r row) string { return r.text("line") })
	if err != nil {
		tb.Fatal(err)
	}
	return lines
}

func TestOpenRefusesABadWorkspace(t *testing.T) {
	for _, name := range []string{"", "A", "a/b", "-a", "a b", strings.Repeat("a", 64), "a\n"} {
		if _, err := Open(t.Context(), Config{URI: config.NewAddress("bolt://127.0.0.1:1"), Workspace: name}); !fault.Is(err, fault.Invalid) {
			t.Errorf("%q: %v, want Invalid", name, err)
		}
	}
}

// TestWorkspacesAreApart keeps the same documents in two workspaces, one named
// like the beginning of the other, and drops one.
func TestWorkspacesAreApart(t *testing.T) {
	name := neo4jtest.Workspace()
	var stores []*Store
	for _, w := range []string{name, name + "-2"} {
		s, err := Open(t.Context(), serverConfig(t, w))
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() {
			if err := s.Drop(context.Background()); err != nil {
				t.Error(err)
			}
			if err := s.Close(context.Background()); err != nil {
				t.Error(err)
			}
		})
		apply(t, s, graph.Change{Add: storetest.Small()})
		stores = append(stores, s)
	}
	want := dump(t, stores[0])
	if want == "" || dump(t, stores[1]) != want {
		t.Fatal("the same documents do not give the same dump")
	}
	if err := stores[0].Drop(t.Context()); err != nil {
		t.Fatal(err)
	}
	if got := dump(t, stores[0]); got != "" {
		t.Errorf("after Drop there is still\n%s", got)
	}
	if n, err := stores[0].ChangeNumber(t.Context()); n != 0 || err != nil {
		t.Errorf("after Drop the change number is %d, %v", n, err)
	}
	if d := cmp.Diff(want, dump(t, stores[1])); d != "" {
		t.Errorf("Drop of one workspace changed the other:\n%s", d)
	}
}

// TestWhatAPersonSees reads labels and edges as Neo4j Browser does.
func TestWhatAPersonSees(t *testing.T) {
	s := open(t)
	apply(t, s, graph.Change{Add: storetest.Small()})
	nodes := "MATCH (n) WHERE n.workspace = $workspace AND n:%s RETURN n.name + ': ' + reduce(s = '', l IN labels(n) | s + l + ' ') AS line ORDER BY line"
	for label, want := range map[string][]string{
		"Person":    {"Ahab: KeyElement Entity Person ", "Ishmael: KeyElement Entity Person ", "Starbuck: KeyElement Entity Person "},
		"Vessel":    nil,
		"Ship":      {"Pequod: KeyElement Entity Ship ", "裴廓德号: KeyElement Entity Ship "},
		"Document":  {"Ahab at sea: Document ", "log.txt: Document ", "白鲸: Document "},
		"Attribute": {"kind: ship: Attribute ", "rank: Captain: Attribute ", "类型: 船: Attribute "},
		"Workspace": {string(s.workspace) + ": Workspace "},
	} {
		if d := cmp.Diff(want, ask(t, s, fmt.Sprintf(nodes, label))); d != "" {
			t.Errorf("%s (-want +got)\n%s", label, d)
		}
	}
	edges := "MATCH (a:KeyElement {workspace: $workspace})-[r]->(b:KeyElement) MATCH (t:Triple {key: r.key}) WHERE t.id = r.id AND t.support = r.support " +
		"RETURN a.name + ' ' + type(r) + ' ' + b.name AS line ORDER BY line"
	want := []string{"Ahab COMMANDS Pequod", "Ahab FEARS Ahab", "Ahab HATES whale", "Ahab OWNS Pequod", "Ishmael SAILS_ON Pequod",
		"Pequod HUNTS whale", "Starbuck OBEYS Ahab", "亚哈 指挥 裴廓德号"}
	if d := cmp.Diff(want, ask(t, s, edges)); d != "" {
		t.Errorf("typed relations (-want +got)\n%s", d)
	}
	if lost := ask(t, s, "MATCH (n) WHERE n.workspace = $workspace AND (n.key IS NULL OR n.id IS NULL OR n.name IS NULL) RETURN labels(n)[0] AS line"); lost != nil {
		t.Errorf("nodes without key, id or name: %v", lost)
	}

	// Without the voyage the Pequod is what the logbook says, and the labels follow.
	retyped := storetest.Bundle("yard.txt", "", storetest.Piece{Text: "Pequod, Pequod.", Mentions: []storetest.Named{{Surface: "Pequod", Type: "Hull"}}})
	apply(t, s, graph.Change{Add: []graph.Bundle{retyped}, Remove: []graph.ID{graph.DocumentID("voyage.txt")}})
	if d := cmp.Diff([]string{"Pequod: KeyElement Entity Hull "}, ask(t, s, fmt.Sprintf(nodes, "Hull"))); d != "" {
		t.Errorf("after the type changed (-want +got)\n%s", d)
	}
	if d := cmp.Diff([]string{"裴廓德号: KeyElement Entity Ship "}, ask(t, s, fmt.Sprintf(nodes, "Ship"))); d != "" {
		t.Errorf("the former type (-want +got)\n%s", d)
	}
}

// TestWritersTakeTurns has several stores write to one workspace at once: each
// write gets a number of its own, and all documents are there.
func TestWritersTakeTurns(t *testing.T) {
	first := open(t)
	const writers, each = 3, 4
	numbers := make(chan int64, writers*each)
	var wait sync.WaitGroup
	for w := range writers {
		s, err := Open(t.Context(), serverConfig(t, string(first.workspace)))
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() {
			if err := s.Close(context.Background()); err != nil {
				t.Error(err)
			}
		})
		wait.Go(func() {
			for i := range each {
				applied, err := s.Apply(t.Context(), graph.Change{Add: []graph.Bundle{small(w*each + i)}})
				if err != nil {
					t.Error(err)
					return
				}
				numbers <- applied.Number
			}
		})
	}
	wait.Wait()
	close(numbers)
	got := slices.Sorted(func(yield func(int64) bool) {
		for n := range numbers {
			if !yield(n) {
				return
			}
		}
	})
	want := make([]int64, writers*each)
	for i := range want {
		want[i] = int64(i + 1)
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("change numbers (-want +got)\n%s", d)
	}
	alone := open(t)
	var change graph.Change
	for i := range writers * each {
		change.Add = append(change.Add, small(i))
	}
	apply(t, alone, change)
	if d := cmp.Diff(dump(t, alone), dump(t, first)); d != "" {
		t.Errorf("written at once by one (-) and in turns by several (+)\n%s", d)
	}
}

func TestForeignDataIsCorrupt(t *testing.T) {
	var bad error
	r := row{map[string]any{"number": "seven", "list": []any{"a", int64(1)}}, &bad}
	if r.number("number") != 0 || !fault.Is(bad, fault.Corrupt) || fault.Item(bad) != "number" {
		t.Errorf("a string for a number: %v", bad)
	}
	bad = nil
	if r.texts("list"); !fault.Is(bad, fault.Corrupt) {
		t.Errorf("a number among strings: %v", bad)
	}
	bad = nil
	if r.text("missing") != "" || r.texts("missing") != nil || bad != nil {
		t.Errorf("a missing value is no fault: %v", bad)
	}
}

// TestTheLongestNames writes and finds what is as long as a lookup may be.
func TestTheLongestNames(t *testing.T) {
	s := open(t)
	long := strings.Repeat("\u9cb8", graph.MaxLookupBytes/3)
	b := storetest.Bundle(long, "", storetest.Piece{Text: long, Mentions: []storetest.Named{{Surface: long}}})
	b.Document.SourceID, b.Document.Origin = long, long
	apply(t, s, graph.Change{Add: []graph.Bundle{b}})
	documents, err := s.Documents(t.Context(), graph.DocumentsQuery{Sources: []string{long, long + long + long}, SourceIDs: []string{long}, Origins: []string{long}})
	if err != nil || len(documents) != 1 {
		t.Errorf("%d documents, %v, want 1", len(documents), err)
	}
	elements, err := s.Find(t.Context(), graph.FindQuery{Norms: []string{long, long + long + long}, Prefix: long})
	if err != nil || len(elements) != 1 {
		t.Errorf("%d elements, %v, want 1", len(elements), err)
	}
}
