package app

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"sync"

	"grove/internal/fault"
	"grove/internal/graph"
)

// usualSpool is how many bytes of uploads a workspace keeps where nothing is said.
const usualSpool = 4 << 30

// spoolRoom is how much a workspace's uploads may take. Its zero value has counted
// nothing, and bounds them by usualSpool.
type spoolRoom struct {
	// most is the bound in bytes; 0 is usualSpool. It is set before use.
	most int64

	mu      sync.Mutex
	counted bool
	bytes   int64
}

func (r *spoolRoom) bound() int64 {
	if r.most > 0 {
		return r.most
	}
	return usualSpool
}

// count adds up what is in the folder, once.
func (r *spoolRoom) count(dir string) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.counted {
		return nil
	}
	files, err := os.ReadDir(dir)
	if err != nil {
		return err
	}
	for _, f := range files {
		info, err := f.Info()
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return err
		}
		r.bytes += info.Size()
	}
	r.counted = true
	return nil
}

// take takes so many bytes, or refuses them.
func (r *spoolRoom) take(n int64) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.bytes+n > r.bound() {
		return fault.New(fault.Full, "app.spool", "", fmt.Sprintf("the uploads that wait would take more than %d bytes", r.bound()),
			"send it once jobs are done, or have the service started with a larger --max-spool")
	}
	r.bytes += n
	return nil
}

// give gives bytes back.
func (r *spoolRoom) give(n int64) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.counted {
		r.bytes -= n
	}
}

// crowded tells that more than three quarters are taken.
func (r *spoolRoom) crowded() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.bytes > r.bound()/4*3
}

// roomTaker takes the room of what is written to it.
type roomTaker struct {
	room  *spoolRoom
	bytes int64
}

// Write takes as many bytes as it is given.
func (t *roomTaker) Write(p []byte) (int, error) {
	if err := t.room.take(int64(len(p))); err != nil {
		return 0, err
	}
	t.bytes += int64(len(p))
	return len(p), nil
}

// BoundSpool bounds the bytes of uploads that wait in a workspace (4 GiB), of those that
// are opened from now on.
func (s *Service) BoundSpool(bytes int64) { s.spoolBytes = bytes }

// makeRoom lets go of the uploads of jobs that are over but did not do all they should,
// where the uploads that wait need the room: such a job can then not be done again.
func (q *queue) makeRoom(ctx context.Context) error {
	if !q.app.spoolRoom.crowded() {
		return nil
	}
	q.mu.Lock()
	defer q.mu.Unlock()
	jobs, err := q.app.store.Jobs(ctx, graph.JobsQuery{Limit: graph.MaxRows})
	if err != nil {
		return err
	}
	for _, j := range jobs {
		if !ours(j) || slices.ContainsFunc(q.tasks, func(t task) bool { return t.job.ID == j.ID }) {
			continue
		}
		t, err := taskOf(j)
		if err == nil && t.order.File != "" {
			err = q.app.spool().drop(t.order.File)
		}
		if err != nil {
			return err
		}
	}
	return nil
}
