// Package web is the REST service: routes, keys, limits, streams and errors. It serves
// a [Service] and is independent of the store.
//
// One table (routes.go) has every route with its parameters, body and responses. The
// router, the validation of requests and the OpenAPI document are derived from it.
package web

import (
	"cmp"
	"context"
	"encoding/json"
	"log/slog"
	"net/http"
	"sync"
	"sync/atomic"
	"time"

	"github.com/gin-gonic/gin"
	"golang.org/x/time/rate"

	"grove/internal/fault"
	"grove/internal/telemetry"
	"grove/web/keys"
)

// Options configure the service.
type Options struct {
	Service Service
	// Keys authenticate API keys.
	Keys *keys.File
	// KeysRequired refuses requests without a key even if no keys exist, as off the
	// loopback. If keys exist they are always required.
	KeysRequired bool
	Build        Build
	Limits       Limits
	// Origins are the origins, such as https://example.org, whose pages may send requests and
	// read the responses (CORS); by default none but the service's own.
	Origins []string
	// Stopping is closed when the service is to stop: then new requests are refused and
	// streams of jobs and replays end. nil is never.
	Stopping <-chan struct{}
	Log      *slog.Logger
	// Metrics count requests and are shown at /metrics; nil creates new ones.
	Metrics *telemetry.Metrics
	// Tracing makes a span for each request; nil makes none.
	Tracing *telemetry.Tracing
}

// Build is the version of the service.
type Build struct {
	Version  string `json:"version"`
	Revision string `json:"revision"`
	Go       string `json:"go"`
}

// server handles requests.
type server struct {
	Options
	slots   chan struct{}
	origins origins
	names   fieldNames
	// keysSeen is set once keys exist. From then on requests need one even if all are revoked
	// or their file is lost.
	keysSeen atomic.Bool
	document []byte                          // the OpenAPI document
	docs     func() (gin.HandlerFunc, error) // its page
	// streams has the streamed questions under way and the retained ones: *answerStream by trace id.
	streams  sync.Map
	retained atomic.Int64 // streams that are over
	// costly has the costly reads of each costly route, by its id.
	costly map[string]*costlyReads
	// comparisons are those of evaluation runs.
	comparisons *costlyReads
	// memory bounds the large bodies that are decoded, disk those that are received.
	memory, disk byteLimiter

	mu       sync.Mutex
	limiters map[string]*rate.Limiter // by key id
	underWay map[string]int           // concurrent requests by key id
}

// Handler returns the HTTP handler of the service.
func Handler(o Options) (http.Handler, error) {
	o.Limits = o.Limits.filled()
	allowed, err := newOrigins(o.Origins)
	if err != nil {
		return nil, err
	}
	if o.Metrics == nil {
		o.Metrics = telemetry.NewMetrics()
	}
	s := &server{Options: o, origins: allowed, slots: make(chan struct{}, o.Limits.Requests), memory: newByteLimiter(o.Limits, largeBodies),
		disk:     newByteLimiter(o.Limits, diskBodies),
		limiters: map[string]*rate.Limiter{}, underWay: map[string]int{}, costly: map[string]*costlyReads{},
		comparisons: newCostlyReads(o.Limits.CostlyReads)}
	existing, err := o.Keys.List()
	if err != nil {
		return nil, err
	}
	s.keysSeen.Store(len(existing) > 0)
	table := routes()
	s.names = namesOf(table)
	for _, r := range table {
		if r.costly != nil {
			s.costly[r.id] = newCostlyReads(o.Limits.CostlyReads)
		}
	}
	raw, err := json.MarshalIndent(describe(table, o.Build.Version), "", "  ")
	if err != nil {
		return nil, fault.Wrap(err, "web.Handler", "the OpenAPI document")
	}
	s.document = raw
	s.docs = sync.OnceValues(func() (gin.HandlerFunc, error) { return docsPage(raw) })
	gin.SetMode(gin.ReleaseMode) // or it prints every route
	engine := gin.New()
	engine.UseRawPath, engine.UnescapePathValues = true, true
	engine.RedirectTrailingSlash, engine.HandleMethodNotAllowed = false, true
	engine.Use(s.observe, s.headers, s.guard)
	engine.NoRoute(func(g *gin.Context) {
		s.fail(g, fault.New(fault.NotFound, "web", g.Request.URL.Path, "no such path", "GET /openapi.json lists all paths"))
	})
	engine.NoMethod(func(g *gin.Context) {
		s.fail(g, fault.New(MethodNotAllowed, "web", g.Request.Method, "the path does not support this method",
			"the header Allow lists the supported methods"))
	})
	for _, r := range table {
		engine.Handle(r.method, ginPath(r.path), s.handle(r))
	}
	if err := serveExplorer(engine); err != nil {
		return nil, err
	}
	return engine, nil
}

