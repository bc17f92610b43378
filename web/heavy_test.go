package web_test

import (
	"context"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"grove/internal/graph"
	"grove/web"
	"grove/web/keys"
)

// librarian notes how many documents are looked at, at once and at the most.
type librarian struct {
	web.Workspace
	now, most *atomic.Int32
}

func (librarian) Spool(_ context.Context, _ string, content io.Reader) (string, error) {
	_, err := io.Copy(io.Discard, content)
	return "file", err
}
func (librarian) SpoolRecord(context.Context, web.Record) (string, error) { return "file", nil }
func (librarian) Unspool(string) error                                    { return nil }

func (l librarian) Add(context.Context, web.Upload) (web.Job, error) {
	l.most.Store(max(l.most.Load(), l.now.Add(1)))
	time.Sleep(100 * time.Millisecond)
	l.now.Add(-1)
	return web.Job{State: graph.JobQueued}, nil
}

// TestHeavy: of large documents a few are worked on at once, however they come, and all
// of them in the end; small ones do not wait.
func TestHeavy(t *testing.T) {
	const large = 2 << 20
	l := librarian{now: new(atomic.Int32), most: new(atomic.Int32)}
	h, err := web.Handler(web.Options{Service: oneRoom{workspace: l}, Keys: keys.Open(t.TempDir()), Limits: web.Limits{Upload: large + 1000}, Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	s := httptest.NewServer(h)
	t.Cleanup(s.Close)
	send := func(kind, body string) {
		resp, err := http.Post(s.URL+"/v1/workspaces/sea/documents", kind, strings.NewReader(body))
		if err != nil {
			t.Error(err)
			return
		}
		defer resp.Body.Close()
		if resp.StatusCode != http.StatusAccepted {
			t.Errorf("status %d", resp.StatusCode)
		}
	}
	const form = "--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.txt\"\r\n\r\n"
	for name, c := range map[string]struct {
		bytes, least, most int
	}{"large": {large, 1, 2}, "small": {100, 3, 10}} {
		l.most.Store(0)
		text := strings.Repeat("x", c.bytes)
		var wait sync.WaitGroup
		for i := range 10 {
			wait.Go(func() {
				if i%2 == 0 {
					send("application/json", `{"source":"a","text":"`+text+`"}`)
				} else {
					send("multipart/form-data; boundary=b", form+text+"\r\n--b--\r\n")
				}
			})
		}
		wait.Wait()
		if n := int(l.most.Load()); n < c.least || n > c.most {
			t.Errorf("%s: %d at once, want %d to %d", name, n, c.least, c.most)
		}
	}
}
