package web_test

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"mime/multipart"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"grove/ingest"
	"grove/internal/browse"
	"grove/internal/graph"
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

// TestManyFiles: the files of one form are one job, which names those that it could not read. Their
// sizes are bounded together.
func TestManyFiles(t *testing.T) {
	h := open(t, web.Limits{Upload: 4000})
	ws := h.workspace("sea")
	send := func(path string, fields ...[3]string) reply { // name, file name, content
		var b bytes.Buffer
		form := multipart.NewWriter(&b)
		for _, f := range fields {
			if f[1] == "" {
				_ = form.WriteField(f[0], f[2])
				continue
			}
			part, err := form.CreateFormFile(f[0], f[1])
			if err != nil {
				t.Fatal(err)
			}
			_, _ = io.WriteString(part, f[2])
		}
		if err := form.Close(); err != nil {
			t.Fatal(err)
		}
		return h.ask(http.MethodPost, ws+path, &b, "Content-Type", form.FormDataContentType())
	}
	one, two := [3]string{"file", "one.txt", moby}, [3]string{"file", "two.jsonl", `{"id":"a","text":"Bartleby would prefer not to."}`}
	bad, tag := [3]string{"file", "bad.json", "{"}, [3]string{"tag", "", "year=1851"}
	var estimate ingest.Estimate
	send("/documents/estimate", one, two, tag).want(http.StatusOK, "").into(&estimate)
	if estimate.Documents.New != 2 {
		t.Errorf("estimate %+v", estimate)
	}
	j := h.ended(ws, send("/documents", one, bad, two, tag))
	var report ingest.Report
	if err := json.Unmarshal(j.Result, &report); err != nil {
		t.Fatal(err)
	}
	if j.State != graph.JobPartly || report.Documents.New != 2 || len(report.DocumentIDs) != 2 || len(report.Errors) != 1 ||
		report.Errors[0].Item != "bad.json" {
		t.Errorf("%+v", j)
	}
	for _, source := range []string{"one.txt", "two.jsonl#a"} {
		var d browse.Document
		h.get(ws+"/documents/"+string(graph.DocumentID(source))).want(http.StatusOK, "").into(&d)
		if !slices.Equal(d.Tags, []string{"year=1851"}) {
			t.Errorf("%+v", d)
		}
	}
	if j := h.ended(ws, send("/documents", one, [3]string{"reread", "", "true"})); !strings.Contains(string(j.Request), `"reread":true`) {
		t.Errorf("request %s", j.Request)
	}
	for name, fields := range map[string][][3]string{
		"two of one name":        {one, one},
		"one source for several": {one, two, {"source", "", "s"}},
		"reread":                 {one, {"reread", "", "perhaps"}},
	} {
		if r := send("/documents", fields...); r.status != http.StatusBadRequest {
			t.Errorf("%s: status %d", name, r.status)
		}
	}
	long := strings.Repeat("Ahab sails. ", 3000)
	send("/documents", [3]string{"file", "a.txt", long}, [3]string{"file", "b.txt", long}).want(http.StatusRequestEntityTooLarge, "too_large")
	// Those of the job that is partly done stay.
	if left, err := os.ReadDir(filepath.Join(h.config.Data, h.name("sea"), "uploads")); err != nil || len(left) != 3 {
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
