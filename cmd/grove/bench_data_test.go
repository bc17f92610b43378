//go:build data

package main_test

import (
	"os"
	"path/filepath"
	"testing"
)

// Prompts send little besides the text: at most 2.1 tokens for one of short passages,
// whose instructions, the same in every call, are the larger half, and 1.4 for one of novels.
func TestPromptTokensOfData(t *testing.T) {
	data := os.Getenv("GROVE_TEST_DATA")
	for _, c := range []struct {
		items, documents string
		most             float64
	}{
		{filepath.Join(data, "retrieval", "2wiki_train500", "corpus.jsonl"), "500", 2.1},
		{filepath.Join(data, "docqa", "graphrag_bench_novels", "docs.jsonl"), "0", 1.4},
	} {
		var got measured
		want(t, 0, &got, "bench", "ingest", "--items", c.items, "--documents", c.documents)
		t.Logf("%s: %.3f ms a chunk of %d", c.items, got.CPUMsPerChunk, got.Chunks)
		if got.PromptShare > c.most {
			t.Errorf("%s: %.3f tokens of prompt for a token of text, want at most %.1f", c.items, got.PromptShare, c.most)
		}
	}
}
