package web

import (
	"crypto/rand"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"regexp"
	"runtime/debug"
	"strings"
	"time"

	"github.com/gin-gonic/gin"

	"grove/internal/fault"
	"grove/internal/telemetry"
)

// requestIDHeader is the header with the id of a request, in requests and responses.
const requestIDHeader = "X-Request-Id"

// ownID matches a request id chosen by a client.
var ownID = regexp.MustCompile(`^[A-Za-z0-9._-]{1,64}$`)

// requestID returns the id that observe assigned.
func requestID(g *gin.Context) string { return g.Writer.Header().Get(requestIDHeader) }

// observe assigns the request an id, logs and measures it, and turns a panic into an error.
func (s *server) observe(g *gin.Context) {
	id := g.GetHeader(requestIDHeader)
	if !ownID.MatchString(id) {
		id = strings.ToLower(rand.Text()[:16])
	}
	g.Header(requestIDHeader, id)
	started := time.Now()
	ids := []slog.Attr{slog.String("request_id", id), slog.String("workspace", g.Param("workspace"))}
	route := documentPath(g.FullPath())
	ctx, ended := s.Tracing.Request(g.Request, g.Request.Method+" "+route, append(ids, slog.String("http.route", route))...)
	g.Request = g.Request.WithContext(telemetry.With(ctx, ids...))
	defer func() {
		took := time.Since(started)
		s.Metrics.Request(route, g.Request.Method, g.Writer.Status(), took)
		ended(g.Writer.Status())
		attributes := []slog.Attr{
			slog.String("request_id", id), slog.String("method", g.Request.Method), slog.String("route", route),
			slog.String("workspace", g.Param("workspace")), slog.String("key", g.GetString(keyID)),
			slog.Int("status", g.Writer.Status()), slog.Int("bytes", g.Writer.Size()), slog.Int64("ms", took.Milliseconds()),
		}
		s.Log.LogAttrs(g.Request.Context(), slog.LevelInfo, "request", attributes...)
	}()
	defer s.recovered(g)
	g.Next()
}

// recovered responds for a handler that panicked.
func (s *server) recovered(g *gin.Context) {
	cause := recover()
	if err, ok := cause.(error); ok && errors.Is(err, http.ErrAbortHandler) {
		panic(cause) // closes the connection
	}
	if cause != nil {
		s.Log.ErrorContext(g.Request.Context(), "panic", "request_id", requestID(g), "cause", fmt.Sprint(cause), "stack",
			string(debug.Stack()))
		s.fail(g, fault.New(fault.Internal, "web", "", fmt.Sprint(cause), ""))
	}
}

// headers sets the security headers of a response.
func (s *server) headers(g *gin.Context) {
	for name, value := range map[string]string{
		"X-Content-Type-Options":       "nosniff",
		"Content-Security-Policy":      "default-src 'none'; frame-ancestors 'none'",
		"Referrer-Policy":              "no-referrer",
		"Cross-Origin-Resource-Policy": "same-origin",
		"Cache-Control":                "no-store",
	} {
		g.Header(name, value)
	}
}

// guard refuses requests of pages of other sites, and requests beyond Limits.Requests.
// Probes are always served.
func (s *server) guard(g *gin.Context) {
	if err := s.origins.check(g.Request); err != nil {
		s.fail(g, err)
		return
	}
	if s.origins.share(g) {
		return
	}
	if !strings.HasPrefix(g.FullPath(), "/v1/") {
		return
	}
	if s.stopping() {
		s.fail(g, fault.From(fault.Unavailable, "web", "", errEnding, ""))
		return
	}
	select {
	case s.slots <- struct{}{}:
	default:
		s.fail(g, fault.New(fault.Overloaded, "web", "", "too many concurrent requests", ""))
		return
	}
	defer func() { <-s.slots }()
	g.Next()
}

// errEnding is the error of requests that arrive during shutdown.
var errEnding = errors.New("the service is shutting down")

// stopping reports whether the service is shutting down: current requests are finished, and
// new ones refused.
func (s *server) stopping() bool {
	select {
	case <-s.Stopping:
		return true
	default:
		return false
	}
}
