package telemetry

import (
	"errors"
	"strings"
	"testing"

	"github.com/prometheus/client_golang/prometheus"
)

// broken is a collector that fails.
type broken struct{ about *prometheus.Desc }

func (b broken) Describe(to chan<- *prometheus.Desc) { to <- b.about }

func (b broken) Collect(to chan<- prometheus.Metric) {
	to <- prometheus.NewInvalidMetric(b.about, errors.New("no\nfigure"))
}

// TestTextBroken: what cannot be told is named on one line, and hides nothing else.
func TestTextBroken(t *testing.T) {
	m := NewMetrics()
	m.registry.MustRegister(broken{prometheus.NewDesc("broken", "Fails.", nil, nil)})
	got := string(m.Text(t.Context()))
	before, comment, _ := strings.Cut(got, "\n# \"")
	if !strings.Contains(before, "\ngrove_queue_waiting 0\n") || !strings.Contains(comment, `no\nfigure`) || strings.Count(comment, "\n") != 1 {
		t.Error(got)
	}
}
