package openai

import (
	"cmp"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"strconv"
	"strings"
	"time"

	api "github.com/sashabaranov/go-openai"

	"grove/internal/fault"
	"grove/internal/llm"
)

// failure is the classification of a failed call.
type failure struct {
	kind        fault.Kind
	cause, hint string
	// retry is true if the same call may succeed later.
	retry bool
	// malformed is true if the response did not follow the protocol.
	malformed bool
	// after is the wait that the endpoint asks for before the next call.
	after time.Duration
}

// timeoutError is a call that exceeded Options.Timeout. It does not wrap the context's error:
// the caller did not cancel the call.
type timeoutError struct {
	limit time.Duration
	// body is what of the response had come; nil if nothing had.
	body []byte
}

func (e *timeoutError) Error() string { return fmt.Sprintf("timed out: no answer within %s", e.limit) }

// refusedError is a reply in which the model refuses to answer.
type refusedError struct{ reason string }

func (e *refusedError) Error() string { return "the model refused: " + e.reason }

// emptyError is a reply without text.
type emptyError struct {
	model, finish string
	tokens        int
	// reasoned is true if the model only reasoned.
	reasoned bool
}

func (e *emptyError) Error() string {
	what := "the model's reply is empty"
	if e.reasoned {
		what = "the model's reply is reasoning without an answer"
	}
	return fmt.Sprintf("%s (finish reason %s, %d tokens)", what, cmp.Or(e.finish, "none"), e.tokens)
}

// classify maps the error of a call to a kind, a hint and whether to retry.
func (c *Client) classify(err error) failure {
	var (
		status  *statusError
		late    *timeoutError
		net     *networkError
		refused *refusedError
		empty   *emptyError
	)
	switch {
	case errors.As(err, &status):
		return c.classifyStatus(status)
	case errors.Is(err, api.ErrChatCompletionInvalidModel):
		return failure{kind: fault.Invalid, cause: err.Error(), hint: "choose another model than " + c.options.Model}
	case errors.As(err, &late):
		return failure{kind: fault.Unavailable, cause: err.Error(), retry: true,
			hint: "check whether the model at " + c.shown() + " is overloaded, or allow more time per call"}
	case errors.As(err, &refused):
		return failure{kind: fault.BadReply, cause: err.Error()}
	case errors.As(err, &empty):
		// The same call would lead to the same reasoning.
		return failure{kind: fault.BadReply, cause: err.Error(), retry: !empty.reasoned, malformed: true,
			hint: "turn the model's reasoning off, or choose another model than " + empty.model}
	case errors.As(err, &net):
		return c.classifyNetwork(net)
	}
	// A *replyError, or a response that the API library could not decode.
	return failure{kind: fault.Unavailable, cause: err.Error(), retry: true, malformed: true,
		hint: "check that " + c.shown() + " is the base URL of an OpenAI-compatible endpoint"}
}

func (c *Client) classifyNetwork(err *networkError) failure {
	if _, ok := errors.AsType[*tls.CertificateVerificationError](err.err); ok {
		return failure{kind: fault.Unavailable, cause: err.Error(),
			hint: "set GROVE_CA_FILE to the certificate of the authority that " + c.shown() + " uses"}
	}
	hint := "check that the endpoint " + c.shown() + " is running and can be reached from this machine"
	if strings.HasPrefix(c.shown(), "https:") { // one that others run
		hint = "check the base URL " + c.shown() + ", this machine's connection to it and, behind a proxy, HTTPS_PROXY"
		if c.options.APIKey == "" {
			hint += "; no key is set either: GROVE_LLM_API_KEY"
		}
	}
	return failure{kind: fault.Unavailable, cause: err.Error(), retry: true, hint: hint}
}

