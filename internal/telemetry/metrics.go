// Package telemetry observes a running service: metrics for Prometheus, traces for
// OpenTelemetry, ids in the log, and profiles.
//
// It is independent of graphs, models and routes, which call it. A nil [Tracing]
// ignores all calls, so that callers need no check.
package telemetry

import (
	"cmp"
	"context"
	"runtime"
	"runtime/metrics"
	"slices"
	"strings"
	"time"

	"github.com/prometheus/client_golang/prometheus"
)

// Metrics are the metrics of a service. They are safe for concurrent use. The values of labels
// are bounded: routes, stages of prompts, operations of the store, kinds of jobs and errors,
// but never names of workspaces, documents or keys.
type Metrics struct {
	registry *prometheus.Registry
	// table describes the registered metrics, sorted by name.
	table []Metric
	// moment are set at each scrape, from the result of look.
	moment []stateGauge
	// look returns the state of the service; may be nil.
	look func(context.Context) State

	requests, jobs, written                            *prometheus.CounterVec
	modelCalls, modelTokens, modelCached, modelDollars *prometheus.CounterVec
	storeFailed                                        *prometheus.CounterVec
	requestTime, jobTime, modelTime, storeTime         *prometheus.HistogramVec
	streams                                            prometheus.Gauge
}

// Metric describes a metric, for documentation.
type Metric struct {
	// Name is the name in Prometheus, Kind is counter, gauge or histogram.
	Name, Kind, Help string
	Labels           []string
}

// NewMetrics returns metrics that are all 0.
func NewMetrics() *Metrics {
	m := &Metrics{registry: prometheus.NewRegistry()}
	m.requests = m.counter("grove_http_requests_total", "Completed requests.", "route", "method", "status")
	m.requestTime = m.histogram("grove_http_request_seconds", "Time from receiving a request's header to the end of the response.",
		slow(), "route")
	m.streams = m.gauge("grove_http_streams_open", "Open event streams.")
	m.jobs = m.counter("grove_jobs_total", "Ended jobs by state.", "kind", "state")
	m.jobTime = m.histogram("grove_job_seconds", "Run time of jobs.", slow(), "kind")
	m.written = m.counter("grove_written_total", "Documents, chunks and facts written by jobs.", "what")
	m.modelCalls = m.counter("grove_model_calls_total", "Calls to the language model; the offline model makes none.", "stage", "outcome")
	m.modelTime = m.histogram("grove_model_seconds", "Time of calls to the language model, without cached replies.", slow(), "stage")
	m.modelTokens = m.counter("grove_model_tokens_total", "Prompt and completion tokens of paid calls.", "stage", "kind")
	m.modelCached = m.counter("grove_model_cached_calls_total", "Calls answered from the reply cache.", "stage")
	m.modelDollars = m.counter("grove_model_cost_dollars_total", "Cost of calls by the configured prices.", "stage")
	m.storeTime = m.histogram("grove_store_seconds", "Time of store operations.", quick(), "operation")
	m.storeFailed = m.counter("grove_store_errors_total", "Failed store operations by kind of error.", "operation", "code")
	m.state()
	m.runtime()
	slices.SortFunc(m.table, func(a, b Metric) int { return cmp.Compare(a.Name, b.Name) })
	return m
}

// Table describes all metrics, by name.
func (m *Metrics) Table() []Metric { return slices.Clone(m.table) }

// slow returns bucket bounds, in seconds, for work that may take minutes.
func slow() []float64 { return []float64{.005, .025, .1, .25, .5, 1, 2.5, 5, 10, 30, 60, 300, 1800} }

// quick returns bucket bounds, in seconds, for store operations.
func quick() []float64 { return []float64{.0002, .001, .005, .02, .1, .5, 2, 10, 60} }

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

// runtime registers metrics of the Go runtime.
func (m *Metrics) runtime() {
	const info, version = "The version of Go.", "version"
	m.register(Metric{"go_info", gauge, info, []string{version}}, prometheus.NewGaugeFunc(
		prometheus.GaugeOpts{Name: "go_info", Help: info, ConstLabels: prometheus.Labels{version: runtime.Version()}},
		func() float64 { return 1 }))
	m.runtimeGauge("go_goroutines", "Goroutines.", "/sched/goroutines:goroutines")
	m.runtimeGauge("go_heap_bytes", "Size of heap objects, live or not yet collected, in bytes.", "/memory/classes/heap/objects:bytes")
	m.runtimeGauge("go_memory_bytes", "Memory obtained from the system, in bytes.", "/memory/classes/total:bytes")
	const name, help = "go_gc_cycles_total", "Garbage collections."
	m.register(Metric{name, counter, help, nil}, prometheus.NewCounterFunc(
		prometheus.CounterOpts{Name: name, Help: help}, reading("/gc/cycles/total:gc-cycles")))
}

// runtimeGauge registers a sample of package runtime/metrics.
func (m *Metrics) runtimeGauge(name, help, sample string) {
	m.register(Metric{name, gauge, help, nil}, prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: name, Help: help}, reading(sample)))
}

// reading returns a function that reads an integer sample of package runtime/metrics.
func reading(sample string) func() float64 {
	return func() float64 {
		read := []metrics.Sample{{Name: sample}}
		metrics.Read(read)
		return float64(read[0].Value.Uint64())
	}
}

// State is the state of a service at a moment.
type State struct {
	// Workspaces is the number of open workspaces.
	Workspaces int
	// Waiting and Running are the numbers of jobs of open workspaces.
	Waiting, Running int
	// IndexChunks and IndexBytes are the sizes of the text indexes of open workspaces.
	IndexChunks, IndexBytes int64
}

// Follow sets the function that returns the state at each scrape. It must be called before the
// first scrape.
func (m *Metrics) Follow(look func(context.Context) State) { m.look = look }

// stateGauge is a metric of the state.
type stateGauge struct {
	prometheus.Gauge
	of func(State) float64
}

// state registers the metrics of the state.
func (m *Metrics) state() {
	m.moment = []stateGauge{
		{m.gauge("grove_workspaces_open", "Open workspaces."), func(s State) float64 { return float64(s.Workspaces) }},
		{m.gauge("grove_queue_waiting", "Waiting jobs of open workspaces."), func(s State) float64 { return float64(s.Waiting) }},
		{m.gauge("grove_queue_running", "Running jobs of open workspaces."), func(s State) float64 { return float64(s.Running) }},
		{m.gauge("grove_index_chunks", "Chunks in the text indexes of open workspaces."),
			func(s State) float64 { return float64(s.IndexChunks) }},
		{m.gauge("grove_index_bytes", "Size on disk of the text indexes of open workspaces, in bytes."),
			func(s State) float64 { return float64(s.IndexBytes) }},
	}
}

// stateTime bounds the time that a scrape takes to read the state.
const stateTime = 5 * time.Second

// refresh reads the state.
func (m *Metrics) refresh(ctx context.Context) {
	if m.look == nil {
		return
	}
	ctx, stop := context.WithTimeout(ctx, stateTime)
	defer stop()
	now := m.look(ctx)
	for _, g := range m.moment {
		g.Set(g.of(now))
	}
}
