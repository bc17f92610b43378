package jobs

import (
	"context"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"grove/internal/graph"
)

// TestJobWatch: all who follow a job are told of it, a slow one of the latest, and
// nobody of another's.
func TestJobWatch(t *testing.T) {
	var w followers
	w.notify(graph.Job{ID: "a"}) // nobody is there
	one, leaveOne := w.join("a")
	two, leaveTwo := w.join("a")
	other, leaveOther := w.join("b")
	defer leaveOther()
	for _, state := range []graph.JobState{graph.JobQueued, graph.JobRunning, graph.JobDone} {
		w.notify(graph.Job{ID: "a", State: state})
	}
	for _, feed := range []chan graph.Job{one, two} {
		if j := <-feed; j.State != graph.JobDone {
			t.Errorf("%+v", j)
		}
	}
	leaveOne()
	w.notify(graph.Job{ID: "a"})
	if len(one) != 0 || len(two) != 1 || len(other) != 0 {
		t.Errorf("told %d, %d, %d", len(one), len(two), len(other))
	}
	leaveTwo()
	if len(w.all) != 1 {
		t.Errorf("%d jobs are followed", len(w.all))
	}
}

// TestPollOnce: the store is asked once a while for all who follow, and no longer than
// somebody does.
func TestPollOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var w followers
		var asked atomic.Int32
		ask := func() (graph.Job, error) {
			asked.Add(1)
			return graph.Job{ID: "a"}, nil
		}
		var leaves []func()
		for range 50 {
			_, leave := w.join("a")
			leaves = append(leaves, leave)
			w.poll("a", time.Second, ask)
		}
		time.Sleep(10*time.Second + time.Millisecond)
		if n := asked.Load(); n != 10 {
			t.Errorf("%d looks in 10 s", n)
		}
		for _, leave := range leaves {
			leave()
		}
		time.Sleep(10 * time.Second)
		if n := asked.Load(); n != 10 {
			t.Errorf("%d looks for nobody", n-10)
		}
	})
}

// countingJobs counts the looks at jobs.
type countingJobs struct {
	graph.Store
	looks atomic.Int32
}

func (c *countingJobs) Jobs(ctx context.Context, q graph.JobsQuery) ([]graph.Job, error) {
	c.looks.Add(1)
	return c.Store.Jobs(ctx, q)
}

// TestFollowCostsNothing: the store is asked once by each who follows a job of this
// process, whatever it tells.
func TestFollowCostsNothing(t *testing.T) {
	use(t, settings(t, "w"), func(a *Jobs) {
		counting := &countingJobs{Store: a.ws.Store}
		a.ws.Store = counting
		j := graph.Job{ID: "j", Kind: kindUpload, State: graph.JobRunning, Request: "{}", Progress: "{}", Created: time.Now(), Updated: time.Now()}
		if err := a.put(t.Context(), j); err != nil {
			t.Fatal(err)
		}
		a.tasks = []task{{job: j}}
		ctx, stop := context.WithCancel(t.Context())
		defer stop()
		const followers = 20
		for range followers {
			jobs, err := a.Follow(ctx, "j")
			if err != nil {
				t.Fatal(err)
			}
			if got := <-jobs; got.State != graph.JobRunning {
				t.Errorf("%+v", got)
			}
			defer func() {
				got := <-jobs // what stood when the first was told, and then the latest
				if !got.Over() {
					got = <-jobs
				}
				if got.State != graph.JobDone {
					t.Errorf("at the end %+v", got)
				}
			}()
		}
		for i := range 100 {
			j.Updated = j.Updated.Add(time.Duration(i) * time.Millisecond)
			if i == 99 {
				j.State = graph.JobDone
			}
			if err := a.put(t.Context(), j); err != nil {
				t.Fatal(err)
			}
			if n := counting.looks.Load(); n != followers {
				t.Fatalf("%d looks of %d who follow", n, followers)
			}
		}
	})
}
