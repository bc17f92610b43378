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
	m.mu.Lock()
	defer m.mu.Unlock()
	m.requests.add(1, route, method, strconv.Itoa(status))
	m.requestTime.observe(took.Seconds(), route)
}

// Stream counts a stream of events as open until the function that it gives is called.
func (m *Metrics) Stream() (over func()) {
	if m == nil {
		return func() {}
	}
	m.stream(1)
	return func() { m.stream(-1) }
}

func (m *Metrics) stream(n float64) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.streams.add(n)
}

// Job counts a job that ended.
func (m *Metrics) Job(kind, state string, took time.Duration) {
	if m == nil {
		return
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.jobs.add(1, kind, state)
	m.jobTime.observe(took.Seconds(), kind)
}

// Written counts what a job wrote.
func (m *Metrics) Written(documents, chunks, facts int) {
	if m == nil {
		return
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.written.add(float64(documents), "documents")
	m.written.add(float64(chunks), "chunks")
	m.written.add(float64(facts), "facts")
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
	m.mu.Lock()
	defer m.mu.Unlock()
	m.modelCalls.add(1, c.Stage, c.Outcome)
	if c.Cached {
		m.modelCached.add(1, c.Stage)
		return
	}
	m.modelTime.observe(c.Took.Seconds(), c.Stage)
	m.modelTokens.add(float64(c.Prompt), c.Stage, "prompt")
	m.modelTokens.add(float64(c.Completion), c.Stage, "completion")
	m.modelDollars.add(c.Cost, c.Stage)
}

// Store counts an operation of the store. code is the kind of failure, "" for none.
func (m *Metrics) Store(operation, code string, took time.Duration) {
	if m == nil {
		return
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.storeTime.observe(took.Seconds(), operation)
	if code != "" {
		m.storeFailed.add(1, operation, code)
	}
}
