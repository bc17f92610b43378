package telemetry

import (
	"net/http"
	"net/http/pprof"
)

// Private answers with profiles and metrics to who runs the service: it asks for no
// key, and is for an address that nobody else can reach.
func Private(m *Metrics) http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /debug/pprof/", pprof.Index) // and each profile by its name
	mux.HandleFunc("GET /debug/pprof/cmdline", pprof.Cmdline)
	mux.HandleFunc("GET /debug/pprof/profile", pprof.Profile)
	mux.HandleFunc("GET /debug/pprof/symbol", pprof.Symbol)
	mux.HandleFunc("GET /debug/pprof/trace", pprof.Trace)
	mux.Handle("GET /metrics", m)
	return mux
}
