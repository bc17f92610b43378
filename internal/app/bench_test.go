package app

import (
	"context"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"sync/atomic"
	"testing"

	"grove/ingest/canned"
	"grove/internal/bench"
)

// counted counts the calls of a handler.
type counted struct {
	http.Handler
	calls *atomic.Int32
}

func (c counted) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	c.calls.Add(1)
	c.Handler.ServeHTTP(w, r)
}

func TestBenchIngest(t *testing.T) {
	handler, err := canned.NewServer()
	if err != nil {
		t.Fatal(err)
	}
	var calls atomic.Int32
	server := httptest.NewServer(counted{handler, &calls})
	defer server.Close()
	var warmed []string
	b, err := bench.Ingest(t.Context(), OpenBench, bench.IngestOptions{Items: benchItems(t, 31), Documents: 30, Endpoint: server.URL + "/v1",
		WarmUp: func(_ context.Context, files []string) error { warmed = files; return nil }})
	if err != nil {
		t.Fatal(err)
	}
	if len(warmed) != 2 || b.Documents != 30 || b.Chunks != 30 || b.Calls != 4 || b.CPUMsPerChunk <= 0 || b.PeakMB <= 0 {
		t.Errorf("%+v, warmed up with %v", b, warmed)
	}
	if b.PromptTokensPerCorpusToken <= 1 || b.PromptTokensPerCorpusToken > 2 {
		t.Errorf("%.3f tokens of prompt for a token of text", b.PromptTokensPerCorpusToken)
	}
	sum := 0.0
	for _, ms := range b.ByStage {
		sum += ms
	}
	if sum < b.CPUMsPerChunk*0.99 || sum > b.CPUMsPerChunk*1.01 {
		t.Errorf("the stages %v sum up to %.3f, not to %.3f", b.ByStage, sum, b.CPUMsPerChunk)
	}
	if m := b.OneMore; m == nil || m.ExtractionCalls != 1 {
		t.Errorf("one more: %+v", m)
	}
	if n := int(calls.Load()); n != b.Calls+b.Communities.Calls+1+b.OneMore.Communities.Calls {
		t.Errorf("the server saw %d calls; %+v", n, b)
	}
}

func TestBenchQuery(t *testing.T) {
	b, err := bench.Query(t.Context(), OpenBench, bench.QueryOptions{Documents: 12, Limit: 4, Agents: []string{"graph", "tree"}, Methods: []string{"hybrid"}, Rounds: 1, Concurrency: 2})
	if err != nil {
		t.Fatal(err)
	}
	if b.Documents != 12 || b.Questions != 4 || b.Concurrency != 2 || b.PeakMB <= 0 || len(b.Rows) != 3 {
		t.Fatalf("%+v", b)
	}
	for i, r := range b.Rows {
		if r.P50Ms <= 0 || r.P99Ms < r.P50Ms || r.ColdMs <= 0 || r.NewMs <= 0 || r.NewCPUMs <= 0 || r.CPUMs <= 0 || r.EM != nil {
			t.Errorf("row %d: %+v", i, r)
		}
		if search := r.Method != ""; search != (r.Calls == 0) || search != (r.PromptTokens == 0) {
			t.Errorf("row %d: an agent calls, a search does not: %+v", i, r)
		}
	}
}

// Of two data sets together the documents are taken one set after the other, and
// the questions in turn, where their gold was taken.
func TestBenchSet(t *testing.T) {
	one, two := t.TempDir(), t.TempDir()
	write(t, filepath.Join(one, "corpus.jsonl"), `{"id":"1","title":"A","text":"Ann was born in Lyon."}`+"\n"+`{"id":"2","title":"B","text":"Bob was born in Porto."}`+"\n")
	write(t, filepath.Join(one, "questions.jsonl"), `{"id":"q1","question":"Where was Ann born?","answers":["Lyon"],"gold_ids":["1"]}`+"\n"+`{"id":"q2","question":"Where was Bob born?","answers":["Porto"],"gold_ids":["2"]}`+"\n")
	write(t, filepath.Join(two, "corpus.jsonl"), `{"id":"1","title":"C","text":"Cy was born in Graz."}`+"\n"+`{"id":"2","title":"D","text":"Di was born in Turin."}`+"\n")
	write(t, filepath.Join(two, "questions.jsonl"), `{"id":"q1","question":"Where was Di born?","answers":["Turin"],"gold_ids":["2"]}`+"\n"+`{"id":"q2","question":"Where was Cy born?","answers":["Graz"],"gold_ids":["1"]}`+"\n")
	b, err := bench.Query(t.Context(), OpenBench, bench.QueryOptions{Datasets: []string{one, two}, Documents: 3, Agents: []string{"bm25"}, Rounds: 1})
	if err != nil {
		t.Fatal(err)
	}
	if b.Documents != 3 || b.Questions != 3 {
		t.Errorf("%d documents, %d questions, want 3 and 3 (Di's is not there)", b.Documents, b.Questions)
	}
	if r := b.Rows[0]; r.EM == nil || *r.EM != 1 || *r.F1 != 1 {
		t.Errorf("the answers are in the texts: EM %v, F1 %v", *r.EM, *r.F1)
	}
}

// benchItems writes n generated documents.
func benchItems(t *testing.T, n int) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "items.jsonl")
	write(t, path, string(bench.GenerateDocuments(n)))
	return path
}
