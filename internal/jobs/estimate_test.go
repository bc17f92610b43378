package jobs

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"grove/ingest/canned"
	"grove/ingest/extract"
	"grove/internal/bench"
	"grove/internal/config"
	"grove/internal/fault"
	"grove/internal/llm"
)

// cannedConfig is a new workspace that asks a canned server.
func cannedConfig(t *testing.T) config.Config {
	t.Helper()
	handler, err := canned.NewServer()
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(handler)
	t.Cleanup(server.Close)
	c := settings(t, "estimate")
	c.Model, c.LLM.BaseURL = canned.Model, config.NewAddress(server.URL+"/v1")
	return c
}

// madeItems writes n made documents.
func madeItems(t *testing.T, n int) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "items.jsonl")
	write(t, path, string(bench.GenerateDocuments(n)))
	return path
}

// longItem writes one document of many chunks.
func longItem(t *testing.T) string {
	t.Helper()
	var b strings.Builder
	for line := range bytes.Lines(bench.GenerateDocuments(300)) {
		var d struct{ Text string }
		if err := json.Unmarshal(line, &d); err != nil {
			t.Fatal(err)
		}
		b.WriteString(d.Text + "\n\n")
	}
	raw, err := json.Marshal(map[string]string{"id": "long", "title": "Lives", "text": b.String()})
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "long.jsonl")
	write(t, path, string(raw))
	return path
}

// An estimate says what the run then takes: the calls, and their tokens to 2 %.
func TestEstimateIsWhatTheRunTakes(t *testing.T) {
	if testing.Short() {
		t.Skip("long documents, counted only; the whole run has it")
	}
	for name, o := range map[string]IngestOptions{
		"short documents": {Paths: []string{madeItems(t, 230)}},
		"a long one":      {Paths: []string{longItem(t)}},
		"both, separate":  {Paths: []string{madeItems(t, 20), longItem(t)}, Separate: true},
		"a narrow window": {Paths: []string{longItem(t)}, Window: 4000},
		"a call a chunk":  {Paths: []string{madeItems(t, 20)}, Pack: 1},
	} {
		t.Run(name, func(t *testing.T) {
			c := cannedConfig(t)
			e, err := EstimateIngest(t.Context(), c, o)
			if err != nil {
				t.Fatal(err)
			}
			use(t, c, func(a *Jobs) {
				report, err := a.Ingest(t.Context(), o)
				if err != nil {
					t.Fatal(err)
				}
				var got llm.Usage
				for _, stage := range []string{extract.Stage, "extract.facts", "extract.graph"} {
					got.Add(report.Usage.ByStage[stage])
				}
				if got.Calls != e.Calls || !within(e.PromptTokens, got.PromptTokens, 0.02) {
					t.Errorf("estimated %d calls of %d tokens, took %d of %d", e.Calls, e.PromptTokens, got.Calls, got.PromptTokens)
				}
				if e.Documents.New != report.Documents.New || e.Chunks != report.Chunks || e.Tokens != report.Tokens {
					t.Errorf("estimated %+v, %d chunks; the run had %+v, %d", e.Documents, e.Chunks, report.Documents, report.Chunks)
				}
				named := report.Usage.Calls - got.Calls
				if named < e.Communities.Calls.Low || named > e.Communities.Calls.High {
					t.Errorf("%d communities named, estimated %+v", named, e.Communities.Calls)
				}
			})
			again, err := EstimateIngest(t.Context(), c, o)
			if err != nil || again.Calls != 0 || again.PromptTokens != 0 || again.Communities.Calls.High != 0 ||
				again.Documents.Unchanged != e.Documents.New {
				t.Errorf("after the run: %+v, %v", again, err)
			}
		})
	}
}

func within(estimated, took int, share float64) bool {
	d := float64(estimated - took)
	return d <= share*float64(took) && -d <= share*float64(took)
}

