package eval

import (
	"context"
	"testing"

	"grove/internal/eval/dataset"
	"grove/internal/llm"
	"grove/query"
)

// TestBestCandidate: the offline model's best candidate counts, whether it answered or not; those of
// a language model are not reported.
func TestBestCandidate(t *testing.T) {
	set := dataset.Set{Name: "set", Questions: []dataset.Question{
		{ID: "1", Question: "Who?", Answers: []string{"Walter Lind"}}, {ID: "2", Question: "Where?", Answers: []string{"Halland"}}}}
	for model, want := range map[string]float64{llm.OfflineName: 1, "some-model": -1} {
		ask := func(_ context.Context, _, question string) (query.Answer, error) {
			if question == "Who?" {
				return query.Answer{Answer: "Walter Lind", Model: model}, nil
			}
			return query.Answer{Answer: "nothing was found", Abstained: true, Unsure: "Halland", Model: model}, nil
		}
		got, err := Run{Ask: ask, Agents: []string{"graph"}, Mode: query.Open, Model: model, Dir: t.TempDir()}.Do(t.Context(), set, 0)
		if err != nil {
			t.Fatal(err)
		}
		run := got.Runs[0]
		if best := run.BestF1; want < 0 && best != nil || want >= 0 && (best == nil || *best != want || *run.BestEM != want) || run.F1 != 0.5 {
			t.Errorf("%s: best %v, F1 %v", model, best, run.F1)
		}
	}
}
