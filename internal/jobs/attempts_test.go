package jobs

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"grove/internal/fault"
	"grove/internal/graph"
)

// failing is a store that is away for a while, as a whole or for what a job reads.
type failing struct {
	graph.Store
	// starts and reads are how many more beginnings of jobs and reads of documents
	// fail; silent tells that jobs cannot be read meanwhile, either.
	starts, reads atomic.Int64
	silent        bool
	begun         atomic.Int64
}

func (f *failing) away() error { return fault.New(fault.Unavailable, "test", "", "away", "") }

func (f *failing) PutJob(ctx context.Context, j graph.Job) error {
	if j.State == graph.JobRunning {
		f.begun.Add(1)
		if f.starts.Add(-1) >= 0 {
			return f.away()
		}
	}
	return f.Store.PutJob(ctx, j)
}

func (f *failing) Documents(ctx context.Context, q graph.DocumentsQuery) ([]graph.Document, error) {
	if f.reads.Add(-1) >= 0 {
		return nil, f.away()
	}
	return f.Store.Documents(ctx, q)
}

func (f *failing) Jobs(ctx context.Context, q graph.JobsQuery) ([]graph.Job, error) {
	if f.silent && f.reads.Load() > 0 {
		return nil, f.away()
	}
	return f.Store.Jobs(ctx, q)
}

// lossy is a store that loses its connection while a new job is written: after it was stored, or before.
type lossy struct {
	graph.Store
	after bool
	tried graph.ID
}

func (l *lossy) PutJob(ctx context.Context, j graph.Job) error {
	if j.State != graph.JobQueued || l.tried != "" {
		return l.Store.PutJob(ctx, j)
	}
	l.tried = j.ID
	if l.after {
		if err := l.Store.PutJob(ctx, j); err != nil {
			return err
		}
	}
	return fault.New(fault.Unavailable, "test", "", "away", "")
}

// TestUnacknowledged: a job that its client was refused, though the store has it, does not stay open.
func TestUnacknowledged(t *testing.T) {
	for _, after := range []bool{true, false} {
		t.Run(fmt.Sprint("stored ", after), func(t *testing.T) {
			use(t, settings(t, "sea"), func(a *Jobs) {
				sound := a.ws.Store
				l := &lossy{Store: sound, after: after}
				a.ws.Store = l
				defer func() { a.ws.Store = sound }()
				if err := a.Start(t.Context()); err != nil {
					t.Fatal(err)
				}
				defer a.Close()
				if _, err := a.add(t.Context(), kindDelete, order{Document: "d1"}); !fault.Is(err, fault.Unavailable) {
					t.Fatal(err)
				}
				next, err := a.add(t.Context(), kindDelete, order{Document: "d1"})
				if err != nil || next.ID == l.tried {
					t.Fatalf("%+v, %v", next, err)
				}
				becomes(t, sound, next.ID, graph.JobDone)
				if after {
					becomes(t, sound, l.tried, graph.JobCancelled)
				} else if rows, err := sound.Jobs(t.Context(), graph.JobsQuery{ID: l.tried, Limit: 1}); err != nil || len(rows) > 0 {
					t.Errorf("%+v, %v", rows, err)
				}
			})
		})
	}
}

// becomes waits until a job is in a state.
func becomes(t *testing.T, store graph.Store, id graph.ID, want graph.JobState) graph.Job {
	t.Helper()
	for end := time.Now().Add(time.Minute); ; time.Sleep(10 * time.Millisecond) {
		jobs, err := store.Jobs(t.Context(), graph.JobsQuery{ID: id, Limit: 1})
		if err != nil || len(jobs) != 1 {
			t.Fatalf("%+v, %v", jobs, err)
		}
		if jobs[0].State == want {
			return jobs[0]
		}
		if time.Now().After(end) {
			t.Fatalf("%+v is not %s", jobs[0], want)
		}
	}
}

