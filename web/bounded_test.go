package web_test

import (
	"bufio"
	"context"
	"encoding/json"
	"net"
	"net/http"
	"testing"
	"time"

	"grove/web"
	"grove/web/keys"
)

// TestBounded opens more connections than may be open: those beyond are refused, the
// others are served, and room that is given back is taken again.
func TestBounded(t *testing.T) {
	const most, more = 100, 400
	l, _, err := web.Listen(t.Context(), "127.0.0.1:0", keys.Open(t.TempDir()))
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() {
		ended <- web.Serve(ctx, web.Bounded(l, most), http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusNoContent) }), web.Drain{})
	}()
	ask := func(c net.Conn) int {
		t.Helper()
		_ = c.SetDeadline(time.Now().Add(5 * time.Second))
		// One that was refused may be closed already.
		_, _ = c.Write([]byte("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"))
		resp, err := http.ReadResponse(bufio.NewReader(c), nil)
		if err != nil {
			return 0
		}
		defer resp.Body.Close()
		if resp.StatusCode == http.StatusServiceUnavailable {
			var p web.Problem
			if err := json.NewDecoder(resp.Body).Decode(&p); err != nil || p.Code != "overloaded" {
				t.Errorf("%+v, %v", p, err)
			}
		}
		return resp.StatusCode
	}
	dial := func() net.Conn {
		t.Helper()
		c, err := net.Dial("tcp", l.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = c.Close() })
		return c
	}
	var open []net.Conn
	for range most {
		c := dial()
		if status := ask(c); status != http.StatusNoContent {
			t.Fatalf("status %d with %d open", status, len(open))
		}
		open = append(open, c)
	}
	for range more {
		if status := ask(dial()); status == http.StatusNoContent {
			t.Fatal("one too many is served")
		}
	}
	for _, c := range open {
		if status := ask(c); status != http.StatusNoContent {
			t.Fatalf("one that was open: %d", status)
		}
	}
	_ = open[0].Close()
	for end := time.Now().Add(time.Minute); ask(dial()) != http.StatusNoContent; time.Sleep(10 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatal("a place that is free is not given")
		}
	}
	stop()
	if err := <-ended; err != nil {
		t.Error(err)
	}
}
