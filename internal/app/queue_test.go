package app

import (
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"testing"
	"time"

	"grove/internal/fault"
	"grove/internal/graph"
	"grove/web"
)

// quiet is a log that nobody reads.
func quiet() *slog.Logger { return slog.New(slog.NewTextHandler(io.Discard, nil)) }

// TestOldJobGoesOn: a job that was accepted goes on in the next process, however many
// jobs came after it, and its upload is kept for it.
func TestOldJobGoesOn(t *testing.T) {
	use(t, settings(t, "sea"), func(a *App) {
		file, err := a.spool().record(t.Context(), web.Record{Text: "Captain Ahab commands the Pequod."})
		if err != nil {
			t.Fatal(err)
		}
		request, err := json.Marshal(order{Source: "moby", File: file})
		if err != nil {
			t.Fatal(err)
		}
		put := func(state graph.JobState, at time.Time, request string) graph.ID {
			j := graph.Job{ID: graph.JobID(jobUpload, at), Kind: jobUpload, State: state, Request: request, Progress: "{}", Created: at, Updated: at}
			if err := a.store.PutJob(t.Context(), j); err != nil {
				t.Fatal(err)
			}
			return j.ID
		}
		at := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
		old := put(graph.JobQueued, at, string(request))
		for i := range graph.MaxRows {
			put(graph.JobCancelled, at.Add(time.Duration(i+1)*time.Millisecond), "{}")
		}
		q, err := startQueue(t.Context(), a, quiet())
		if err != nil {
			t.Fatal(err)
		}
		defer q.close()
		for end := time.Now().Add(time.Minute); !q.idle(); time.Sleep(10 * time.Millisecond) {
			if time.Now().After(end) {
				t.Fatal("the job does not end")
			}
		}
		j, err := a.Job(t.Context(), old)
		if err != nil || j.State != graph.JobDone {
			t.Fatalf("%+v, %v", j, err)
		}
	})
}

// panicking is a store in which a read meets a defect.
type panicking struct{ graph.Store }

func (panicking) Documents(context.Context, graph.DocumentsQuery) ([]graph.Document, error) {
	panic("a defect")
}

// TestPanicInJob: a job that meets a defect has failed, and the next one is done.
func TestPanicInJob(t *testing.T) {
	use(t, settings(t, "sea"), func(a *App) {
		sound := a.store
		a.store = panicking{sound}
		defer func() { a.store = sound }()
		q, err := startQueue(t.Context(), a, quiet())
		if err != nil {
			t.Fatal(err)
		}
		defer q.close()
		for _, id := range []graph.ID{"d1", "d2"} {
			j, err := q.add(t.Context(), jobDelete, order{Document: id})
			if err != nil {
				t.Fatal(err)
			}
			for end := time.Now().Add(time.Minute); j.State != graph.JobFailed; time.Sleep(10 * time.Millisecond) {
				if time.Now().After(end) {
					t.Fatalf("%+v", j)
				}
				if j, err = q.current(t.Context(), j); err != nil {
					t.Fatal(err)
				}
			}
		}
	})
}

// TestDoomedTwin: what is sent again while its job is being ended gets a job of its own.
func TestDoomedTwin(t *testing.T) {
	q := &queue{}
	o := order{Source: "moby", File: "f"}
	q.tasks = []task{{job: graph.Job{ID: "j1", Kind: jobUpload}, order: o}}
	if twin, err := q.twin(jobUpload, o); err != nil || twin == nil {
		t.Fatalf("%v, %v", twin, err)
	}
	ctx, cancel := context.WithCancelCause(t.Context())
	q.cancel = cancel
	if err := q.cancelJob(ctx, "j1"); err != nil {
		t.Fatal(err)
	}
	if twin, err := q.twin(jobUpload, o); err != nil || twin != nil {
		t.Errorf("%v, %v", twin, err)
	}
}

// TestIdleRooms: only an open workspace that nobody uses is closed, and who comes
// while it is being closed is not thrown out.
func TestIdleRooms(t *testing.T) {
	s, err := NewService(settings(t, "sea"), quiet())
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	}()
	late := time.Now().Add(2 * idleAfter)
	opening := newRoom()
	s.rooms["opening"] = opening
	if name, r := s.idle(late); r != nil {
		t.Errorf("%s is closed while it is opened", name)
	}
	opening.err = fault.New(fault.Unavailable, "test", "", "down", "")
	close(opening.ready)
	if err := s.Create(t.Context(), "sea"); err != nil {
		t.Fatal(err)
	}
	nothing := func(context.Context, web.Workspace) error { return nil }
	if err := s.Use(t.Context(), "sea", nothing); err != nil {
		t.Fatal(err)
	}
	name, r := s.idle(late)
	if r == nil || name != "sea" || !r.leaving {
		t.Fatalf("%q, %v", name, r)
	}
	came := make(chan error, 1)
	go func() {
		came <- s.Use(t.Context(), "sea", func(ctx context.Context, _ web.Workspace) error { return ctx.Err() })
	}()
	if err := s.empty(r); err != nil {
		t.Fatal(err)
	}
	s.free(name, r)
	if err := <-came; err != nil {
		t.Errorf("who came meanwhile: %v", err)
	}
}

// TestCloseWhileOpening: what is being opened is ended, not waited for.
func TestCloseWhileOpening(t *testing.T) {
	r := newRoom()
	go func() {
		<-r.ctx.Done() // as opening does
		r.err = r.ctx.Err()
		close(r.ready)
	}()
	ended := make(chan error, 1)
	go func() { ended <- new(Service).empty(r) }()
	select {
	case err := <-ended:
		if err != nil {
			t.Error(err)
		}
	case <-time.After(5 * time.Second):
		t.Fatal("closing waits for the opening")
	}
}
