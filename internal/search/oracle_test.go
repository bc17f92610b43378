package search

import (
	"bytes"
	"cmp"
	"encoding/json"
	"math"
	"slices"
	"testing"

	"grove/internal/graph"
	"grove/internal/lists"
	"grove/internal/text"
)

// recompute is BM25 by the book over a dump of tokens, written apart from the
// package's own formula: chunk by chunk, one summand for each occurrence of a
// term in the query.
func recompute(t *testing.T, m *memory, query string) []Hit {
	t.Helper()
	var dump bytes.Buffer
	if err := DumpTokens(t.Context(), m, &dump); err != nil {
		t.Fatal(err)
	}
	var lines []tokens
	for in := json.NewDecoder(&dump); in.More(); {
		var line tokens
		if err := in.Decode(&line); err != nil {
			t.Fatal(err)
		}
		lines = append(lines, line)
	}
	if len(lines) != len(m.rows) {
		t.Fatalf("the dump has %d lines for %d chunks", len(lines), len(m.rows))
	}
	total, df := 0, map[string]int{}
	for _, line := range lines {
		total += len(line.Tokens)
		for term := range lists.Tally(line.Tokens) {
			df[term]++
		}
	}
	n, mean := float64(len(lines)), float64(total)/float64(len(lines))
	var hits []Hit
	for _, line := range lines {
		score := 0.0
		for _, term := range text.Terms(query) {
			tf := 0.0
			for _, token := range line.Tokens {
				if token == term {
					tf++
				}
			}
			d := float64(df[term])
			score += math.Log((n+1)/(d+0.5)) * tf * 2.2 / (tf + 0.3 + 0.9*float64(len(line.Tokens))/mean)
		}
		if score > 0 {
			hits = append(hits, Hit{line.ID, math.Round(score*1e9) / 1e9})
		}
	}
	slices.SortFunc(hits, func(a, b Hit) int {
		return cmp.Or(cmp.Compare(b.Score, a.Score), cmp.Compare(a.Chunk, b.Chunk))
	})
	return hits
}

// same compares hits with recomputed ones: the same chunks, scores to the last
// digit kept, and the order that the scores as given demand.
func same(t *testing.T, when string, got, want []Hit) {
	t.Helper()
	if len(got) != len(want) {
		t.Fatalf("%s: %d hits, want %d\ngot  %v\nwant %v", when, len(got), len(want), got, want)
	}
	scores := map[graph.ID]float64{}
	for _, h := range want {
		scores[h.Chunk] = h.Score
	}
	for i, h := range got {
		if s, ok := scores[h.Chunk]; !ok || math.Abs(s-h.Score) > 1.5e-9 {
			t.Fatalf("%s: %s scores %.12f, want %.12f (there: %v)", when, h.Chunk, h.Score, s, ok)
		}
		if i > 0 && (h.Score > got[i-1].Score || h.Score == got[i-1].Score && h.Chunk <= got[i-1].Chunk) {
			t.Fatalf("%s: %v stands before %v", when, got[i-1], h)
		}
	}
}
