package web

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"

	"github.com/gin-gonic/gin"

	"grove/internal/browse"
	"grove/internal/fault"
)

// TestCostlyBound: of 60 different reads at once at most 2 are under way and 16 wait; the others
// are refused as overload.
func TestCostlyBound(t *testing.T) {
	synctest.Test(t, costlyBound)
}

func costlyBound(t *testing.T) {
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
	if synctest.Wait(); refused.Load() != requests-kept {
		t.Errorf("%d of %d requests refused, want all but %d", refused.Load(), requests, kept)
	}
	close(goOn)
	wait.Wait()
	if most.Load() > slots || answered.Load() != kept {
		t.Errorf("%d reads at once, %d answers; want at most %d and %d", most.Load(), answered.Load(), slots, kept)
	}
	if r.waiting.Load() != 0 {
		t.Errorf("%d waits remain", r.waiting.Load())
	}
}

// TestCostlyWorkspace: a shared read that outlives the request that began it stays in its workspace,
// although requests for another one have taken over what gin keeps for a request.
func TestCostlyWorkspace(t *testing.T) { synctest.Test(t, costlyWorkspace) }

func costlyWorkspace(t *testing.T) {
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
	synctest.Wait()
	go func() { answer <- get(t.Context(), "mine") }()
	synctest.Wait()
	leave()
	<-left
	var wait sync.WaitGroup
	defer wait.Wait()
	for range others {
		wait.Go(func() { get(t.Context(), "others") })
	}
	if synctest.Wait(); rooms.held.Load() != others {
		t.Fatalf("%d requests hold what gin keeps for one, want %d", rooms.held.Load(), others)
	}
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

func (r room) Browse() *browse.Browser { return browse.New(unchanged{}, r.name, nil) }

type unchanged struct{ browse.Store }

func (unchanged) ChangeNumber(context.Context) (int64, error) { return 1, nil }
