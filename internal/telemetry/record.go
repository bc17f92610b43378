package telemetry

import (
	"strconv"
	"time"
)

// other is the label of unknown routes and methods.
const other = "other"

// Request counts a completed request. route is its path in the table of routes, "" for
// an unknown path.
func (m *Metrics) Request(route, method string, status int, took time.Duration) {
	if route == "" {
		route, method = other, other // to bound the labels
	}
	add(m.requests, 1, route, method, strconv.Itoa(status))
	observe(m.requestTime, took.Seconds(), route)
}

// Stream counts an open event stream until the returned function is called.
func (m *Metrics) Stream() (over func()) {
	m.streams.Inc()
	return m.streams.Dec
}

// Job counts an ended job.
func (m *Metrics) Job(kind, state string, took time.Duration) {
	add(m.jobs, 1, kind, state)
	observe(m.jobTime, took.Seconds(), kind)
}

// Written counts documents, chunks and facts written by a job.
func (m *Metrics) Written(documents, chunks, facts int) {
	add(m.written, float64(documents), "documents")
	add(m.written, float64(chunks), "chunks")
	add(m.written, float64(facts), "facts")
}

// ModelCall is a call to the language model.
type ModelCall struct {
	// Stage is the prompt's name without its version, Outcome "ok" or the kind of error.
	Stage, Outcome     string
	Took               time.Duration
	Prompt, Completion int
	// Cost is in US dollars.
	Cost float64
	// Cached is set for calls answered from the reply cache, which took no time, tokens or money.
	Cached bool
}

// Model counts a call to the language model.
func (m *Metrics) Model(c ModelCall) {
	add(m.modelCalls, 1, c.Stage, c.Outcome)
	if c.Cached {
		add(m.modelCached, 1, c.Stage)
		return
	}
	observe(m.modelTime, c.Took.Seconds(), c.Stage)
	add(m.modelTokens, float64(c.Prompt), c.Stage, "prompt")
	add(m.modelTokens, float64(c.Completion), c.Stage, "completion")
	add(m.modelDollars, c.Cost, c.Stage)
}

// Store counts a store operation. code is the kind of its error, "" for none.
func (m *Metrics) Store(operation, code string, took time.Duration) {
	observe(m.storeTime, took.Seconds(), operation)
	if code != "" {
		add(m.storeFailed, 1, operation, code)
	}
}
