package openai

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"time"

	api "github.com/sashabaranov/go-openai"
)

// networkError is a response that never came, or broke off. It does not wrap its
// cause: a time-out of the network would read as a context that ended.
type networkError struct{ err error }

func (e *networkError) Error() string { return e.err.Error() }

// statusError is an endpoint's own report of a failure.
type statusError struct {
	status int
	// message, code and param are the endpoint's words; any may be empty.
	message, code, param string
	// after is how long the endpoint asks to be left alone, 0 for not at all.
	after time.Duration
}

func (e *statusError) Error() string {
	s := fmt.Sprintf("HTTP %d %s", e.status, http.StatusText(e.status))
	if e.message != "" {
		s += ": " + e.message
	}
	return s
}

// replyError is a response that is no answer of the protocol.
type replyError struct{ why string }

func (e *replyError) Error() string { return e.why }

// envelope is what a response of the protocol holds; only what Grove reads.
type envelope struct {
	Choices json.RawMessage `json:"choices,omitempty"`
	Usage   json.RawMessage `json:"usage,omitempty"`
	Data    json.RawMessage `json:"data,omitempty"`
	Error   json.RawMessage `json:"error,omitempty"`
}

// judge gives the part of the body that Grove reads, or what is wrong.
// What it drops cannot fail to be decoded: endpoints disagree on the rest.
func (w *web) judge(r *http.Response, body []byte) ([]byte, error) {
	if r.StatusCode < 200 || r.StatusCode > 299 {
		return nil, w.statusError(r, r.StatusCode, body)
	}
	if len(body) > maxBody {
		return nil, &replyError{fmt.Sprintf("the response is larger than %d MiB", maxBody>>20)}
	}
	if len(bytes.TrimSpace(body)) == 0 {
		return nil, &replyError{"the response is empty"}
	}
	var e envelope
	if err := json.Unmarshal(body, &e); err != nil {
		return nil, &replyError{fmt.Sprintf("the response is no JSON object of the protocol (%s): %s",
			w.key.plain(r.Header.Get("Content-Type")), w.key.plain(string(body)))}
	}
	if e.Choices == nil && e.Data == nil {
		if e.Error != nil && string(e.Error) != "null" {
			// Gateways report failures of the model behind them inside a success.
			return nil, w.statusError(r, embeddedStatus(e.Error), body)
		}
		return nil, &replyError{"the response holds neither choices nor data: " + w.key.plain(string(body))}
	}
	e.Error = nil
	if json.Unmarshal(e.Usage, new(api.Usage)) != nil {
		e.Usage = nil // counts in a form of the endpoint's own are estimated instead
	}
	kept, err := json.Marshal(e)
	if err != nil {
		return nil, &replyError{err.Error()}
	}
	return kept, nil
}

// embeddedStatus is the status that an error object names, or 502.
func embeddedStatus(raw json.RawMessage) int {
	var e struct{ Code int }
	if json.Unmarshal(raw, &e) == nil && e.Code >= 400 && e.Code <= 599 {
		return e.Code
	}
	return http.StatusBadGateway
}

func (w *web) statusError(r *http.Response, status int, body []byte) *statusError {
	e := &statusError{status: status, after: retryAfter(r.Header, time.Now())}
	if status >= 300 && status <= 399 {
		e.message = "redirected to " + w.key.plain(r.Header.Get("Location"))
		return e
	}
	w.readWords(e, body)
	return e
}

// readWords finds the endpoint's words in the forms that are in use: an error
// object, alone or in a list, an error that is a text, a message or a detail.
func (w *web) readWords(e *statusError, body []byte) {
	var many []json.RawMessage
	if json.Unmarshal(body, &many) == nil && len(many) > 0 {
		body = many[0]
	}
	var outer struct{ Error, Message, Detail any }
	if json.Unmarshal(body, &outer) != nil {
		e.message = w.key.plain(string(body))
		return
	}
	switch inner := outer.Error.(type) {
	case map[string]any:
		e.message, e.code, e.param = w.word(inner["message"]), w.word(inner["code"]), w.word(inner["param"])
		if e.code == "" {
			e.code = w.word(inner["type"])
		}
	default:
		for _, v := range []any{outer.Error, outer.Message, outer.Detail} {
			if e.message == "" {
				e.message = w.word(v)
			}
		}
	}
	if e.message == "" {
		e.message = w.key.plain(string(body))
	}
}

// word is a JSON value as a text for people.
func (w *web) word(v any) string {
	switch v := v.(type) {
	case nil:
		return ""
	case string:
		return w.key.plain(v)
	}
	raw, err := json.Marshal(v)
	if err != nil {
		return ""
	}
	return w.key.plain(string(raw))
}
