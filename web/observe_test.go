package web_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	collector "go.opentelemetry.io/proto/otlp/collector/trace/v1"
	spans "go.opentelemetry.io/proto/otlp/trace/v1"
	"google.golang.org/protobuf/proto"

	"grove/internal/app"
	"grove/internal/config"
	"grove/internal/jobs"
	"grove/internal/telemetry"
	"grove/web"
	"grove/web/keys"
)

// observed is a service whose log and spans are kept. Its model is a fake endpoint.
type observed struct {
	*testing.T
	service *app.Service
	handler http.Handler
	tracing *telemetry.Tracing
	log     *lines
	key     string
}

// modelKey is the secret of the model's endpoint.
const modelKey = "sk-never-to-be-seen"

func observe(t *testing.T) *observed {
	t.Helper()
	model := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		_, _ = io.WriteString(w, `{"choices":[{"message":{"role":"assistant","content":"{}"},"finish_reason":"stop"}],"usage":{"prompt_tokens":11,"completion_tokens":7}}`)
	}))
	t.Cleanup(model.Close)
	c := config.Default()
	c.Data, c.Model, c.LLM.BaseURL, c.LLM.APIKey, c.LLM.PricePrompt = t.TempDir(), "fake", config.NewAddress(model.URL+"/v1"), modelKey, 1e6
	o := &observed{T: t, log: new(lines)}
	log := slog.New(telemetry.Log(slog.NewJSONHandler(o.log, &slog.HandlerOptions{Level: slog.LevelDebug})))
	var err error
	if o.tracing, err = telemetry.NewTracing(t.Context(), os.LookupEnv, "test", log); err != nil {
		t.Fatal(err)
	}
	if o.service, err = app.NewService(c, log); err != nil {
		t.Fatal(err)
	}
	o.service.TraceWith(o.tracing)
	ring := keys.Open(c.Data)
	if o.key, _, err = ring.Add("all", keys.Admin, []string{keys.Everywhere}, time.Now()); err != nil {
		t.Fatal(err)
	}
	if o.handler, err = web.Handler(web.Options{Service: o.service, Keys: ring, Log: log, Metrics: o.service.Metrics(), Tracing: o.tracing}); err != nil {
		t.Fatal(err)
	}
	return o
}

// ask sends a request with the key, as part of a trace.
func (o *observed) ask(method, path, body string) *httptest.ResponseRecorder {
	req := httptest.NewRequest(method, path, strings.NewReader(body))
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Authorization", "Bearer "+o.key)
	req.Header.Set("X-Request-Id", "the-"+strings.ToLower(method))
	req.Header.Set("traceparent", "00-0123456789abcdef0123456789abcdef-0123456789abcdef-01")
	w := httptest.NewRecorder()
	o.handler.ServeHTTP(w, req)
	return w
}

// work has a document ingested and a question asked, and closes the service.
func (o *observed) work() {
	o.Helper()
	o.ask(http.MethodPut, "/nowhere", "")
	o.ask(http.MethodPost, "/v1/workspaces", `{"name":"sea"}`)
	var j jobs.Job
	w := o.ask(http.MethodPost, "/v1/workspaces/sea/documents", `{"source":"moby","text":"`+moby+`"}`)
	if err := json.Unmarshal(w.Body.Bytes(), &j); err != nil || j.ID == "" {
		o.Fatalf("%d %s", w.Code, w.Body)
	}
	for end := time.Now().Add(time.Minute); !j.Over(); time.Sleep(5 * time.Millisecond) {
		w := o.ask(http.MethodGet, "/v1/workspaces/sea/jobs/"+string(j.ID), "")
		if err := json.Unmarshal(w.Body.Bytes(), &j); err != nil || time.Now().After(end) {
			o.Fatalf("%s %v", w.Body, err)
		}
	}
	o.ask(http.MethodPost, "/v1/workspaces/sea/query", `{"question":"Who commands the Pequod?"}`)
	got := string(o.service.Metrics().Text(o.Context()))
	for _, want := range []string{`grove_model_calls_total{outcome="ok",stage=`, `grove_model_tokens_total{kind="prompt",stage=`, `grove_model_cost_dollars_total{stage=`} {
		if !strings.Contains(got, want) {
			o.Errorf("no %s in %s", want, got)
		}
	}
	if err := o.service.Close(); err != nil {
		o.Error(err)
	}
}

