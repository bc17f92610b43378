package deploytest

import (
	"fmt"
	"slices"
	"testing"

	"github.com/neo4j/neo4j-go-driver/v5/neo4j"

	"grove/internal/lookup"
)

// noOrphans requires that the sample's graph is as sound as the query says.
func (s *sample) noOrphans(t *testing.T) {
	for _, r := range s.saved(t, "Orphans, which a sound graph has none of").Records {
		if m := r.AsMap(); m["nodes"] != int64(0) {
			t.Errorf("%v: %v %v", m["orphan"], m["nodes"], m["ids"])
		}
	}
}

// deletion requires that a deletion takes exactly what the saved query foretells.
func (s *sample) deletion(t *testing.T) {
	const source = "sample/haldre/kestrel-expedition.md"
	foretold := s.saved(t, "What its deletion would take")
	before := numbers(t, s.saved(t, "Nodes by label"), "nodes")
	if _, err := s.app.Jobs().Delete(t.Context(), lookup.Selector{Sources: []string{source}}); err != nil {
		t.Fatal(err)
	}
	after := numbers(t, s.saved(t, "Nodes by label"), "nodes")
	for label, n := range numbers(t, foretold, "removed") {
		if taken := before[label] - after[label]; taken != n {
			t.Errorf("%s: foretold %d, taken %d", label, n, taken)
		}
	}
	if before["Document"]-after["Document"] != 1 || before["AtomicFact"] == after["AtomicFact"] {
		t.Errorf("before %v, after %v", before, after)
	}
	s.noOrphans(t)
}

// numbers gives a column by the column "label".
func numbers(t *testing.T, result *neo4j.EagerResult, column string) map[string]int64 {
	t.Helper()
	if !slices.Contains(result.Keys, column) || len(result.Records) == 0 {
		t.Fatalf("no column %s in %v, %d rows", column, result.Keys, len(result.Records))
	}
	out := map[string]int64{}
	for _, r := range result.Records {
		m := r.AsMap()
		out[fmt.Sprint(m["label"])] = m[column].(int64)
	}
	return out
}
