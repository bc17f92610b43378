package main_test

import (
	"path/filepath"
	"testing"
)

// measured is the output of `bench ingest`.
type measured struct {
	Chunks, Calls int
	CPUMsPerChunk float64            `json:"cpu_ms_per_chunk"`
	PromptTokens  int                `json:"prompt_tokens"`
	PromptShare   float64            `json:"prompt_tokens_per_corpus_token"`
	PeakMB        float64            `json:"peak_mb"`
	ByStage       map[string]float64 `json:"by_stage"`
	OneMore       *struct {
		ExtractionCalls int `json:"extraction_calls"`
	} `json:"one_more"`
}

// The command measures with a server in a process of its own.
func TestBenchIngest(t *testing.T) {
	var got measured
	want(t, 0, &got, "bench", "ingest", "--documents", "20")
	if got.Chunks != 20 || got.Calls != 3 || got.CPUMsPerChunk <= 0 || got.PeakMB <= 0 || len(got.ByStage) == 0 || got.PromptShare <= 1 {
		t.Errorf("made documents: %+v", got)
	}
	items := filepath.Join(t.TempDir(), "people.jsonl")
	people(t, items, 10)
	got = measured{}
	want(t, 0, &got, "bench", "ingest", "--items", items, "--documents", "9")
	if got.Chunks != 9 || got.OneMore == nil || got.OneMore.ExtractionCalls != 1 {
		t.Errorf("nine of ten: %+v", got)
	}
	for _, args := range [][]string{{"--documents", "-1"}, {"--pack", "-1"}, {"extra"}} {
		if r := run(t, append([]string{"bench", "ingest"}, args...)...); r.code != 2 {
			t.Errorf("%v: exit %d", args, r.code)
		}
	}
	if r := run(t, "bench", "ingest", "--items", filepath.Join(t.TempDir(), "none")); r.code != 1 {
		t.Errorf("no such file: exit %d", r.code)
	}
}

// An estimate by the command line: what would be asked, and nothing left behind.
func TestIngestEstimate(t *testing.T) {
	dir := t.TempDir()
	items, data := filepath.Join(dir, "people.jsonl"), filepath.Join(dir, "data")
	people(t, items, 10)
	var e struct {
		Documents struct{ New int }
		Chunks    int
		Calls     int
		Prompt    int `json:"prompt_tokens"`
		Cost      struct{ Low, High float64 }
	}
	args := []string{"ingest", items, "--estimate", "--model", "any", "--price-prompt", "1", "--price-completion", "2", "--data", data}
	want(t, 0, &e, args...)
	if e.Documents.New != 10 || e.Chunks != 10 || e.Calls != 2 || e.Prompt <= 0 || e.Cost.Low <= 0 || e.Cost.High <= e.Cost.Low {
		t.Errorf("%+v", e)
	}
	if left, err := filepath.Glob(filepath.Join(data, "*")); err != nil || left != nil {
		t.Errorf("left behind: %v, %v", left, err)
	}
}
