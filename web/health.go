package web

import (
	"context"
	"net/http"
	"strings"

	"grove/internal/fault"
	"grove/internal/lists"
	"grove/internal/telemetry"
)

// Health is the response of a healthy service; an unhealthy one responds with a Problem.
type Health struct {
	Status string `json:"status"`
}

const healthy = "ok"

// The parts of a service that can fail.
const (
	PartService   = "service"   // shutting down
	PartData      = "data"      // the data folder
	PartStore     = "store"     // a workspace's store
	PartIndex     = "index"     // a workspace's text index
	PartIngestion = "ingestion" // every recent job failed
)

// Trouble is a failing part of a service.
type Trouble struct {
	// Part is one of the Part constants: all that clients see.
	Part string
	Err  error
}

// unready is the error of a service with failing parts.
type unready []Trouble

// Error has all details, for the log.
func (u unready) Error() string {
	return strings.Join(lists.Map(u, func(t Trouble) string { return t.Part + ": " + t.Err.Error() }), "; ")
}

// parts returns the names of the failing parts, sorted and unique.
func (u unready) parts() []string {
	return lists.Sorted(lists.Map(u, func(t Trouble) string { return t.Part }))
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
		return fault.From(fault.Unavailable, "web.ready", "", unready(found), "")
	}
	return c.reply(http.StatusOK, Health{healthy})
}

func version(_ context.Context, c *call) error { return c.reply(http.StatusOK, c.server.Build) }

func document(_ context.Context, c *call) error {
	c.gin.Data(http.StatusOK, jsonType, c.server.document)
	return nil
}

// metricsType is the media type of metrics, without parameters.
const metricsType = "text/plain"

// showMetrics responds with the metrics. They cover all workspaces, and so the key must open
// all of them.
func showMetrics(ctx context.Context, c *call) error {
	if c.key != nil && !c.key.Opens("") {
		return otherWorkspace()
	}
	c.gin.Data(http.StatusOK, telemetry.Exposition, c.server.Metrics.Text(ctx))
	return nil
}

// streaming counts an open event stream until over is called.
func (s *server) streaming(c *call) (over func()) {
	if c.route.pace == streaming || c.route.pace == asking && c.wantsEvents() {
		return s.Metrics.Stream()
	}
	return func() {}
}
