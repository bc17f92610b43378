package storetest

import (
	"testing"
	"time"

	"grove/internal/graph"
)

func jobsOrder(t *testing.T, store graph.Store) {
	at := func(seconds int) time.Time { return time.Date(2026, 1, 2, 3, 4, seconds, 5e6, time.UTC) }
	job := func(kind string, seconds int) graph.Job {
		return graph.Job{ID: graph.JobID(kind, at(seconds)), Kind: kind, State: graph.JobRunning, Request: `{"paths":["a'b` + "`" + `"]}`,
			Progress: "{}", Created: at(seconds), Updated: at(seconds)}
	}
	first, second := job("ingest", 1), job("ingest", 2)
	for _, j := range []graph.Job{first, second} {
		if err := store.PutJob(t.Context(), j); err != nil {
			t.Fatal(err)
		}
	}
	list := func(q graph.JobsQuery) []graph.Job {
		t.Helper()
		return must[[]graph.Job](t)(store.Jobs(t.Context(), q))
	}
	same(t, "the latest first", list(graph.JobsQuery{}), []graph.Job{second, first})
	first.State, first.Result, first.Error, first.Updated = graph.JobFailed, `{"ms":1}`, "down", at(9)
	if err := store.PutJob(t.Context(), first); err != nil {
		t.Fatal(err)
	}
	same(t, "replaced", list(graph.JobsQuery{ID: first.ID}), []graph.Job{first})
	same(t, "one", list(graph.JobsQuery{Limit: 1}), []graph.Job{second})
	third := job("reread", 2)
	if err := store.PutJob(t.Context(), third); err != nil {
		t.Fatal(err)
	}
	var paged []graph.Job
	for q := (graph.JobsQuery{Limit: 1}); ; q.After = &paged[len(paged)-1] {
		page := list(q)
		if paged = append(paged, page...); len(page) < q.Limit || len(paged) > 3 {
			break
		}
	}
	same(t, "page by page", paged, list(graph.JobsQuery{}))
	third.State = graph.JobDone
	if err := store.PutJob(t.Context(), third); err != nil {
		t.Fatal(err)
	}
	same(t, "unfinished", list(graph.JobsQuery{States: graph.Unfinished()}), []graph.Job{second})
	same(t, "of one state", list(graph.JobsQuery{States: []graph.JobState{graph.JobDone}}), []graph.Job{third})
	same(t, "one of an id that is over", len(list(graph.JobsQuery{ID: first.ID, States: graph.Unfinished()})), 0)
	same(t, "none", len(list(graph.JobsQuery{ID: "jx"})), 0)
	same(t, "change number", must[int64](t)(store.ChangeNumber(t.Context())), int64(0))
}
