package web

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/gin-gonic/gin"

	"grove/internal/browse"
	"grove/internal/fault"
)

// TestCostlyShared: identical concurrent reads are carried out once, later ones again.
func TestCostlyShared(t *testing.T) {
	const requests = 24
	r := newCostlyReads(1)
	var reads atomic.Int64
	goOn := make(chan struct{})
	read := func(context.Context) ([]byte, error) {
		reads.Add(1)
		<-goOn
		return []byte("body"), nil
	}
	var wait sync.WaitGroup
	for range requests {
		wait.Go(func() {
			if body, err := r.do(t.Context(), "key", read); err != nil || string(body) != "body" {
				t.Errorf("%q, %v", body, err)
			}
		})
	}
	until(t, func() bool { return r.requests("key") == requests })
	close(goOn)
	wait.Wait()
	if reads.Load() != 1 {
		t.Errorf("%d reads for %d identical requests", reads.Load(), requests)
	}
	if _, err := r.do(t.Context(), "key", read); err != nil || reads.Load() != 2 {
		t.Errorf("a later request: %d reads, %v", reads.Load(), err)
	}
}

// TestCostlyBound: of 60 different reads at once at most 2 are under way and 16 wait; the others
// are refused as overload.
func TestCostlyBound(t *testing.T) {
	const requests, slots = 60, 2
	r := newCostlyReads(slots)
	var now, most, answered, refused atomic.Int64
	goOn := make(chan struct{})
	var wait sync.WaitGroup
	for i := range requests {
		wait.Go(func() {
			_, err := r.do(t.Context(), fmt.Sprint(i), func(context.Context) ([]byte, error) {
				n := now.Add(1)
				defer now.Add(-1)
				for m := most.Load(); n > m && !most.CompareAndSwap(m, n); m = most.Load() {
				}
				<-goOn
				return nil, nil
			})
			switch {
			case err == nil:
				answered.Add(1)
			case fault.Is(err, fault.Overloaded):
				refused.Add(1)
			default:
				t.Error(err)
			}
		})
	}
	const kept = slots + slots*costlyQueue
	until(t, func() bool { return refused.Load() == requests-kept })
	close(goOn)
	wait.Wait()
	if most.Load() > slots || answered.Load() != kept {
		t.Errorf("%d reads at once, %d answers; want at most %d and %d", most.Load(), answered.Load(), slots, kept)
	}
	if len(r.underWay) != 0 || r.waiting.Load() != 0 {
		t.Errorf("%d reads and %d waits remain", len(r.underWay), r.waiting.Load())
	}
}

// TestCostlyLeft: a read goes on while one client waits for it, and ends with the last one.
func TestCostlyLeft(t *testing.T) {
	r := newCostlyReads(1)
	ended, answers := make(chan struct{}), make(chan error, 2)
	first, leaveFirst := context.WithCancel(t.Context())
	last, leaveLast := context.WithCancel(t.Context())
	defer leaveLast()
	for _, client := range []context.Context{first, last} {
		go func() {
			_, err := r.do(client, "key", func(ctx context.Context) ([]byte, error) {
				<-ctx.Done()
				close(ended)
				return nil, ctx.Err()
			})
			answers <- err
		}()
	}
	until(t, func() bool { return r.requests("key") == 2 })
	leaveFirst()
	if err := <-answers; !fault.Is(err, fault.Canceled) {
		t.Errorf("the client that left: %v, want canceled", err)
	}
	select {
	case <-ended:
		t.Error("the read ended although a client waits for it")
	default:
	}
	leaveLast()
	<-ended
	if err := <-answers; !fault.Is(err, fault.Canceled) {
		t.Errorf("the last client: %v, want canceled", err)
	}
}

// TestCostlyWorkspace: a shared read that outlives the request that began it stays in its workspace,
// although requests for another one have taken over what gin keeps for a request.
func TestCostlyWorkspace(t *testing.T) {
	const others = 64
	rooms := &rooms{others: others, release: make(chan struct{})}
	shown := route{method: http.MethodGet, path: "/{workspace}", id: "show",
		costly: func(_ context.Context, _ arguments, w Workspace) (any, error) { return w.(room).name, nil }}
	slots := newCostlyReads(1)
	s := &server{Options: Options{Service: rooms, Limits: Limits{}.filled()}, costly: map[string]*costlyReads{shown.id: slots}}
	engine := gin.New()
	engine.GET(ginPath(shown.path), s.handle(shown))
	get := func(ctx context.Context, name string) string {
		w := httptest.NewRecorder()
		engine.ServeHTTP(w, httptest.NewRequestWithContext(ctx, http.MethodGet, "/"+name, nil))
		return w.Body.String()
	}
	if err := slots.acquire(t.Context()); err != nil {
		t.Fatal(err)
	}
	first, leave := context.WithCancel(t.Context())
	left, answer := make(chan struct{}), make(chan string, 1)
	go func() {
		defer close(left)
		get(first, "mine")
	}()
	until(t, func() bool { return slots.waiting.Load() == 1 })
	go func() { answer <- get(t.Context(), "mine") }()
	until(t, func() bool {
		slots.mu.Lock()
		defer slots.mu.Unlock()
		for _, shared := range slots.underWay {
			return shared.requests == 2
		}
		return false
	})
	leave()
	<-left
	var wait sync.WaitGroup
	defer wait.Wait()
	for range others {
		wait.Go(func() { get(t.Context(), "others") })
	}
	until(t, func() bool { return rooms.held.Load() == others })
	slots.slots.Release(1)
	if got := <-answer; got != `"mine"` {
		t.Errorf("the response is of workspace %s", got)
	}
	close(rooms.release)
}

// rooms is a service whose first uses of the workspace others wait for release.
type rooms struct {
	Service
	others  int64
	held    atomic.Int64
	release chan struct{}
}

func (r *rooms) Use(ctx context.Context, name string, use func(context.Context, Workspace) error) error {
	if name == "others" && r.held.Add(1) <= r.others {
		<-r.release
	}
	return use(ctx, room{name: name})
}

// room is a workspace with a name, whose graph never changes.
type room struct {
	Workspace
	name string
}

func (r room) Browse() *browse.Browser { return browse.New(unchanged{}, r.name) }

type unchanged struct{ browse.Store }

func (unchanged) ChangeNumber(context.Context) (int64, error) { return 1, nil }

// until waits for a condition.
func until(t *testing.T, condition func() bool) {
	t.Helper()
	for end := time.Now().Add(20 * time.Second); !condition(); time.Sleep(time.Millisecond) {
		if time.Now().After(end) {
			t.Fatal("the condition was not reached")
		}
	}
}

// requests is the number of requests that wait for a read.
func (r *costlyReads) requests(key string) int {
	r.mu.Lock()
	defer r.mu.Unlock()
	if shared := r.underWay[key]; shared != nil {
		return shared.requests
	}
	return 0
}
