package web

import (
	"context"
	"errors"
	"net/http"

	"github.com/gin-gonic/gin"

	"grove/internal/fault"
)

// The kinds of errors of HTTP requests.
const (
	// Unauthenticated is a request without a valid key.
	Unauthenticated fault.Kind = "unauthenticated"
	// Forbidden is a request that its key does not allow.
	Forbidden fault.Kind = "forbidden"
	// MethodNotAllowed is a method that the path does not support.
	MethodNotAllowed fault.Kind = "method_not_allowed"
	// TooLarge is a body beyond the limit of its route.
	TooLarge fault.Kind = "too_large"
	// MediaType is a body of an unsupported media type.
	MediaType fault.Kind = "media_type"
	// RateLimited is a request beyond the rate or concurrency of its key.
	RateLimited fault.Kind = "rate_limited"
	// Timeout is work that exceeded its time.
	Timeout fault.Kind = "timeout"
)

// meaning is how a kind of error appears to clients.
type meaning struct {
	status int
	title  string
}

// meanings has every kind of error that has a status of its own.
var meanings = map[fault.Kind]meaning{
	fault.Invalid:        {http.StatusBadRequest, "The request is invalid"},
	fault.WindowTooSmall: {http.StatusBadRequest, "The context window is too small"},
	Unauthenticated:      {http.StatusUnauthorized, "An API key is required"},
	Forbidden:            {http.StatusForbidden, "The key does not allow this"},
	fault.NotFound:       {http.StatusNotFound, "Not found"},
	MethodNotAllowed:     {http.StatusMethodNotAllowed, "The path does not support this method"},
	fault.SourceTaken:    {http.StatusConflict, "Another document has this source"},
	fault.Conflict:       {http.StatusConflict, "The request conflicts with the current state"},
	TooLarge:             {http.StatusRequestEntityTooLarge, "The body is too large"},
	MediaType:            {http.StatusUnsupportedMediaType, "The media type of the body is not supported"},
	fault.Unreadable:     {http.StatusUnprocessableEntity, "The content cannot be read"},
	fault.LimitReached:   {http.StatusUnprocessableEntity, "A limit set by the request was reached"},
	RateLimited:          {http.StatusTooManyRequests, "Too many requests"},
	fault.Internal:       {http.StatusInternalServerError, "Internal error"},
	fault.Corrupt:        {http.StatusInternalServerError, "Stored data is inconsistent"},
	fault.BadReply:       {http.StatusBadGateway, "The language model's reply could not be understood"},
	fault.Unavailable:    {http.StatusServiceUnavailable, "A required service is unavailable"},
	fault.Held:           {http.StatusServiceUnavailable, "Another process holds the workspace"},
	fault.Canceled:       {http.StatusServiceUnavailable, "The work was canceled"},
	fault.Overloaded:     {http.StatusServiceUnavailable, "The service is overloaded"},
	fault.Full:           {http.StatusInsufficientStorage, "The storage is full"},
	Timeout:              {http.StatusGatewayTimeout, "The work took too long"},
}

// Problem is an error response (RFC 9457).
type Problem struct {
	// Type is "urn:grove:problem:" followed by Code.
	Type   string `json:"type"`
	Title  string `json:"title"`
	Status int    `json:"status"`
	// Detail describes this error.
	Detail string `json:"detail"`
	// Code is the stable name of the kind of error.
	Code string `json:"code"`
	// Hint is advice on what to do, or "".
	Hint string `json:"hint"`
	// RequestID identifies the request in the service's log.
	RequestID string `json:"request_id"`
	// Failing are the failing parts of the service; only of /readyz.
	Failing []string `json:"failing,omitempty"`
}

// problemType is the media type of a Problem.
const problemType = "application/problem+json"

// kindOf returns the kind of an error, including errors of the standard library.
func kindOf(err error) fault.Kind {
	switch {
	case errors.As(err, new(*http.MaxBytesError)):
		return TooLarge
	case errors.Is(err, context.DeadlineExceeded) && fault.Is(err, fault.Canceled):
		return Timeout
	}
	return fault.KindOf(err)
}

// problem converts an error to a Problem, with a hint for clients of the service. Details of internal errors are only in the log,
// under the id of the request.
func (s *server) problem(err error, requestID string) Problem {
	kind := kindOf(err)
	m, known := meanings[kind]
	if !known {
		kind, m = fault.Internal, meanings[fault.Internal]
	}
	p := Problem{Type: "urn:grove:problem:" + string(kind), Title: m.title, Status: m.status,
		Detail: m.title, Code: string(kind), RequestID: requestID}
	if m.status < http.StatusInternalServerError || kind == fault.Full {
		p.Detail, p.Hint = fault.Brief(err), s.names.hint(fault.Hint(err))
	}
	if u, ok := errors.AsType[unready](err); ok {
		p.Failing = u.parts()
	}
	return p
}

// fail responds with an error. If a response has begun it closes the connection instead.
func (s *server) fail(g *gin.Context, err error) {
	id := requestID(g)
	p := s.problem(err, id)
	gone := g.Request.Context().Err() != nil
	if p.Status >= http.StatusInternalServerError && !gone {
		s.Log.ErrorContext(g.Request.Context(), "request failed", "request_id", id, "code", p.Code, "error", err.Error())
	}
	if g.Writer.Written() {
		panic(http.ErrAbortHandler)
	}
	switch p.Status {
	case http.StatusUnauthorized:
		g.Header("WWW-Authenticate", "Bearer")
	case http.StatusTooManyRequests, http.StatusServiceUnavailable, http.StatusInsufficientStorage:
		g.Header("Retry-After", "1")
	}
	g.Header("Content-Type", problemType)
	g.AbortWithStatusJSON(p.Status, p)
}
