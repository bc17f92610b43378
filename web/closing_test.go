package web_test

import (
	"bufio"
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"grove/internal/fault"
	"grove/internal/graph"
	"grove/internal/jobs"
	"grove/query"
	"grove/web"
	"grove/web/keys"
)

// deletedMeanwhile is a service whose workspace is removed just as a stream's question is
// to be begun.
type deletedMeanwhile struct {
	web.Service
	uses    atomic.Int32
	deleted chan error
}

func (d *deletedMeanwhile) Use(ctx context.Context, name string, use func(context.Context, web.Workspace) error) error {
	if d.uses.Add(1) == 1 {
		d.deleted <- d.Service.Delete(context.WithoutCancel(ctx), name)
	}
	return d.Service.Use(ctx, name, use)
}

// TestDeletedAsAStreamBegins: the client is told, and neither waits for the other.
func TestDeletedAsAStreamBegins(t *testing.T) {
	h := open(t, web.Limits{})
	h.workspace("sea")
	d := &deletedMeanwhile{Service: h.service, deleted: make(chan error, 1)}
	a := serving(t, d, web.Limits{})
	begun := time.Now()
	resp := a.ask(t.Context(), "")
	body, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	told(t, resp, body)
	if err := <-d.deleted; err != nil {
		t.Error(err)
	}
	if took := time.Since(begun); took > 5*time.Second {
		t.Errorf("it took %v", took)
	}
}

// serving serves a service, and asks its workspace.
func serving(t *testing.T, s web.Service, limits web.Limits) asker {
	t.Helper()
	h, err := web.Handler(web.Options{Service: s, Keys: keys.Open(t.TempDir()), Limits: limits, Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(h)
	t.Cleanup(server.Close)
	return asker{T: t, url: server.URL + "/v1/workspaces/sea/query", body: `{"question":"Who?"}`}
}

// told holds an answer to saying that the work was ended: as a problem, or as the last event.
func told(t *testing.T, resp *http.Response, body []byte) {
	t.Helper()
	var p web.Problem
	raw := body
	if resp.StatusCode == http.StatusOK {
		events := eventsOf(body)
		if len(events) == 0 || events[len(events)-1].name != "error" {
			t.Fatalf("status 200 and events %q", names(events))
		}
		raw = []byte(events[len(events)-1].data)
	}
	if err := json.Unmarshal(raw, &p); err != nil || p.Code != "canceled" && p.Code != "not_found" {
		t.Errorf("status %d: %s %v", resp.StatusCode, body, err)
	}
}

// TestDeletedDuringAQuestion: who waits for an answer is told that there will be none, in
// either form.
func TestDeletedDuringAQuestion(t *testing.T) {
	for _, accept := range []string{"text/event-stream", "application/json"} {
		p := pay(t, web.Limits{})
		go func() {
			<-p.arrived // the plan is asked for
			p.answer <- struct{}{}
			<-p.arrived // and the next call
			req, err := http.NewRequest(http.MethodDelete, strings.TrimSuffix(p.url, "/query"), nil)
			if err != nil {
				t.Error(err)
				return
			}
			resp, err := http.DefaultClient.Do(req)
			if err != nil {
				t.Error(err)
				return
			}
			_ = resp.Body.Close()
		}()
		req, err := http.NewRequest(http.MethodPost, p.url, strings.NewReader(p.body))
		if err != nil {
			t.Fatal(err)
		}
		req.Header.Set("Content-Type", "application/json")
		req.Header.Set("Accept", accept)
		resp, err := http.DefaultClient.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		body, err := io.ReadAll(bufio.NewReader(resp.Body))
		_ = resp.Body.Close()
		if err != nil {
			t.Fatal(err)
		}
		told(t, resp, body)
		if events := accept == "text/event-stream"; events != (resp.StatusCode == http.StatusOK) {
			t.Errorf("%s: status %d", accept, resp.StatusCode)
		}
	}
}

// closesSoon is a service whose workspace is closed while it is used.
type closesSoon struct {
	web.Service
	workspace web.Workspace
}

func (c closesSoon) Use(ctx context.Context, _ string, use func(context.Context, web.Workspace) error) error {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	time.AfterFunc(50*time.Millisecond, stop)
	return use(ctx, c.workspace)
}

// silentJobs has jobs of which nothing is heard.
type silentJobs struct{ web.Jobs }

func (silentJobs) Follow(context.Context, graph.ID) (<-chan jobs.Job, error) {
	return make(chan jobs.Job), nil
}

// silent is a workspace with these jobs.
type silent struct{ web.Workspace }

func (silent) Jobs() web.Jobs { return silentJobs{} }

// TestClosedBeforeTheFirstEvent: a job's stream that comes to nothing is no empty success.
func TestClosedBeforeTheFirstEvent(t *testing.T) {
	a := serving(t, closesSoon{workspace: silent{}}, web.Limits{})
	resp, err := http.Get(strings.TrimSuffix(a.url, "query") + "jobs/j/events")
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	if resp.StatusCode == http.StatusOK {
		t.Error("status 200")
	}
}

// outspoken answers, or refuses, whatever it is asked.
type outspoken struct {
	web.Workspace
	err error
}

func (o outspoken) Ask(_ context.Context, _ web.Question, watch func(query.Step)) (query.Answer, error) {
	if o.err == nil {
		watch(query.Step{Action: "plan"})
	}
	return query.Answer{Answer: "Ahab"}, o.err
}

// TestHistoryIsNotKept: of a question that is over its events are kept, not what was sent
// with it.
func TestHistoryIsNotKept(t *testing.T) {
	const questions = 64
	history := `{"question":"Who?","history":[{"question":"a","answer":"` + strings.Repeat("x", 1<<20-100) + `"}]}`
	heap := func() int {
		http.DefaultClient.CloseIdleConnections()
		runtime.GC()
		runtime.GC()
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return int(m.HeapAlloc >> 20)
	}
	for name, err := range map[string]error{"answered": nil, "refused": fault.New(fault.Invalid, "test", "agent", "no such agent", "")} {
		a := serving(t, oneRoom{workspace: outspoken{err: err}}, web.Limits{})
		a.body = history
		before := heap()
		for range questions {
			resp := a.ask(t.Context(), "")
			if want := map[bool]int{true: http.StatusOK, false: http.StatusBadRequest}[err == nil]; resp.StatusCode != want {
				t.Fatalf("%s: status %d", name, resp.StatusCode)
			}
			if _, err := io.Copy(io.Discard, resp.Body); err != nil {
				t.Fatal(err)
			}
			_ = resp.Body.Close()
		}
		if more := heap() - before; more > questions/4 {
			t.Errorf("%s: %d MiB more after %d questions of 1 MiB", name, more, questions)
		}
	}
}
