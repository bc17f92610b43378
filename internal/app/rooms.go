package app

import (
	"context"
	"errors"
	"sync"
	"time"

	"grove/internal/fault"
	"grove/internal/jobs"
	"grove/internal/workspace"
	"grove/web"
)

// room is a workspace that is open, being opened or being closed.
type room struct {
	served
	// ready is closed once the workspace is open, or err says why not; left once it is
	// closed again.
	ready, left chan struct{}
	err         error
	// ctx ends when the workspace is to be closed.
	ctx    context.Context
	cancel context.CancelFunc
	// users are the requests that use it, since when there are none. The Service's
	// lock guards both and leaving.
	users   sync.WaitGroup
	count   int
	since   time.Time
	leaving bool
}

func newRoom() *room {
	r := &room{ready: make(chan struct{}), left: make(chan struct{}), since: time.Now()}
	r.ctx, r.cancel = context.WithCancel(context.Background())
	return r
}

// Use keeps a workspace open while use runs.
func (s *Service) Use(ctx context.Context, name string, use func(context.Context, web.Workspace) error) error {
	r, err := s.enter(ctx, name)
	if err != nil {
		return err
	}
	defer s.leave(r)
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	defer context.AfterFunc(r.ctx, stop)()
	return use(ctx, r.served)
}

// enter opens the workspace, or waits until it is open.
func (s *Service) enter(ctx context.Context, name string) (*room, error) {
	for {
		r, leaving, err := s.claim(name)
		if err != nil {
			return nil, err
		}
		wait := r.ready
		if leaving {
			wait = r.left
		}
		select {
		case <-wait:
			err = r.err
		case <-ctx.Done():
			err = ctx.Err()
		}
		switch {
		case leaving && ctx.Err() != nil:
			return nil, ctx.Err()
		case leaving:
			continue
		case err != nil:
			s.leave(r)
			return nil, err
		}
		return r, nil
	}
}

// claim takes a place in the room of a name, which is opened where it is not, unless
// it is being left: then there is no place.
func (s *Service) claim(name string) (r *room, leaving bool, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return nil, false, closing(name)
	}
	r, open := s.rooms[name]
	if open && r.leaving {
		return r, true, nil
	}
	if !open {
		r = newRoom()
		s.rooms[name] = r
		go s.furnish(r, name)
	}
	r.users.Add(1)
	r.count++
	return r, false, nil
}

func closing(name string) error {
	return fault.New(fault.Unavailable, "app.Service", name, "the service is being ended", "try again")
}

// furnish opens the workspace of a room. It does so for all who wait, so that none
// of them can end it.
func (s *Service) furnish(r *room, name string) {
	if err := s.open(r, name); err != nil {
		s.mu.Lock()
		if r.err = unknown(err, name); !r.leaving { // or whoever shuts it does so
			delete(s.rooms, name)
		}
		s.mu.Unlock()
	}
	close(r.ready)
}

// open opens the workspace of a room and starts its queue.
func (s *Service) open(r *room, name string) (err error) {
	defer fault.Recover(r.ctx, &err, "app.Service", name)
	a, err := on(workspace.OpenExisting(r.ctx, s.of(name), &workspace.Observer{Metrics: s.metrics, Tracing: s.tracing, Log: s.log}))
	if err != nil {
		return err
	}
	log := s.log.With("workspace", name)
	for _, note := range a.Notes() {
		log.Info(note)
	}
	a.jobs = jobs.New(a.Workspace, jobs.Options{Log: log, SpoolBytes: s.spoolBytes})
	r.App = a
	if err := a.jobs.Start(r.ctx); err != nil {
		return errors.Join(err, a.Close())
	}
	return nil
}

// unknown says of a workspace that is not there only its name: where it would be is
// for this machine alone.
func unknown(err error, name string) error {
	if !fault.Is(err, fault.NotFound) {
		return err
	}
	return fault.New(fault.NotFound, "app.Service", name, "there is no such workspace", "POST /v1/workspaces makes one")
}

func (s *Service) leave(r *room) {
	s.mu.Lock()
	r.count--
	r.since = time.Now()
	s.mu.Unlock()
	r.users.Done()
}

// shut closes the room of a name, if there is one, and keeps the name from being
// opened until the function that it gives is called.
func (s *Service) shut(name string) (open func(), err error) {
	for {
		s.mu.Lock()
		r, there := s.rooms[name]
		if there && r.leaving {
			s.mu.Unlock()
			<-r.left
			continue
		}
		if !there {
			r = newRoom()
			close(r.ready)
			s.rooms[name] = r
		}
		r.leaving = true
		s.mu.Unlock()
		open = func() { s.free(name, r) }
		if err := s.empty(r); err != nil {
			open()
			return nil, err
		}
		return open, nil
	}
}

// empty ends what is under way in a room and closes its workspace.
func (s *Service) empty(r *room) (err error) {
	defer fault.Recover(context.Background(), &err, "app.Service", "")
	r.cancel() // ends the opening, too
	<-r.ready
	r.users.Wait()
	if r.App == nil || r.err != nil {
		return nil
	}
	r.jobs.Close()
	return r.App.Close()
}

// watchIdle closes the workspaces that nobody uses.
func (s *Service) watchIdle() {
	tick := time.NewTicker(idleAfter / 10)
	defer tick.Stop()
	for {
		select {
		case <-s.stop:
			return
		case <-tick.C:
		}
		for {
			name, r := s.idle(time.Now())
			if r == nil {
				break
			}
			if err := s.empty(r); err != nil {
				s.log.Error("a workspace did not close well", "workspace", name, "error", err.Error())
			}
			s.free(name, r)
		}
	}
}

// idle finds a workspace that nobody has used for a while, and has it left in the same
// breath: a request that comes now waits, and opens it anew.
func (s *Service) idle(now time.Time) (string, *room) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for name, r := range s.rooms {
		if !r.leaving && r.count == 0 && now.Sub(r.since) > idleAfter && r.isIdle() {
			r.leaving = true
			return name, r
		}
	}
	return "", nil
}

// isIdle tells whether the room's workspace is open and no job waits or runs. One that
// takes long to open may have been left by all who wanted it.
func (r *room) isIdle() bool {
	select {
	case <-r.ready:
		if r.err != nil {
			return false
		}
		waiting, running := r.jobs.Counts()
		return waiting+running == 0
	default:
		return false
	}
}

// free lets a name that was kept be opened again.
func (s *Service) free(name string, r *room) {
	s.mu.Lock()
	delete(s.rooms, name)
	s.mu.Unlock()
	close(r.left)
}
