package openai

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"

	"grove/internal/lists"

	api "github.com/sashabaranov/go-openai"
)

// networkError is a connection that failed before the response was complete. It does not wrap
// its cause: a network timeout would match context.DeadlineExceeded.
type networkError struct {
	err error
	// body is what of the response had come; nil if nothing had.
	body []byte
}

func (e *networkError) Error() string { return e.err.Error() }

// statusError is an error response.
type statusError struct {
	status int
	// message, code and param are the fields of the error object; any may be empty.
	message, code, param string
	// after is the wait that the endpoint asks for before the next call; 0 for none.
	after time.Duration
}

func (e *statusError) Error() string {
	s := fmt.Sprintf("HTTP %d %s", e.status, http.StatusText(e.status))
	if e.message != "" {
		s += ": " + e.message
	}
	return s
}

// rejectsParameter reports whether the status may mean that a parameter is not supported.
func (e *statusError) rejectsParameter() bool {
	return slices.Contains([]int{http.StatusBadRequest, http.StatusNotFound, http.StatusUnprocessableEntity,
		http.StatusNotImplemented}, e.status)
}

// mentions reports whether the endpoint's words hold one of the phrases, which are
// lower case with spaces for underscores.
func (e *statusError) mentions(phrases ...string) bool {
	words := strings.ToLower(strings.NewReplacer("_", " ", "-", " ").Replace(e.code + " " + e.param + " " + e.message))
	return slices.ContainsFunc(phrases, func(p string) bool { return strings.Contains(words, p) })
}

// wrongEffort reports whether the model knows efforts of reasoning, but not this one.
func (e *statusError) wrongEffort() bool {
	return e.mentions("reasoning effort") && e.mentions("supported values", "invalid value", "must be one of", "input should be '")
}

// tooLong reports whether the call exceeds the model's context.
func (e *statusError) tooLong() bool {
	return e.status == http.StatusRequestEntityTooLarge ||
		e.mentions("context length", "context size", "context window", "maximum context", "prompt is too long", "too many tokens")
}

// filtered reports whether the content was refused, or the reply did not match the schema.
func (e *statusError) filtered() bool {
	return e.mentions("content filter", "content management policy", "content policy", "json validate failed")
}

// replyError is a response that does not follow the protocol.
type replyError struct {
	why string
	// body is the response.
	body []byte
}

func (e *replyError) Error() string { return e.why }

// envelope has the fields of a response that Grove reads.
type envelope struct {
	Choices json.RawMessage `json:"choices,omitempty"`
	Usage   json.RawMessage `json:"usage,omitempty"`
	Data    json.RawMessage `json:"data,omitempty"`
	Error   json.RawMessage `json:"error,omitempty"`
}

// check returns the fields of the body that Grove reads, or an error. The others are dropped,
// since endpoints disagree on their types.
func (w *web) check(r *http.Response, body []byte) ([]byte, error) {
	if r.StatusCode < 200 || r.StatusCode > 299 {
		return nil, w.statusError(r, r.StatusCode, body)
	}
	if len(body) > maxBody {
		return nil, &replyError{fmt.Sprintf("the response is larger than %d MiB", maxBody>>20), body}
	}
	if len(bytes.TrimSpace(body)) == 0 {
		return nil, &replyError{"the response is empty", body}
	}
	var e envelope
	if err := json.Unmarshal(body, &e); err != nil {
		return nil, &replyError{fmt.Sprintf("the response is not a JSON object of the protocol (%s): %s",
			w.key.sanitize(r.Header.Get("Content-Type")), w.key.sanitize(string(body))), body}
	}
	if e.Choices == nil && e.Data == nil {
		if e.Error != nil && string(e.Error) != "null" {
			// Gateways report failures of the model behind them with status 200.
			return nil, w.statusError(r, embeddedStatus(e.Error), body)
		}
		return nil, &replyError{"the response has neither choices nor data: " + w.key.sanitize(string(body)), body}
	}
	if e.Choices != nil {
		if err := json.Unmarshal(e.Choices, new([]api.ChatCompletionChoice)); err != nil {
			return nil, &replyError{"the response's choices have another form: " + err.Error(), body}
		}
	}
	e.Error = nil
	if json.Unmarshal(e.Usage, new(api.Usage)) != nil {
		e.Usage = nil // the usage is estimated instead
	}
	fields, err := json.Marshal(e)
	if err != nil {
		return nil, &replyError{err.Error(), body}
	}
	return fields, nil
}

// embeddedStatus returns the status in an error object, or 502.
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
		e.message = "redirected to " + w.key.sanitize(r.Header.Get("Location"))
		return e
	}
	w.parseMessage(e, body)
	return e
}

// parseMessage reads the message of an error response in any form in use: an error object,
// alone or in a list, or a text named error, message or detail.
func (w *web) parseMessage(e *statusError, body []byte) {
	var many []json.RawMessage
	if json.Unmarshal(body, &many) == nil && len(many) > 0 {
		body = many[0]
	}
	var outer struct{ Error, Message, Detail any }
	if json.Unmarshal(body, &outer) != nil {
		e.message = w.key.sanitize(string(body))
		return
	}
	switch inner := outer.Error.(type) {
	case map[string]any:
		e.message, e.param = w.text(inner["message"]), w.text(inner["param"])
		e.code = cmp.Or(w.text(inner["code"]), w.text(inner["type"]))
	default:
		e.message = cmp.Or(w.text(outer.Error), w.text(outer.Message), w.text(outer.Detail))
	}
	e.message = cmp.Or(e.message, w.key.sanitize(string(body)))
}

// text returns a decoded JSON value as sanitized text.
func (w *web) text(v any) string {
	switch v := v.(type) {
	case nil:
		return ""
	case string:
		return w.key.sanitize(v)
	}
	raw, err := json.Marshal(v)
	if err != nil {
		return ""
	}
	return w.key.sanitize(string(raw))
}

// secret is an API key; no message may contain it.
type secret string

// minSecret is the least length of a key that is redacted: a shorter one would match words.
const minSecret = 4

// redact replaces the key in a text.
func (s secret) redact(text string) string {
	if len(s) < minSecret {
		return text
	}
	pairs := lists.Flat(s.forms(), func(form string) []string { return []string{form, "[API key]"} })
	return strings.NewReplacer(pairs...).Replace(text)
}

// forms returns the key itself and as JSON and URLs encode it.
func (s secret) forms() []string {
	quoted := strings.Trim(strconv.Quote(string(s)), `"`)
	return []string{string(s), quoted, strings.ReplaceAll(quoted, "/", `\/`), url.QueryEscape(string(s))}
}

// maxMessage bounds the quotation of an endpoint's message, in runes.
const maxMessage = 300

// sanitize turns an endpoint's text into one line without control characters, of at most
// maxMessage runes. The key is redacted first: the cut could split it.
func (s secret) sanitize(text string) string {
	text = strings.Map(func(r rune) rune {
		if unicode.IsControl(r) {
			return ' '
		}
		return r
	}, strings.ToValidUTF8(s.redact(text), "\uFFFD"))
	text = strings.Join(strings.Fields(text), " ")
	if runes := []rune(text); len(runes) > maxMessage {
		return string(runes[:maxMessage]) + "..."
	}
	return text
}
