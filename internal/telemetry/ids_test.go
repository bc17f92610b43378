package telemetry_test

import (
	"bytes"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"grove/internal/telemetry"
)

// TestLog: an entry has the ids of its context, each once; its own come first, then
// those of the logger.
func TestLog(t *testing.T) {
	var out bytes.Buffer
	plain := slog.HandlerOptions{ReplaceAttr: func(_ []string, a slog.Attr) slog.Attr {
		if a.Key == slog.TimeKey || a.Key == slog.LevelKey {
			return slog.Attr{}
		}
		return a
	}}
	log := slog.New(telemetry.Log(slog.NewTextHandler(&out, &plain)))
	ctx := telemetry.With(telemetry.With(t.Context(), slog.String("request_id", "r")), slog.String("job", "of the context"))
	for _, c := range []struct {
		do   func()
		want string
	}{
		{func() { log.InfoContext(ctx, "a") }, `msg=a request_id=r job="of the context"`},
		{func() { log.InfoContext(ctx, "b", "job", "own") }, `msg=b job=own request_id=r`},
		{func() { log.With("job", "given").InfoContext(ctx, "c") }, `msg=c job=given request_id=r`},
		{func() { log.Info("d") }, `msg=d`},
	} {
		out.Reset()
		c.do()
		if got := strings.TrimSpace(out.String()); got != c.want {
			t.Errorf("%s, want %s", got, c.want)
		}
	}
}

// TestPrivate: profiles and metrics are there.
func TestPrivate(t *testing.T) {
	h := telemetry.Private(telemetry.NewMetrics())
	for path, want := range map[string]string{"/debug/pprof/": "goroutine", "/debug/pprof/goroutine?debug=1": "goroutine profile", "/debug/pprof/cmdline": "telemetry", "/metrics": "# TYPE"} {
		w := httptest.NewRecorder()
		h.ServeHTTP(w, httptest.NewRequest(http.MethodGet, path, nil))
		if w.Code != http.StatusOK || !strings.Contains(w.Body.String(), want) {
			t.Errorf("%s: %d %s", path, w.Code, w.Body)
		}
	}
}
