package openai

import (
	"crypto/tls"
	"errors"
	"fmt"
	"net/http"
	"time"

	api "github.com/sashabaranov/go-openai"

	"grove/internal/fault"
)

// failure is a failed call, judged.
type failure struct {
	kind        fault.Kind
	cause, hint string
	// retry is true where the same call may succeed later.
	retry bool
	// malformed is true for an endpoint that answers, but not in the protocol.
	malformed bool
	// after is how long the endpoint asks to be left alone.
	after time.Duration
}

// timeoutError is a call that ran into the client's own limit. It does not wrap
// the context's error: it is an outage, not the caller's wish.
type timeoutError struct{ limit time.Duration }

func (e *timeoutError) Error() string { return fmt.Sprintf("timed out: no answer within %s", e.limit) }

// refusedError is a model that answered that it will not.
type refusedError struct{ words string }

func (e *refusedError) Error() string { return "the model refused: " + e.words }

// emptyError is an answer without a word.
type emptyError struct{}

func (e *emptyError) Error() string { return "the model answered with an empty text" }

// judge tells what a failed call means.
func (c *Client) judge(err error) failure {
	var (
		status  *statusError
		late    *timeoutError
		net     *networkError
		refused *refusedError
		empty   *emptyError
	)
	switch {
	case errors.As(err, &status):
		return c.judgeStatus(status)
	case errors.Is(err, api.ErrChatCompletionInvalidModel):
		return failure{kind: fault.Invalid, cause: err.Error(), hint: "name another model than " + c.options.Model}
	case errors.As(err, &late):
		return failure{kind: fault.Unavailable, cause: err.Error(), retry: true,
			hint: "see whether the model at " + c.shown + " is overloaded, or allow more time a call"}
	case errors.As(err, &refused):
		return failure{kind: fault.BadReply, cause: err.Error()}
	case errors.As(err, &empty):
		return failure{kind: fault.BadReply, cause: err.Error(), retry: true, malformed: true}
	case errors.As(err, &net):
		return c.judgeNetwork(net)
	}
	// A *replyError, or what the vendor's client could not decode.
	return failure{kind: fault.Unavailable, cause: err.Error(), retry: true, malformed: true,
		hint: "check that " + c.shown + " is the base URL of an OpenAI-compatible endpoint"}
}

func (c *Client) judgeNetwork(err *networkError) failure {
	var certificate *tls.CertificateVerificationError
	if errors.As(err.err, &certificate) {
		return failure{kind: fault.Unavailable, cause: err.Error(),
			hint: "set GROVE_CA_FILE to the certificate of the authority that " + c.shown + " uses"}
	}
	return failure{kind: fault.Unavailable, cause: err.Error(), retry: true,
		hint: "see whether the endpoint " + c.shown + " is up and can be reached from here"}
}

func (c *Client) judgeStatus(s *statusError) failure {
	f := failure{kind: fault.Unavailable, cause: s.Error(), after: s.after}
	switch {
	case s.status == http.StatusUnauthorized || s.status == http.StatusForbidden:
		f.hint = "check GROVE_LLM_API_KEY: " + c.shown + " does not accept it for " + c.options.Model
	case s.tooLong():
		f.kind = fault.WindowTooSmall
		f.hint = "the model's context is smaller than the window: give a smaller window, or a model with a larger context"
	case s.filtered():
		f.kind = fault.BadReply
	case s.status == http.StatusNotFound || s.status == http.StatusMethodNotAllowed:
		f.hint = fmt.Sprintf("check the model name %s and the base URL %s (most end in /v1)", c.options.Model, c.shown)
	case s.status == http.StatusPaymentRequired || s.says("insufficient quota", "billing hard limit"):
		f.hint = "the account behind GROVE_LLM_API_KEY has no credit or quota left: see its billing page"
	case s.status == http.StatusTooManyRequests:
		f.retry, f.hint = true, "lower the concurrency, or set --rpm and --tpm to the account's limits"
	case s.status == http.StatusNotImplemented:
		f.hint = "the endpoint does not offer this call: see that " + c.shown + " is OpenAI-compatible"
	case s.status >= 500 || s.status == http.StatusRequestTimeout || s.status == http.StatusConflict:
		f.retry, f.hint = true, "see whether the endpoint "+c.shown+" is well, and run the command again"
	case s.status < 400:
		f.kind, f.hint = fault.Invalid, "set GROVE_LLM_BASE_URL to the address it redirects to"
	default:
		f.kind = fault.Invalid
	}
	return f
}
