package main_test

import (
	"fmt"
	"io"
	"net/http"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"grove/internal/storetest/neo4jtest"
)

// TestTerm ends the service while a job runs: probes see it at once, uploads are
// refused with a time to come back, the job comes to its end, and so does the process.
func TestTerm(t *testing.T) {
	data := t.TempDir()
	h := serve(t, data)
	if status := h.send(http.MethodPost, "/v1/workspaces", `{"name":"sea"}`, nil); status != http.StatusCreated {
		t.Fatalf("status %d", status)
	}
	var long strings.Builder
	for i := range 1500 {
		fmt.Fprintf(&long, "%s met Captain Ahab%d. ", story("book")[:80], i)
	}
	if status := h.send(http.MethodPost, sea+"/documents", `{"source":"book","text":"`+long.String()+`"}`, nil); status != http.StatusAccepted {
		t.Fatalf("status %d", status)
	}
	for end := time.Now().Add(time.Minute); !strings.Contains(h.text("/metrics"), "grove_queue_running 1"); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatal("the job does not run")
		}
	}
	must(t, h.cmd.Process.Signal(syscall.SIGTERM))
	refused := h.refused()
	if !refused["/readyz"] || !refused[sea+"/documents"] {
		t.Errorf("while it drained, refused: %v", refused)
	}
	select {
	case <-h.over:
	case <-time.After(time.Minute):
		h.kill()
		t.Fatal("it does not end")
	}
	if code := h.cmd.ProcessState.ExitCode(); code != 0 {
		t.Errorf("exit code %d", code)
	}
	if left, err := filepath.Glob(filepath.Join(data, "sea", "*-wal")); err != nil || len(left) > 0 {
		t.Errorf("left of the write-ahead log: %v, %v", left, err)
	}
	if r := runWith(t, []string{"GROVE_DATA=" + data, "GROVE_WORKSPACE=sea"}, "jobs", "list"); !strings.Contains(r.out, "done") {
		t.Errorf("the job: %s%s", r.out, r.err)
	}
}

// refused asks until the service is gone, and gives the addresses that were answered
// 503 with Retry-After.
func (h *house) refused() map[string]bool {
	out := map[string]bool{}
	for {
		for path, body := range map[string]string{"/readyz": "", "/livez": "", sea + "/documents": `{"source":"more","text":"more"}`} {
			method := http.MethodGet
			if body != "" {
				method = http.MethodPost
			}
			req, err := http.NewRequestWithContext(h.Context(), method, h.address+path, strings.NewReader(body))
			must(h.T, err)
			req.Header.Set("Content-Type", "application/json")
			resp, err := http.DefaultClient.Do(req)
			if err != nil {
				return out
			}
			_ = resp.Body.Close()
			switch {
			case resp.StatusCode == http.StatusServiceUnavailable && resp.Header.Get("Retry-After") != "":
				out[path] = true
			case path != "/livez" && len(out) > 0:
				h.Errorf("%s: status %d once it is to end", path, resp.StatusCode)
			}
		}
		time.Sleep(5 * time.Millisecond)
	}
}

// text is the body of an answer, "" where none came.
func (h *house) text(path string) string {
	resp, err := http.Get(h.address + path)
	if err != nil {
		return ""
	}
	defer resp.Body.Close() // it was only read
	raw, err := io.ReadAll(resp.Body)
	if err != nil {
		return ""
	}
	return string(raw)
}

// TestDemoServe: the demo ends in a service with the explorer and the sample.
func TestDemoServe(t *testing.T) {
	h := begin(t, t.TempDir(), nil, "demo", "--serve", "--listen", "127.0.0.1:0")
	defer h.kill()
	if page := h.text("/"); !strings.Contains(page, "<title>Grove") {
		t.Errorf("no explorer: %s", page)
	}
	var counts struct{ Documents int }
	if status := h.send(http.MethodGet, "/v1/workspaces/demo/stats", "", &counts); status != http.StatusOK || counts.Documents == 0 {
		t.Errorf("status %d, %+v", status, counts)
	}
	check := []string{"serve", "--check", "--listen", strings.TrimPrefix(h.address, "http://")}
	if r := runWith(t, []string{"GROVE_DATA=" + t.TempDir()}, check...); r.code != 0 {
		t.Errorf("the check of a service that is ready: code %d, %s", r.code, r.err)
	}
	must(t, h.cmd.Process.Signal(syscall.SIGTERM))
	<-h.over
	if r := runWith(t, []string{"GROVE_DATA=" + t.TempDir()}, check...); r.code != 4 {
		t.Errorf("the check of a service that is gone: code %d, %s", r.code, r.err)
	}
	if code := h.cmd.ProcessState.ExitCode(); code != 0 {
		t.Errorf("exit code %d", code)
	}
}

// TestOneServiceOfADataFolder: a second service is refused as long as the first runs, and told its process.
func TestOneServiceOfADataFolder(t *testing.T) {
	data := t.TempDir()
	h := serve(t, data)
	defer h.kill()
	r := run(t, "serve", "--listen", "127.0.0.1:0", "--data", data)
	if r.code != 4 || !strings.Contains(r.err, fmt.Sprintf("process %d ", h.cmd.Process.Pid)) || !strings.Contains(r.err, data) {
		t.Errorf("a second service: code %d, %s", r.code, r.err)
	}
	h.kill()
	next := serve(t, data)
	next.kill()
}

// TestServeFlags: what cannot be served so is refused, with what to do.
func TestServeFlags(t *testing.T) {
	for _, c := range []struct{ flag, value, message string }{
		{"--debug-listen", "0.0.0.0:0", "other machines can reach"}, {"--debug-listen", "6060", "other machines can reach"},
		{"--log-format", "xml", "text or json"}, {"--log-level", "loud", "debug, info"}, {"--drain", "soon", "drain"},
	} {
		r := runWith(t, []string{"GROVE_DATA=" + t.TempDir()}, "serve", "--listen", "127.0.0.1:0", c.flag, c.value)
		if r.code != 2 || !strings.Contains(r.err, c.message) {
			t.Errorf("%s %s: code %d, %s", c.flag, c.value, r.code, r.err)
		}
	}
}

// TestReadinessNeo4j: without its Neo4j the service lives and says what is away; it is
// ready again when Neo4j is.
func TestReadinessNeo4j(t *testing.T) {
	uri, user, password := neo4jtest.Server(t)
	line := newProxy(t, strings.TrimPrefix(strings.TrimPrefix(uri, "bolt://"), "neo4j://"))
	settings := filepath.Join(t.TempDir(), "grove.yaml")
	write(t, settings, fmt.Sprintf("store: neo4j\nneo4j-uri: bolt://%s\nneo4j-user: %q\nneo4j-password: %q\n", line.Addr(), user, password))
	h := serve(t, t.TempDir(), "--config", settings)
	defer h.kill()
	turns := func(want string) {
		t.Helper()
		for end := time.Now().Add(time.Minute); ; time.Sleep(20 * time.Millisecond) {
			got := h.text("/readyz")
			if strings.Contains(got, want) {
				return
			}
			if time.Now().After(end) {
				t.Fatalf("readiness is %s, not %s", got, want)
			}
		}
	}
	turns(`"status":"ok"`)
	cut := make(chan struct{})
	go func() {
		defer close(cut)
		line.cut(6 * time.Second)
	}()
	turns(`"failing":["store"]`)
	if got := h.text("/livez"); !strings.Contains(got, `"status":"ok"`) {
		t.Errorf("it does not live: %s", got)
	}
	<-cut
	turns(`"status":"ok"`)
}
