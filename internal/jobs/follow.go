package jobs

import (
	"context"
	"sync"
	"time"

	"grove/internal/fault"
	"grove/internal/graph"
)

// pollEvery is how often the store is read for a job that another process runs, however
// many follow it. Jobs write their progress once a heartbeat.
const pollEvery = heartbeat

// followers are those who follow this process's jobs as they are written. The zero value
// has none.
type followers struct {
	mu  sync.Mutex
	all map[graph.ID]*jobFollowers
}

// jobFollowers are those who follow one job.
type jobFollowers struct {
	feeds map[chan graph.Job]bool
	// polling tells that the store is polled for them.
	polling bool
}

// join gives a job's states from now on, the latest alone where one is not taken.
func (w *followers) join(id graph.ID) (feed chan graph.Job, leave func()) {
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

// notify gives a job's state to all who follow it.
func (w *followers) notify(j graph.Job) {
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

// poll reads a job again and again while somebody follows it, unless that is done already.
func (w *followers) poll(id graph.ID, every time.Duration, read func() (graph.Job, error)) {
	w.mu.Lock()
	f := w.all[id]
	begun := f == nil || f.polling
	if !begun {
		f.polling = true
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
			read := func() (_ graph.Job, err error) {
				defer fault.Recover(context.Background(), &err, "jobs.poll", string(id))
				return read()
			}
			if j, err := read(); err == nil { // an outage may pass; clients hear the heartbeat
				w.notify(j)
			}
		}
	}()
}

// Follow gives a job as it is, and then each state that it comes to, the latest alone to
// a slow reader, until ctx ends.
func (j *Jobs) Follow(ctx context.Context, id graph.ID) (<-chan Job, error) {
	feed, leave := j.followers.join(id) // before the read, or what comes between is missed
	state, err := j.stored(ctx, id)
	if err != nil {
		leave()
		return nil, err
	}
	if !j.has(id) && !j.view(state).Over() {
		lasting := context.WithoutCancel(ctx)
		j.followers.poll(id, pollEvery, func() (graph.Job, error) { return j.stored(lasting, id) })
	}
	out := make(chan Job)
	go func() {
		defer leave()
		for {
			select {
			case out <- j.view(state):
			case <-ctx.Done():
				return
			}
			select {
			case state = <-feed:
			case <-ctx.Done():
				return
			}
		}
	}()
	return out, nil
}
