package web

import (
	"context"
	"errors"
	"net/http"
	"strconv"

	"github.com/gin-gonic/gin"

	"grove/internal/fault"
)

// The kinds of failure that only a service has.
const (
	// Unauthenticated is a request without a key that counts.
	Unauthenticated fault.Kind = "unauthenticated"
	// Forbidden is a request that the key does not allow.
	Forbidden fault.Kind = "forbidden"
	// MethodNotAllowed is a method that the address does not have.
	MethodNotAllowed fault.Kind = "method_not_allowed"
	// TooLarge is a body beyond its limit.
	TooLarge fault.Kind = "too_large"
	// MediaType is a body of a type that the address does not take.
	MediaType fault.Kind = "media_type"
	// RateLimited is a key that asks too often.
	RateLimited fault.Kind = "rate_limited"
	// Timeout is work that took longer than it may.
	Timeout fault.Kind = "timeout"
)

// meaning is what a kind of failure is to a client.
type meaning struct {
	status int
	title  string
}

// meanings has every kind: the one place where a failure gets its status.
var meanings = map[fault.Kind]meaning{
	fault.Invalid:        {http.StatusBadRequest, "The request cannot succeed as it stands"},
	fault.WindowTooSmall: {http.StatusBadRequest, "The window is too small"},
	Unauthenticated:      {http.StatusUnauthorized, "A key is needed"},
	Forbidden:            {http.StatusForbidden, "The key does not allow this"},
	fault.NotFound:       {http.StatusNotFound, "There is no such thing"},
	MethodNotAllowed:     {http.StatusMethodNotAllowed, "The address has no such method"},
	fault.SourceTaken:    {http.StatusConflict, "Another document has this source"},
	fault.Conflict:       {http.StatusConflict, "The request contradicts what is there"},
	TooLarge:             {http.StatusRequestEntityTooLarge, "The body is too large"},
	MediaType:            {http.StatusUnsupportedMediaType, "The body is of a wrong type"},
	fault.Unreadable:     {http.StatusUnprocessableEntity, "The content cannot be read"},
	fault.LimitReached:   {http.StatusUnprocessableEntity, "A limit that the request set was reached"},
	RateLimited:          {http.StatusTooManyRequests, "Too many requests"},
	fault.Internal:       {http.StatusInternalServerError, "A defect of Grove"},
	fault.Corrupt:        {http.StatusInternalServerError, "Stored data contradicts itself"},
	fault.BadReply:       {http.StatusBadGateway, "The language model's reply could not be understood"},
	fault.Unavailable:    {http.StatusServiceUnavailable, "Something that the service needs cannot be reached"},
	fault.Held:           {http.StatusServiceUnavailable, "Another process holds the workspace"},
	fault.Canceled:       {http.StatusServiceUnavailable, "The work was ended"},
	fault.Overloaded:     {http.StatusServiceUnavailable, "The service is overloaded"},
	fault.Full:           {http.StatusInsufficientStorage, "The service has no room for this"},
	Timeout:              {http.StatusGatewayTimeout, "The work took too long"},
}

// Problem is an error as clients see it (RFC 9457).
type Problem struct {
	// Type is urn:grove:problem: and the code.
	Type   string `json:"type"`
	Title  string `json:"title"`
	Status int    `json:"status"`
	// Detail says what is wrong with this request.
	Detail string `json:"detail"`
	// Code is the stable name of the kind of failure.
	Code string `json:"code"`
	// Hint says what can be done, "" where nothing is known.
	Hint string `json:"hint"`
	// RequestID finds the request in the service's log.
	RequestID string `json:"request_id"`
	// Failing names the parts that keep the service from working; only of /readyz.
	Failing []string `json:"failing,omitempty"`
}

// problemType is the media type of a Problem.
const problemType = "application/problem+json"

// kindOf is the kind of an error, with those that the standard library means.
func kindOf(err error) fault.Kind {
	var large *http.MaxBytesError
	switch {
	case errors.As(err, &large):
		return TooLarge
	case errors.Is(err, context.DeadlineExceeded) && fault.Is(err, fault.Canceled):
		return Timeout
	}
	return fault.KindOf(err)
}

// problemOf is what a client is told of an error. What is wrong inside the service
// stays there: the log has it, under the request's id.
func problemOf(err error, requestID string) Problem {
	kind := kindOf(err)
	m, known := meanings[kind]
	if !known {
		kind, m = fault.Internal, meanings[fault.Internal]
	}
	p := Problem{Type: "urn:grove:problem:" + string(kind), Title: m.title, Status: m.status, Detail: m.title, Code: string(kind), RequestID: requestID}
	if m.status < http.StatusInternalServerError || kind == fault.Full {
		p.Detail, p.Hint = fault.Brief(err), fault.Hint(err)
	}
	var u unready
	if errors.As(err, &u) {
		p.Failing = u.parts()
	}
	return p
}

// fail answers with an error. Once an answer has begun only the connection's end
// can tell of it.
func (s *server) fail(g *gin.Context, err error) {
	id := requestID(g)
	p := problemOf(err, id)
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
		g.Header("Retry-After", strconv.Itoa(int(retryAfter.Seconds())))
	}
	g.Header("Content-Type", problemType)
	g.AbortWithStatusJSON(p.Status, p)
}
