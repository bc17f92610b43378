package openai

import (
	"errors"
	"net/http"
	"slices"
	"strings"
	"sync"

	"grove/internal/llm"
)

// dialect is the form in which a request is sent to an endpoint.
type dialect struct {
	// format is Schema, Object or Off.
	format JSONMode
	// completionTokens sends the reply limit as max_completion_tokens, which reasoning models
	// require, instead of max_tokens.
	completionTokens bool
	// noTemperature omits the temperature.
	noTemperature bool
	// noSystem sends system messages as part of user messages.
	noSystem bool
	// noEffort omits the effort of reasoning.
	noEffort bool
}

// capabilities records what an endpoint was found to support, for the life of a Client.
type capabilities struct {
	// fixed is true if the options set the format.
	fixed bool

	mu      sync.Mutex
	current dialect
	// confirmed is true once a call with current.format has succeeded.
	confirmed bool
	// byName has the formats of prompts whose schemas the endpoint rejects although it
	// accepts others.
	byName map[string]JSONMode
}

func newCapabilities(mode JSONMode) *capabilities {
	m := &capabilities{fixed: mode != Auto, current: dialect{format: mode}, byName: map[string]JSONMode{}}
	if mode == Auto {
		m.current.format = Schema
	}
	return m
}

// now returns the dialect of a call; without a reply schema it has no format.
func (m *capabilities) now(req llm.Request) dialect {
	m.mu.Lock()
	defer m.mu.Unlock()
	d := m.current
	if req.ReplySchema == nil {
		d.format = Off
	} else if own, found := m.byName[req.Name]; found {
		d.format = own
	}
	return d
}

// learn records the dialect of a successful call.
func (m *capabilities) learn(req llm.Request, d dialect) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.current.completionTokens = m.current.completionTokens || d.completionTokens
	m.current.noTemperature = m.current.noTemperature || d.noTemperature
	m.current.noSystem = m.current.noSystem || d.noSystem
	m.current.noEffort = m.current.noEffort || d.noEffort
	switch {
	case req.ReplySchema == nil:
	case rank(d.format) <= rank(m.current.format):
		m.confirmed = m.confirmed || d.format == m.current.format
	case m.confirmed:
		m.byName[req.Name] = d.format
	default:
		m.current.format, m.confirmed = d.format, true
	}
}

// describe returns the learned dialect in words.
func (m *capabilities) describe(effort string) string {
	var takes []string
	m.mu.Lock()
	defer m.mu.Unlock()
	switch m.current.format {
	case Schema:
		takes = append(takes, "replies by JSON schema")
	case Object:
		takes = append(takes, "replies as JSON objects")
	default:
		takes = append(takes, "replies by the prompt alone")
	}
	for _, p := range []struct {
		is   bool
		text string
	}{
		{m.current.completionTokens, "the reply limit as max_completion_tokens"}, {m.current.noTemperature, "no temperature"},
		{m.current.noSystem, "no system messages"}, {m.current.noEffort && effort != "", "no reasoning effort"},
		{!m.current.noEffort && effort != "", "reasoning effort " + effort},
	} {
		if p.is {
			takes = append(takes, p.text)
		}
	}
	return strings.Join(takes, ", ")
}

// adapt returns the dialect to try after an error that names the unsupported parameter.
func (m *capabilities) adapt(d dialect, err error) (dialect, bool) {
	s, ok := errors.AsType[*statusError](err)
	if !ok || !s.rejectsParameter() || s.tooLong() {
		return d, false
	}
	switch {
	case s.wrongEffort():
		return d, false // the person who chose the word is told
	case !d.completionTokens && s.mentions("max completion tokens", "max tokens") &&
		s.mentions("max completion tokens", "unsupported", "not support", "deprecated"):
		d.completionTokens = true
	case !d.noTemperature && s.mentions("temperature"):
		d.noTemperature = true
	case !d.noSystem && s.mentions("system") && s.mentions("role"):
		d.noSystem = true
	case !d.noEffort && s.mentions("reasoning effort"):
		d.noEffort = true
	case !m.fixed && d.format != Off && s.mentions("response format", "json schema", "json object", "structured output",
		"grammar", "guided", "unsupported", "not support"):
		d.format = lessStrict(d.format)
	default:
		return d, false
	}
	return d, true
}

// guess returns a less strict format to try after an unexplained error, unless the current
// format has succeeded before.
func (m *capabilities) guess(d dialect, err error) (dialect, bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	s, ok := errors.AsType[*statusError](err)
	if m.fixed || m.confirmed || d.format == Off || !ok ||
		s.status != http.StatusBadRequest || s.tooLong() || s.filtered() {
		return d, false
	}
	d.format = lessStrict(d.format)
	return d, true
}

// formats are the formats from the strictest on.
var formats = []JSONMode{Schema, Object, Off}

// rank returns the position of a format among formats.
func rank(f JSONMode) int { return slices.Index(formats, f) }

func lessStrict(f JSONMode) JSONMode { return formats[min(rank(f)+1, len(formats)-1)] }
