package web_test

import (
	"bufio"
	"context"
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
	address, stopped := patience(t, web.Limits{})
	ctx, leave := context.WithCancel(t.Context())
	resp := asked(t, ctx, address, "text/event-stream")
	if line, err := bufio.NewReader(resp.Body).ReadString('\n'); err != nil || line != "event: plan\n" {
		t.Errorf("first line %q, %v", line, err)
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