// handle returns the handler of a route.
func (s *server) handle(r route) gin.HandlerFunc {
	return func(g *gin.Context) {
		c := &call{gin: g, server: s, route: r, arguments: arguments{workspace: g.Param("workspace")}}
		if err := s.answer(c); err != nil {
			s.fail(g, err)
		}
	}
}

// answer admits a request, reads its parameters and does the work of its route.
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
	switch {
	case c.route.costly != nil:
		return s.answerCostly(ctx, c)
	case c.route.inside == nil:
		return c.route.serve(ctx, c)
	}
	return s.Service.Use(ctx, c.workspace, func(ctx context.Context, w Workspace) error {
		if !c.route.reads() {
			return c.route.inside(ctx, c, w)
		}
		return c.cancelableRead(ctx, func() error { return c.route.inside(ctx, c, w) })
	})
}

// Limits bound requests. A field of 0 has its default.
type Limits struct {
	// Body is the maximum size in bytes of a JSON body (1 MiB), Upload of a document
	// (64 MiB), Import of an imported export (1 GiB).
	Body, Upload, Import int64
	// Connections is the maximum number of open connections (4,096); see Bounded.
	Connections int
	// Requests is the maximum number of concurrent requests, streams included (512). One
	// more is refused at once.
	Requests int
	// KeyRequests is the maximum number of concurrent requests of a key; all clients
	// without a key count as one (half of Requests, at least 1).
	KeyRequests int
	// CostlyReads is the maximum number of concurrent reads of each route whose work grows with
	// the graph (2); eight times as many wait, and one more is refused.
	CostlyReads int
	// Rate is the maximum number of requests of a key per second (50), Burst of those at
	// once after a pause (100).
	Rate  float64
	Burst int
	// Question is the maximum length of a question or query in runes (10,000).
	Question int
	// UploadTime bounds the time to receive a document (10 minutes), QuestionTime the
	// time to answer a question (10 minutes).
	UploadTime, QuestionTime time.Duration
	// Heartbeat is the interval of comments on a stream without events (15 seconds).
	Heartbeat time.Duration
	// Grace is how long a streamed question waits for its client to reconnect (15
	// seconds): it makes no model calls meanwhile, and is then canceled.
	Grace time.Duration
}

// filled returns the limits with defaults.
func (l Limits) filled() Limits {
	requests := cmp.Or(l.Requests, 512)
	return Limits{
		Body: cmp.Or(l.Body, 1<<20), Upload: cmp.Or(l.Upload, 64<<20), Import: cmp.Or(l.Import, 1<<30),
		Connections: cmp.Or(l.Connections, 4096), Requests: requests, KeyRequests: cmp.Or(l.KeyRequests, max(1, requests/2)),
		CostlyReads: cmp.Or(l.CostlyReads, 2),
		Rate:        cmp.Or(l.Rate, 50), Burst: cmp.Or(l.Burst, 100), Question: cmp.Or(l.Question, 10_000),
		UploadTime: cmp.Or(l.UploadTime, 10*time.Minute), QuestionTime: cmp.Or(l.QuestionTime, 10*time.Minute),
		Heartbeat: cmp.Or(l.Heartbeat, 15*time.Second), Grace: cmp.Or(l.Grace, 15*time.Second),
	}
}

const (
	// headerTime bounds the time to receive a header, bodyTime a request, and answerTime
	// the time to send a response, unless a route has deadlines of its own.
	headerTime = 10 * time.Second
	bodyTime   = time.Minute
	answerTime = 2 * time.Minute
	// writeTime bounds one write to a stream: slower readers are disconnected.
	writeTime = 30 * time.Second
	// idleTime is how long an idle connection stays open.
	idleTime = 2 * time.Minute
	// maxHeader is the maximum size of a header, with the request line, in bytes: the
	// longest lists of the longest texts fit in any encoding.
	maxHeader = 1 << 20
)