func (c *Client) classifyStatus(s *statusError) failure {
	f := failure{kind: fault.Unavailable, cause: s.Error(), after: s.after}
	switch {
	case s.status == http.StatusUnauthorized && c.options.APIKey == "":
		f.hint = "no key is set, and " + c.shown() + " asks for one: set GROVE_LLM_API_KEY"
	case s.status == http.StatusUnauthorized || s.status == http.StatusForbidden:
		f.hint = "check GROVE_LLM_API_KEY: " + c.shown() + " does not accept it for " + c.options.Model
	case s.tooLong():
		f.kind = fault.WindowTooSmall
		f.hint = "the model's context is smaller than the window: give a smaller window, or a model with a larger context"
	case s.filtered():
		f.kind = fault.BadReply
	case s.wrongEffort():
		f.kind, f.hint = fault.Invalid, "give --reasoning-effort a word that the model takes, or leave it out"
	case s.status == http.StatusNotFound || s.status == http.StatusMethodNotAllowed:
		f.hint = fmt.Sprintf("check the model name %s and the base URL %s (most end in /v1)", c.options.Model, c.shown())
	case s.status == http.StatusPaymentRequired || s.mentions("insufficient quota", "billing hard limit"):
		f.hint = "the account behind GROVE_LLM_API_KEY has no credit or quota left: see its billing page"
	case s.status == http.StatusTooManyRequests:
		f.retry, f.hint = true, "lower the concurrency, or set --rpm and --tpm to the account's limits"
	case s.status == http.StatusNotImplemented:
		f.hint = "the endpoint does not support this call: check that " + c.shown() + " is OpenAI-compatible"
	case s.status >= 500 || s.status == http.StatusRequestTimeout || s.status == http.StatusConflict:
		f.retry, f.hint = true, "check the status of the endpoint "+c.shown()+", and run the command again"
	case s.status < 400:
		f.kind, f.hint = fault.Invalid, "set GROVE_LLM_BASE_URL to the address it redirects to"
	default:
		f.kind = fault.Invalid
	}
	return f
}

const (
	// maxBackoff bounds the client's own waits, maxRetryAfter those that an endpoint asks for.
	maxBackoff    = 30 * time.Second
	maxRetryAfter = 2 * time.Minute
	// malformedRetries bounds the retries after responses that do not follow the protocol: the
	// cause is mostly a wrong address.
	malformedRetries = 2
)

// failed returns the error for callers of the package, without the key; nil for nil.
func (c *Client) failed(ctx context.Context, op string, err error) error {
	if err == nil {
		return nil
	}
	if err = cmp.Or(ctx.Err(), err); fault.Is(err, fault.Canceled) {
		return fault.Wrap(err, op, c.shown())
	}
	f, key := c.classify(err), secret(c.options.APIKey)
	cause := errors.New(c.options.BaseURL.Redact(key.redact(f.cause)))
	if f.retry {
		t := &llm.Temporary{Err: cause, Retries: c.options.Retries,
			Wait: func(retry int) time.Duration { return delay(c.options.Backoff, retry, f.after) }}
		if f.malformed {
			t.Retries = min(t.Retries, malformedRetries)
		}
		cause = t
	}
	return fault.From(f.kind, op, c.shown(), cause, key.redact(f.hint))
}

// delay returns the wait before the attempt'th retry, from 1: what the endpoint asked for plus
// up to a tenth, or else an exponential backoff of which half is random, so that calls that
// failed together are not repeated together.
func delay(first time.Duration, attempt int, after time.Duration) time.Duration {
	if after > 0 {
		return after + jitter(after/10)
	}
	d := first
	for range attempt - 1 {
		if d *= 2; d >= maxBackoff {
			break
		}
	}
	d = min(d, maxBackoff)
	return d/2 + jitter(d/2)
}

func jitter(d time.Duration) time.Duration { return rand.N(d + 1) }

// retryAfter returns the wait that the headers ask for, 0 for none; dates are relative to now.
func retryAfter(h http.Header, now time.Time) time.Duration {
	if d, ok := duration(h.Get("Retry-After-Ms"), time.Millisecond); ok {
		return d
	}
	after := h.Get("Retry-After")
	if d, ok := duration(after, time.Second); ok {
		return d
	}
	if date, err := http.ParseTime(after); err == nil {
		return min(max(0, date.Sub(now)), maxRetryAfter)
	}
	return 0
}

// duration parses a number of units, limited to 0 to maxRetryAfter.
func duration(s string, unit time.Duration) (time.Duration, bool) {
	n, err := strconv.ParseFloat(strings.TrimSpace(s), 64)
	if err != nil || n != n {
		return 0, false
	}
	n = min(max(0, n), float64(maxRetryAfter/unit))
	return time.Duration(n * float64(unit)), true
}
