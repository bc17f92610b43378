package identity

import (
	"fmt"
	"testing"

	"grove/internal/graph"
	"grove/internal/storetest"
	"grove/internal/text"
)

// TestMemoryForgets: names that come and go do not stay in the memory for ever.
func TestMemoryForgets(t *testing.T) {
	store := storetest.Open(t)
	const names = 60
	var m Memory
	for round := range 40 {
		p := storetest.Piece{Text: "Here are"}
		for i := range names {
			n := fmt.Sprintf("Person %c%c Number%d", 'A'+round%26, 'A'+i%26, round*names+i)
			p.Text += " " + n + ","
			p.Mentions = append(p.Mentions, storetest.Named{Surface: n, Norm: text.Normalise(n), Type: "Person"})
		}
		b := storetest.Bundle("doc", "", p)
		if _, err := store.Apply(t.Context(), graph.Change{Remove: []graph.ID{b.Document.ID}, Add: []graph.Bundle{b}}); err != nil {
			t.Fatal(err)
		}
		report, err := m.Settle(t.Context(), Resolver{Store: store, Automatic: true})
		if err != nil || report.Names != names {
			t.Fatalf("%+v, %v", report, err)
		}
		if n := max(len(m.last.byName), len(m.last.byID), len(m.last.bySurface)); n > maxUnused+2*names {
			t.Fatalf("round %d: %d names are remembered, there are %d", round, n, names)
		}
	}
}
