package telemetry_test

import (
	"compress/gzip"
	"context"
	"flag"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"grove/internal/telemetry"
)

var update = flag.Bool("update", false, "write the table of metrics anew")

// TestText holds the text to a few samples, by hand.
func TestText(t *testing.T) {
	m := telemetry.NewMetrics()
	m.Request("/a\"\\\n", "GET", 200, 5*time.Millisecond)
	m.Request("", "INVENTED", 404, 20*time.Second)
	m.Model(telemetry.ModelCall{Stage: "plan", Outcome: "ok", Took: time.Second, Prompt: 3, Completion: 2, Cost: .5})
	m.Model(telemetry.ModelCall{Stage: "plan", Outcome: "ok", Cached: true, Prompt: 3, Completion: 2, Cost: .5})
	m.Store("Find", "unavailable", 3*time.Millisecond)
	m.Stream()
	m.Stream()()
	m.Follow(func(context.Context) telemetry.State { return telemetry.State{Waiting: 4, IndexBytes: 1 << 40} })
	got := string(m.Text(t.Context()))
	for _, want := range []string{
		"# HELP grove_http_requests_total Completed requests.\n# TYPE grove_http_requests_total counter\n" +
			"grove_http_requests_total{method=\"GET\",route=\"/a\\\"\\\\\\n\",status=\"200\"} 1\n" +
			"grove_http_requests_total{method=\"other\",route=\"other\",status=\"404\"} 1\n",
		"grove_http_request_seconds_bucket{route=\"other\",le=\"10\"} 0\ngrove_http_request_seconds_bucket{route=\"other\",le=\"30\"} 1\n",
		"grove_http_request_seconds_bucket{route=\"other\",le=\"+Inf\"} 1\ngrove_http_request_seconds_sum{route=\"other\"} 20\ngrove_http_request_seconds_count{route=\"other\"} 1\n",
		"le=\"0.005\"} 1\n", // a bound belongs to its bucket
		"grove_model_calls_total{outcome=\"ok\",stage=\"plan\"} 2\n", "grove_model_cached_calls_total{stage=\"plan\"} 1\n",
		"grove_model_tokens_total{kind=\"completion\",stage=\"plan\"} 2\ngrove_model_tokens_total{kind=\"prompt\",stage=\"plan\"} 3\n",
		"grove_model_cost_dollars_total{stage=\"plan\"} 0.5\n", "grove_model_seconds_count{stage=\"plan\"} 1\n",
		"grove_store_errors_total{code=\"unavailable\",operation=\"Find\"} 1\n",
		"\ngrove_http_streams_open 1\n", "\ngrove_queue_waiting 4\n", "\ngrove_index_bytes 1.099511627776e+12\n", "\ngo_goroutines ",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in\n%s", want, got)
		}
	}
}

// TestHostile: what no metric takes is counted as what comes nearest to it.
func TestHostile(t *testing.T) {
	m := telemetry.NewMetrics()
	m.Model(telemetry.ModelCall{Stage: "a\xff\x00", Outcome: "ok", Took: -time.Second, Prompt: -3, Completion: 2, Cost: -1})
	m.Store("\xff", "\xfe", 0)
	m.Request("/\xff", "\xff", -1, 0)
	got := string(m.Text(t.Context()))
	for _, want := range []string{
		"grove_model_tokens_total{kind=\"completion\",stage=\"a\uFFFD\x00\"} 2\n", "grove_model_tokens_total{kind=\"prompt\",stage=\"a\uFFFD\x00\"} 0\n",
		"grove_model_cost_dollars_total{stage=\"a\uFFFD\x00\"} 0\n", "grove_store_errors_total{code=\"\uFFFD\",operation=\"\uFFFD\"} 1\n",
		"grove_http_requests_total{method=\"\uFFFD\",route=\"/\uFFFD\",status=\"-1\"} 1\n",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in\n%s", want, got)
		}
	}
}

// TestServeHTTP: a scrape has the same as the text, in the encoding that it asks for,
// and looks at the state of its moment.
func TestServeHTTP(t *testing.T) {
	m, waiting := telemetry.NewMetrics(), 0
	m.Follow(func(ctx context.Context) telemetry.State {
		if _, bounded := ctx.Deadline(); !bounded {
			t.Error("a scrape may wait for ever")
		}
		waiting++
		return telemetry.State{Waiting: waiting}
	})
	for _, c := range []struct{ encoding, want string }{
		{"", "\ngrove_queue_waiting 1\n"}, {"gzip", "\ngrove_queue_waiting 2\n"}, {"identity", "\ngrove_queue_waiting 3\n"},
	} {
		r, w := httptest.NewRequest(http.MethodGet, "/metrics", nil), httptest.NewRecorder()
		r.Header.Set("Accept-Encoding", c.encoding)
		m.ServeHTTP(w, r)
		body := io.Reader(w.Body)
		if c.encoding == "gzip" {
			unzipped, err := gzip.NewReader(body)
			if err != nil {
				t.Fatal(err)
			}
			body = unzipped
		}
		got, err := io.ReadAll(body)
		if kind := w.Header().Get("Content-Type"); err != nil || w.Code != http.StatusOK || !strings.HasPrefix(kind, telemetry.Exposition) || !strings.Contains(string(got), c.want) {
			t.Errorf("%q: %d %s %v, no %q in\n%s", c.encoding, w.Code, kind, err, c.want, got)
		}
	}
}

// TestNobodyWatches: without tracing the same calls do nothing.
func TestNobodyWatches(t *testing.T) {
	var tracing *telemetry.Tracing
	ctx, end := tracing.Start(t.Context(), "x")
	end(nil)
	if err := tracing.Close(ctx); err != nil || ctx != t.Context() {
		t.Error(err)
	}
}

// TestAtOnce counts right from several goroutines, scraped meanwhile.
func TestAtOnce(t *testing.T) {
	m := telemetry.NewMetrics()
	var wait sync.WaitGroup
	for range 8 {
		wait.Go(func() {
			for range 100 {
				m.Store("Find", "", time.Millisecond)
				m.Text(t.Context())
			}
		})
	}
	wait.Wait()
	if got := string(m.Text(t.Context())); !strings.Contains(got, "grove_store_seconds_count{operation=\"Find\"} 800\n") {
		t.Error(got)
	}
}

// page has the table of metrics.
const page = "../../docs/operations.md"

// TestTable holds the page's table to the metrics that there are.
func TestTable(t *testing.T) {
	var rows strings.Builder
	rows.WriteString("| Metric | Kind | Labels | What it tells |\n|---|---|---|---|\n")
	for _, m := range telemetry.NewMetrics().Table() {
		rows.WriteString("| `" + m.Name + "` | " + m.Kind + " | " + strings.Join(m.Labels, ", ") + " | " + m.Help + " |\n")
	}
	raw, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, ok := strings.Cut(string(raw), "<!-- metrics -->\n")
	_, after, end := strings.Cut(rest, "<!-- /metrics -->")
	if !ok || !end {
		t.Fatalf("%s has no place for the table", page)
	}
	want := before + "<!-- metrics -->\n" + rows.String() + "<!-- /metrics -->" + after
	if *update {
		if err := os.WriteFile(page, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if string(raw) != want {
		t.Errorf("%s is not what there is: go test ./internal/telemetry -update writes its table anew", page)
	}
}
