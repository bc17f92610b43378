package web_test

import (
	"context"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"grove/internal/graph"
	"grove/internal/jobs"
	"grove/web"
	"grove/web/keys"
)

// librarian notes how many documents are looked at, at once and at the most, which is at least least: the first wait for others.
type librarian struct {
	web.Jobs
	now, most, least *atomic.Int32
}

func newLibrarian() librarian {
	return librarian{now: new(atomic.Int32), most: new(atomic.Int32), least: new(atomic.Int32)}
}

// library is a workspace whose uploads a librarian takes.
type library struct {
	web.Workspace
	librarian librarian
}

func (l library) Jobs() web.Jobs { return l.librarian }

func (librarian) Spool(_ context.Context, _ string, content io.Reader) (string, error) {
	_, err := io.Copy(io.Discard, content)
	return "file", err
}
func (librarian) SpoolRecord(context.Context, jobs.Record) (string, error) { return "file", nil }
func (librarian) Unspool(string) error                                     { return nil }

func (l librarian) QueueUpload(ctx context.Context, _ jobs.Upload) (jobs.Job, error) {
	now := l.now.Add(1)
	for m := l.most.Load(); now > m && !l.most.CompareAndSwap(m, now); m = l.most.Load() {
	}
	time.Sleep(100 * time.Millisecond) // too many would come meanwhile
	for l.most.Load() < l.least.Load() && ctx.Err() == nil {
		time.Sleep(time.Millisecond)
	}
	l.now.Add(-1)
	return jobs.Job{State: graph.JobQueued}, nil
}

