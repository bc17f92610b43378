package web_test

import (
	"net"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"grove/internal/config"
	"grove/web"
	"grove/web/keys"
)

// TestMetrics: work is counted under bounded labels, which name no workspace, document
// or address; where there are keys it takes one for all workspaces.
func TestMetrics(t *testing.T) {
	h := open(t, web.Limits{})
	ws := h.workspace("secretsea")
	h.ended(ws, h.add(ws, "secretsource", moby))
	h.send(http.MethodPost, ws+"/query", `{"question":"Who commands the Pequod?"}`).want(http.StatusOK, "")
	h.get("/secret/address").want(http.StatusNotFound, "not_found")
	got := string(h.get("/metrics").want(http.StatusOK, "").body)
	for _, want := range []string{
		`grove_http_requests_total{method="POST",route="/v1/workspaces/{workspace}/documents",status="202"} 1`,
		`grove_http_requests_total{method="other",route="other",status="404"} 1`,
		`grove_jobs_total{kind="upload",state="done"} 1`, `grove_written_total{what="documents"} 1`, "grove_workspaces_open 1",
		"grove_queue_waiting 0", "grove_index_chunks 1", `grove_store_seconds_count{operation="Apply"}`, `grove_store_seconds_count{operation="Chunks"}`,
	} {
		if !strings.Contains(got, want) {
			t.Errorf("no %s", want)
		}
	}
	if strings.Contains(got, "secret") {
		t.Error("names are labels")
	}
	sample := regexp.MustCompile(`^[a-z_]+(\{([a-z]+="[^"]*",?)+\})? [0-9.e+-]+$`)
	for line := range strings.Lines(got) {
		if !strings.HasPrefix(line, "#") && !sample.MatchString(strings.TrimSpace(line)) {
			t.Errorf("not a sample: %s", line)
		}
	}
	if t.Failed() {
		t.Log(got)
	}
	admin, reader, own := h.key("admin", keys.Admin, keys.Everywhere), h.key("reader", keys.Read, keys.Everywhere), h.key("own", keys.Admin, "secretsea")
	h.get("/metrics").want(http.StatusUnauthorized, "unauthenticated")
	h.get("/metrics", bearer(reader)...).want(http.StatusForbidden, "forbidden")
	h.get("/metrics", bearer(own)...).want(http.StatusForbidden, "forbidden")
	h.get("/metrics", bearer(admin)...).want(http.StatusOK, "")
}

// TestReadiness: what fails is named, by no more than its part, while the process lives.
func TestReadiness(t *testing.T) {
	for part, spoil := range map[string]func(*testing.T, *house, string){
		web.PartStore: func(t *testing.T, h *house, ws string) {
			if err := os.Rename(filepath.Join(h.config.Data, "sea", "grove.db"), filepath.Join(h.config.Data, "sea", "away")); err != nil {
				t.Fatal(err)
			}
		},
		web.PartIndex: func(t *testing.T, h *house, ws string) {
			if err := os.RemoveAll(filepath.Join(h.config.Data, "sea", "index")); err != nil {
				t.Fatal(err)
			}
		},
		web.PartIngestion: func(t *testing.T, h *house, ws string) {
			for _, source := range []string{"a", "b", "c"} {
				if j := h.ended(ws, h.add(ws, source, "Ahab met "+source+" Starbuck.")); j.State != "failed" {
					t.Fatalf("the job is %s", j.State)
				}
			}
		},
	} {
		t.Run(part, func(t *testing.T) {
			c := config.Default()
			c.Data = t.TempDir()
			if part == web.PartIngestion {
				c.Model, c.LLM.BaseURL, c.LLM.Retries = "none", config.NewAddress("http://"+nobody(t)+"/v1"), 0
			}
			h := openOn(t, c, web.Limits{})
			ws := h.workspace("sea")
			h.get(ws+"/stats").want(http.StatusOK, "")
			h.get("/readyz").want(http.StatusOK, "")
			spoil(t, h, ws)
			var p web.Problem
			r := h.get("/readyz").want(http.StatusServiceUnavailable, "unavailable")
			r.into(&p)
			if !slices.Equal(p.Failing, []string{part}) || r.header.Get("Retry-After") == "" {
				t.Errorf("%s", r.body)
			}
			if strings.Contains(string(r.body), "sea") {
				t.Errorf("it names more than the part: %s", r.body)
			}
			h.get("/livez").want(http.StatusOK, "")
		})
	}
}

// nobody is an address where nobody listens.
func nobody(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close() // nothing was sent
	return l.Addr().String()
}
