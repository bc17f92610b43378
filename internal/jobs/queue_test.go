package jobs

import (
	"cmp"
	"context"
	"encoding/json"
	"strconv"
	"strings"
	"testing"
	"time"

	"grove/internal/graph"
)

// TestOldJobGoesOn: a job that was accepted goes on in the next process, however many
// jobs came after it, and its upload is kept for it.
func TestOldJobGoesOn(t *testing.T) {
	use(t, settings(t, "sea"), func(a *Jobs) {
		file, err := a.spool.record(t.Context(), Record{Text: "Captain Ahab commands the Pequod."})
		if err != nil {
			t.Fatal(err)
		}
		request, err := json.Marshal(order{Upload: Upload{Source: "moby", File: file}})
		if err != nil {
			t.Fatal(err)
		}
		put := func(state graph.JobState, at time.Time, request string) graph.ID {
			j := graph.Job{ID: graph.JobID(kindUpload, at), Kind: kindUpload, State: state, Request: request, Progress: "{}", Created: at, Updated: at}
			if err := a.ws.Store.PutJob(t.Context(), j); err != nil {
				t.Fatal(err)
			}
			return j.ID
		}
		at := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
		old := put(graph.JobQueued, at, string(request))
		for i := range graph.MaxRows {
			put(graph.JobCancelled, at.Add(time.Duration(i+1)*time.Millisecond), "{}")
		}
		q := a
		if err := q.Start(t.Context()); err != nil {
			t.Fatal(err)
		}
		defer q.Close()
		for end := time.Now().Add(time.Minute); !idle(q); time.Sleep(10 * time.Millisecond) {
			if time.Now().After(end) {
				t.Fatal("the job does not end")
			}
		}
		j, err := a.Get(t.Context(), old)
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
	use(t, settings(t, "sea"), func(a *Jobs) {
		sound := a.ws.Store
		a.ws.Store = panicking{sound}
		defer func() { a.ws.Store = sound }()
		q := a
		if err := q.Start(t.Context()); err != nil {
			t.Fatal(err)
		}
		defer q.Close()
		for _, id := range []graph.ID{"d1", "d2"} {
			j, err := q.add(t.Context(), kindDelete, order{Document: id})
			if err != nil {
				t.Fatal(err)
			}
			for end := time.Now().Add(time.Minute); j.State != graph.JobFailed; time.Sleep(10 * time.Millisecond) {
				if time.Now().After(end) {
					t.Fatalf("%+v", j)
				}
				if j, err = q.stored(t.Context(), j.ID); err != nil {
					t.Fatal(err)
				}
			}
		}
	})
}

// TestCancellingDuplicate: what is sent again while its job is being ended gets a job of its own.
func TestCancellingDuplicate(t *testing.T) {
	q := &Jobs{}
	o := order{Upload: Upload{Source: "moby", File: "f"}}
	q.tasks = []task{{job: graph.Job{ID: "j1", Kind: kindUpload}, order: o}}
	if existing, err := q.duplicate(kindUpload, o); err != nil || existing == nil {
		t.Fatalf("%v, %v", existing, err)
	}
	ctx, cancel := context.WithCancelCause(t.Context())
	q.cancel = cancel
	if err := q.cancelQueued(ctx, "j1"); err != nil {
		t.Fatal(err)
	}
	if existing, err := q.duplicate(kindUpload, o); err != nil || existing != nil {
		t.Errorf("%v, %v", existing, err)
	}
}

// TestDeferInterrupted: an upload during which the process crashed goes behind the others, and
// what concerns the same document stays behind it.
func TestDeferInterrupted(t *testing.T) {
	for name, c := range map[string]struct{ tasks, want string }{
		"none crashed":        {"a b c", "a b c"},
		"behind the others":   {"a! b c", "b c a!"},
		"with its document":   {"a! b a c", "b c a! a"},
		"a record of its own": {"a! b a#1 c", "b c a! a#1"},
		"an import stays":     {"a! b import c", "b a! import c"},
	} {
		t.Run(name, func(t *testing.T) {
			var tasks []task
			for i, word := range strings.Fields(c.tasks) {
				source, crashed := strings.CutSuffix(word, "!")
				one := task{job: graph.Job{ID: graph.ID(strconv.Itoa(i)), Kind: kindUpload}, order: order{Upload: Upload{Source: source}}}
				if source == "import" {
					one.job.Kind, one.order.Source = kindImport, ""
				}
				if crashed {
					one.order.Crashes = 1
				}
				tasks = append(tasks, one)
			}
			got, err := (&Jobs{}).deferInterrupted(t.Context(), tasks)
			if err != nil {
				t.Fatal(err)
			}
			var words []string
			for _, one := range got {
				word := cmp.Or(one.order.Source, one.job.Kind)
				if one.order.Crashes > 0 {
					word += "!"
				}
				words = append(words, word)
			}
			if said := strings.Join(words, " "); said != c.want {
				t.Errorf("%s, want %s", said, c.want)
			}
		})
	}
}
