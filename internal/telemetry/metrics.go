// Package telemetry observes a running service: metrics for Prometheus, traces for
// OpenTelemetry, ids in the log, and profiles.
//
// It is independent of graphs, models and routes, which call it. A nil [Tracing]
// ignores all calls, so that callers need no check.
package telemetry

import (
	"cmp"
	"context"
	"slices"

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
	m.requestTime = m.histogram("grove_http_request_seconds", "Time from receiving a request's header to the end of the response.", slow(), "route")
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
