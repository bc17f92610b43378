package telemetry

import (
	"strings"

	"github.com/prometheus/client_golang/prometheus"
)

// The kinds of metrics.
const (
	counter   = "counter"
	gauge     = "gauge"
	histogram = "histogram"
)

// register adds a metric to the registry and the table. A duplicate name panics.
func (m *Metrics) register(about Metric, c prometheus.Collector) {
	m.registry.MustRegister(c)
	m.table = append(m.table, about)
}

func (m *Metrics) counter(name, help string, labels ...string) *prometheus.CounterVec {
	c := prometheus.NewCounterVec(prometheus.CounterOpts{Name: name, Help: help}, labels)
	m.register(Metric{name, counter, help, labels}, c)
	return c
}

func (m *Metrics) gauge(name, help string) prometheus.Gauge {
	g := prometheus.NewGauge(prometheus.GaugeOpts{Name: name, Help: help})
	m.register(Metric{name, gauge, help, nil}, g)
	return g
}

// histogram adds a histogram with ascending, inclusive upper bounds.
func (m *Metrics) histogram(name, help string, bounds []float64, labels ...string) *prometheus.HistogramVec {
	h := prometheus.NewHistogramVec(prometheus.HistogramOpts{Name: name, Help: help, Buckets: bounds}, labels)
	m.register(Metric{name, histogram, help, labels}, h)
	return h
}

// add adds v to a counter, which would panic for a negative v: that is ignored.
func add(c *prometheus.CounterVec, v float64, labels ...string) {
	c.WithLabelValues(valid(labels)...).Add(max(v, 0))
}

// observe adds a value to a histogram.
func observe(h *prometheus.HistogramVec, v float64, labels ...string) {
	h.WithLabelValues(valid(labels)...).Observe(v)
}

// valid makes labels valid UTF-8, as the registry requires.
func valid(labels []string) []string {
	for i, l := range labels {
		labels[i] = strings.ToValidUTF8(l, "\uFFFD")
	}
	return labels
}
