package web

import (
	"context"
	"net/http"
	"slices"
	"strings"

	"grove/internal/fault"
	"grove/internal/telemetry"
)

// Health is a good state of health: a bad one is a problem.
type Health struct {
	Status string `json:"status"`
}

const healthy = "ok"

// The parts of a service that can keep it from working.
const (
	PartService   = "service"   // it is being ended
	PartData      = "data"      // the data folder
	PartStore     = "store"     // a workspace's store
	PartIndex     = "index"     // a workspace's text index
	PartIngestion = "ingestion" // jobs fail one after the other
)

// Trouble is what keeps a service from working.
type Trouble struct {
	// Part is one of the Parts; clients are told no more.
	Part string
	Err  error
}

// unready is the error of a service that is not ready.
type unready []Trouble

// Error tells all, for the log.
func (u unready) Error() string {
	all := make([]string, len(u))
	for i, t := range u {
		all[i] = t.Part + ": " + t.Err.Error()
	}
	return strings.Join(all, "; ")
}

// parts names what fails, each once, sorted.
func (u unready) parts() []string {
	var out []string
	for _, t := range u {
		out = append(out, t.Part)
	}
	slices.Sort(out)
	return slices.Compact(out)
}

func live(_ context.Context, c *call) error { return c.reply(http.StatusOK, Health{healthy}) }

func ready(ctx context.Context, c *call) error {
	var found []Trouble
	if c.server.stopping() {
		found = []Trouble{{PartService, errEnding}}
	} else {
		found = c.server.Service.Ready(ctx)
	}
	if len(found) > 0 {
		return &fault.Error{Kind: fault.Unavailable, Op: "web.ready", Err: unready(found)}
	}
	return c.reply(http.StatusOK, Health{healthy})
}

func version(_ context.Context, c *call) error { return c.reply(http.StatusOK, c.server.Build) }

func document(_ context.Context, c *call) error {
	c.gin.Data(http.StatusOK, jsonType, c.server.document)
	return nil
}

// metricsType is the media type of metrics, without its parameters.
const metricsType = "text/plain"

// showMetrics answers with the service's metrics. They are of all workspaces: where
// there are keys it takes one for everything.
func showMetrics(ctx context.Context, c *call) error {
	if c.key != nil && !c.key.Opens("") {
		return otherWorkspace()
	}
	c.gin.Data(http.StatusOK, telemetry.Exposition, c.server.Metrics.Text(ctx))
	return nil
}

// streaming counts a stream of events as open while it is answered.
func (s *server) streaming(c *call) (over func()) {
	if c.route.pace == streaming || c.route.pace == asking && c.wantsEvents() {
		return s.Metrics.Stream()
	}
	return func() {}
}
