package telemetry

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/pprof"

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

// Private serves profiles and metrics for operators. It requires no key and must be served
// on a private address only.
func Private(m *Metrics) http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /debug/pprof/", pprof.Index) // and the profiles by name
	mux.HandleFunc("GET /debug/pprof/cmdline", pprof.Cmdline)
	mux.HandleFunc("GET /debug/pprof/profile", pprof.Profile)
	mux.HandleFunc("GET /debug/pprof/symbol", pprof.Symbol)
	mux.HandleFunc("GET /debug/pprof/trace", pprof.Trace)
	mux.Handle("GET /metrics", m)
	return mux
}
