package web_test

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"grove/web"
	"grove/web/keys"
)

// TestRefusedUpload: of a form that is refused nothing stays on the disk.
func TestRefusedUpload(t *testing.T) {
	h := open(t, web.Limits{})
	ws := h.workspace("sea")
	h.upload(ws+"/documents", "moby.txt", moby, "path", "x").want(http.StatusBadRequest, "invalid")
	h.upload(ws+"/documents", "moby.txt", moby, "source", "a\x00b").want(http.StatusBadRequest, "invalid")
	h.upload(ws+"/documents", "moby.txt", moby, "file", "again").want(http.StatusBadRequest, "invalid")
	h.upload(ws+"/documents", "moby.txt", moby, "tag", "no tag").want(http.StatusBadRequest, "invalid")
	h.upload(ws+"/documents/estimate", "a\x01b.txt", moby).want(http.StatusBadRequest, "invalid")
	if left, err := os.ReadDir(filepath.Join(h.config.Data, h.name("sea"), "uploads")); err != nil || len(left) != 0 {
		t.Errorf("uploads that stay: %v, %v", left, err)
	}
}

// TestSpoolFull: more than may wait is refused with the reason, and stays nowhere.
func TestSpoolFull(t *testing.T) {
	h := open(t, web.Limits{})
	h.service.BoundSpool(1000)
	ws := h.workspace("sea")
	r := h.upload(ws+"/documents", "long.txt", strings.Repeat("Ahab sails. ", 100)).want(http.StatusInsufficientStorage, "storage_full")
	if !strings.Contains(string(r.body), "once jobs are done") || strings.Contains(string(r.body), "--") || r.header.Get("Retry-After") == "" {
		t.Errorf("%v %s", r.header, r.body)
	}
	h.add(ws, "long", strings.Repeat("Ahab sails. ", 100)).want(http.StatusInsufficientStorage, "storage_full")
	for i := range 4 { // together they are more: each gives its room back
		h.ended(ws, h.add(ws, fmt.Sprint(i), strings.Repeat("Ahab sails. ", 40)))
	}
	if left, err := os.ReadDir(filepath.Join(h.config.Data, h.name("sea"), "uploads")); err != nil || len(left) != 0 {
		t.Errorf("uploads that stay: %v, %v", left, err)
	}
}

// closing is a service whose workspace is closed while a client sends.
type closing struct {
	web.Service
	reading chan struct{}
}

// closingWorkspace has the jobs closingSpool.
type closingWorkspace struct {
	web.Workspace
	jobs closingSpool
}

func (c closingWorkspace) Jobs() web.Jobs { return c.jobs }

// closingSpool signals when a file is being read.
type closingSpool struct {
	web.Jobs
	reading chan struct{}
}

func (c closing) Use(ctx context.Context, _ string, use func(context.Context, web.Workspace) error) error {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	go func() {
		<-c.reading
		stop()
	}()
	return use(ctx, closingWorkspace{jobs: closingSpool{reading: c.reading}})
}

func (c closingSpool) Spool(_ context.Context, _ string, content io.Reader) (string, error) {
	close(c.reading)
	_, err := io.Copy(io.Discard, content)
	return "", err
}

// TestUploadEnds: a client that sends no further does not keep a workspace open.
func TestUploadEnds(t *testing.T) {
	h, err := web.Handler(web.Options{Service: closing{reading: make(chan struct{})}, Keys: keys.Open(t.TempDir()), Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	s := httptest.NewServer(h)
	defer s.Close()
	c, err := net.Dial("tcp", s.Listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	const part = "--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.txt\"\r\n\r\nhalf a text"
	fmt.Fprintf(c, "POST /v1/workspaces/sea/documents HTTP/1.1\r\nHost: localhost\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: 9000\r\n\r\n%s%s", part, strings.Repeat("x", 5000))
	if err := c.SetReadDeadline(time.Now().Add(10 * time.Second)); err != nil {
		t.Fatal(err)
	}
	resp, err := http.ReadResponse(bufio.NewReader(c), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusServiceUnavailable {
		t.Errorf("status %d", resp.StatusCode)
	}
}