// TestOutage: jobs that wait outlive an outage of the store; what a job alone cannot
// reach is tried a few times.
func TestOutage(t *testing.T) {
	for _, c := range []struct {
		name          string
		starts, reads int64
		silent        bool
		first         graph.JobState
		begun         int64
	}{
		{"no job can begin", 3, 0, false, graph.JobDone, 4 + 1},
		{"the store goes while a job runs", 0, 4, true, graph.JobDone, 0},
		{"something is away for a try", 0, 1, false, graph.JobDone, 2 + 1},
		{"something is away for good", 0, mostTries, false, graph.JobFailed, mostTries + 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			use(t, settings(t, "sea"), func(a *Jobs) {
				sound := a.ws.Store
				f := &failing{Store: sound, silent: c.silent}
				a.ws.Store = f
				defer func() { a.ws.Store = sound }()
				q := a
				if err := q.Start(t.Context()); err != nil {
					t.Fatal(err)
				}
				defer q.Close()
				release, err := q.ws.AcquireWriter(t.Context())
				if err != nil {
					t.Fatal(err)
				}
				f.starts.Store(c.starts)
				one, err := q.add(t.Context(), kindDelete, order{Document: "d1"})
				if err != nil {
					t.Fatal(err)
				}
				two, err := q.add(t.Context(), kindDelete, order{Document: "d2"})
				if err != nil {
					t.Fatal(err)
				}
				f.reads.Store(c.reads)
				release()
				becomes(t, sound, one.ID, c.first)
				becomes(t, sound, two.ID, graph.JobDone)
				if n := f.begun.Load(); c.begun > 0 && n != c.begun {
					t.Errorf("begun %d times, want %d", n, c.begun)
				}
			})
		})
	}
}

// TestCancelInOutage: a job that waits for the store to come back can be cancelled.
func TestCancelInOutage(t *testing.T) {
	use(t, settings(t, "sea"), func(a *Jobs) {
		sound := a.ws.Store
		f := &failing{Store: sound}
		f.starts.Store(1 << 30)
		a.ws.Store = f
		defer func() { a.ws.Store = sound }()
		q := a
		if err := q.Start(t.Context()); err != nil {
			t.Fatal(err)
		}
		defer q.Close()
		j, err := q.add(t.Context(), kindDelete, order{Document: "d1"})
		if err != nil {
			t.Fatal(err)
		}
		for f.begun.Load() < 2 {
			time.Sleep(5 * time.Millisecond)
		}
		for end := time.Now().Add(time.Minute); ; time.Sleep(20 * time.Millisecond) {
			if _, running := q.Counts(); running == 0 {
				break
			}
			if time.Now().After(end) {
				t.Fatal("it counts as running")
			}
		}
		if err := q.cancelQueued(t.Context(), j.ID); err != nil {
			t.Fatal(err)
		}
		becomes(t, sound, j.ID, graph.JobCancelled)
		if !idle(q) {
			t.Error("it waits still")
		}
	})
}

// TestDuplicateKey: the Idempotency-Key of a request that joined another one's job is
// answered with that job later, too; and the oldest keys are forgotten.
func TestDuplicateKey(t *testing.T) {
	use(t, settings(t, "sea"), func(a *Jobs) {
		q := a
		if err := q.Start(t.Context()); err != nil {
			t.Fatal(err)
		}
		defer q.Close()
		release, err := q.ws.AcquireWriter(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		first, err := q.add(t.Context(), kindDelete, order{Document: "d1", Upload: Upload{IdempotencyKey: "one"}})
		if err != nil {
			t.Fatal(err)
		}
		if existing, err := q.add(t.Context(), kindDelete, order{Document: "d1", Upload: Upload{IdempotencyKey: "two"}}); err != nil || existing.ID != first.ID {
			t.Fatalf("%+v, %v", existing, err)
		}
		release()
		becomes(t, a.ws.Store, first.ID, graph.JobDone)
		for _, key := range []string{"one", "two"} {
			if again, err := q.add(t.Context(), kindDelete, order{Document: "d1", Upload: Upload{IdempotencyKey: key}}); err != nil || again.ID != first.ID {
				t.Errorf("%s: %+v, %v", key, again, err)
			}
		}
	})
	var k idempotencyKeys
	for i := range mostKeys + 5 {
		k.note(fmt.Sprint(i), task{})
	}
	if _, old := k.tasks["4"]; old || len(k.tasks) != mostKeys || len(k.order) != mostKeys {
		t.Errorf("%d keys, the oldest %v", len(k.tasks), old)
	}
}

// TestShownRequest: a job shows neither its client's Idempotency-Key nor the file.
func TestShownRequest(t *testing.T) {
	more := []Part{{"b.txt", "0cd-1.txt"}}
	request, err := json.Marshal(order{Upload: Upload{Source: "moby", File: "0ab-1.record", More: more, IdempotencyKey: "theirs", Tags: []string{"a=b"}}})
	if err != nil {
		t.Fatal(err)
	}
	use(t, settings(t, "sea"), func(a *Jobs) {
		if err := a.Start(t.Context()); err != nil {
			t.Fatal(err)
		}
		defer a.Close()
		for _, of := range []*Jobs{a, {ws: a.ws}} { // of a service, and of a command
			shown := string(of.view(graph.Job{ID: "j", Kind: kindUpload, Request: string(request)}).Request)
			if shown != `{"source":"moby","more":[{"source":"b.txt"}],"tags":["a=b"]}` || strings.Contains(shown, "theirs") {
				t.Error(shown)
			}
		}
	})
}
