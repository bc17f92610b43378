// Package web is the REST service: routes, keys, limits, streams and errors. What
// it serves comes in as a [Service]; it knows neither store.
//
// One table (routes.go) holds every route with its parameters, bodies and
// answers. The router, the checks of requests and the OpenAPI document all follow
// from it.
package web

import (
	"context"
	"encoding/json"
	"log/slog"
	"net/http"
	"sync"
	"time"

	"github.com/gin-gonic/gin"
	"golang.org/x/time/rate"

	"grove/internal/fault"
	"grove/internal/telemetry"
	"grove/web/keys"
)

// Keyring tells who a key belongs to.
type Keyring interface {
	// List gives all keys.
	List() ([]keys.Key, error)
	// Check gives the key that a secret is, and tells whether it is one.
	Check(secret string) (keys.Key, bool, error)
}

// Options are how the service is set up.
type Options struct {
	Service Service
	Keys    Keyring
	// KeysRequired refuses requests without a key even where there are no keys: so
	// off the loopback. Where keys exist they are always required.
	KeysRequired bool
	Build        Build
	Limits       Limits
	// Stopping is closed when the service is to end: streams that would last end then.
	// nil is never.
	Stopping <-chan struct{}
	Log      *slog.Logger
	// Metrics count requests, and are what /metrics shows; nil makes some.
	Metrics *telemetry.Metrics
	// Tracing makes a span of each request; nil makes none.
	Tracing *telemetry.Tracing
}

// Build says which Grove answers.
type Build struct {
	Version  string `json:"version"`
	Revision string `json:"revision"`
	Go       string `json:"go"`
}

// server answers requests.
type server struct {
	Options
	slots    chan struct{}
	document []byte // the OpenAPI document
	// streams are the questions under way whose answers are streamed: *answerStream by id.
	streams sync.Map
	memory  memoryLimiter

	mu       sync.Mutex
	limiters map[string]*rate.Limiter // by id of a key
	underWay map[string]int           // requests, by id of a key
}

// Handler gives the service as a handler of requests.
func Handler(o Options) (http.Handler, error) {
	o.Limits = o.Limits.filled()
	if o.Metrics == nil {
		o.Metrics = telemetry.NewMetrics()
	}
	s := &server{Options: o, slots: make(chan struct{}, o.Limits.Requests), memory: newMemoryLimiter(o.Limits), limiters: map[string]*rate.Limiter{}, underWay: map[string]int{}}
	table := routes()
	raw, err := json.MarshalIndent(describe(table, o.Build.Version), "", "  ")
	if err != nil {
		return nil, fault.Wrap(err, "web.Handler", "the OpenAPI document")
	}
	s.document = raw
	gin.SetMode(gin.ReleaseMode) // or it prints every route
	engine := gin.New()
	engine.UseRawPath, engine.UnescapePathValues = true, true
	engine.RedirectTrailingSlash, engine.HandleMethodNotAllowed = false, true
	engine.Use(s.observe, s.headers, s.guard)
	engine.NoRoute(func(g *gin.Context) {
		s.fail(g, fault.New(fault.NotFound, "web", g.Request.URL.Path, "there is no such address", "GET /openapi.json has them all"))
	})
	engine.NoMethod(func(g *gin.Context) {
		s.fail(g, fault.New(MethodNotAllowed, "web", g.Request.Method, "the address has no such method", "the header Allow has those that it has"))
	})
	for _, r := range table {
		engine.Handle(r.method, ginPath(r.path), s.handle(r))
	}
	if err := serveExplorer(engine); err != nil {
		return nil, err
	}
	return engine, nil
}

// handle makes a route a handler: who asks, how often, for what, and then the work.
func (s *server) handle(r route) gin.HandlerFunc {
	return func(g *gin.Context) {
		c := &call{gin: g, server: s, route: r}
		if err := s.answer(c); err != nil {
			s.fail(g, err)
		}
	}
}

func (s *server) answer(c *call) error {
	if c.route.role != "" {
		if err := s.admit(c); err != nil {
			return err
		}
		if err := s.acquireSlot(c); err != nil {
			return err
		}
		defer s.releaseSlot(c.slot)
	}
	if err := c.readParams(); err != nil {
		return err
	}
	c.deadlines()
	defer func() { s.memory.release(c.memory) }()
	defer s.streaming(c)()
	ctx := c.gin.Request.Context()
	if c.route.inside == nil {
		return c.route.serve(ctx, c)
	}
	return s.Service.Use(ctx, c.workspace(), func(ctx context.Context, w Workspace) error {
		if !c.route.reads() {
			return c.route.inside(ctx, c, w)
		}
		return c.endable(ctx, func() error { return c.route.inside(ctx, c, w) })
	})
}

// retryAfter is what a client that came at a bad time is told to wait.
const retryAfter = time.Second
