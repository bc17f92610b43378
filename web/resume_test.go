package web_test

import (
	"bufio"
	"context"
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

// steppingAgent takes a step for each word that it is given, and answers at their end.
type steppingAgent struct {
	web.Workspace
	steps chan string
}

func (a steppingAgent) Ask(ctx context.Context, _ web.Question, watch func(query.Step)) (query.Answer, error) {
	for {
		select {
		case action, more := <-a.steps:
			if !more {
				return query.Answer{Answer: "Ahab"}, nil
			}
			watch(query.Step{Action: action})
		case <-ctx.Done():
			return query.Answer{}, ctx.Err()
		}
	}
}

// asker asks a service for a stream, as one client.
type asker struct {
	*testing.T
	url, body string
	header    []string
}

func (a asker) ask(ctx context.Context, lastEvent string) *http.Response {
	a.Helper()
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, a.url, strings.NewReader(a.body))
	if err != nil {
		a.Fatal(err)
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Accept", "text/event-stream")
	if lastEvent != "" {
		req.Header.Set("Last-Event-ID", lastEvent)
	}
	for i := 0; i < len(a.header); i += 2 {
		req.Header.Set(a.header[i], a.header[i+1])
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		a.Fatal(err)
	}
	a.Cleanup(func() { _ = resp.Body.Close() })
	return resp
}

// read gives the next n events of a stream, or all where n is below 0.
func (a asker) read(body *bufio.Reader, n int) []event {
	a.Helper()
	var all strings.Builder
	for n != 0 {
		line, err := body.ReadString('\n')
		all.WriteString(line)
		if err != nil {
			break
		}
		if line == "\n" && !strings.HasSuffix(all.String(), ": beat\n\n") {
			n--
		}
	}
	return eventsOf([]byte(all.String()))
}

func names(events []event) string {
	var out []string
	for _, e := range events {
		out = append(out, e.name)
	}
	return strings.Join(out, " ")
}

func stepping(t *testing.T, limits web.Limits) (asker, chan<- string) {
	t.Helper()
	agent := steppingAgent{steps: make(chan string)}
	h, err := web.Handler(web.Options{Service: oneRoom{workspace: agent}, Keys: keys.Open(t.TempDir()), Limits: limits, Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	s := httptest.NewServer(h)
	t.Cleanup(s.Close)
	return asker{T: t, url: s.URL + "/v1/workspaces/sea/query", body: `{"question":"Who?"}`}, agent.steps
}

// TestResume: a client whose stream breaks comes back for the events after the last
// one that it has seen, while the question goes on and once it is over.
func TestResume(t *testing.T) {
	a, steps := stepping(t, web.Limits{})
	ctx, leave := context.WithCancel(t.Context())
	defer leave()
	go func() { steps <- "plan" }()
	first := bufio.NewReader(a.ask(ctx, "").Body)
	for _, s := range []string{"plan", "one", "two"} {
		if s != "plan" {
			steps <- s
		}
		if got := a.read(first, 1); len(got) != 1 || !strings.Contains(got[0].data, s) {
			t.Fatalf("%s: %+v", s, got)
		}
	}
	steps <- "three"
	last := a.read(first, 1)[0].id
	stem, number, _ := strings.Cut(last, ".")
	if number != "4" || stem == "" {
		t.Fatalf("id %q", last)
	}
	leave()
	steps <- "four" // nobody listens
	again := bufio.NewReader(a.ask(t.Context(), stem+".2").Body)
	if got := a.read(again, 3); names(got) != "step step step" || got[0].id != stem+".3" || !strings.Contains(got[2].data, "four") || !strings.Contains(got[2].data, `"step":5`) {
		t.Errorf("on coming back: %+v", got)
	}
	close(steps)
	if got := a.read(again, -1); names(got) != "references token usage done" || got[3].id != stem+".9" {
		t.Errorf("to the end: %+v", got)
	}
	for seen, want := range map[int]string{0: "plan step step step step references token usage done", 7: "usage done", 9: "", 99999: ""} {
		if got := a.read(bufio.NewReader(a.ask(t.Context(), fmt.Sprintf("%s.%d", stem, seen)).Body), -1); names(got) != want {
			t.Errorf("after %d: %+v, want %s", seen, got, want)
		}
	}
	for name, c := range map[string]struct {
		asker
		last string
		want int
	}{
		"another question":  {asker{T: t, url: a.url, body: `{"question":"Where?"}`}, last, http.StatusConflict},
		"another workspace": {asker{T: t, url: strings.Replace(a.url, "sea", "land", 1), body: a.body}, last, http.StatusNotFound},
		"no such stream":    {a, "abc.1", http.StatusNotFound},
		"no id":             {a, "1", http.StatusBadRequest},
		"no number":         {a, stem + ".x", http.StatusBadRequest},
	} {
		if got := c.ask(t.Context(), c.last); got.StatusCode != c.want {
			t.Errorf("%s: status %d, want %d", name, got.StatusCode, c.want)
		}
	}
}

// TestResumeOfAnother: the stream of one key is not for another one.
func TestResumeOfAnother(t *testing.T) {
	h := open(t, web.Limits{})
	admin := bearer(h.key("admin", keys.Admin, keys.Everywhere))
	ws := h.workspace("sea", admin...)
	mine, other := bearer(h.key("mine", keys.Read, "sea")), bearer(h.key("other", keys.Read, "sea"))
	a := asker{T: t, url: h.server.URL + ws + "/query", body: `{"question":"Who?"}`, header: mine}
	events := a.read(bufio.NewReader(a.ask(t.Context(), "").Body), -1)
	if len(events) < 2 || events[0].id == "" {
		t.Fatalf("%+v", events)
	}
	if got := a.read(bufio.NewReader(a.ask(t.Context(), events[0].id).Body), -1); len(got) != len(events)-1 {
		t.Errorf("%d events after the first of %d", len(got), len(events))
	}
	a.header = other
	if got := a.ask(t.Context(), events[0].id); got.StatusCode != http.StatusNotFound {
		t.Errorf("another key: %d", got.StatusCode)
	}
}

// TestGrace: a question whose client does not come back ends, and says so to one that
// comes later; after a while nothing of it is kept.
func TestGrace(t *testing.T) {
	a, steps := stepping(t, web.Limits{Grace: 10 * time.Millisecond, Kept: 500 * time.Millisecond})
	ctx, leave := context.WithCancel(t.Context())
	defer leave()
	go func() { steps <- "plan" }()
	body := bufio.NewReader(a.ask(ctx, "").Body)
	id := a.read(body, 1)[0].id
	leave()
	time.Sleep(100 * time.Millisecond)
	if got := a.read(bufio.NewReader(a.ask(t.Context(), id).Body), -1); names(got) != "error" || !strings.Contains(got[0].data, `"code":"canceled"`) {
		t.Errorf("too late: %+v", got)
	}
	for end := time.Now().Add(time.Minute); a.ask(t.Context(), id).StatusCode != http.StatusNotFound; time.Sleep(50 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatal("it is kept for ever")
		}
	}
}

// TestPlaceOfBrokenStream: a key whose requests are all under way does not lose the one
// whose stream breaks. Its question waits in the request's place, which others do not get
// meanwhile, and the client that comes back takes it again, as often as it likes.
func TestPlaceOfBrokenStream(t *testing.T) {
	a, steps := stepping(t, web.Limits{KeyRequests: 1, Grace: time.Hour})
	last := ""
	for _, step := range []string{"plan", "one", "two"} {
		ctx, leave := context.WithCancel(t.Context())
		defer leave()
		go func() { steps <- step }()
		got := a.read(bufio.NewReader(a.eventually(ctx, last).Body), 1)
		if len(got) != 1 || !strings.Contains(got[0].data, step) {
			t.Fatalf("%s: %+v", step, got)
		}
		last = got[0].id
		leave()
		if other := a.ask(t.Context(), ""); other.StatusCode != http.StatusTooManyRequests {
			t.Errorf("after %s another question: status %d", step, other.StatusCode)
		}
	}
	wrong := asker{T: t, url: a.url, body: `{"question":"Where?"}`}
	if got := wrong.eventually(t.Context(), last); got.StatusCode != http.StatusConflict {
		t.Errorf("with another question: status %d", got.StatusCode)
	}
	go close(steps)
	if got := a.read(bufio.NewReader(a.eventually(t.Context(), last).Body), -1); names(got) != "references token usage done" {
		t.Errorf("to the end: %+v", got)
	}
	if got := a.eventually(t.Context(), ""); got.StatusCode != http.StatusOK {
		t.Errorf("once it is over: status %d", got.StatusCode)
	}
}

// eventually asks until there is a place: the service has to find out that a client is gone.
func (a asker) eventually(ctx context.Context, lastEvent string) *http.Response {
	a.Helper()
	for end := time.Now().Add(time.Minute); ; time.Sleep(5 * time.Millisecond) {
		got := a.ask(ctx, lastEvent)
		if got.StatusCode != http.StatusTooManyRequests {
			return got
		}
		if time.Now().After(end) {
			a.Fatal("the place is never free")
		}
	}
}

// TestResumeAfterDelete: what was asked of a workspace is not for one of its name that
// is made once it was removed.
func TestResumeAfterDelete(t *testing.T) {
	h := open(t, web.Limits{})
	ws := h.workspace("sea")
	a := asker{T: t, url: h.server.URL + ws + "/query", body: `{"question":"Who commands the Pequod?"}`}
	id := a.read(bufio.NewReader(a.ask(t.Context(), "").Body), -1)[0].id
	if got := a.ask(t.Context(), id); got.StatusCode != http.StatusOK {
		t.Fatalf("before: status %d", got.StatusCode)
	}
	h.ask(http.MethodDelete, ws, nil).want(http.StatusNoContent, "")
	h.workspace("sea")
	if got := a.ask(t.Context(), id); got.StatusCode != http.StatusNotFound {
		t.Errorf("status %d", got.StatusCode)
	}
}
