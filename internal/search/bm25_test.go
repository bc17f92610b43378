package search

import (
	"fmt"
	"math"
	"testing"

	"grove/internal/graph"
)

func TestRankTextsByHand(t *testing.T) {
	// Three texts of 2, 3 and 1 terms, mean 2. "whale" is in two of them:
	// idf = ln(1 + 1.5/2.5) = 0.470003629.
	got := RankTexts("whale", []string{"whale ship", "whale whale harpoon", "captain"})
	want := []float64{0.470003629, 0.470003629 * 2 * 2.2 / (2 + 1.2*(0.25+0.75*1.5)), 0}
	for i := range want {
		if math.Abs(got[i]-want[i]) > 2e-9 {
			t.Errorf("text %d scores %.9f, want %.9f", i, got[i], want[i])
		}
	}
}

func TestRankTextsEdges(t *testing.T) {
	cases := []struct {
		name, query string
		texts       []string
		ranked      []bool
	}{
		{"no texts", "whale", nil, nil},
		{"empty texts", "whale", []string{"", " "}, []bool{false, false}},
		{"empty query", "", []string{"whale"}, []bool{false}},
		{"stop words only", "the of and", []string{"the of and", "whale"}, []bool{false, false}},
		{"in every text", "whale", []string{"whale", "whale"}, []bool{true, true}},
		{"Chinese", "知识图谱", []string{"一个知识图谱", "白鲸", "graph"}, []bool{true, false, false}},
		{"hostile", "`) MATCH (n) DETACH DELETE n //", []string{"\x00' OR 1=1", "detach `n`"}, []bool{false, true}},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			got := RankTexts(c.query, c.texts)
			if len(got) != len(c.texts) {
				t.Fatalf("%d scores for %d texts", len(got), len(c.texts))
			}
			for i, score := range got {
				if (score > 0) != c.ranked[i] || math.IsNaN(score) || math.IsInf(score, 0) {
					t.Errorf("text %d scores %v, ranked should be %v", i, score, c.ranked[i])
				}
			}
		})
	}
}

func TestQueryFrequencyCounts(t *testing.T) {
	texts := []string{"whale ship", "ship", "captain"}
	once, twice := RankTexts("whale", texts)[0], RankTexts("whale whale", texts)[0]
	if math.Abs(twice-2*once) > 2e-9 {
		t.Errorf("a term asked twice scores %v, want twice %v", twice, once)
	}
	if a, b := RankTexts("ship whale", texts), RankTexts("whale ship", texts); a[0] != b[0] {
		t.Errorf("the order of words in the query shows: %v and %v", a[0], b[0])
	}
}

func TestTitleCountsTwice(t *testing.T) {
	if got := Bag("Moby", "whale"); len(got) != 3 || got[0] != got[1] {
		t.Errorf("Bag = %q, want the title twice, then the text", got)
	}
}

func TestIndexAgreesWithRankTexts(t *testing.T) {
	texts := []string{"The white whale", "the ship sails", "a whale, a whale", ""}
	m := newMemory()
	for i, body := range texts {
		m.put(chunk(fmt.Sprintf("c%d", i), "", body))
	}
	want := map[graph.ID]float64{}
	for i, score := range RankTexts("white whale ship", texts) {
		if score > 0 {
			want[graph.ID(fmt.Sprintf("c%d", i))] = score
		}
	}
	hits := ask(t, open(t, t.TempDir(), m), "white whale ship")
	if len(hits) != len(want) {
		t.Fatalf("%d hits, want %d", len(hits), len(want))
	}
	for _, h := range hits {
		if h.Score != want[h.Chunk] {
			t.Errorf("%s scores %v in the index, %v in the set", h.Chunk, h.Score, want[h.Chunk])
		}
	}
}
