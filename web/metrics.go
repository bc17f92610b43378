package web

import (
	"context"
	"net/http"

	"grove/internal/telemetry"
)

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
