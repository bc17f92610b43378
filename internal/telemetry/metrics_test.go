package telemetry_test

import (
	"context"
	"flag"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"grove/internal/telemetry"
)

var update = flag.Bool("update", false, "write the table of metrics anew")

// TestText holds the text format to a few samples, by hand.
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
		"# HELP grove_http_requests_total Requests that were answered.\n# TYPE grove_http_requests_total counter\n" +
			"grove_http_requests_total{route=\"/a\\\"\\\\\\n\",method=\"GET\",status=\"200\"} 1\n" +
			"grove_http_requests_total{route=\"other\",method=\"other\",status=\"404\"} 1\n",
		"grove_http_request_seconds_bucket{route=\"other\",le=\"10\"} 0\ngrove_http_request_seconds_bucket{route=\"other\",le=\"30\"} 1\n",
		"grove_http_request_seconds_bucket{route=\"other\",le=\"+Inf\"} 1\ngrove_http_request_seconds_sum{route=\"other\"} 20\ngrove_http_request_seconds_count{route=\"other\"} 1\n",
		"le=\"0.005\"} 1\n", // a bound belongs to its bucket
		"grove_model_calls_total{stage=\"plan\",outcome=\"ok\"} 2\n", "grove_model_cached_calls_total{stage=\"plan\"} 1\n",
		"grove_model_tokens_total{stage=\"plan\",kind=\"completion\"} 2\ngrove_model_tokens_total{stage=\"plan\",kind=\"prompt\"} 3\n",
		"grove_model_cost_dollars_total{stage=\"plan\"} 0.5\n", "grove_model_seconds_count{stage=\"plan\"} 1\n",
		"grove_store_errors_total{operation=\"Find\",code=\"unavailable\"} 1\n",
		"\ngrove_http_streams_open 1\n", "\ngrove_queue_waiting 4\n", "\ngrove_index_bytes 1.099511627776e+12\n", "\ngo_goroutines ",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in\n%s", want, got)
		}
	}
}

// TestNobodyWatches: without metrics and tracing the same calls do nothing.
func TestNobodyWatches(t *testing.T) {
	var m *telemetry.Metrics
	m.Request("/", "GET", 200, 0)
	m.Stream()()
	m.Job("upload", "done", 0)
	m.Written(1, 1, 1)
	m.Model(telemetry.ModelCall{})
	m.Store("Find", "", 0)
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
