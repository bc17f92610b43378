package app

import (
	"path/filepath"
	"testing"

	"grove/internal/fault"
)

func TestBenchQuery(t *testing.T) {
	b, err := BenchQuery(t.Context(), QueryBenchOptions{Documents: 12, Limit: 4, Agents: []string{"graph", "tree"}, Methods: []string{"hybrid"}, Rounds: 1, Concurrency: 2})
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
	b, err := BenchQuery(t.Context(), QueryBenchOptions{Datasets: []string{one, two}, Documents: 3, Agents: []string{"bm25"}, Rounds: 1})
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

func TestBenchQueryRefuses(t *testing.T) {
	for name, o := range map[string]QueryBenchOptions{
		"agent": {Agents: []string{"oracle"}}, "method": {Methods: []string{"magic"}}, "negative": {Limit: -1}, "folder": {Datasets: []string{t.TempDir()}},
	} {
		if _, err := BenchQuery(t.Context(), o); !fault.Is(err, fault.Invalid) && !fault.Is(err, fault.Unreadable) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestQuantile(t *testing.T) {
	sorted := []float64{1, 2, 3, 4}
	for p, want := range map[float64]float64{0.5: 2, 0.99: 4, 0: 1, 1: 4, 0.25: 1, 0.26: 2} {
		if got := quantile(sorted, p); got != want {
			t.Errorf("quantile %v is %v, want %v", p, got, want)
		}
	}
}
