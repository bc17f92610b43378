//go:build data

package jobs

import (
	"os"
	"path/filepath"
	"testing"

	"grove/ingest/extract"
)

// Estimates of two data sets against real runs: calls and prompt tokens to 2 %.
func TestEstimateOfData(t *testing.T) {
	data := os.Getenv("GROVE_TEST_DATA")
	for _, set := range []string{"retrieval/2wiki_train500/corpus.jsonl", "docqa/graphrag_bench_novels/docs.jsonl"} {
		c := cannedConfig(t)
		o := IngestOptions{Paths: []string{filepath.Join(data, filepath.FromSlash(set))}}
		e, err := EstimateIngest(t.Context(), c, o)
		if err != nil {
			t.Fatal(err)
		}
		use(t, c, func(a *Jobs) {
			report, err := a.Ingest(t.Context(), o)
			if err != nil {
				t.Fatal(err)
			}
			got := report.Usage.ByStage[extract.Stage]
			t.Logf("%s: %d calls and %d tokens estimated, %d and %d taken", set, e.Calls, e.PromptTokens, got.Calls, got.PromptTokens)
			if !within(e.Calls, got.Calls, 0.02) || !within(e.PromptTokens, got.PromptTokens, 0.02) {
				t.Errorf("%s: estimated %d calls of %d tokens, took %d of %d", set, e.Calls, e.PromptTokens, got.Calls, got.PromptTokens)
			}
		})
	}
}
