package telemetry

import (
	"strconv"
	"time"
)

// other stands for what is no route or method of the service.
const other = "other"

// Request counts a request that was answered. route is that of the table of routes,
// "" for an address that has none.
func (m *Metrics) Request(route, method string, status int, took time.Duration) {
	if m == nil {
		return
	}
	if route == "" {
		route, method = other, other // a client could make up any number of them
	}
	add(m.requests, 1, route, method, strconv.Itoa(status))
	observe(m.requestTime, took.Seconds(), route)
}

// Stream counts a stream of events as open until the function that it gives is called.
func (m *Metrics) Stream() (over func()) {
	if m == nil {
		return func() {}
	}
	m.streams.Inc()
	return m.streams.Dec
}

// Job counts a job that ended.
func (m *Metrics) Job(kind, state string, took time.Duration) {
	if m == nil {
		return
	}
	add(m.jobs, 1, kind, state)
	observe(m.jobTime, took.Seconds(), kind)
}

// Written counts what a job wrote.
func (m *Metrics) Written(documents, chunks, facts int) {
	if m == nil {
		return
	}
	add(m.written, float64(documents), "documents")
	add(m.written, float64(chunks), "chunks")
	add(m.written, float64(facts), "facts")
}

// ModelCall is one call to the language model.
type ModelCall struct {
	// Stage is the prompt's name without its version, Outcome "ok" or the kind of failure.
	Stage, Outcome     string
	Took               time.Duration
	Prompt, Completion int
	// Cost is in US dollars.
	Cost float64
	// Cached calls were paid for before: they took no time, tokens or money.
	Cached bool
}

// Model counts a call to the language model.
func (m *Metrics) Model(c ModelCall) {
	if m == nil {
		return
	}
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

// Store counts an operation of the store. code is the kind of failure, "" for none.
func (m *Metrics) Store(operation, code string, took time.Duration) {
	if m == nil {
		return
	}
	observe(m.storeTime, took.Seconds(), operation)
	if code != "" {
		add(m.storeFailed, 1, operation, code)
	}
}
