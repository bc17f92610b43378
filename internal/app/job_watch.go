package app

import (
	"context"
	"sync"
	"time"

	"grove/internal/fault"
	"grove/internal/graph"
	"grove/web"
)

// pollEvery is how often the store is asked for a job that another process runs, however
// many follow it. Jobs tell how far they are once a heartbeat.
const pollEvery = heartbeat

// jobWatch tells of this process's jobs as they are written. Its zero value has nobody to
// tell.
type jobWatch struct {
	mu  sync.Mutex
	all map[graph.ID]*jobFollowers
}

// jobFollowers are those who follow one job.
type jobFollowers struct {
	feeds map[chan graph.Job]bool
	// polls tells that one of them has the store asked.
	polls bool
}

// join gives what a job comes to from now on, the latest alone where one is not taken.
func (w *jobWatch) join(id graph.ID) (feed chan graph.Job, leave func()) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.all == nil {
		w.all = map[graph.ID]*jobFollowers{}
	}
	f := w.all[id]
	if f == nil {
		f = &jobFollowers{feeds: map[chan graph.Job]bool{}}
		w.all[id] = f
	}
	feed = make(chan graph.Job, 1)
	f.feeds[feed] = true
	return feed, func() {
		w.mu.Lock()
		defer w.mu.Unlock()
		if delete(f.feeds, feed); len(f.feeds) == 0 && w.all[id] == f {
			delete(w.all, id)
		}
	}
}

// tell tells all who follow a job.
func (w *jobWatch) tell(j graph.Job) {
	w.mu.Lock()
	defer w.mu.Unlock()
	f := w.all[j.ID]
	if f == nil {
		return
	}
	for feed := range f.feeds {
		select {
		case <-feed: // what was not taken is out of date
		default:
		}
		feed <- j
	}
}

// poll asks for a job again and again while somebody follows it, unless that is done
// already.
func (w *jobWatch) poll(id graph.ID, every time.Duration, ask func() (graph.Job, error)) {
	w.mu.Lock()
	f := w.all[id]
	begun := f == nil || f.polls
	if !begun {
		f.polls = true
	}
	w.mu.Unlock()
	if begun {
		return
	}
	go func() {
		tick := time.NewTicker(every)
		defer tick.Stop()
		for range tick.C {
			w.mu.Lock()
			followed := w.all[id] == f
			w.mu.Unlock()
			if !followed {
				return
			}
			ask := func() (_ graph.Job, err error) {
				defer fault.Recover(context.Background(), &err, "app.poll", string(id))
				return ask()
			}
			if j, err := ask(); err == nil { // an outage may pass; clients hear the heartbeat
				w.tell(j)
			}
		}
	}()
}

// putJob writes a job, and tells those who follow it.
func (a *App) putJob(ctx context.Context, j graph.Job) error {
	if err := a.store.PutJob(ctx, j); err != nil {
		return err
	}
	a.jobWatch.tell(j)
	return nil
}

// FollowJob gives a job as it is, and then as it comes to be, until ctx ends.
func (s served) FollowJob(ctx context.Context, id graph.ID) (<-chan web.Job, error) {
	feed, leave := s.jobWatch.join(id) // before the look, or what comes between is missed
	j, err := s.storedJob(ctx, id)
	if err != nil {
		leave()
		return nil, err
	}
	if !s.queue.has(id) && !s.jobView(viewOf(j)).Over() {
		room := context.WithoutCancel(ctx)
		s.jobWatch.poll(id, pollEvery, func() (graph.Job, error) { return s.storedJob(room, id) })
	}
	out := make(chan web.Job)
	go func() {
		defer leave()
		for {
			select {
			case out <- s.jobView(viewOf(j)):
			case <-ctx.Done():
				return
			}
			select {
			case j = <-feed:
			case <-ctx.Done():
				return
			}
		}
	}()
	return out, nil
}

// has tells whether a job waits or runs here.
func (q *queue) has(id graph.ID) bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	for _, t := range q.tasks {
		if t.job.ID == id {
			return true
		}
	}
	return false
}
