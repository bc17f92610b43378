// Package telemetry is what a running service tells of itself: metrics for
// Prometheus, traces for OpenTelemetry, ids in its log, and profiles.
//
// It knows nothing of graphs, models or routes: who works says what was done. A nil
// [Metrics] and a nil [Tracing] take everything and keep nothing, so that nobody has
// to ask whether somebody watches.
package telemetry

import (
	"cmp"
	"context"
	"slices"

	"github.com/prometheus/client_golang/prometheus"
)

// Metrics are the counts of one service. They are safe for concurrent use. Labels
// are bounded: routes as they are written in the table of routes, stages of prompts,
// operations of the store, kinds of jobs and failures. Names of workspaces,
// documents and keys are never labels.
type Metrics struct {
	registry *prometheus.Registry
	// table describes what is registered, by name.
	table []Metric
	// moment are set at each scrape, from what look tells.
	moment []stateGauge
	// look tells the state of the service; nil where nobody does.
	look func(context.Context) State

	requests, jobs, written                            *prometheus.CounterVec
	modelCalls, modelTokens, modelCached, modelDollars *prometheus.CounterVec
	storeFailed                                        *prometheus.CounterVec
	requestTime, jobTime, modelTime, storeTime         *prometheus.HistogramVec
	streams                                            prometheus.Gauge
}

// Metric describes one metric, for people.
type Metric struct {
	// Name is the name that Prometheus knows it by, Kind counter, gauge or histogram.
	Name, Kind, Help string
	Labels           []string
}

// NewMetrics makes metrics in which nothing has happened yet.
func NewMetrics() *Metrics {
	m := &Metrics{registry: prometheus.NewRegistry()}
	m.requests = m.counter("grove_http_requests_total", "Requests that were answered.", "route", "method", "status")
	m.requestTime = m.histogram("grove_http_request_seconds", "Time from a request's header to the end of its answer.", slow(), "route")
	m.streams = m.gauge("grove_http_streams_open", "Streams of events that are open.")
	m.jobs = m.counter("grove_jobs_total", "Jobs that ended, by how.", "kind", "state")
	m.jobTime = m.histogram("grove_job_seconds", "Time that jobs ran.", slow(), "kind")
	m.written = m.counter("grove_written_total", "What jobs wrote: documents, chunks and facts.", "what")
	m.modelCalls = m.counter("grove_model_calls_total", "Calls to the language model; the offline kit makes none.", "stage", "outcome")
	m.modelTime = m.histogram("grove_model_seconds", "Time of calls to the language model that were not answered from the cache.", slow(), "stage")
	m.modelTokens = m.counter("grove_model_tokens_total", "Tokens of calls that were paid for: prompt and completion.", "stage", "kind")
	m.modelCached = m.counter("grove_model_cached_calls_total", "Calls that were answered from replies paid for before.", "stage")
	m.modelDollars = m.counter("grove_model_cost_dollars_total", "What calls cost, by the settings' prices.", "stage")
	m.storeTime = m.histogram("grove_store_seconds", "Time of the store's operations, reads and writes.", quick(), "operation")
	m.storeFailed = m.counter("grove_store_errors_total", "Operations of the store that failed, by the kind of failure.", "operation", "code")
	m.state()
	m.runtime()
	slices.SortFunc(m.table, func(a, b Metric) int { return cmp.Compare(a.Name, b.Name) })
	return m
}

// Table describes all metrics, by name.
func (m *Metrics) Table() []Metric { return slices.Clone(m.table) }

// slow returns the bounds, in seconds, of what may take minutes.
func slow() []float64 { return []float64{.005, .025, .1, .25, .5, 1, 2.5, 5, 10, 30, 60, 300, 1800} }

// quick returns the bounds, in seconds, of the store's operations.
func quick() []float64 { return []float64{.0002, .001, .005, .02, .1, .5, 2, 10, 60} }
