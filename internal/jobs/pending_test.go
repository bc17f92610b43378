package jobs

import (
	"context"
	"encoding/json"
	"sync/atomic"
	"testing"
	"time"

	"grove/ingest"
	"grove/ingest/refresh"
	"grove/internal/fault"
	"grove/internal/graph"
	"grove/internal/load"
)

// treeless is a store that fails to store communities, or cancelled jobs, for a while, and
// calls applied after each change.
type treeless struct {
	graph.Store
	trees, cancels atomic.Int64
	applied        func()
}

func (s *treeless) PutTree(ctx context.Context, tree []graph.CommunityState) error {
	if s.trees.Add(-1) >= 0 {
		return fault.New(fault.Unavailable, "test", "", "away", "")
	}
	return s.Store.PutTree(ctx, tree)
}

func (s *treeless) PutJob(ctx context.Context, j graph.Job) error {
	if j.State == graph.JobCancelled && s.cancels.Add(-1) >= 0 {
		return fault.New(fault.Unavailable, "test", "", "away", "")
	}
	return s.Store.PutJob(ctx, j)
}

func (s *treeless) Apply(ctx context.Context, c graph.Change) (graph.Applied, error) {
	n, err := s.Store.Apply(ctx, c)
	if s.applied != nil {
		s.applied()
	}
	return n, err
}

// useTreeless is use with such a store and two documents, whose communities are not computed.
func useTreeless(t *testing.T, use2 func(a *Jobs, s *treeless)) {
	t.Helper()
	use(t, settings(t, "sea"), func(a *Jobs) {
		_, err := a.ws.Pipeline().Run(t.Context(), func(_ context.Context, yield func(load.Record, error) error) error {
			if err := yield(load.Record{Source: "a", Text: "Captain Ahab commands the Pequod."}, nil); err != nil {
				return err
			}
			return yield(load.Record{Source: "b", Text: "Anna Keller directed Harbour Lights in Oslo."}, nil)
		})
		if err != nil {
			t.Fatal(err)
		}
		sound := a.ws.Store
		s := &treeless{Store: sound}
		a.ws.Store = s
		defer func() { a.ws.Store = sound }()
		use2(a, s)
	})
}

// becomesFresh waits until the communities are up to date.
func becomesFresh(t *testing.T, a *Jobs) {
	t.Helper()
	for end := time.Now().Add(20 * time.Second); ; time.Sleep(10 * time.Millisecond) {
		stale, err := a.ws.Stale(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if !stale {
			return
		}
		if time.Now().After(end) {
			t.Fatal("the communities stay stale")
		}
	}
}

// TestRefreshAfterRestart: what an earlier process left to be refreshed is refreshed by Start,
// also after a first failure.
func TestRefreshAfterRestart(t *testing.T) {
	useTreeless(t, func(a *Jobs, s *treeless) {
		s.trees.Store(1)
		if err := a.Start(t.Context()); err != nil {
			t.Fatal(err)
		}
		defer a.Close()
		becomesFresh(t, a)
	})
}

// TestRefreshAfterDelete: a deletion whose refresh failed is refreshed later, although its
// next try finds no document.
func TestRefreshAfterDelete(t *testing.T) {
	useTreeless(t, func(a *Jobs, s *treeless) {
		if _, err := a.ws.Refresh(t.Context(), refresh.Options{}); err != nil {
			t.Fatal(err)
		}
		if err := a.Start(t.Context()); err != nil {
			t.Fatal(err)
		}
		defer a.Close()
		s.trees.Store(1)
		j, err := a.add(t.Context(), kindDelete, order{Document: graph.DocumentID("a")})
		if err != nil {
			t.Fatal(err)
		}
		becomes(t, s, j.ID, graph.JobDone)
		becomesFresh(t, a)
	})
}

// TestPendingAfterCancel: an upload that is cancelled after it was partly stored leaves its
// refresh to be done.
func TestPendingAfterCancel(t *testing.T) {
	useTreeless(t, func(a *Jobs, s *treeless) {
		file, err := a.spool.record(t.Context(), Record{Text: "Greta Moss sailed to Leeds."})
		if err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithCancel(t.Context())
		s.applied = cancel
		_, err = a.carryOut(ctx, task{job: graph.Job{ID: "j", Kind: kindUpload}, order: order{Upload: Upload{Source: "c", File: file}}}, func(ingest.Progress) {})
		if !fault.Is(err, fault.Canceled) || !a.pending {
			t.Errorf("pending %t, %v", a.pending, err)
		}
	})
}

// TestPendingAfterExclusive: a change that failed after it may have stored something leaves
// its refresh to be done; one that was refused does not.
func TestPendingAfterExclusive(t *testing.T) {
	use(t, settings(t, "sea"), func(a *Jobs) {
		for kind, want := range map[fault.Kind]bool{fault.Unavailable: true, fault.Internal: true, fault.Canceled: true,
			fault.Invalid: false, fault.NotFound: false, fault.Conflict: false} {
			a.pending = false
			err := a.Exclusive(t.Context(), func(context.Context) error { return fault.New(kind, "test", "", "", "") })
			if !fault.Is(err, kind) || a.pending != want {
				t.Errorf("%s: pending %t, %v", kind, a.pending, err)
			}
		}
		a.pending = true
		if err := a.Exclusive(t.Context(), func(context.Context) error { return nil }); err != nil || !a.pending {
			t.Errorf("pending %t, %v", a.pending, err)
		}
	})
}

// TestCancelBetweenTries: a job that is cancelled after a try ended, and before it is tried
// again, is stored as cancelled, if need be when the store is back.
func TestCancelBetweenTries(t *testing.T) {
	for _, away := range []int64{0, 2} {
		useTreeless(t, func(a *Jobs, s *treeless) {
			request, err := json.Marshal(order{Document: "d1"})
			if err != nil {
				t.Fatal(err)
			}
			at := now()
			j := graph.Job{ID: graph.JobID(kindDelete, at), Kind: kindDelete, State: graph.JobQueued, Request: string(request), Progress: "{}", Created: at, Updated: at}
			if err := a.put(t.Context(), j); err != nil {
				t.Fatal(err)
			}
			s.cancels.Store(away)
			ctx, cancel := context.WithCancelCause(t.Context())
			a.tasks, a.cancel = []task{{job: j, order: order{Document: "d1"}}}, cancel
			if err := a.cancelQueued(ctx, j.ID); err != nil {
				t.Fatal(err)
			}
			a.finish(t.Context(), &retryable{fault.New(fault.Unavailable, "test", "", "away", ""), false})
			if away > 0 {
				if idle(a) {
					t.Fatal("the cancellation is lost")
				}
				loop, stop := context.WithCancel(t.Context())
				defer func() { stop(); <-a.ended }()
				go a.loop(loop)
			}
			becomes(t, s, j.ID, graph.JobCancelled)
		})
	}
}
