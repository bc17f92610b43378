package bench

import (
	"testing"

	"grove/internal/eval/metric"
	"grove/internal/fault"
)

func TestQueryRefuses(t *testing.T) {
	for name, o := range map[string]QueryOptions{
		"agent": {Agents: []string{"oracle"}}, "method": {Methods: []string{"magic"}}, "negative": {Limit: -1}, "folder": {Datasets: []string{t.TempDir()}},
	} {
		if _, err := Query(t.Context(), nil, o); !fault.Is(err, fault.Invalid) && !fault.Is(err, fault.Unreadable) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestPercentile(t *testing.T) {
	sorted := []float64{1, 2, 3, 4}
	for p, want := range map[float64]float64{0.5: 2, 0.99: 4, 0: 1, 1: 4, 0.25: 1, 0.26: 2} {
		if got := metric.Percentile(sorted, p); got != want {
			t.Errorf("percentile %v is %v, want %v", p, got, want)
		}
	}
}
