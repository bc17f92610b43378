package web_test

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"grove/query"
	"grove/web"
	"grove/web/keys"
)

// patientAgent takes one step and then works until it is told to stop.
type patientAgent struct {
	web.Workspace
	stopped chan error
}

func (p patientAgent) Ask(ctx context.Context, _ web.Question, watch func(query.Step)) (query.Answer, error) {
	if watch != nil {
		watch(query.Step{Action: "plan"})
	}
	<-ctx.Done()
	p.stopped <- ctx.Err()
	return query.Answer{}, ctx.Err()
}

// oneRoom is a service whose every workspace is the same.
type oneRoom struct {
	web.Service
	workspace web.Workspace
}

func (o oneRoom) Use(ctx context.Context, _ string, use func(context.Context, web.Workspace) error) error {
	return use(ctx, o.workspace)
}

func patience(t *testing.T, limits web.Limits) (address string, stopped <-chan error) {
	t.Helper()
	agent := patientAgent{stopped: make(chan error, 1)}
	h, err := web.Handler(web.Options{Service: oneRoom{workspace: agent}, Keys: keys.Open(t.TempDir()), Limits: limits, Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	s := httptest.NewServer(h)
	t.Cleanup(s.Close)
	return s.URL + "/v1/workspaces/sea/query", agent.stopped
}

func asked(t *testing.T, ctx context.Context, address, accept string) *http.Response {
	t.Helper()
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, address, strings.NewReader(`{"question":"Who?"}`))
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Accept", accept)
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = resp.Body.Close() })
	return resp
}

// TestClientGone: a client that goes away in the middle stops the agent; and the
// steps come while it works, not at its end.
func TestClientGone(t *testing.T) {
	address, stopped := patience(t, web.Limits{Grace: time.Millisecond})
	ctx, leave := context.WithCancel(t.Context())
	resp := asked(t, ctx, address, "text/event-stream")
	body := bufio.NewReader(resp.Body)
	for _, want := range []string{"id: ", "event: plan\n"} {
		if line, err := body.ReadString('\n'); err != nil || !strings.HasPrefix(line, want) {
			t.Errorf("line %q, %v, want %q", line, err, want)
		}
	}
	leave()
	select {
	case err := <-stopped:
		if err == nil {
			t.Error("stopped for no reason")
		}
	case <-time.After(10 * time.Second):
		t.Fatal("the agent goes on for nobody")
	}
}

// TestQuestionTime: a question that takes too long ends as one, in either form.
func TestQuestionTime(t *testing.T) {
	address, _ := patience(t, web.Limits{QuestionTime: 20 * time.Millisecond})
	if resp := asked(t, t.Context(), address, "application/json"); resp.StatusCode != http.StatusGatewayTimeout {
		t.Errorf("status %d", resp.StatusCode)
	}
	address, _ = patience(t, web.Limits{QuestionTime: 20 * time.Millisecond})
	resp := asked(t, t.Context(), address, "text/event-stream")
	var all strings.Builder
	if _, err := bufio.NewReader(resp.Body).WriteTo(&all); err != nil {
		t.Fatal(err)
	}
	if events := eventsOf([]byte(all.String())); len(events) != 2 || events[1].name != "error" || !strings.Contains(events[1].data, `"code":"timeout"`) {
		t.Errorf("events %+v", events)
	}
}

// hastyAgent answers with the time that it got, or panics.
type hastyAgent struct {
	web.Workspace
	panics bool
	got    chan int
}

func (a hastyAgent) Ask(_ context.Context, q web.Question, _ func(query.Step)) (query.Answer, error) {
	if a.panics {
		panic("a defect of the agent")
	}
	a.got <- q.Timeout
	return query.Answer{}, nil
}

func serveAgent(t *testing.T, a web.Workspace) *httptest.Server {
	t.Helper()
	h, err := web.Handler(web.Options{Service: oneRoom{workspace: a}, Keys: keys.Open(t.TempDir()), Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	s := httptest.NewServer(h)
	t.Cleanup(s.Close)
	return s
}

// TestAgentPanics: a defect of an agent fails its question alone, in either form.
func TestAgentPanics(t *testing.T) {
	s := serveAgent(t, hastyAgent{panics: true})
	for _, accept := range []string{"application/json", "text/event-stream"} {
		resp := asked(t, t.Context(), s.URL+"/v1/workspaces/sea/query", accept)
		var p web.Problem
		if err := json.NewDecoder(resp.Body).Decode(&p); err != nil || resp.StatusCode != http.StatusInternalServerError || p.Code != "internal" || strings.Contains(p.Detail, "agent") {
			t.Errorf("%s: %d %+v, %v", accept, resp.StatusCode, p, err)
		}
	}
}

// TestAgentTime: an agent gets less time than the service has for its question.
func TestAgentTime(t *testing.T) {
	a := hastyAgent{got: make(chan int, 1)}
	s := serveAgent(t, a)
	for _, c := range []struct{ asked, want int }{{0, 570}, {30, 30}, {86400, 570}} {
		body := fmt.Sprintf(`{"question":"Who?","timeout":%d}`, c.asked)
		resp, err := http.Post(s.URL+"/v1/workspaces/sea/query", "application/json", strings.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		_ = resp.Body.Close()
		if got := <-a.got; got != c.want {
			t.Errorf("asked for %d s, got %d, want %d", c.asked, got, c.want)
		}
	}
}
