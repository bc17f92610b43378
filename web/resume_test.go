package web_test

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"grove/internal/fault"
	"grove/internal/traces"
	"grove/query"
	"grove/web"
	"grove/web/keys"
)

// steppingAgent takes a step for each word that it is given, and answers at their end. It
// stores traces.
type steppingAgent struct {
	web.Workspace
	steps  chan string
	stored *traces.Folder
	// running counts the questions under way, which outlive their requests, until over ends them.
	running *sync.WaitGroup
	over    chan struct{}
	// reversed has the trace in another order than the steps were watched, as parallel branches have it.
	reversed bool
}

func newSteppingAgent(stored *traces.Folder) steppingAgent {
	return steppingAgent{steps: make(chan string), stored: stored, running: new(sync.WaitGroup), over: make(chan struct{})}
}

func (a steppingAgent) Ask(ctx context.Context, q web.Question, watch func(query.Step)) (answer query.Answer, err error) {
	a.running.Add(1)
	defer a.running.Done()
	defer func() {
		answer.TraceID = q.TraceID
		if a.reversed {
			slices.Reverse(answer.Trace)
		}
		t := traces.New(time.Now(), q.Question, traces.Options{}, answer, err)
		err = errors.Join(err, a.stored.Put(t))
	}()
	for {
		select {
		case action, more := <-a.steps:
			if !more {
				answer.Answer = "Ahab"
				return answer, nil
			}
			watch(query.Step{Action: action})
			answer.Trace = append(answer.Trace, query.Step{Step: len(answer.Trace) + 1, Action: action})
		case <-ctx.Done():
			return answer, fault.Wrap(ctx.Err(), "test", "")
		case <-a.over:
			return answer, fault.Wrap(context.Canceled, "test", "")
		}
	}
}

func (a steppingAgent) Traces() *traces.Folder { return a.stored }

// asker asks a service for a stream, as one client. It goes on with one by its trace, or
// with post as clients do that repeat the request.
type asker struct {
	*testing.T
	url, body string
	header    []string
	post      bool
}

func (a asker) ask(ctx context.Context, lastEvent string) *http.Response {
	a.Helper()
	method, url := http.MethodPost, a.url
	if trace, _, ok := strings.Cut(lastEvent, "."); ok && !a.post {
		method, url = http.MethodGet, strings.TrimSuffix(a.url, "query")+"traces/"+trace+"/replay?speed=0"
	}
	req, err := http.NewRequestWithContext(ctx, method, url, strings.NewReader(a.body))
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
	return steppingFor(t, limits, keys.Open(t.TempDir()))
}

func steppingFor(t *testing.T, limits web.Limits, ring *keys.File) (asker, chan<- string) {
	t.Helper()
	return steppingWith(t, limits, ring, newSteppingAgent(traces.In(t.TempDir(), 10)))
}

