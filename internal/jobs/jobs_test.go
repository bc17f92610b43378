package jobs

import (
	"context"
	"slices"
	"testing"
	"time"

	"grove/internal/graph"
)

// countedJobs counts the jobs that are read.
type countedJobs struct {
	graph.Store
	read int
}

func (c *countedJobs) Jobs(ctx context.Context, q graph.JobsQuery) ([]graph.Job, error) {
	rows, err := c.Store.Jobs(ctx, q)
	c.read += len(rows)
	return rows, err
}

// TestPageOfStates: the jobs of some states are found without reading the others; a running job whose
// process is gone is interrupted.
func TestPageOfStates(t *testing.T) {
	use(t, settings(t, "w"), func(a *Jobs) {
		start := now()
		var failed []graph.ID
		var stale graph.ID
		for i := range 60 {
			r := graph.Job{ID: graph.JobID("upload", start.Add(time.Duration(i)*time.Second)), Kind: "upload", State: graph.JobDone,
				Created: start.Add(time.Duration(i) * time.Second), Updated: start}
			switch {
			case i == 10:
				r.State, r.Updated, stale = graph.JobRunning, start.Add(-2*staleAfter), r.ID
			case i%20 == 5:
				r.State, failed = graph.JobFailed, append([]graph.ID{r.ID}, failed...)
			}
			if err := a.ws.Store.PutJob(t.Context(), r); err != nil {
				t.Fatal(err)
			}
		}
		counted := &countedJobs{Store: a.ws.Store}
		a.ws.Store = counted
		defer func() { a.ws.Store = counted.Store }()
		page := func(l Listing) (ids []graph.ID) {
			counted.read = 0
			list, err := a.Page(t.Context(), l)
			if err != nil {
				t.Fatal(err)
			}
			for _, j := range list {
				ids = append(ids, j.ID)
			}
			return ids
		}
		if got := page(Listing{States: []graph.JobState{graph.JobFailed}, Limit: 2}); !slices.Equal(got, failed[:2]) || counted.read != 2 {
			t.Errorf("%v by reading %d jobs, want %v", got, counted.read, failed[:2])
		}
		if got := page(Listing{States: []graph.JobState{graph.JobFailed}, After: failed[1], Limit: 2}); !slices.Equal(got, failed[2:]) {
			t.Errorf("%v, want %v", got, failed[2:])
		}
		if got := page(Listing{States: []graph.JobState{graph.JobInterrupted}, Limit: 2}); !slices.Equal(got, []graph.ID{stale}) {
			t.Errorf("interrupted: %v, want %v", got, stale)
		}
		if got := page(Listing{States: []graph.JobState{graph.JobRunning}, Limit: 2}); len(got) != 0 {
			t.Errorf("running: %v, want none", got)
		}
	})
}
