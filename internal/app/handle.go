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

// handle is a workspace that is open, being opened or being closed.
type handle struct {
	served
	// ready is closed once the workspace is open, or err says why not; gone once it is
	// closed again.
	ready, gone chan struct{}
	err         error
	// ctx ends when the workspace is to be closed.
	ctx    context.Context
	cancel context.CancelFunc
	// users are the requests that use it, since when there are none. The Service's
	// lock guards these and closing.
	users   sync.WaitGroup
	count   int
	since   time.Time
	closing bool
}

func newHandle() *handle {
	h := &handle{ready: make(chan struct{}), gone: make(chan struct{}), since: time.Now()}
	h.ctx, h.cancel = context.WithCancel(context.Background())
	return h
}

// Use keeps a workspace open while use runs.
func (s *Service) Use(ctx context.Context, name string, use func(context.Context, web.Workspace) error) error {
	h, err := s.acquire(ctx, name)
	if err != nil {
		return err
	}
	defer s.release(h)
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	defer context.AfterFunc(h.ctx, stop)()
	return use(ctx, h.served)
}

// acquire opens the workspace, or waits until it is open.
func (s *Service) acquire(ctx context.Context, name string) (*handle, error) {
	for {
		h, closing, err := s.find(name)
		if err != nil {
			return nil, err
		}
		wait := h.ready
		if closing {
			wait = h.gone
		}
		select {
		case <-wait:
			err = h.err
		case <-ctx.Done():
			err = ctx.Err()
		}
		switch {
		case closing && ctx.Err() != nil:
			return nil, ctx.Err()
		case closing:
			continue
		case err != nil:
			s.release(h)
			return nil, err
		}
		return h, nil
	}
}

// find gives the handle of a name, with one more user, and opens it where it is not open.
// One that is being closed gets no user.
func (s *Service) find(name string) (h *handle, closing bool, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return nil, false, errClosing(name)
	}
	h, open := s.handles[name]
	if open && h.closing {
		return h, true, nil
	}
	if !open {
		h = newHandle()
		s.handles[name] = h
		go s.open(h, name)
	}
	h.users.Add(1)
	h.count++
	return h, false, nil
}

func errClosing(name string) error {
	return fault.New(fault.Unavailable, "app.Service", name, "the service is being ended", "try again")
}

// open opens the workspace of a handle. It does so for all who wait, so that none of them
// can end it.
func (s *Service) open(h *handle, name string) {
	if err := s.start(h, name); err != nil {
		s.mu.Lock()
		if h.err = unknown(err, name); !h.closing { // or whoever evicts it does so
			delete(s.handles, name)
		}
		s.mu.Unlock()
	}
	close(h.ready)
}

// start opens the workspace of a handle and starts its jobs.
func (s *Service) start(h *handle, name string) (err error) {
	defer fault.Recover(h.ctx, &err, "app.Service", name)
	a, err := forWriting(h.ctx)(workspace.OpenExisting(h.ctx, s.of(name),
		&workspace.Observer{Metrics: s.metrics, Tracing: s.tracing, Log: s.log}))
	if err != nil {
		return err
	}
	log := s.log.With("workspace", name)
	for _, note := range a.Notes() {
		log.Info(note)
	}
	a.jobs = jobs.New(a.Workspace, jobs.Options{Log: log, SpoolBytes: s.spoolBytes, Memory: s.memory})
	h.App = a
	if err := a.jobs.Start(h.ctx); err != nil {
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

func (s *Service) release(h *handle) {
	s.mu.Lock()
	h.count--
	h.since = time.Now()
	s.mu.Unlock()
	h.users.Done()
}

// evict closes the handle of a name, if there is one, and keeps the name from being
// opened until the function that it returns is called.
func (s *Service) evict(name string) (open func(), err error) {
	for {
		s.mu.Lock()
		h, there := s.handles[name]
		if there && h.closing {
			s.mu.Unlock()
			<-h.gone
			continue
		}
		if !there {
			h = newHandle()
			close(h.ready)
			s.handles[name] = h
		}
		h.closing = true
		s.mu.Unlock()
		open = func() { s.forget(name, h) }
		if err := s.closeHandle(h); err != nil {
			open()
			return nil, err
		}
		return open, nil
	}
}

// closeHandle ends what is under way in a workspace and closes it.
func (s *Service) closeHandle(h *handle) (err error) {
	defer fault.Recover(context.Background(), &err, "app.Service", "")
	h.cancel() // ends the opening, too
	<-h.ready
	h.users.Wait()
	if h.App == nil || h.err != nil {
		return nil
	}
	h.jobs.Close()
	return h.App.Close()
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
			name, h := s.idle(time.Now())
			if h == nil {
				break
			}
			if err := s.closeHandle(h); err != nil {
				s.log.Error("a workspace did not close well", "workspace", name, "error", err.Error())
			}
			s.forget(name, h)
		}
	}
}

// idle finds a workspace that nobody has used for a while, and marks it as closing at
// once: a request that comes now waits, and opens it anew.
func (s *Service) idle(now time.Time) (string, *handle) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for name, h := range s.handles {
		if !h.closing && h.count == 0 && now.Sub(h.since) > idleAfter && h.isIdle() {
			h.closing = true
			return name, h
		}
	}
	return "", nil
}

// isIdle reports whether the workspace is open and no job waits or runs. One that takes
// long to open may have been given up by all who wanted it.
func (h *handle) isIdle() bool {
	select {
	case <-h.ready:
		if h.err != nil {
			return false
		}
		waiting, running := h.jobs.Counts()
		return waiting+running == 0
	default:
		return false
	}
}

// forget lets a name be opened again.
func (s *Service) forget(name string, h *handle) {
	s.mu.Lock()
	delete(s.handles, name)
	s.mu.Unlock()
	close(h.gone)
}