// A run that its budget stopped left work, which is what an estimate then tells
// and the next run takes; nothing is paid for twice.
func TestEstimateOfARunThatStopped(t *testing.T) {
	c := cannedConfig(t)
	c.LLM.PricePrompt, c.LLM.PriceCompletion, c.LLM.Concurrency = 1, 2, 2
	o := IngestOptions{Paths: []string{madeItems(t, 100)}}
	whole, err := EstimateIngest(t.Context(), c, o)
	if err != nil || whole.Cost.Low <= 0 || whole.Cost.High < whole.Cost.Low {
		t.Fatalf("%+v, %v", whole, err)
	}
	o.Budget = 0.05
	var first, left llm.Usage
	use(t, c, func(a *Jobs) {
		report, err := a.Ingest(t.Context(), o)
		if err != nil || report.Stopped == nil || report.Stopped.Code != string(fault.LimitReached) {
			t.Fatalf("%+v, %v", report, err)
		}
		first = report.Usage
		if spent := a.ws.Prices().Spent(first); spent > o.Budget || spent < o.Budget/2 {
			t.Errorf("spent %.4f of %.4f dollars", spent, o.Budget)
		}
	})
	o.Budget = 0
	rest, err := EstimateIngest(t.Context(), c, o)
	if err != nil || rest.Journalled == 0 && rest.Documents.Unchanged == 0 {
		t.Fatalf("%+v, %v", rest, err)
	}
	use(t, c, func(a *Jobs) {
		report, err := a.Ingest(t.Context(), o)
		if err != nil {
			t.Fatal(err)
		}
		left = report.Usage.ByStage[extract.Stage]
	})
	if left.Calls != rest.Calls || first.ByStage[extract.Stage].Calls+left.Calls != whole.Calls {
		t.Errorf("%d calls and then %d; estimated %d and then %d", first.Calls, left.Calls, whole.Calls, rest.Calls)
	}
}

// Offline an estimate costs nothing and tells what usage then says.
func TestEstimateOffline(t *testing.T) {
	c, o := settings(t, "offline"), IngestOptions{Paths: []string{madeItems(t, 12)}}
	e, err := EstimateIngest(t.Context(), c, o)
	if err != nil || e.Cost.High != 0 || e.CompletionTokens.High != 0 || e.Communities.Calls.High != 0 {
		t.Fatalf("%+v, %v", e, err)
	}
	use(t, c, func(a *Jobs) {
		report, err := a.Ingest(t.Context(), o)
		if err != nil || report.Usage.Calls != e.Calls || report.Usage.PromptTokens != e.PromptTokens {
			t.Errorf("estimated %d calls of %d tokens, took %+v, %v", e.Calls, e.PromptTokens, report.Usage, err)
		}
	})
}

// An estimate calls nobody, leaves nothing behind, and works beside a process
// that holds the workspace.
func TestEstimateLeavesNothingBehind(t *testing.T) {
	var calls atomic.Int32
	handler, err := canned.NewServer()
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(counted{handler, &calls})
	defer server.Close()
	c := settings(t, "none")
	c.Model, c.LLM.BaseURL = "any", config.NewAddress(server.URL+"/v1")
	o := IngestOptions{Paths: []string{madeItems(t, 5)}}
	if _, err := EstimateIngest(t.Context(), c, o); err != nil {
		t.Fatal(err)
	}
	if left, err := os.ReadDir(c.Data); err != nil || len(left) > 0 || calls.Load() > 0 {
		t.Errorf("left %v, %v, made %d calls", left, err, calls.Load())
	}
	use(t, c, func(*Jobs) {
		if _, err := EstimateIngest(t.Context(), c, o); err != nil {
			t.Errorf("beside a holder: %v", err)
		}
	})
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := EstimateIngest(ctx, c, o); !fault.Is(err, fault.Canceled) {
		t.Errorf("a cancelled estimate: %v", err)
	}
}

// counted counts the calls of a handler.
type counted struct {
	http.Handler
	calls *atomic.Int32
}

func (c counted) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	c.calls.Add(1)
	c.Handler.ServeHTTP(w, r)
}
