package web_test

import (
	"bufio"
	"context"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"grove/ingest/ingesttest"
	"grove/internal/config"
	"grove/internal/llm/llmtest"
	"grove/internal/llm/offline"
	"grove/web"
)

// paid is a workspace with a document, whose model counts its calls and answers each
// when it may.
type paid struct {
	asker
	calls   *atomic.Int32
	arrived <-chan struct{}
	answer  chan<- struct{}
	// left tells that a request has ended, as the service found out.
	left <-chan struct{}
}

func pay(t *testing.T, limits web.Limits) paid {
	t.Helper()
	c := config.Default()
	c.Data = t.TempDir()
	h := openOn(t, c, limits)
	ws := h.workspace("sea")
	h.ended(ws, h.add(ws, "moby", moby))
	h.close()

	arrived, answer, left := make(chan struct{}, 100), make(chan struct{}, 100), make(chan struct{}, 100)
	p := paid{calls: new(atomic.Int32), arrived: arrived, answer: answer, left: left}
	over := t.Context().Done()
	model := llmtest.NewServer(llmtest.Options{Reply: ingesttest.Speaker{Kit: offline.New()}.Reply, Break: func(llmtest.Try) *llmtest.Fault {
		p.calls.Add(1)
		arrived <- struct{}{}
		select {
		case <-answer:
		case <-over:
		}
		return nil
	}})
	t.Cleanup(model.Close)
	c.Model, c.LLM.BaseURL, c.LLM.APIKey, c.LLM.Retries = "counts", config.NewAddress(model.URL()), "x", 0
	h = openOn(t, c, limits)
	service := h.server.Config.Handler
	h.server.Config.Handler = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		service.ServeHTTP(w, r)
		left <- struct{}{}
	})
	p.asker = asker{T: t, url: h.server.URL + ws + "/query", body: `{"question":"Who commands the Pequod?","agent":"graphreader"}`}
	return p
}

// quietTime is how long a test looks whether nothing happens.
const quietTime = 300 * time.Millisecond

// TestGoneCostsNothing: once the client of a stream is gone the call under way ends,
// and none is begun.
func TestGoneCostsNothing(t *testing.T) {
	p := pay(t, web.Limits{Grace: quietTime / 2})
	ctx, leave := context.WithCancel(t.Context())
	defer leave()
	go func() {
		<-p.arrived
		leave()
		<-p.left
		p.answer <- struct{}{}
	}()
	p.leaves(ctx, "text/event-stream")
	time.Sleep(quietTime)
	if n := p.calls.Load(); n != 1 {
		t.Errorf("%d calls, 1 of them before the client left", n)
	}
}

// TestGoneFromAnAnswer: so it is with a question that is answered as a whole.
func TestGoneFromAnAnswer(t *testing.T) {
	p := pay(t, web.Limits{})
	ctx, leave := context.WithCancel(t.Context())
	defer leave()
	go func() {
		<-p.arrived
		leave()
		<-p.left
		p.answer <- struct{}{}
	}()
	p.leaves(ctx, "application/json")
	time.Sleep(quietTime)
	if n := p.calls.Load(); n != 1 {
		t.Errorf("%d calls, 1 of them before the client left", n)
	}
}

// leaves asks, and waits until ctx ends.
func (p paid) leaves(ctx context.Context, accept string) {
	p.Helper()
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, p.url, strings.NewReader(p.body))
	if err != nil {
		p.Fatal(err)
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Accept", accept)
	if resp, err := http.DefaultClient.Do(req); err == nil {
		_ = resp.Body.Close()
	}
	<-ctx.Done()
}

// TestComesBack: a question whose client comes back in time goes on where it was, and
// pays for nothing twice.
func TestComesBack(t *testing.T) {
	p := pay(t, web.Limits{Grace: time.Minute})
	ctx, leave := context.WithCancel(t.Context())
	defer leave()
	p.answer <- struct{}{} // the plan
	body := bufio.NewReader(p.ask(ctx, "").Body)
	seen := p.read(body, 1)
	<-p.arrived
	<-p.arrived // the next call
	leave()
	<-p.left
	before := p.calls.Load()
	for range 50 {
		p.answer <- struct{}{}
	}
	time.Sleep(quietTime)
	if n := p.calls.Load(); n > before {
		t.Errorf("%d calls for nobody", n-before)
	}
	rest := p.read(bufio.NewReader(p.ask(t.Context(), seen[0].id).Body), -1)
	if !strings.HasSuffix(names(rest), "references token usage done") {
		t.Errorf("events %s", names(rest))
	}
	if n := p.calls.Load(); n <= before {
		t.Errorf("%d calls in all, %d before the client left: it should go on", n, before)
	}
}