// TestLog: entries say which request, workspace and job they are about, and none has
// a secret.
func TestLog(t *testing.T) {
	o := observe(t)
	o.work()
	seen, routes := map[string]bool{}, map[string]bool{}
	for line := range strings.Lines(o.log.String()) {
		var e map[string]any
		if err := json.Unmarshal([]byte(line), &e); err != nil {
			t.Fatalf("%v: %s", err, line)
		}
		message, _ := e["msg"].(string)
		seen[message] = true
		var want []string
		switch message {
		case "job queued":
			want = []string{"request_id", "workspace", "job"}
		case "job started", "job ended":
			want = []string{"workspace", "job"}
		case "request":
			want = []string{"request_id", "workspace"}
			routes[fmt.Sprint(e["route"])] = true
		}
		for _, id := range want {
			if _, there := e[id]; !there {
				t.Errorf("no %s: %s", id, line)
			}
			if strings.Count(line, `"`+id+`":`) != 1 {
				t.Errorf("%s more than once: %s", id, line)
			}
		}
	}
	for _, message := range []string{"request", "job queued", "job started", "job ended", "model call"} {
		if !seen[message] {
			t.Errorf("no entry %q in %s", message, o.log)
		}
	}
	if route := "/v1/workspaces/{workspace}/documents"; !routes[route] {
		t.Errorf("no route %s in %v", route, routes)
	}
	for _, secret := range []string{o.key, modelKey} {
		if strings.Contains(o.log.String(), secret) {
			t.Error("the log has a secret")
		}
	}
}

// TestTraces sends spans to a collector: of requests, within the client's trace, with
// what the store and the model did for them, and of jobs.
func TestTraces(t *testing.T) {
	var mu sync.Mutex
	var got []*spans.Span
	to := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		raw, err := io.ReadAll(r.Body)
		var sent collector.ExportTraceServiceRequest
		if err == nil {
			err = proto.Unmarshal(raw, &sent)
		}
		if err != nil || r.URL.Path != "/v1/traces" {
			t.Errorf("%s: %v", r.URL.Path, err)
		}
		mu.Lock()
		defer mu.Unlock()
		for _, resource := range sent.ResourceSpans {
			for _, scope := range resource.ScopeSpans {
				got = append(got, scope.Spans...)
			}
		}
	}))
	defer to.Close()
	t.Setenv("OTEL_EXPORTER_OTLP_ENDPOINT", to.URL)
	o := observe(t)
	o.work()
	if err := o.tracing.Close(context.WithoutCancel(t.Context())); err != nil {
		t.Fatal(err)
	}
	mu.Lock()
	defer mu.Unlock()
	named := func(prefix string) int {
		return slices.IndexFunc(got, func(s *spans.Span) bool { return strings.HasPrefix(s.Name, prefix) })
	}
	for _, prefix := range []string{"POST /v1/workspaces/{workspace}/documents", "POST /v1/workspaces/{workspace}/query", "job upload", "store ", "model "} {
		if named(prefix) < 0 {
			t.Errorf("no span %q among %d", prefix, len(got))
		}
	}
	query := named("POST /v1/workspaces/{workspace}/query")
	if query < 0 {
		return
	}
	asked := got[query]
	if string(asked.ParentSpanId) != "\x01\x23\x45\x67\x89\xab\xcd\xef" {
		t.Errorf("its parent is %x", asked.ParentSpanId)
	}
	if !slices.ContainsFunc(got, func(s *spans.Span) bool {
		return strings.HasPrefix(s.Name, "store ") && string(s.ParentSpanId) == string(asked.SpanId)
	}) {
		t.Error("no read of the store belongs to the question")
	}
	for _, s := range got {
		if strings.Contains(s.String(), o.key) || strings.Contains(s.String(), modelKey) {
			t.Errorf("a span has a secret: %v", s)
		}
	}
}

// TestNoTraces: without the environment's word there is nothing to send to.
func TestNoTraces(t *testing.T) {
	for _, environment := range []map[string]string{{}, {"OTEL_EXPORTER_OTLP_ENDPOINT": " "}, {"OTEL_EXPORTER_OTLP_ENDPOINT": "http://x", "OTEL_SDK_DISABLED": "TRUE"},
		{"OTEL_EXPORTER_OTLP_TRACES_ENDPOINT": "http://x", "OTEL_TRACES_EXPORTER": "none"}} {
		tracing, err := telemetry.NewTracing(t.Context(), func(name string) (string, bool) { v, ok := environment[name]; return v, ok }, "test", slog.New(slog.DiscardHandler))
		if tracing != nil || err != nil {
			t.Errorf("%v: %v, %v", environment, tracing, err)
		}
	}
}