// TestHeavy: of the largest documents two are worked on at once, however they come, and all
// of them in the end; small ones do not wait.
func TestHeavy(t *testing.T) {
	const large = 2 << 20
	send := func(s *httptest.Server, kind string, body io.Reader) {
		resp, err := http.Post(s.URL+"/v1/workspaces/sea/documents", kind, body)
		if err != nil {
			t.Error(err)
			return
		}
		defer resp.Body.Close()
		if resp.StatusCode != http.StatusAccepted {
			t.Errorf("status %d", resp.StatusCode)
		}
	}
	l := newLibrarian()
	h, err := web.Handler(web.Options{Service: oneRoom{workspace: library{librarian: l}}, Keys: keys.Open(t.TempDir()), Limits: web.Limits{Upload: large + 1000}, Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	s := httptest.NewServer(h)
	t.Cleanup(s.Close)
	const form = "--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.txt\"\r\n\r\n"
	for name, c := range map[string]struct {
		bytes, least, most int32
	}{"large": {large, 1, 2}, "small": {100, 3, 10}} {
		l.most.Store(0)
		l.least.Store(c.least)
		text := strings.Repeat("x", int(c.bytes))
		var wait sync.WaitGroup
		for i := range 10 {
			wait.Go(func() {
				const record = `{"source":"a","text":"`
				switch i % 3 {
				case 0:
					send(s, "application/json", strings.NewReader(record+text+`"}`))
				case 1: // without its length
					send(s, "application/json", io.MultiReader(strings.NewReader(record+text+`"}`)))
				default:
					send(s, "multipart/form-data; boundary=b", strings.NewReader(form+text+"\r\n--b--\r\n"))
				}
			})
		}
		wait.Wait()
		if n := l.most.Load(); n < c.least || n > c.most {
			t.Errorf("%s: %d at once, want %d to %d", name, n, c.least, c.most)
		}
	}
}

// TestSlowSenders: who sends slowly holds no memory that others wait for, and a few of them
// leave room on disk.
func TestSlowSenders(t *testing.T) {
	l := newLibrarian()
	ring := keys.Open(t.TempDir())
	secrets := map[string]string{}
	for _, name := range []string{"slow", "other"} {
		secret, _, err := ring.Add(name, keys.Write, []string{keys.Everywhere}, time.Now())
		if err != nil {
			t.Fatal(err)
		}
		secrets[name] = secret
	}
	const most = 4 << 20
	h, err := web.Handler(web.Options{Service: oneRoom{workspace: library{librarian: l}}, Keys: ring, Limits: web.Limits{Upload: most}, Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	s := httptest.NewServer(h)
	t.Cleanup(s.Close)
	send := func(ctx context.Context, key string, length int64, body io.Reader) int {
		req, err := http.NewRequestWithContext(ctx, http.MethodPost, s.URL+"/v1/workspaces/sea/documents", body)
		if err != nil {
			t.Error(err)
			return 0
		}
		req.ContentLength = length
		req.Header.Set("Content-Type", "application/json")
		req.Header.Set("X-Api-Key", secrets[key])
		resp, err := http.DefaultClient.Do(req)
		if err != nil {
			return 0 // ctx has ended
		}
		defer resp.Body.Close()
		return resp.StatusCode
	}
	const record = `{"source":"a","text":"`
	large := record + strings.Repeat("x", most-100) + `"}`
	for name, c := range map[string]struct {
		length int64  // that the slow ones say, -1 for none
		begin  string // what of theirs comes
		who    string // who sends meanwhile
	}{
		"a few bytes without a length": {-1, record, "slow"},
		"a mebibyte without a length":  {-1, large[:1<<20], "slow"},
		"all without a length":         {-1, large, "other"},
		"a length and a few bytes":     {most, record, "other"},
	} {
		t.Run(name, func(t *testing.T) {
			ctx, stop := context.WithCancel(t.Context())
			var slow sync.WaitGroup
			for range 4 {
				body, begin := io.Pipe()
				slow.Go(func() { send(ctx, "slow", c.length, body) })
				go func() {
					<-ctx.Done()
					_ = begin.CloseWithError(ctx.Err())
				}()
				go func() { _, _ = io.WriteString(begin, c.begin) }()
			}
			time.Sleep(200 * time.Millisecond)
			soon, late := context.WithTimeout(t.Context(), 10*time.Second)
			defer late()
			if status := send(soon, c.who, int64(len(large)), strings.NewReader(large)); status != http.StatusAccepted {
				t.Errorf("status %d", status)
			}
			stop()
			slow.Wait()
		})
	}
}

// TestTooLongWithoutLength: a document that does not say how long it is may be no longer
// than others.
func TestTooLongWithoutLength(t *testing.T) {
	h := open(t, web.Limits{Upload: 3 << 20})
	ws := h.workspace("sea")
	text := `{"source":"a","text":"` + strings.Repeat("x", 4<<20) + `"}`
	h.ask(http.MethodPost, ws+"/documents", io.MultiReader(strings.NewReader(text)), "Content-Type", "application/json").want(http.StatusRequestEntityTooLarge, "too_large")
}

// TestRoomOnDisk: bodies that are received take a bounded room on disk, and no names, so that
// nothing stays once the process is killed.
func TestRoomOnDisk(t *testing.T) {
	const open = "/proc/self/fd"
	if _, err := os.Stat(open); err != nil {
		t.Skip("no " + open)
	}
	folder := t.TempDir()
	t.Setenv("TMPDIR", folder)
	files := func() (n int) {
		entries, err := os.ReadDir(open)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range entries {
			if name, err := os.Readlink(filepath.Join(open, e.Name())); err == nil && strings.HasPrefix(name, folder) {
				n++
			}
		}
		return n
	}
	const most, senders, room = 2 << 20, 12, 8
	l := newLibrarian()
	h, err := web.Handler(web.Options{Service: oneRoom{workspace: library{librarian: l}}, Keys: keys.Open(t.TempDir()),
		Limits: web.Limits{Upload: most}, Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	s := httptest.NewServer(h)
	t.Cleanup(s.Close)
	begin := `{"source":"a","text":"` + strings.Repeat("x", 3<<19)
	var send sync.WaitGroup
	ends := make([]*io.PipeWriter, senders)
	for i := range senders {
		var body *io.PipeReader
		body, ends[i] = io.Pipe()
		send.Go(func() {
			resp, err := http.Post(s.URL+"/v1/workspaces/sea/documents", "application/json", body)
			if err != nil {
				t.Error(err)
				return
			}
			defer resp.Body.Close()
			if resp.StatusCode != http.StatusAccepted {
				t.Errorf("status %d", resp.StatusCode)
			}
		})
		send.Go(func() { _, _ = io.WriteString(ends[i], begin) })
	}
	for end := time.Now().Add(20 * time.Second); files() < room && time.Now().Before(end); {
		time.Sleep(5 * time.Millisecond)
	}
	time.Sleep(200 * time.Millisecond)
	if n := files(); n != room {
		t.Errorf("%d bodies on disk, want %d", n, room)
	}
	if named, err := os.ReadDir(folder); err != nil || len(named) > 0 {
		t.Errorf("files with names: %v, %v", named, err)
	}
	for _, end := range ends {
		send.Go(func() {
			_, _ = io.WriteString(end, `"}`)
			_ = end.Close()
		})
	}
	send.Wait()
	if n := files(); n > 0 {
		t.Errorf("%d files stay", n)
	}
}
