package openai

import (
	"errors"
	"net/http"
	"sync"

	"grove/internal/llm"
)

// dialect is how a request is put to an endpoint.
type dialect struct {
	// format is Schema, Object or Off.
	format JSONMode
	// completionTokens names the reply limit max_completion_tokens, as reasoning
	// models want it, instead of max_tokens.
	completionTokens bool
	// noTemperature leaves the temperature to the model.
	noTemperature bool
	// noSystem says what the system says as the user.
	noSystem bool
}

// manners remembers for a client's life what its endpoint takes.
type manners struct {
	// fixed is true where the user chose the format.
	fixed bool

	mu    sync.Mutex
	known dialect
	// proven is true once a call with known.format has succeeded.
	proven bool
	// byName holds the formats of prompts whose schema the endpoint does not take
	// although it takes others.
	byName map[string]JSONMode
}

func newManners(mode JSONMode) *manners {
	m := &manners{fixed: mode != Auto, known: dialect{format: mode}, byName: map[string]JSONMode{}}
	if mode == Auto {
		m.known.format = Schema
	}
	return m
}

// now is the dialect for a call; one without a reply schema asks for no format.
func (m *manners) now(req llm.Request) dialect {
	m.mu.Lock()
	defer m.mu.Unlock()
	d := m.known
	if req.ReplySchema == nil {
		d.format = Off
	} else if own, found := m.byName[req.Name]; found {
		d.format = own
	}
	return d
}

// learn keeps what a successful call has shown.
func (m *manners) learn(req llm.Request, d dialect) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.known.completionTokens = m.known.completionTokens || d.completionTokens
	m.known.noTemperature = m.known.noTemperature || d.noTemperature
	m.known.noSystem = m.known.noSystem || d.noSystem
	switch {
	case req.ReplySchema == nil:
	case rank(d.format) <= rank(m.known.format):
		m.proven = m.proven || d.format == m.known.format
	case m.proven:
		m.byName[req.Name] = d.format
	default:
		m.known.format, m.proven = d.format, true
	}
}

// adapt gives the dialect to try after a refusal that says what is not taken.
func (m *manners) adapt(d dialect, err error) (dialect, bool) {
	var s *statusError
	if !errors.As(err, &s) || !refusal(s.status) || s.tooLong() {
		return d, false
	}
	says := s.says
	switch {
	case !d.completionTokens && says("max completion tokens", "max tokens") &&
		says("max completion tokens", "unsupported", "not support", "deprecated"):
		d.completionTokens = true
	case !d.noTemperature && says("temperature"):
		d.noTemperature = true
	case !d.noSystem && says("system") && says("role"):
		d.noSystem = true
	case !m.fixed && d.format != Off && says("response format", "json schema", "json object", "structured output",
		"grammar", "guided", "unsupported", "not support"):
		d.format = plainer(d.format)
	default:
		return d, false
	}
	return d, true
}

// guess gives a plainer format to try after a refusal that does not say why, as
// long as the present one has never been taken.
func (m *manners) guess(d dialect, err error) (dialect, bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	var s *statusError
	if m.fixed || m.proven || d.format == Off || !errors.As(err, &s) ||
		s.status != http.StatusBadRequest || s.tooLong() || s.filtered() {
		return d, false
	}
	d.format = plainer(d.format)
	return d, true
}

// rank orders the formats from the strictest.
func rank(f JSONMode) int {
	switch f {
	case Schema:
		return 0
	case Object:
		return 1
	}
	return 2
}

func plainer(f JSONMode) JSONMode {
	if f == Schema {
		return Object
	}
	return Off
}