func steppingWith(t *testing.T, limits web.Limits, ring *keys.File, agent steppingAgent) (asker, chan<- string) {
	t.Helper()
	h, err := web.Handler(web.Options{Service: oneRoom{workspace: agent}, Keys: ring, Limits: limits, Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	s := httptest.NewServer(h)
	t.Cleanup(func() {
		close(agent.over)
		s.Close()
		agent.running.Wait()
	})
	return asker{T: t, url: s.URL + "/v1/workspaces/sea/query", body: `{"question":"Who?"}`}, agent.steps
}

// TestResume: a client whose stream breaks comes back for the events after the last
// one that it has seen, while the question goes on and once it is over.
func TestResume(t *testing.T) {
	for name, post := range map[string]bool{"by the trace": false, "by the same request": true} {
		t.Run(name, func(t *testing.T) { testResume(t, post) })
	}
}

func testResume(t *testing.T, post bool) {
	a, steps := stepping(t, web.Limits{})
	a.post = post
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
	land := asker{T: t, url: strings.Replace(a.url, "sea", "land", 1), body: a.body, post: post}
	if got := land.ask(t.Context(), last); got.StatusCode != http.StatusNotFound {
		t.Errorf("another workspace: status %d", got.StatusCode)
	}
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
		last string
		want int
	}{
		"no such stream": {"abc.1", http.StatusNotFound},
		"no id":          {"1", http.StatusBadRequest},
		"no number":      {stem + ".x", http.StatusBadRequest},
	} {
		if got := a.ask(t.Context(), c.last); got.StatusCode != c.want {
			t.Errorf("%s: status %d, want %d", name, got.StatusCode, c.want)
		}
	}
}

// TestResumeOfAnother: the stream of one key is not for another one.
func TestResumeOfAnother(t *testing.T) {
	ring := keys.Open(t.TempDir())
	a, steps := steppingFor(t, web.Limits{}, ring)
	for _, name := range []string{"mine", "other"} {
		secret, _, err := ring.Add(name, keys.Read, []string{keys.Everywhere}, time.Now())
		if err != nil {
			t.Fatal(err)
		}
		a.header = append(a.header, "X-Api-Key", secret)
	}
	mine, other := a, a
	mine.header, other.header = a.header[:2], a.header[2:]
	go func() { steps <- "plan" }()
	id := mine.read(bufio.NewReader(mine.ask(t.Context(), "").Body), 1)[0].id
	if got := other.ask(t.Context(), id); got.StatusCode != http.StatusNotFound {
		t.Errorf("another key: %d", got.StatusCode)
	}
	rest := bufio.NewReader(mine.ask(t.Context(), id).Body)
	steps <- "one"
	close(steps)
	if got := mine.read(rest, -1); names(got) != "step references token usage done" {
		t.Errorf("the same key: %s", names(got))
	}
}

// TestReturnAfterEnd: a client whose stream broke before the end gets the remaining live
// events, however the trace was stored; after the grace the stored trace is left.
func TestReturnAfterEnd(t *testing.T) {
	for name, c := range map[string]struct {
		keep  int
		grace time.Duration
	}{
		"a trace in another order":  {10, time.Hour},
		"no traces":                 {0, time.Hour},
		"no traces after the grace": {0, 10 * time.Millisecond},
	} {
		t.Run(name, func(t *testing.T) {
			agent := newSteppingAgent(traces.In(t.TempDir(), c.keep))
			agent.reversed = true
			a, steps := steppingWith(t, web.Limits{Grace: c.grace}, keys.Open(t.TempDir()), agent)
			go func() { steps <- "plan" }()
			first := bufio.NewReader(a.ask(t.Context(), "").Body)
			a.read(first, 1)
			steps <- "one"
			id := a.read(first, 1)[0].id
			steps <- "two"
			close(steps)
			if got := a.read(first, -1); names(got) != "step references token usage done" {
				t.Fatalf("the first time: %s", names(got))
			}
			if c.grace < time.Hour {
				for a.ask(t.Context(), id).StatusCode != http.StatusNotFound {
					time.Sleep(5 * time.Millisecond)
				}
				return
			}
			for range 2 {
				got := a.read(bufio.NewReader(a.ask(t.Context(), id).Body), -1)
				if names(got) != "step references token usage done" || !strings.Contains(got[0].data, "two") {
					t.Errorf("on coming back: %+v", got)
				}
			}
		})
	}
}

// TestReadersSlots: a few readers of a stream share the slot of its question, more need others.
func TestReadersSlots(t *testing.T) {
	a, steps := stepping(t, web.Limits{KeyRequests: 1})
	go func() { steps <- "plan" }()
	id := a.read(bufio.NewReader(a.ask(t.Context(), "").Body), 1)[0].id
	for i, want := range []int{http.StatusOK, http.StatusOK, http.StatusTooManyRequests} {
		if got := a.ask(t.Context(), id); got.StatusCode != want {
			t.Errorf("reader %d: status %d, want %d", i, got.StatusCode, want)
		}
	}
	close(steps)
}

// TestTwoReaders: each reader of a stream gets all of it, and the question goes on while
// there is one.
func TestTwoReaders(t *testing.T) {
	a, steps := stepping(t, web.Limits{Grace: 10 * time.Millisecond})
	go func() { steps <- "plan" }()
	first := bufio.NewReader(a.ask(t.Context(), "").Body)
	id := a.read(first, 1)[0].id
	second := bufio.NewReader(a.ask(t.Context(), id).Body)
	ctx, leave := context.WithCancel(t.Context())
	third := a.ask(ctx, id)
	leave()
	_ = third.Body.Close()
	time.Sleep(100 * time.Millisecond) // the question does not end with the third
	steps <- "one"
	close(steps)
	for name, body := range map[string]*bufio.Reader{"first": first, "second": second} {
		if got := a.read(body, -1); names(got) != "step references token usage done" {
			t.Errorf("the %s reader gets %s", name, names(got))
		}
	}
}

// TestGrace: a question whose client does not come back ends, and its trace says so to one
// that comes later.
func TestGrace(t *testing.T) {
	stored := traces.In(t.TempDir(), 10)
	a, steps := steppingWith(t, web.Limits{Grace: 10 * time.Millisecond}, keys.Open(t.TempDir()), newSteppingAgent(stored))
	ctx, leave := context.WithCancel(t.Context())
	defer leave()
	go func() { steps <- "plan" }()
	body := bufio.NewReader(a.ask(ctx, "").Body)
	id := a.read(body, 1)[0].id
	leave()
	trace, _, _ := strings.Cut(id, ".")
	for end := time.Now().Add(time.Minute); ; time.Sleep(5 * time.Millisecond) {
		if _, err := stored.Get(trace); err == nil {
			break
		} else if time.Now().After(end) {
			t.Fatal(err)
		}
	}
	if got := a.read(bufio.NewReader(a.ask(t.Context(), id).Body), -1); names(got) != "error" || !strings.Contains(got[0].data, `"code":"canceled"`) {
		t.Errorf("too late: %+v", got)
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
