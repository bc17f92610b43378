package jobs

import (
	"context"
	"testing"
	"time"

	"grove/ingest"
	"grove/internal/graph"
)

// TestCountedCrashes: only jobs that extract or import fail when processes end while they run.
func TestCountedCrashes(t *testing.T) {
	for kind, counted := range map[string]bool{kindUpload: true, kindReread: true, kindDelete: false, kindImport: true, kindIngest: false} {
		r := graph.Job{ID: "j", Kind: kind, Request: "{}"}
		for n := 1; n <= maxCrashes+1 && r.State != graph.JobFailed; n++ {
			var err error
			if r, err = interrupted(r); err != nil {
				t.Fatal(err)
			}
			if failed := r.State == graph.JobFailed; failed != (counted && n == maxCrashes) {
				t.Errorf("%s is %s after %d crashes", kind, r.State, n)
			}
		}
	}
}

// left queues an upload and leaves it as one that a dead process ran.
func left(t *testing.T, a *Jobs) graph.ID {
	t.Helper()
	file, err := a.SpoolRecord(t.Context(), Record{Text: "Captain Ahab commands the Pequod."})
	if err != nil {
		t.Fatal(err)
	}
	queued, err := a.QueueUpload(t.Context(), Upload{File: file, Source: "moby"})
	if err != nil {
		t.Fatal(err)
	}
	r := a.tasks[0].job
	r.State, a.tasks = graph.JobRunning, nil
	if err := a.put(t.Context(), r); err != nil {
		t.Fatal(err)
	}
	return queued.ID
}

// TestCrashedUploadRunsAlone: an upload during which a process crashed waits, uncounted, until no
// other workspace ingests one, and keeps others waiting.
func TestCrashedUploadRunsAlone(t *testing.T) {
	use(t, settings(t, "sea"), func(a *Jobs) {
		id := left(t, a)
		a.memory = NewMemory(0)
		release, err := a.memory.admit(t.Context(), 1) // another workspace's
		if err != nil {
			t.Fatal(err)
		}
		if err := a.Start(t.Context()); err != nil {
			t.Fatal(err)
		}
		defer a.Close()
		wait, stop := context.WithTimeout(t.Context(), 200*time.Millisecond)
		defer stop()
		for wait.Err() == nil {
			if more, err := a.memory.admit(wait, 1); err == nil {
				more() // the upload does not wait yet
			}
		}
		if r, err := a.stored(t.Context(), id); err != nil || r.State != graph.JobInterrupted {
			t.Errorf("beside another upload: %+v, %v", r, err)
		}
		release()
		becomes(t, a.ws.Store, id, graph.JobDone)
	})
}

// endless is a store that cannot store the end of a job.
type endless struct{ graph.Store }

func (e endless) PutJob(ctx context.Context, r graph.Job) error {
	if r.State != graph.JobRunning {
		return (&failing{}).away()
	}
	return e.Store.PutJob(ctx, r)
}

// TestStopWhileTheStoreIsAway: a job that a service stopped, but could not store as such, has not crashed.
func TestStopWhileTheStoreIsAway(t *testing.T) {
	use(t, settings(t, "sea"), func(a *Jobs) {
		id := left(t, a)
		r, err := a.stored(t.Context(), id)
		if err != nil {
			t.Fatal(err)
		}
		sound := a.ws.Store
		a.ws.Store = endless{sound}
		_, err = a.run(t.Context(), r, nil, func(context.Context, func(ingest.Progress)) (ingest.Report, error) {
			return ingest.Report{}, nil
		})
		a.ws.Store = sound
		if err == nil {
			t.Error("its end was stored")
		}
		if err := a.closeStale(t.Context()); err != nil {
			t.Fatal(err)
		}
		if r, err = a.stored(t.Context(), id); err != nil || r.State != graph.JobInterrupted {
			t.Fatalf("%+v, %v", r, err)
		}
		if stopped, err := taskOf(r); err != nil || stopped.order.Crashes != 0 {
			t.Errorf("%+v, %v", stopped.order, err)
		}
	})
}
