package telemetry

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net/http"

	"github.com/prometheus/client_golang/prometheus/promhttp"
	"github.com/prometheus/common/expfmt"
)

// Exposition is the media type of Prometheus' text format.
const Exposition = "text/plain; version=0.0.4; charset=utf-8"

// ServeHTTP serves all metrics in the format and encoding that the request prefers, by
// default Prometheus' text format.
func (m *Metrics) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	m.refresh(r.Context())
	promhttp.HandlerFor(m.registry, promhttp.HandlerOpts{}).ServeHTTP(w, r)
}

// Text returns all metrics in Prometheus' text format, sorted by name and labels.
// Metrics that could not be collected are named in a comment at the end.
func (m *Metrics) Text(ctx context.Context) []byte {
	m.refresh(ctx)
	var out bytes.Buffer
	families, err := m.registry.Gather()
	for _, f := range families {
		_, failed := expfmt.MetricFamilyToText(&out, f)
		err = errors.Join(err, failed)
	}
	if err != nil {
		fmt.Fprintf(&out, "# %q\n", err)
	}
	return out.Bytes()
}
