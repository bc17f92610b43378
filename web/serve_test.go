package web_test

import (
	"bufio"
	"context"
	"io"
	"log/slog"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"grove/internal/traces"
	"grove/web"
	"grove/web/keys"
)

// TestServe: once it is told to end, what is under way comes to its end, and no more
// is taken.
func TestServe(t *testing.T) {
	l, _, err := web.Listen(t.Context(), "127.0.0.1:0", keys.Open(t.TempDir()))
	if err != nil {
		t.Fatal(err)
	}
	begun := make(chan struct{})
	slow := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		close(begun)
		time.Sleep(50 * time.Millisecond)
		_, _ = io.WriteString(w, "whole")
	})
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- web.Serve(ctx, l, slow, web.Drain{}) }()
	go func() { <-begun; stop() }()
	resp, err := http.Get("http://" + l.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	if body, err := io.ReadAll(resp.Body); err != nil || string(body) != "whole" {
		t.Errorf("%q, %v", body, err)
	}
	if err := <-ended; err != nil {
		t.Error(err)
	}
	if c, err := net.Dial("tcp", l.Addr().String()); err == nil {
		_ = c.Close()
		t.Error("it takes more")
	}
}

// TestServeCutsStreams: a stream that outlasts the drain ends with the event error.
func TestServeCutsStreams(t *testing.T) {
	known := keys.Open(t.TempDir())
	agent := newSteppingAgent(traces.In(t.TempDir(), 10))
	defer agent.running.Wait()
	h, err := web.Handler(web.Options{Service: oneRoom{workspace: agent}, Keys: known, Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	l, _, err := web.Listen(t.Context(), "127.0.0.1:0", known)
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- web.Serve(ctx, l, h, web.Drain{Time: 50 * time.Millisecond}) }()
	a := asker{T: t, url: "http://" + l.Addr().String() + "/v1/workspaces/sea/query", body: `{"question":"Who?"}`}
	go func() { agent.steps <- "plan" }()
	body := bufio.NewReader(a.ask(t.Context(), "").Body)
	if got := a.read(body, 1); len(got) != 1 {
		t.Fatalf("no step: %v", got)
	}
	stop()
	last := a.read(body, -1)
	if len(last) != 1 || last[0].name != "error" || !strings.Contains(last[0].data, `"code":"unavailable"`) {
		t.Errorf("the last events are %v", last)
	}
	if err := <-ended; err != nil {
		t.Error(err)
	}
}

// TestClosed: a service that was closed says so, and that it is not ready.
func TestClosed(t *testing.T) {
	h := open(t, web.Limits{})
	ws := h.workspace("sea")
	h.get("/readyz").want(http.StatusOK, "")
	if err := h.service.Close(); err != nil {
		t.Fatal(err)
	}
	h.get("/readyz").want(http.StatusServiceUnavailable, "unavailable")
	h.get("/livez").want(http.StatusOK, "")
	if r := h.get(ws+"/stats").want(http.StatusServiceUnavailable, "unavailable"); strings.Contains(string(r.body), h.config.Data) {
		t.Errorf("%s", r.body)
	}
}

// TestHeld: a workspace that another process writes is said to be held.
func TestHeld(t *testing.T) {
	h := open(t, web.Limits{})
	ws := h.workspace("sea")
	other := openOn(t, h.config, web.Limits{})
	other.get(ws+"/stats").want(http.StatusOK, "")
	h.get(ws+"/stats").want(http.StatusServiceUnavailable, "held")
	other.close()
	h.get(ws+"/stats").want(http.StatusOK, "")
}
