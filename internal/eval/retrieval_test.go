package eval

import (
	"context"
	"errors"
	"reflect"
	"testing"

	"grove/internal/eval/dataset"
	"grove/internal/eval/metric"
	"grove/internal/fault"
	"grove/query"
)

// ranked is a search that finds chunks of these documents, in this order.
func ranked(documents ...string) Search {
	return func(_ context.Context, _ string, k int) ([]query.Hit, error) {
		var hits []query.Hit
		for _, d := range documents[:min(k, len(documents))] {
			hits = append(hits, query.Hit{Document: query.DocumentRef{SourceID: d}})
		}
		return hits, nil
	}
}

func inCorpus(id string) bool { return id != "gone" }

func TestRetrieval(t *testing.T) {
	questions := []dataset.Question{
		{ID: "1", GoldIDs: []string{"a", "c"}, GoldComplete: true},
		{ID: "2", GoldIDs: []string{"b"}, GoldComplete: true},
		{ID: "3", GoldIDs: []string{"a", "b", "x"}, GoldComplete: true},
		{ID: "4", GoldIDs: []string{"a"}},
		{ID: "5", GoldComplete: true},
		{ID: "6", GoldIDs: []string{"a", "gone"}, GoldComplete: true},
	}
	var each []Retrieved
	told := 0
	// Three chunks of a stand before b: documents count, not chunks.
	r := Retrieval{Search: ranked("a", "a", "a", "b", "c", "d"), K: []int{1, 2, 3}, Has: inCorpus,
		Each:     func(r Retrieved) error { each = append(each, r); return nil },
		Progress: func(done, of int) { told += done * of }}
	got, err := r.Run(context.Background(), questions)
	if err != nil {
		t.Fatal(err)
	}
	// recall@1 (1/2 + 0 + 1/3)/3, recall@2 (1/2 + 1 + 2/3)/3, recall@3 (1 + 1 + 2/3)/3.
	want := map[string]float64{"1": round(5. / 18), "2": round(13. / 18), "3": round(8. / 9)}
	if !reflect.DeepEqual(got.Recall, want) {
		t.Errorf("recall %v, want %v", got.Recall, want)
	}
	reasons := map[string]int{goldIncomplete: 1, goldMissing: 1, goldNotThere: 1}
	if got.Questions != 3 || got.Skipped != 3 || !reflect.DeepEqual(got.SkippedBy, reasons) {
		t.Errorf("%d asked, %d left out: %v", got.Questions, got.Skipped, got.SkippedBy)
	}
	if told != 18 {
		t.Errorf("progress adds up to %d", told)
	}
	if len(each) != 3 || *each[0].Ranks["c"] != 3 || each[2].Ranks["x"] != nil {
		t.Errorf("ranks: %+v", each)
	}
	if !reflect.DeepEqual(each[0].Found, []string{"a", "b", "c"}) {
		t.Errorf("found %v", each[0].Found)
	}
	r.Limit = 1
	if got, err = r.Run(context.Background(), questions); err != nil || got.Questions != 1 || got.Recall["3"] != 1 {
		t.Errorf("with a limit: %+v, %v", got, err)
	}
}

func TestRetrievalFails(t *testing.T) {
	usable := []dataset.Question{{ID: "q9", GoldIDs: []string{"a"}, GoldComplete: true}}
	r := Retrieval{Search: ranked(), K: []int{2}, Has: inCorpus}
	if _, err := r.Run(context.Background(), []dataset.Question{{ID: "1"}}); !fault.Is(err, fault.Invalid) {
		t.Errorf("without a usable question: %v", err)
	}
	if got, err := r.Run(context.Background(), usable); err != nil || got.Recall["2"] != 0 {
		t.Errorf("nothing found: %v, %v", got, err)
	}
	down := errors.New("down")
	r.Search = func(context.Context, string, int) ([]query.Hit, error) {
		return nil, &fault.Error{Kind: fault.Unavailable, Err: down}
	}
	if _, err := r.Run(context.Background(), usable); !fault.Is(err, fault.Unavailable) || fault.Item(err) != "q9" {
		t.Errorf("an outage: %v", err)
	}
}

func TestPercentile(t *testing.T) {
	for _, c := range []struct {
		values []float64
		share  float64
		want   float64
	}{
		{nil, .5, 0}, {[]float64{7}, .95, 7}, {[]float64{3, 1, 2}, .5, 2}, {[]float64{4, 3, 1, 2}, .5, 2},
		{[]float64{1, 2, 3, 4, 5, 6, 7, 8, 9, 10}, .95, 10}, {[]float64{1, 2, 3}, 0, 1},
	} {
		if got := metric.Percentile(c.values, c.share); got != c.want {
			t.Errorf("metric.Percentile(%v, %v) = %v, want %v", c.values, c.share, got, c.want)
		}
	}
}
