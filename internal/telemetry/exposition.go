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

// ServeHTTP answers with all metrics, in the format and encoding that the request
// prefers: Prometheus' text where it says nothing.
func (m *Metrics) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	m.refresh(r.Context())
	promhttp.HandlerFor(m.registry, promhttp.HandlerOpts{}).ServeHTTP(w, r)
}

// Text returns all metrics in Prometheus' text format, by name and labels. What could
// not be told is named in a comment at the end, so that the others are there still.
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
